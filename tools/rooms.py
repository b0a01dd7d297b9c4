"""The rooms of the house: which module may import from which, read from the sources, checked, and drawn.

    python tools/rooms.py            # what breaks the rules, and cells longer than need be; exit code 1 if there are any
    python tools/rooms.py --draw     # also write the picture that CONTRIBUTING.md shows

The main path is the numbered notebooks at the top of nbs/, in their order; the side rooms are the folders beside them.
Only exported code counts, imports inside functions included: tests may use what they like.
"""
import ast
import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
Imports = dict[str, dict[str, set[str]]]  # Of each module: the modules it imports from, and the names it takes there
PICTURE = ROOT / "docs" / "rooms.svg"

# A module of the main path may import from those before it and from the engine; the last one, the command line, from all.
# A side room may import from itself, from the main path up to the module named here, and from these other rooms.
MAY_USE: dict[str, tuple[str, set[str]]] = {
    "engine": ("errors", set()),
    "data": ("table", {"engine"}),
    "methods": ("estimator", {"engine"}),
    "assurance": ("cli", {"engine", "data", "methods", "report"}),
    "study": ("estimator", {"engine", "data", "methods", "assurance"}),
    "report": ("mechanism", {"engine", "data"}),
}

# A method of a value that makes something else out of it, such as a page, may load the module of that something when it is called.
WHEN_CALLED = {("release", "report")}

# where rooms stand in the picture
COLUMN = {"engine": -3.8, "assurance": -3.8, "": 0.0, "data": 2.7, "report": 2.7, "methods": 5.0, "study": 7.3}
BOX = 1.6  # width of a module in it
LONGEST = 40  # lines of an exported cell that needs no reason in words

# Public names that nothing here uses outside their own notebook, by the reason why they are public all the same.
FOR_PEOPLE: dict[str, list[str]] = {
    "the command `privpfc`": ["cli.main"],
    "to read what `DiffGen.cuts_` and `picks_` hold": ["methods.diffgen.Node", "methods.diffgen.part_label"],
    "the verification notebook replaces it, by name": ["methods.pph.thinned"],
    "who has an extract from IPUMS reads it with these; it may not be passed on": [
        "ipums.IPUMS_TASKS", "ipums.read_codebook", "ipums.ipums_schema", "ipums.read_ipums"],
    "to audit a mechanism of one's own": [
        "assurance.audit.audit", "assurance.audit.epsilon_lower_bound", "assurance.audit.learn_event", "assurance.audit.release_features",
        "assurance.audit.guess_p_value"],
    "to look into a release": ["release.winners", "release.cell_probabilities", "release.class_totals", "release.column_origins"],
    "a step of Algorithm 1 by itself": [
        "mechanism.select_grid", "mechanism.relevance", "mechanism.private_cuts", "mechanism.number_of_records",
        "mechanism.estimate_sizes", "mechanism.caveats_of"],
    "limits that a curator may look up or change": ["mechanism.MAX_CELLS", "mechanism.MAX_RECORD_COUNT", "scoring.MAX_BYTES",
                                                     "engine.frames.MAX_LOOKED_UP", "engine.tables.LARGE"],
    "what marks our files, for other programs": ["ledger.APPLICATION", "ledger.LEDGER_VERSION", "release.FORMAT", "release.VERSION",
                                                 "release.file_names"],
    "what the methods of a release do, as functions": ["release.all_caveats", "release.noisy_tables", "release.summarize",
                                                       "release.plot_release"],
    "what `privpfc plan` prints, as values": [
        "planning.safe_lead", "planning.Plan", "planning.plan_words", "planning.plot_plan", "planning.plan_table", "planning.plan_text",
        "planning.rehearse"],
    "a file of results, for an experiment of one's own": ["study.experiment.ResultFile"],
    "parts of the report, for reports of one's own": ["report.*", "review.*"],
    "commands, as functions": ["commands.*"],
    "the help as text": ["cli.build_parser"],
    "the reference on the site is made with these": [
        "engine.describe.line_comments", "engine.describe.parameters_of", "engine.describe.numpy_docstring", "engine.describe.whole_class"],
    "to write a file of one's own as durably": ["engine.files.flush_to_disk"],
    "checks and mutants, run by name in a process of their own": ["assurance.mutants.*"],
    "the books of a ledger, as Python has them": ["ledger.read_ledger"],
    "the names of the data sets, and folds of a table of one's own": ["datasets.NAMES", "datasets.folds"],
    "to verify a mechanism of one's own": ["assurance.verification.law", "assurance.verification.findings_table"],
    "to measure a method or a table of one's own": ["study.evaluation.cross_validate"],
    "to add a method of one's own to `METHODS`": ["study.experiment.Method"],
    "formulas that only their proofs need": ["laplace.laplace_diff_pdf", "sensitivity.B_integer"],
}


