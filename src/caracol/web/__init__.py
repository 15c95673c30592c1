"""The workbench in the browser, and the HTTP interface beneath it."""
