"""The parts of the workbench that runs inside a browser."""
