"""Turn the notebooks that nbdev processed for Quarto into a Sphinx source folder.

nbdev's processing hides cells and renders `show_doc`; what it leaves is Quarto's dialect. Here
front matter becomes a title, `#|` directives become cell tags, `:::` callouts become admonitions,
`show_doc` output becomes a heading with its source folded below, links become relative, and the table of
contents and the list of all names are written. Page addresses are the ones nbdev gives on a Quarto site.
"""
import ast
import json
import os
import re
import shutil
from pathlib import Path
from textwrap import dedent

import yaml
from reference import entry, inherited, Module

# The four parts of the site. Learn is the main path and, behind a page each, its side rooms; the other parts are folders.
ROOMS = {
    "report": ("Plan and report", "What is said before and after a publication: the plan, a reviewer's questions, the page to show."),
    "assurance": ("Assurance", "How private is it? Exact verification, audits, attacks, and the checks that check the checks."),
    "study": ("Study", "How good is it? The yardstick, the experiments of the paper made again, and what came after it."),
    "methods": ("Methods compared", "The methods that the paper compares with, each corrected where it needed to be."),
    "engine": ("Engine", "Code that is fast or careful rather than explanatory: scoring, files, drafts, signatures."),
    "data": ("Data", "The data sets that come with the package, and how to read the paper's own."),
}
# Of these parts the pages in this order; others follow, before the last one.
ORDER = {
    "howto": ["csv", "hierarchies", "missing", "epsilon", "report", "ledger", "pipeline", "parquet", "duckdb", "spark", "exit_codes",
              "replicate"],
    "explain": ["one_step", "paper", "pure", "assurance/threat_model", "comparison", "faq", "glossary"],
}
# What pages are called in the sidebar, where the name of the file will not do.
SHORT = {
    "laplace": "Two noises", "hierarchy": "Hierarchies", "scoring": "Scores", "synthesis": "Records", "cli": "Command line",
    "methods/diffgen": "DiffGen", "methods/diffpc45": "DiffP-C4.5", "methods/pph": "PPH", "methods/privateerm": "PrivateERM",
    "methods/privbayes": "PrivBayes", "methods/privgene": "PrivGene", "methods/features": "Feature selection", "data/ipums": "IPUMS",
    "engine/rollup": "Roll-up", "engine/describe": "Help", "study/rpart": "rpart", "study/experiment": "Experiments",
    "study/classes": "More than two classes", "howto/csv": "Publish my CSV", "howto/hierarchies": "Write hierarchies",
    "howto/missing": "Missing values and people", "howto/epsilon": "Choose ε", "howto/report": "Read what was published",
    "howto/ledger": "Publish again: the ledger", "howto/exit_codes": "Exit codes and scripts", "howto/pipeline": "Use scikit-learn",
    "howto/replicate": "Replicate the paper", "howto/parquet": "My Parquet lake", "howto/duckdb": "My DuckDB file",
    "howto/spark": "My Spark cluster", "engine/scale": "Cost at scale",
    "explain/one_step": "One step beats many", "explain/paper": "What was wrong in the paper", "explain/pure": "Pure ε or (ε, δ)",
    "explain/comparison": "Other tools", "explain/faq": "Questions and answers",
}
ADMONITIONS = {"note", "tip", "warning", "important", "caution"}
NOT_COPIED = {".ipynb", ".yml", ".css", ".scss", ".md", ".qmd", ".py"}


def text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def markdown_cell(source: str, cell_id: str) -> dict:
    return {"cell_type": "markdown", "id": cell_id, "metadata": {}, "source": source}


def read_directives(source: str) -> tuple[dict[str, str], str]:
    "The `#| key: value` lines at the top of a code cell, and the code below them."
    lines, directives = source.splitlines(), {}
    while lines and (match := re.match(r"#\|\s*([\w-]+):?\s*(.*?)\s*$", lines[0])):
        directives[match[1]] = match[2].strip("\"'")
        lines.pop(0)
    return directives, "\n".join(lines).strip("\n")


