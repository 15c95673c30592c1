"""The workbench as a folder of static files, which needs no server."""
