"""The reference: every public name with its parameters, what it returns and an example, as objects that Sphinx can find.

Parameters are read from the comments beside them (privpfc/engine/describe.py, which also makes what `help` shows); an example is the
first cell of a notebook that uses the name, with what it printed.
"""
import ast
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from privpfc.engine.describe import line_comments, parameters_of, whole_class

ROOT = Path(__file__).resolve().parent.parent
LINES = 14  # of an example, and of what it printed
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def shortened(lines: list[str], mark: str = "# …") -> str:
    return "\n".join(lines if len(lines) <= LINES else [*lines[: LINES - 1], mark])


def excerpt(code: str, name: str) -> str:
    "A cell without its directives; of a long one the statements that use the name."
    code = re.sub(r"^#\|.*\n", "", code, flags=re.M).strip("\n")
    if len(code.splitlines()) <= LINES or re.search(r"^\s*[%!]", code, flags=re.M):
        return shortened(code.splitlines())
    using = [ast.get_source_segment(code, part) or "" for part in ast.parse(code).body]
    return shortened("\n".join(part for part in using if re.search(rf"\b{name}\b", part)).splitlines())


def printed(outputs: list[dict]) -> str:
    "What a cell printed or returned, as text."
    said = [text(output.get("text") or output.get("data", {}).get("text/plain", "")) for output in outputs]
    lines = "".join(said).rstrip("\n").splitlines()
    return "" if len(lines) == 1 and lines[0].startswith("<Figure") else shortened(lines, "…")


@dataclass(frozen=True)
class Module:
    "A module of the package, with the notebook that wrote it."
    name: str  # Without the package: `grids`, `engine.rollup`
    notebook: Path

    @cached_property
    def source(self) -> str:
        return (ROOT / "privpfc" / (self.name.replace(".", "/") + ".py")).read_text(encoding="utf-8")

    @cached_property
    def comments(self) -> dict[int, str]:
        return line_comments(self.source)

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def cells(self) -> list[dict]:
        cells = json.loads(self.notebook.read_text(encoding="utf-8"))["cells"]
        return [{**cell, "source": text(cell["source"])} for cell in cells if cell["cell_type"] == "code"]

    @cached_property
    def public(self) -> list[str]:
        for part in self.tree.body:
            if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "__all__":
                return ast.literal_eval(part.value)
        return []

    def definition(self, name: str) -> ast.stmt | None:
        "The statement that gives a name its value."
        for part in self.tree.body:
            targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
            names = {leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)}
            if getattr(part, "name", None) == name or name in names:
                return part
        return None

    def example(self, name: str) -> tuple[str, str] | None:
        "A cell of the notebook that uses a name: after the definition and shown, else shown, else any; and what it printed."
        tests = [(i, c) for i, c in enumerate(self.cells) if not re.search(r"^#\|\s*(export|default_exp)", c["source"], flags=re.M)]
        defined = next((i for i, c in enumerate(self.cells) if re.search(rf"^\s*(def|class) {name}\b|^{name}\b.* = ", c["source"],
                                                                          flags=re.M)), -1)
        using = [(i, c) for i, c in tests if re.search(rf"\b{name}\b", re.sub(r"^(from|import) .*", "", c["source"], flags=re.M))]
        using.sort(key=lambda pair: (pair[1]["source"].startswith("#| hide"), pair[0] < defined, pair[0]))
        return (excerpt(using[0][1]["source"], name), printed(using[0][1]["outputs"])) if using else None


def used(modules: list[Module], name: str) -> tuple[str, str] | None:
    "Up to three lines of the package that use a name: what there is for a type or a limit that no cell shows."
    use, other = re.compile(rf"(?<![\w'.]){name}\b(?!')"), re.compile(rf"""\s*((def|class|from|import) |["'])|{name}\b""")
    lines = (line for module in modules for line in module.source.splitlines())
    found = [line.strip() for line in lines if use.search(line.partition("#")[0]) and not other.match(line)]
    return ("\n".join(dict.fromkeys(found[:3])), "") if found else None


def fenced(body: str, language: str) -> list[str]:
    ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", body)), default=0))
    return [f"{ticks}{language}", body, ticks]