def show_doc_markdown(cell: dict) -> str | None:
    "The Markdown that `show_doc` gave in this cell, if it did."
    if cell["cell_type"] == "code" and read_directives(text(cell["source"]))[0].get("output") == "asis":
        for output in cell["outputs"]:
            return text(output.get("data", {}).get("text/markdown") or output.get("text", ""))
    return None


def callouts(markdown: str) -> str:
    "Quarto's `::: {.callout-note}` with an optional heading as title -> MyST's admonition; other `:::` boxes are opened."
    def admonition(match: re.Match) -> str:
        attributes, body = match[1], match[2].strip("\n")
        kind = re.search(r"\.callout-(\w+)", attributes)
        if not kind or kind[1] not in ADMONITIONS:
            return body
        title = re.search(r'title="([^"]*)"', attributes)
        heading = re.match(r"\s*#+ (.*)\n?", body)
        if heading and not title:
            body = body[heading.end():].strip("\n")
        name = title[1] if title else heading[1] if heading else kind[1].capitalize()
        return f":::{{admonition}} {name}\n:class: {kind[1]}\n\n{body}\n:::"
    return re.sub(r"^:::+ *\{([^}]*)\} *\n(.*?)^:::+ *$", admonition, markdown, flags=re.M | re.S)


def alt_text(code: str, heading: str) -> str:
    "What a figure shows, for those who cannot see it: the statement above it, and the labels of its axes where the code spells them out."
    label = lambda axis: re.search(rf"""\b(?:set_)?{axis}label(?:=|\()\s*f?["']([^"'{{]+)["']""", code)
    x, y = label("x"), label("y")
    axes = f": {y[1]} against {x[1]}" if x and y else f", by {x[1]}" if x else f": {y[1]}" if y else ""
    return f"Figure for the section “{re.sub(r'[`*$]', '', heading)}”{axes}".replace("\n", " ")


def is_test(cell: dict, code: str) -> bool:
    "Does a cell only check something, and print nothing?"
    return not cell["outputs"] and bool(re.search(r"^\s*(assert |test_\w+\()", code, flags=re.M))


