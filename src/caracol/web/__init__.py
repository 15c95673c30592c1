"""The workbench in the browser and its HTTP interface."""
