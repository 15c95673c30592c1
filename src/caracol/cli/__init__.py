"""The command line: parsing, printing and completion."""
