"""Settings of Sphinx for the documentation site, which scripts/docs site builds."""

import caracol

project = "Caracol"
author = "the authors of Caracol"
release = caracol.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]

html_theme = "furo"
html_title = "Caracol"
html_logo = html_favicon = "docs/images/logo.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # listings are abridged with "..."

copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

autodoc_default_options = {"members": True}
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
