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

# Captions in the table of contents, in this order: the notebooks at the top, then the rooms by folder; other folders follow.
CAPTIONS = {"": "The method, step by step", "howto": "How to", "methods": "Methods compared", "study": "Study", "assurance": "Assurance",
            "engine": "Engine", "data": "Data"}
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
        if source.startswith(".."):  # a file of the repository outside the notebooks
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
        return callouts(re.sub(r"(?<!!)\[([^\[\]]+)\]\(([^)\s]+)\)", html_link, source))

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

    def code_cell(self, cell: dict) -> list[dict]:
        directives, code = read_directives(text(cell["source"]))
        if directives.get("include") == "false":
            return []
        tags = [f"remove-{part}" for part, key in (("input", "echo"), ("output", "output")) if directives.get(key) == "false"]
        render: dict = {}
        if "code-fold" in directives:
            tags.append("hide-input")
            render["code_prompt_show"] = directives.get("code-summary", "Show code")
        if caption := directives.get("fig-cap"):
            render["figure"] = {"caption": caption}
        if alt := directives.get("fig-alt"):
            render["image"] = {"alt": alt}
        for output in cell["outputs"]:
            if "text/markdown" in output.get("data", {}):
                output["data"]["text/markdown"] = self.markdown(text(output["data"]["text/markdown"]))
        return [{**cell, "source": code, "metadata": {"tags": tags, "mystnb": render}}]

    def adapted(self) -> list[dict]:
        "The cells of the page."
        title = f"# {self.title}\n\n" + (f"*{self.markdown(self.description)}*\n" if self.description else "")
        cells, level = [markdown_cell(title, "title")], 2
        for number, cell in enumerate(self.cells):
            source, cell_id = text(cell["source"]), cell.get("id", f"cell-{number}")
            if doc := show_doc_markdown(cell):
                cells += self.documented(doc, cell_id, level)
            elif cell["cell_type"] == "code":
                cells += self.code_cell(cell)
            elif cell["cell_type"] == "markdown" and not source.startswith("<!-- WARNING"):
                cells.append(markdown_cell(self.markdown(source), cell_id))
                if re.search(r"^## ", source, flags=re.M):
                    level = 3
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


class Site:
    "All pages, and the settings they share."

    def __init__(self, root: Path, processed: Path, settings) -> None:
        self.root, self.processed = root, processed
        self.url = settings["doc_host"] + settings["doc_baseurl"]
        self.repository = f"{settings['git_url']}/blob/{settings['branch']}"
        pages = [Page(path, self) for path in sorted(processed.rglob("*.ipynb"))]
        rank = {room: number for number, room in enumerate(CAPTIONS)}
        self.pages = {page.name: page for page in sorted(pages, key=lambda page: (rank.get(page.room, len(rank)), page.file))}
        assert "index" in self.pages, "nbs/index.ipynb is the front page and must exist"

    def contents(self) -> str:
        "The table of contents, a block for each room."
        rooms: dict[str, list[str]] = {}
        for page in self.pages.values():
            if page.name != "index":
                rooms.setdefault(page.room, []).append(page.name)
        blocks = [(CAPTIONS.get(room, room.capitalize()), names) for room, names in rooms.items()] + [("Reference", ["names"])]
        lines = [["```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```"] for caption, names in blocks]
        return "\n\n".join(map("\n".join, lines))

    def names(self) -> str:
        "A page that lists every documented name with its one line."
        lines = ["# All names", "", "Every exported function and class, in the order of the notebooks."]
        for page in self.pages.values():
            docs = [doc for cell in page.cells if (doc := show_doc_markdown(cell))]
            if docs:
                lines += ["", f"## {page.title}", ""]
            for doc in docs:
                name = re.search(r"^### (\S+)$", doc, flags=re.M)
                said = re.search(r"^```\n\n\*(.+?)\*\s*(?:\n\n|\Z)", doc, flags=re.M | re.S)
                assert name
                link = f'<a href="{page.name}.html#{name[1].lower()}"><code>{name[1]}</code></a>'
                lines.append(f"- {link}" + (f": {said[1]}" if said else ""))
        return "\n".join(lines) + "\n"

    def write(self, out: Path) -> None:
        for page in self.pages.values():
            cells = page.adapted()
            if page.name == "index":
                cells.append(markdown_cell(self.contents(), "contents"))
            kernel = {"kernelspec": {"name": "python3", "display_name": "python3", "language": "python"}}
            notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
            file = out / f"{page.name}.ipynb"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(notebook, indent=1), encoding="utf-8")
        (out / "names.md").write_text(self.names(), encoding="utf-8")
        for file in self.processed.rglob("*"):
            if file.is_file() and file.suffix not in NOT_COPIED:
                target = out / file.relative_to(self.processed)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