@dataclass(frozen=True)
class Module:
    name: str  # Without the package: `grids`, `engine.rollup`
    room: str  # The folder of its notebook; empty for the main path
    notebook: Path

    @property
    def path(self) -> Path:
        return ROOT / "privpfc" / (self.name.replace(".", "/") + ".py")

    @property
    def number(self) -> str:
        found = re.match(r"\d+", self.notebook.name)
        return found[0] if found else ""


parsed = cache(ast.parse)


@cache
def code_of(notebook: Path) -> str:
    "All code cells of a notebook as one program, without IPython's own commands."
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return re.sub(r"^(\s*)[%!].*", r"\1pass", "\n".join(code), flags=re.M)


def modules() -> dict[str, Module]:
    "Every module that a notebook exports: the main path in its order, then the side rooms."
    found = []
    for notebook in (ROOT / "nbs").rglob("*.ipynb"):
        name = re.search(r"^#\|\s*default_exp\s+(\S+)", code_of(notebook), flags=re.M)
        if name and name[1] != "__init__" and not any(part[0] in "_." for part in notebook.relative_to(ROOT).parts):
            room = notebook.parent.relative_to(ROOT / "nbs").as_posix().strip(".")
            found.append(Module(name[1], room, notebook))
    rank = ["", *MAY_USE]
    if lost := [module.room for module in found if module.room not in rank]:
        raise SystemExit(f"nobody has said what the room {lost[0]!r} may import: add it to MAY_USE in tools/rooms.py")
    return {m.name: m for m in sorted(found, key=lambda m: (rank.index(m.room), m.notebook.name))}


def dotted(node: ast.expr) -> str:
    "`a.b.c` as text; empty for anything but names and dots."
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def uses(code: str, inside: str = "") -> Iterator[tuple[str, str]]:
    "The pairs (module, name) that a program takes from the package; the name is empty for a whole module. `inside`: its own package."
    tree, aliases = parsed(code), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("privpfc."):
                    yield (module := alias.name.removeprefix("privpfc.")), ""
                    aliases[alias.asname or alias.name] = module
        elif isinstance(node, ast.ImportFrom):
            package = ["privpfc", *filter(None, inside.split("."))]
            base = package[: len(package) - node.level + 1] if node.level else []
            path = [*base, *(node.module.split(".") if node.module else [])]
            if path[0] == "privpfc":
                for alias in node.names:
                    yield ".".join(path[1:]), alias.name
                    aliases[alias.asname or alias.name] = ".".join([*path[1:], alias.name])
    for node in ast.walk(tree) if aliases else ():
        if isinstance(node, ast.Attribute) and (module := aliases.get(dotted(node.value))):
            yield module, node.attr


def graph(known: dict[str, Module]) -> Imports:
    "For each module, the modules it imports from, and the names it takes there."
    found: Imports = {}
    for name, module in known.items():
        found[name] = defaultdict(set)
        for source, taken in uses(module.path.read_text(encoding="utf-8"), name.rpartition(".")[0]):
            whole = ".".join(filter(None, [source, taken]))
            if (name, source) in WHEN_CALLED:
                continue
            if whole in known:
                found[name][whole]  # the module itself: `from . import grids`
            elif source in known:
                found[name][source].add(taken)
            elif not source and not taken.startswith("__"):
                raise SystemExit(f"{name} imports {taken} by the front door; inside the house, import from the module that has it")
    return found


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def broken_rules(known: dict[str, Module], imports: Imports) -> list[str]:
    "What the exported code may not do, in words."
    said = []
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return [f"a cycle: {' imports '.join(reversed(error.args[1]))}"]
    path = [name for name, module in known.items() if not module.room]
    for name, taken_from in imports.items():
        module = known[name]
        for source, names in taken_from.items():
            other = known[source]
            said += [f"{name} takes the private name {source}.{private}" for private in sorted(filter(is_private, names))]
            if name == path[-1]:
                continue
            last, rooms = (name, {"engine"}) if not module.room else MAY_USE[module.room]
            if not other.room and path.index(source) > path.index(last):
                reach = "only from modules before it" if not module.room else f"from the main path only up to {last}"
                said.append(f"{name} imports {source}: {module.room or 'the main path'} may import {reach}")
            elif other.room and other.room != module.room and other.room not in rooms:
                said.append(f"{name} imports {source}: {module.room or 'the main path'} may not use {other.room}")
            elif other.room == module.room and module.number and other.number >= module.number:
                said.append(f"{name} imports {source}, whose notebook comes later")
    return said


