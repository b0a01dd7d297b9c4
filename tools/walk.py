"""How far one walks through the house to publish a table: functions entered, modules they live in, changes of module.

    python tools/walk.py                    # this tree
    python tools/walk.py --tree ../old      # another checkout
    python tools/walk.py --show             # also where it changes from module to module, the most frequent changes first
    python tools/walk.py --one-grid         # without corrections and columns: the paper's algorithm
    python tools/walk.py --most 150         # exit code 1 if a reader changes the module more often than this

Traced is `privpfc publish` of the Adult data on the command line, with a ledger, from `main` to the written files: every call of a
named function or method of the package on the main thread, in order. Comprehensions, lambdas and the running of imports do not
count; compiled code is one call. A change of module is a call in another module than the call before it. A program calls the same
functions again and again; a reader meets each of them once. So changes are counted twice: over all calls, and over first calls,
the latter for each stretch of the way as well.
"""
import argparse
import contextlib
import gzip
import io
import os
import sys
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parent.parent
STRETCHES = {  # where a stretch of the way begins; it ends where that function does
    "_run_publish": "the command", "publish": "checks, coding and the charge", "_algorithm_1": "Algorithm 1",
    "write_files": "the release's files", "write_report": "the report", "_confirm": "the command"}


def files_to_publish(package: Path, place: Path, rows: int | None) -> list[str]:
    "Put the first rows of Adult and an empty ledger there; the command that publishes them."
    with gzip.open(package / "data" / "adult.csv.gz", "rt", encoding="utf-8") as file:
        lines = file.readlines()
    (place / "people.csv").write_text("".join(lines[: None if rows is None else rows + 1]), encoding="utf-8")
    schema = package / "data" / "adult_schema.json"
    return ["publish", f"{place}/people.csv", "--schema", str(schema), "--epsilon", "1", "--out", f"{place}/release",
            "--ledger", f"{place}/people.ledger", "--dataset", "people"]


def traced(main, command: list[str], package: Path) -> list[tuple[CodeType, str]]:
    "Run a command; the functions of the package that it called, in order, as often as it called them, each with its stretch."
    calls, inside, stretch = [], f"{package}{os.sep}", ["reading the command line"]

    def note(frame, event, _):
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(inside) or code.co_name.startswith("<"):
            return
        if event == "return":
            stretch.pop()
        else:
            stretch.append(STRETCHES.get(code.co_name, stretch[-1]))
            calls.append((code, stretch[-1]))
    with contextlib.redirect_stdout(io.StringIO()):
        sys.setprofile(note)
        try:
            status = main(command)
        finally:
            sys.setprofile(None)
    assert not status, f"privpfc {' '.join(command)} ended with {status}"
    return calls


def walk(tree: Path, rows: int | None, one_grid: bool) -> list[tuple[str, CodeType, str]]:
    "The functions that one publication calls, in order, each with its module and its stretch of the way."
    sys.path.insert(0, str(tree))
    from privpfc.cli import main

    package = Path(sys.modules["privpfc"].__file__ or "").parent
    assert package == tree / "privpfc", f"the package came from {package}, not from {tree}"
    with tempfile.TemporaryDirectory() as place:
        command = files_to_publish(package, Path(place), rows) + ["--corrections", "0", "--columns", "0"] * one_grid
        with contextlib.redirect_stdout(io.StringIO()):
            main(["ledger", "create", f"{place}/people.ledger", "--dataset", "people", "--total", "2"])
        calls = traced(main, command, package)
    return [(Path(code.co_filename).relative_to(package).with_suffix("").as_posix().replace("/", "."), code, stretch)
            for code, stretch in calls]


def changes_of_module(calls: list[tuple]) -> list[tuple[tuple, tuple]]:
    "Neighbouring calls that live in different modules."
    return [(before, after) for before, after in pairwise(calls) if before[0] != after[0]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout to trace (default: this one)")
    parser.add_argument("--rows", type=int, help="publish only the first rows of Adult (default: all)")
    parser.add_argument("--one-grid", action="store_true", help="without corrections and columns")
    parser.add_argument("--show", action="store_true", help="print the changes of module, the most frequent first")
    parser.add_argument("--most", type=int, help="fail if there are more changes of module for a reader")
    options = parser.parse_args()
    calls = walk(options.tree.resolve(), options.rows, options.one_grid)
    first: dict[tuple, tuple] = {}  # of each function, its first call
    for call in calls:
        first.setdefault(call[:2], call)
    changes, met = changes_of_module(calls), changes_of_module(list(first.values()))
    if options.show:
        shown = Counter(" > ".join(f"{module}.{code.co_name}" for module, code, _ in change) for change in changes)
        print("\n".join(f"{count:4} {change}" for change, count in shown.most_common()))
    for stretch, count in Counter(after[2] for _, after in met).items():
        print(f"{count:4} where each function is met once: {stretch}")
    print(f"{len(first)} functions in {len({call[0] for call in calls})} modules: {len(changes):,} changes of module over all "
          f"calls, {len(met)} where each function is met once")
    sys.exit(options.most is not None and len(met) > options.most)
