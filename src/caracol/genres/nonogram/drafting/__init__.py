"""Pictures for new Nonograms: things, letters and noise, and ways to make them harder."""