class Page:
    "One notebook as a page of the site."

    def __init__(self, path: Path, site: "Site") -> None:
        self.path, self.site = path, site
        self.cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        raw = next((text(c["source"]) for c in self.cells if c["cell_type"] == "raw"), "")
        meta = yaml.safe_load(raw.strip().strip("-")) or {}
        if "title" not in meta:
            raise SystemExit(f"{path.name} has no title: its first Markdown cell must be `# Title` and `> one line`")
        self.title = meta["title"]
        self.description = (meta.get("description") or "").strip()
        relative = path.relative_to(site.processed)
        self.name = (relative.parent / Path(meta.get("output-file", path.name)).stem).as_posix()
        self.file = relative.as_posix()
        docs = filter(None, map(show_doc_markdown, self.cells))
        self.anchors = {name.lower() for doc in docs for name in re.findall(r"^### (\S+)$", doc, flags=re.M)[:1]}

    @property
    def room(self) -> str:
        return self.file.rpartition("/")[0]

    @property
    def short(self) -> str:
        return SHORT.get(self.name) or Path(self.name).name.replace("_", " ").capitalize()

    def relative(self, target: str) -> str:
        return os.path.relpath(target, Path(self.name).parent)

    def link(self, url: str) -> str:
        "Where `url`, as nbdev or the author wrote it, leads on this site."
        if url.startswith(self.site.url + "/"):
            name, _, anchor = url.removeprefix(self.site.url + "/").partition("#")
            page = self.site.pages.get(name.removesuffix(".html"))
            while page and anchor and anchor not in page.anchors:  # a method without a heading of its own: its class
                anchor = anchor.rpartition(".")[0]
            return self.relative(name) + (f"#{anchor}" if anchor else "")
        path, _, anchor = url.partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return url
        source = os.path.normpath(self.path.relative_to(self.site.processed).parent / path)
        page = next((page for page in self.site.pages.values() if page.file == source), None)
        if page:
            return self.relative(f"{page.name}.html") + (f"#{anchor}" if anchor else "")
        if source.startswith("..") or source.endswith(".py"):  # a file of the repository that is no page
            return f"{self.site.repository}/{os.path.normpath(Path('nbs') / source)}"
        return url

    def markdown(self, source: str) -> str:
        source = re.sub(r"(\]\([^)\s]*\))\{[^}\n]*\}", r"\1", source)  # pandoc's link attributes
        source = re.sub(r"\[\[(`[^`]+`)\]\([^)]*\)\]\(", r"[\1](", source)  # a doclink inside a link
        source = re.sub(r"^(#+ .*)$", lambda m: re.sub(r"\[(`[^`]+`)\]\([^)]*\)", r"\1", m[0]), source, flags=re.M)

        def html_link(match: re.Match) -> str:
            url = self.link(match[2])
            if url == match[2]:
                return match[0]
            label = re.sub(r"`([^`]+)`", r"<code>\1</code>", match[1])
            return f'<a href="{url}">{label}</a>'
        return callouts(self.steps_linked(re.sub(r"(?<!!)\[([^\[\]]+)\]\(([^)\s]+)\)", html_link, source)))

    def steps_linked(self, source: str) -> str:
        "nbdev's links lead to names that a class defines itself; these lead to those of the private classes that it is built from."
        def linked(match: re.Match) -> str:
            if match[1] not in self.site.steps:
                return match[0]
            return f'<a href="{self.relative("reference/index.html")}#privpfc.{match[1]}"><code>{match[1]}</code></a>'
        parts = re.split(r"(^#+ .*$|<a .*?</a>|\[[^\]]*\]\([^)]*\))", source, flags=re.M)  # not in headings, nor in other links
        return "".join(part if number % 2 else re.sub(r"(?<!`)`(\w+\.\w+)`(?!`)", linked, part) for number, part in enumerate(parts))

    def documented(self, doc: str, cell_id: str, level: int) -> list[dict]:
        "The cells that stand for one `show_doc`: heading, signature and docstring; then the source, folded."
        link = re.search(r"\[source\]\(([^)]*/blob/[^/]+/([^)#]+)#L(\d+))\)(\{[^}\n]*\})?", doc)
        name = re.search(r"^### (\S+)$", doc, flags=re.M)
        assert name, f"{self.path}: show_doc without a heading"
        body, head = doc[name.end():], f'<a id="{name[1].lower()}"></a>'
        cells = []
        if link:
            head += f'<a class="nbdev-source" href="{link[1]}">source</a>'
            code, signature = source_of(self.site.root / link[2], int(link[3]))
            if signature:  # as its author wrote it: show_doc spells type aliases out
                body = re.sub(r"^```python\n.*?^```$", lambda _: f"```python\n{signature}\n```", body, count=1, flags=re.M | re.S)
            prompt = {f"code_prompt_{what}": f"Source of {name[1]}" for what in ("show", "hide")}
            cells.append({"cell_type": "code", "id": f"{cell_id}-source", "metadata": {"tags": ["hide-input"], "mystnb": prompt},
                          "source": code, "outputs": [], "execution_count": None})
        return [markdown_cell(f"{head}\n\n{'#' * level} `{name[1]}`\n{self.markdown(body)}", cell_id), *cells]

    def code_cell(self, cell: dict, heading: str) -> list[dict]:
        directives, code = read_directives(text(cell["source"]))
        if directives.get("include") == "false":
            return []
        tags = [f"remove-{part}" for part, key in (("input", "echo"), ("output", "output")) if directives.get(key) == "false"]
        render: dict = {}
        if "code-fold" in directives or is_test(cell, code):
            tags.append("hide-input")
            words = directives.get("code-summary", "Show code" if "code-fold" in directives else "Test")
            render |= {"code_prompt_show": words, "code_prompt_hide": words}
        if caption := directives.get("fig-cap"):
            render["figure"] = {"caption": caption}
        render["image"] = {"alt": directives.get("fig-alt") or alt_text(code, heading)}
        for output in cell["outputs"]:
            if "text/markdown" in output.get("data", {}):
                output["data"]["text/markdown"] = self.markdown(text(output["data"]["text/markdown"]))
        return [{**cell, "source": code, "metadata": {"tags": tags, "mystnb": render}}]

    def adapted(self) -> list[dict]:
        "The cells of the page."
        title = f"# {self.title}\n\n" + (f"*{self.markdown(self.description)}*\n" if self.description else "")
        cells, level, heading = [markdown_cell(title, "title")], 2, self.title
        for number, cell in enumerate(self.cells):
            source, cell_id = text(cell["source"]), cell.get("id", f"cell-{number}")
            if doc := show_doc_markdown(cell):
                cells += self.documented(doc, cell_id, level)
            elif cell["cell_type"] == "code":
                cells += self.code_cell(cell, heading)
            elif cell["cell_type"] == "markdown" and not source.startswith("<!-- WARNING"):
                cells.append(markdown_cell(self.markdown(source), cell_id))
                if headings := re.findall(r"^##+ (.*)$", source, flags=re.M):
                    level, heading = 3, headings[-1]
        return cells


