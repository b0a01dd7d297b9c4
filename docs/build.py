"""Build the documentation site from the notebooks, without Quarto and without the network.

    python docs/build.py [OUT]      # OUT is _docs by default

Any warning, and whatever check.py finds wrong with the pages, is an error.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from inspect import signature
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from adapt import Site
from check import problems
from fastcore import docments
from nbdev.config import get_config
from nbdev.serve import proc_nbs

ROOT = Path(__file__).resolve().parent.parent


def signature_as_written(function, **options):
    "The signature of a function; a type in quotes that is not defined yet stays in quotes. The page shows the author's spelling."
    try:
        return signature(function, **options)
    except NameError:
        return signature(function, **(options | {"eval_str": False}))


docments.signature = signature_as_written  # here and not in main: processes that are started afresh need it too


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "_docs").resolve()
    os.chdir(ROOT)
    try:
        distribution("privpfc")
    except PackageNotFoundError:
        sys.exit("Install the package first, so that names in the text become links: pip install -e '.[dev]'")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    try:
        processed = Path(proc_nbs(force=True))  # runs the imports and the exported cells, and `show_doc`
    except Exception as error:
        reason = re.search(r"^\w*(Error|Exception): .*", str(error.__cause__), flags=re.M)
        advice = "The documentation runs only the cells that import or export: keep imports in cells of their own."
        sys.exit("\n".join([str(error), "", reason[0] if reason else "", advice]))
    with tempfile.TemporaryDirectory() as work:
        source, html = Path(work, "source"), Path(work, "html")
        Site(ROOT, processed, get_config()).write(source)
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", ROOT / "docs"]
        status = subprocess.run([*command, "-d", f"{work}/doctrees", source, html]).returncode
        if html.exists():
            shutil.copy(source / "llms.txt", html)
        broken = problems(html)
        if (out / "objects.inv").exists():  # an earlier build: pages of renamed notebooks must not stay
            shutil.rmtree(out)
        if html.exists():
            shutil.copytree(html, out, dirs_exist_ok=True)
    for problem in broken:
        print(problem)
    if status or broken:
        sys.exit("The documentation did not build cleanly.")
    print(f"Documentation: {out / 'index.html'}")


if __name__ == "__main__":
    main()