def block(directive: str, argument: str, options: dict[str, str], body: list[str], depth: int) -> list[str]:
    "A MyST directive; `depth` is how many others it may hold."
    fence = ":" * (3 + depth)
    head = [f"{fence}{{{directive}}} {argument}", *(f":{key}: {value}".rstrip() for key, value in options.items())]
    return [*head, "", *body, "", fence]


def fields(node: FUNCTIONS | ast.ClassDef, comments: dict[int, str]) -> list[str]:
    "Parameters and what is returned, as a field list."
    lines = []
    for name, kind, _, said in parameters_of(node, comments):
        plain = name.replace("*", r"\*")
        lines += [f":param {plain}: {said}".rstrip()] + ([f":type {plain}: {kind}"] if kind else [])
    if not isinstance(node, ast.ClassDef) and node.returns is not None:
        said = comments.get(node.returns.end_lineno or 0, "")
        lines += ([f":returns: {said}"] if said else []) + [f":rtype: {ast.unparse(node.returns)}"]
    return lines


def signature(node: FUNCTIONS | ast.ClassDef, comments: dict[int, str]) -> str:
    "Names and defaults; types stand with the parameters."
    if isinstance(node, ast.ClassDef):
        return "(" + ", ".join(p.name + ("" if p.default is None else f"={p.default}") for p in parameters_of(node, comments)) + ")"
    bare = ast.parse(ast.unparse(node.args).join(["def f(", "): pass"])).body[0]
    assert isinstance(bare, ast.FunctionDef)
    for arg in ast.walk(bare.args):
        if isinstance(arg, ast.arg):
            arg.annotation = None
    return "(" + re.sub(r"^(self|cls)(, |$)", "", ast.unparse(bare.args)) + ")"


def method(part: FUNCTIONS, comments: dict[int, str]) -> list[str]:
    "A public method or property of a class."
    marks = {ast.unparse(mark).split(".")[-1] for mark in part.decorator_list}
    said = [ast.get_docstring(part) or "", "", *fields(part, comments)]
    if marks & {"property", "cached_property"}:
        return block("py:property", part.name, {}, [ast.get_docstring(part) or ""], 0)
    kind = {mark: "" for mark in marks & {"classmethod", "staticmethod"}}
    return block("py:method", part.name + signature(part, comments), kind, said, 0)


def inherited(module: Module, name: str) -> set[str]:
    "`Class.method` for what a class has from the private classes of its module."
    node = module.definition(name)
    if not isinstance(node, ast.ClassDef):
        return set()
    functions = (part for part in whole_class(node, module.tree).body if isinstance(part, FUNCTIONS))
    public = {part.name for part in functions if part.name[0] != "_" and ast.get_docstring(part)}
    return {f"{name}.{method}" for method in public - {part.name for part in node.body if isinstance(part, FUNCTIONS)}}


def entry(module: Module, name: str, page: str, front: bool, others: list[Module]) -> tuple[list[str], bool]:
    "The description of one name; and has it an example, in its own notebook or else in another?"
    node, comments = module.definition(name), module.comments
    assert node is not None, f"{module.name} has no {name}"
    home = f"privpfc.{module.name}"
    options = {"module": "privpfc", "canonical": f"{home}.{name}"} if front else {"module": home}
    example = next((found for one in [module, *others] if (found := one.example(name))), None) or used([module, *others], name)
    shown = []
    if example:
        shown = ["", "**Example**", "", *fenced(example[0], "python"), *(["", *fenced(example[1], "text")] if example[1] else [])]
    where = ["", f"Explained in {page}."]
    if isinstance(node, ast.ClassDef):
        node = whole_class(node, module.tree)
        methods = [part for part in node.body if isinstance(part, FUNCTIONS) and not part.name.startswith("_") and ast.get_docstring(part)]
        inner = [line for part in methods for line in [*method(part, comments), ""]]
        body = [ast.get_docstring(node) or "", "", *fields(node, comments), *where, *shown, "", *inner]
        return block("py:class", name + signature(node, comments), options, body, 1), bool(example)
    if isinstance(node, FUNCTIONS):
        body = [ast.get_docstring(node) or "", "", *fields(node, comments), *where, *shown]
        return block("py:function", name + signature(node, comments), options, body, 1), bool(example)
    written = ast.get_source_segment(module.source, node) or ""
    said = comments.get(node.end_lineno or 0, "")
    body = [said, "", *fenced(shortened(written.splitlines()), "python"), *where, *shown]
    return block("py:data", name, options, body, 1), bool(example)
