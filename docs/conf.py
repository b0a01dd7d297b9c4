"""Sphinx settings. The pages come from the notebooks: see build.py."""
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ini = ConfigParser(delimiters=["="])
ini.read(ROOT / "settings.ini", encoding="utf-8")
settings = ini["DEFAULT"]

project, author, version = settings["title"], settings["author"], settings["version"]
copyright = settings["copyright"]
html_title = f"{project} {version}"

extensions = ["myst_nb", "sphinx_copybutton", "sphinx-mathjax-offline"]
nb_execution_mode = "off"  # the site shows the outputs saved in the notebooks
nb_merge_streams = True
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 4
myst_dmath_double_inline = True  # `$$` need not stand in a paragraph of its own
python_maximum_signature_line_length = 88
add_module_names = False
suppress_warnings = ["ref.python"]  # two classes of one name: a type in a signature then links to neither
highlight_language = "text"  # of plain ``` blocks; code cells are highlighted as Python

html_theme = "furo"
html_static_path = [str(Path(__file__).with_name(name)) for name in ("custom.css", "access.js")]
html_css_files = ["custom.css"]
html_js_files = ["access.js"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#3b5bdb", "color-brand-content": "#3b5bdb"},
    "dark_css_variables": {"color-brand-primary": "#91a7ff", "color-brand-content": "#91a7ff"},
}