def source_of(path: Path, line: int) -> tuple[str, str]:
    "The definition that starts at this line of an exported module with its decorators; and, of a function, its signature."
    code = path.read_text(encoding="utf-8")
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    node = next(n for n in ast.walk(ast.parse(code)) if isinstance(n, kinds) and n.lineno == line)
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    lines = code.splitlines()
    signature = [] if isinstance(node, ast.ClassDef) else lines[node.lineno - 1 : node.body[0].lineno - 1]
    return dedent("\n".join(lines[first - 1 : node.end_lineno])), dedent("\n".join(signature))


def front_door(root: Path) -> dict[str, str]:
    "The names that the package offers by itself, and the module of each."
    tree = ast.parse((root / "privpfc" / "__init__.py").read_text(encoding="utf-8"))
    found = {ast.unparse(part.targets[0]): part.value for part in tree.body if isinstance(part, ast.Assign)}
    return ast.literal_eval(found["_HOME"])


class Site:
    "All pages, and the settings they share."

    def __init__(self, root: Path, processed: Path, settings) -> None:
        self.root, self.processed = root, processed
        self.url = settings["doc_host"] + settings["doc_baseurl"]
        self.repository = f"{settings['git_url']}/blob/{settings['branch']}"
        pages = [Page(path, self) for path in sorted(processed.rglob("*.ipynb"))]
        rank = {room: number for number, room in enumerate(["", "howto", "explain", *ROOMS])}
        self.pages = {page.name: page for page in sorted(pages, key=lambda page: (rank.get(page.room, len(rank)), page.file))}
        assert "index" in self.pages, "nbs/index.ipynb is the front page and must exist"
        home = front_door(root)
        self.steps = {name for module in self.modules() for cls in module.public if cls in home for name in inherited(module, cls)}

    def part(self, room: str) -> list[str]:
        "The pages of a part or of a room, in their order."
        names, order = [name for name, page in self.pages.items() if page.room == room and name != "index"], ORDER.get(room, [])
        known = [name for word in order if (name := word if "/" in word else f"{room}/{word}") in self.pages]
        taken = {word if "/" in word else f"{where}/{word}" for where, words in ORDER.items() for word in words}
        return known[:-1] + [name for name in names if name not in taken] + known[-1:]

    def toctree(self, names: list[str], caption: str = "") -> str:
        "A hidden list of pages, notebooks under their short names."
        lines = [f"{page.short} </{name}>" if (page := self.pages.get(name)) else f"/{name}" for name in names]
        return "\n".join(["```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), "", *lines, "```"])

    def contents(self) -> str:
        "The table of contents, a block for each of the four parts."
        rooms = [f"{room}/index" for room in ROOMS if self.part(room)]
        parts = {"Learn": self.part("") + rooms, "How to": self.part("howto"), "Reference": ["reference/index", "reference/modules"],
                 "Explain": self.part("explain")}
        return "\n\n".join(self.toctree(names, caption) for caption, names in parts.items() if names)

    def room_page(self, room: str) -> str:
        "The page in front of a side room: what is in it."
        name, purpose = ROOMS[room]
        items = [f'- <a href="{Path(page.name).name}.html">{page.title}</a>  \n  {page.markdown(page.description)}'
                 for page in map(self.pages.__getitem__, self.part(room))]
        return "\n".join([f"# {name}", "", purpose, "", *items, "", self.toctree(self.part(room))]) + "\n"

    def modules(self) -> dict[Module, Page]:
        "Every module that a notebook writes, with its page."
        found = {}
        for page in self.pages.values():
            notebook = self.root / "nbs" / page.file
            name = re.search(r"#\|\s*default_exp\s+([\w.]+)", notebook.read_text(encoding="utf-8"))
            if name and (module := Module(name[1], notebook)).public:
                found[module] = page
        return found

    def reference(self, out: Path) -> list[str]:
        "Write the reference: the front door, and a page for every module. What lacks an example is returned."
        home = front_door(self.root)
        lacking, modules, front = [], self.modules(), {}
        (out / "reference").mkdir(parents=True, exist_ok=True)
        for module, page in modules.items():
            link = f'<a href="../{page.name}.html">{page.title}</a>'
            lines = [f"# {module.name}", "", f"*{page.markdown(page.description)}*" if page.description else "", "",
                     f"Written by the notebook {link}.", ""]
            for name in module.public:
                door = home.get(name) == module.name
                described, has = entry(module, name, link, door, list(modules))
                lacking += [] if has else [f"{module.name}.{name}"]
                if door:
                    front[name] = described
                    lines += [f"- {{py:obj}}`privpfc.{name}` is described with the [front door](index.md).", ""]
                else:
                    lines += [*described, ""]
            (out / "reference" / f"{module.name}.md").write_text("\n".join(lines), encoding="utf-8")
        head = ["# The front door", "", "What `from privpfc import …` offers. `help(name)` says the same in Python. Everything else has "
                "its page under [all modules](modules.md).", ""]
        body = [line for name in home for line in [*front[name], ""]]
        (out / "reference" / "index.md").write_text("\n".join(head + body), encoding="utf-8")
        items = [f"- [{module.name}]({module.name}.md): {page.title}" for module, page in modules.items()]
        tree = self.toctree([f"reference/{module.name}" for module in modules])
        (out / "reference" / "modules.md").write_text("\n".join(["# All modules", "", *items, "", tree]) + "\n", encoding="utf-8")
        return lacking

    def llms(self) -> str:
        "`llms.txt`: the site in one page of links, for programs that read."
        index = self.pages["index"]
        lines = [f"# {index.title}", "", f"> {index.description}", ""]
        for caption, rooms in {"Learn": [""], "How to": ["howto"], "Explain": ["explain"], "Optional": list(ROOMS)}.items():
            lines += [f"## {caption}", ""]
            for page in (self.pages[name] for room in rooms for name in self.part(room)):
                lines.append(f"- [{page.title}]({self.url}/{page.name}.html): {re.sub(r'[`*]', '', page.description)}")
            lines += ["", "## Reference", "", f"- [The front door]({self.url}/reference/index.html): every name of `from privpfc import`",
                      f"- [All modules]({self.url}/reference/modules.html): a page for every module", ""] if caption == "How to" else [""]
        return "\n".join(lines)

    def write(self, out: Path) -> None:
        for page in self.pages.values():
            cells = page.adapted()
            if page.name == "index":
                cells.append(markdown_cell(self.contents(), "contents"))
            kernel = {"kernelspec": {"name": "python3", "display_name": "python3", "language": "python"},
                      "language_info": {"name": "python", "pygments_lexer": "ipython3"}}  # which knows `!command`
            notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
            file = out / f"{page.name}.ipynb"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(notebook, indent=1), encoding="utf-8")
        for room in filter(self.part, ROOMS):
            (out / room / "index.md").write_text(self.room_page(room), encoding="utf-8")
        (out / "llms.txt").write_text(self.llms(), encoding="utf-8")
        if lacking := self.reference(out):
            print(f"{len(lacking)} public names have no example: {', '.join(lacking)}")
        for file in self.processed.rglob("*"):
            if file.is_file() and file.suffix not in NOT_COPIED:
                target = out / file.relative_to(self.processed)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
