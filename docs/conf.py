"""Sphinx's settings for the manual. `make docs` builds it; nothing is loaded from the network."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # for docs.extension

project = "Paperboat"
release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
extensions = ["myst_parser", "docs.extension"]
exclude_patterns = ["_static", "extension", "coming-from/_in_paperboat.md"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
nitpicky = True
smartquotes = False  # it would make dashes of the two hyphens of options
highlight_language = "text"

html_theme = "furo"
html_title = f"Paperboat {release}"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1f5f7a",
        "color-brand-content": "#1f5f7a",
        "color-brand-visited": "#5a4a86",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7fc4de",
        "color-brand-content": "#7fc4de",
        "color-brand-visited": "#b7a6e6",
    },
}
