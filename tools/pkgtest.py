"""Run notebooks against the exported package.

`nbdev_test` runs a notebook's own cells, so an import forgotten in the export cells, or a module that no
longer matches, goes unseen. Here every exported cell is replaced by an import of the names it defines from
the module it was exported to; all other cells run as they are.

    python tools/pkgtest.py nbs/00_laplace.ipynb ...
"""
import argparse
import importlib
import os
import symtable
import sys
import traceback
from pathlib import Path

from execnb.shell import CaptureShell
from nbdev.config import get_config
from nbdev.process import NBProcessor

ROOT = Path(__file__).resolve().parent.parent
EXPORTS = ("export", "exporti", "exports")


def import_line(source: str, module: str) -> str:
    "The import that stands in for an exported cell: the names it binds, as the module has them."
    symbols = symtable.symtable(source, module, "exec").get_symbols()
    bound = [s.get_name() for s in symbols if s.is_assigned() or s.is_imported()]
    have = vars(importlib.import_module(module))
    names = ", ".join(name for name in bound if name in have)
    return f"from {module} import {names}" if names else f"import {module}"


def skipped(cell, flags: set[str]) -> bool:
    "Does `nbdev_test` skip this cell too?"
    return (
        cell.cell_type != "code"
        or "nbdev_export(" in cell.source
        or cell.directives_.get("eval:", [""])[0].lower() == "false"
        or bool(flags & cell.directives_.keys())
    )


def run(notebook: Path, flags: set[str]) -> bool:
    "Run one notebook against the package; report the first error, if any."
    nb = NBProcessor(notebook).nb
    default = next((c.directives_["default_exp"][0] for c in nb.cells if "default_exp" in c.directives_), None)
    shell = CaptureShell(notebook)
    os.chdir(notebook.parent)
    try:
        for cell in nb.cells:
            export = next((c for c in EXPORTS if c in cell.directives_), None)
            if export and cell.cell_type == "code":
                target = (cell.directives_[export] or [default])[0]
                cell.source = import_line(cell.source, f"{get_config().lib_name}.{target}")
        shell.run_all(nb, exc_stop=True, preproc=lambda cell: skipped(cell, flags))
    except Exception:
        print(shell.prettytb(fname=notebook) if shell.exc else traceback.format_exc(), file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="+", type=Path)
    notebooks = [path.resolve() for path in parser.parse_args().notebooks]
    os.chdir(ROOT)
    os.environ["IN_TEST"] = "1"  # as nbdev_test has it
    sys.path.insert(0, str(ROOT))
    flags = {*get_config().tst_flags.split(), "once"}
    failed = [path.name for path in notebooks if not run(path, flags)]
    print("Success." if not failed else f"Failed: {', '.join(failed)}")
    sys.exit(bool(failed))
