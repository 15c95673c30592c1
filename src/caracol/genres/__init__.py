"""The built-in genres, one module or package each; none knows another."""
