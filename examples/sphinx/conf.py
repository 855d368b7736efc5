"""Podlab in Sphinx, as a directive.

    pip install -r requirements.txt
    npm install podlab@0.1.0
    cp -r node_modules/podlab/dist _static/podlab
    sphinx-build . _build/html

Copy _ext/podlab.py and _static/podlab.css, and the lines below that name Podlab. Any theme will do.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Storage of sets"
extensions = ["podlab"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["podlab.css"]
exclude_patterns = ["_build", "node_modules", "_static"]