def public_names(module: Module) -> list[str]:
    "The `__all__` of a module."
    for node in parsed(module.path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


def met_in_signatures(module: Module) -> set[str]:
    "The types that people meet in the signatures and fields of a module's public functions and classes."
    defined = [node for node in parsed(module.path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    public, found = set(public_names(module)), set()
    for node in reversed(defined):  # a public class shows what its bases have, and they come before it
        if isinstance(node, ast.ClassDef) and node.name in public:
            public |= {base.id for base in node.bases if isinstance(base, ast.Name)}
    for node in defined:
        if node.name in public:
            for part in ast.walk(node):
                noted = part.annotation if isinstance(part, ast.arg | ast.AnnAssign) else getattr(part, "returns", None)
                found |= {name.id for name in ast.walk(noted) if isinstance(name, ast.Name)} - {node.name} if noted else set()
    return found


def unused_names(known: dict[str, Module]) -> dict[str, list[str]]:
    "Public names that nothing uses but their own notebook: a name is public for somebody."
    used: set[tuple[str, str]] = set()
    own = {module.notebook: name for name, module in known.items()}
    for notebook in (ROOT / "nbs").rglob("*.ipynb"):
        used |= {use for use in uses(code_of(notebook)) if use[0] != own.get(notebook)}
    for script in [*ROOT.glob("benchmarks/*.py"), *ROOT.glob("experiments/**/*.py"), *ROOT.glob("tools/*.py")]:
        used |= set(uses(script.read_text(encoding="utf-8")))
    front = (ROOT / "privpfc" / "__init__.py").read_text(encoding="utf-8")
    used |= set(uses(front))
    door = {node.value for node in ast.walk(parsed(front)) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    used |= {(module, name) for names in FOR_PEOPLE.values() for module, _, name in (whole.rpartition(".") for whole in names)}
    found = {}
    for module in known.values():
        met = door | met_in_signatures(module)
        if (module.name, "*") not in used:
            found[module.name] = [name for name in public_names(module) if name not in met and (module.name, name) not in used]
    return {module: names for module, names in found.items() if names}


def direct(imports: Imports) -> list[tuple[str, str]]:
    "The imports that no chain of other imports implies: enough to see who stands on whom."
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(imports).static_order():
        below[name] = set(imports[name]).union(*(below[source] for source in imports[name]))
    return [(name, source) for name in imports for source in imports[name] if not any(source in below[other] for other in imports[name])]


def rows(known: dict[str, Module], imports: Imports) -> dict[str, int]:
    "A row for each module, below everything it imports, so that every arrow points up; the main path stays in order."
    path = [name for name, module in known.items() if not module.room]
    before = {name: [*imports[name], *(path[: path.index(name)] if name in path else [])] for name in known}
    found: dict[str, int] = {}

    def taken(name: str, row: int) -> bool:
        return any(found[other] == row and COLUMN[known[other].room] == COLUMN[known[name].room] for other in found)

    order = list(TopologicalSorter(before).static_order())
    for name in order:
        row = 1 + max((found[other] for other in before[name]), default=-1)
        while taken(name, row):
            row += 1
        found[name] = row
    for name in reversed(order):  # numbered side rooms keep together: down to the first module that needs it
        if known[name].room and known[name].number:
            limit = min((found[other] for other in order if name in imports[other]), default=0)
            while found[name] + 1 < limit and not taken(name, found[name] + 1):
                found[name] += 1
    return found


def curve(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    "Four points of an arrow: straight to the next row or to another column, around the modules between in the same column."
    (x, y), (x_to, y_to) = start, end
    side = BOX / 2 if x < x_to or x == x_to == max(COLUMN.values()) else -BOX / 2
    if x == x_to and y_to - y > 1:
        bulge = x + side * (1.25 + 0.13 * (y_to - y))
        return [(x + side, y + 0.1), (bulge, y + 0.1), (bulge, y_to - 0.15), (x + side, y_to - 0.15)]
    if x == x_to:
        (x, y), (x_to, y_to) = (x, y + 0.3), (x, y_to - 0.3)
    else:
        x, x_to = x + side, x_to - side
    return [(x + t * (x_to - x), y + t * (y_to - y)) for t in (0, 1 / 3, 2 / 3, 1)]


def draw(known: dict[str, Module], imports: Imports) -> None:
    "The import graph as a picture: rooms as grey boxes, arrows from a module to what it imports."
    import matplotlib.pyplot as plt
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
    from matplotlib.path import Path as Curve

    plt.rcParams.update({"svg.hashsalt": "rooms", "font.size": 9.5})
    row = rows(known, imports)
    place = {name: (COLUMN[known[name].room], -row[name]) for name in known}
    fig, ax = plt.subplots(figsize=(12, 0.36 * max(row.values()) + 1))
    for room in dict.fromkeys(module.room for module in known.values()):
        heights = [place[name][1] for name in known if known[name].room == room]
        left = 2.1 if room == "" else 0.9  # the main path needs room for its curves
        low, high, x = min(heights) - 0.6, max(heights) + 0.6, COLUMN[room]
        ax.add_patch(Rectangle((x - left, low), left + 0.9, high - low, facecolor="0.92", edgecolor="0.75", zorder=0))
        ax.text(x, high + 0.15, room or "the main path", ha="center", va="bottom", weight="bold")
    for name, source in direct(imports):
        path = Curve(curve(place[name], place[source]), [Curve.MOVETO, *[Curve.CURVE4] * 3])
        ax.add_patch(FancyArrowPatch(path=path, arrowstyle="-|>", mutation_scale=8, color="0.3", linewidth=0.8, zorder=1))
    for name, (x, y) in place.items():
        shape = "round,pad=0,rounding_size=0.1"
        ax.add_patch(FancyBboxPatch((x - BOX / 2, y - 0.3), BOX, 0.6, shape, facecolor="white", edgecolor="0.4", zorder=2))
        ax.text(x, y - 0.02, f"{known[name].number} {name.rpartition('.')[2]}".strip(), ha="center", va="center", zorder=3)
    ax.set_xlim(min(COLUMN.values()) - 3.6, max(COLUMN.values()) + 1.6)
    ax.set_ylim(-max(row.values()) - 0.8, 1.5)
    ax.axis("off")
    fig.savefig(PICTURE, bbox_inches="tight", metadata={"Date": None, "Description": digest(imports)})


def long_cells(notebook: Path) -> Iterator[str]:
    "Exported cells with functions or classes of more than forty lines, if the text above does not say why they are long."
    above = ""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            above = source
        elif re.search(r"^#\|\s*export", source, flags=re.M) and re.search(r"^(def|class) ", source, flags=re.M):
            lines = sum(not line.startswith("#|") for line in source.splitlines())
            if lines > LONGEST and not re.search(r"\blong|\bforty lines", above):
                yield f"{notebook.relative_to(ROOT)}, cell {cell['id']}: {lines} lines; split it, or say above why it is long"


def digest(imports: Imports) -> str:
    "What the picture shows, in short: to tell whether it is still true."
    text = json.dumps({name: sorted(imports[name]) for name in sorted(imports)})
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main() -> int:
    known = modules()
    imports = graph(known)
    said = broken_rules(known, imports)
    if "--draw" in sys.argv and not any(line.startswith("a cycle") for line in said):
        draw(known, imports)
    elif not PICTURE.exists() or digest(imports) not in PICTURE.read_text(encoding="utf-8"):
        said.append(f"{PICTURE.relative_to(ROOT)} is out of date; run: python tools/rooms.py --draw")
    said += [line for module in known.values() for line in long_cells(module.notebook)]
    unused, public = unused_names(known), sum(len(public_names(module)) for module in known.values())
    there = {f"{module.name}.{name}" for module in known.values() for name in [*public_names(module), "*"]}
    gone = [name for names in FOR_PEOPLE.values() for name in names if name not in there]
    said += [f"{name} is in FOR_PEOPLE (tools/rooms.py) but not in the package" for name in gone]
    if unused:
        said.append("Public names that only their own notebook uses; give them an underscore, or a reason in FOR_PEOPLE (tools/rooms.py):")
        said += [f"  {name} ({len(names)}): {', '.join(names)}" for name, names in unused.items()]
    print("\n".join(said))
    print(f"{len(known)} modules, {sum(map(len, imports.values()))} imports between them, {public} public names")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
