"""The commands of the command line, one module each, loaded only when used."""
