"""Run the code blocks of the prose: fenced `sh` and `python` blocks in Markdown files and in the Markdown cells of notebooks.

    python tools/blocks.py            # run them all; exit code 1 if one fails
    python tools/blocks.py --list     # which lines there are, and why some are not run

The blocks of a page run in order, in a new folder that holds `people.csv`, a made-up table. A person's part is played, too: a schema
that `privpfc schema` drafts is confirmed. README.md is made of nbs/index.ipynb: its code cells are run by `nbdev_test`, its blocks here.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHELL, PYTHON = ("sh", "bash", "shell"), ("python", "py")
FENCE = re.compile(r"^(`{3,}|~{3,}) *(\w+)[^\n]*\n(.*?)^\1 *$", flags=re.M | re.S)

# Lines that are not run, by what they begin with, and why. A line listed here that no page has is an error.
NOT_RUN = {
    "pip install": "it changes the environment and needs the network; .ci/run installs in a new one",
    "python -m venv": "the same",
    "nbdev_install_hooks": "it changes the settings of the clone",
    "privpfc experiment --figure 2a --folds 10": "it takes hours; the notebooks of the study run small experiments",
}

# What stands for the person between two commands: whoever drafts a schema looks at it and confirms it.
PERSON = """
privpfc() {
  command privpfc "$@"
  if [ "$1" = schema ] && [ -f schema.json ]; then
    python -c '
import pathlib, re
path = pathlib.Path("schema.json")
path.write_text(re.sub(r"\\"domain\\": \\"confirm[^\\n]*\\"", "\\"source\\": \\"made up\\"", path.read_text()))'
  fi
}
"""


def pages() -> dict[str, str]:
    "The prose of every page, by its path."
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("*.md")) if path.name != "README.md"}
    for path in sorted((ROOT / "nbs").rglob("*.ipynb")):
        if not any(part[0] in "_." for part in path.relative_to(ROOT).parts):
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            prose = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
            found[path.relative_to(ROOT).as_posix()] = "\n\n".join(prose)
    return found


def script(prose: str, used: set[str]) -> str:
    "The blocks of a page as one shell program; lines that are not run become comments. `used`: the reasons that applied."
    parts = []
    for _, language, body in FENCE.findall(prose):
        if language in PYTHON:
            parts.append(f"python - <<'END_OF_BLOCK'\n{body}END_OF_BLOCK")
        elif language in SHELL:
            for line in body.splitlines():
                why = next((start for start in NOT_RUN if line.startswith(start)), None)
                used |= {why} if why else set()
                parts.append(f"# not run: {line}" if why else line)
    return "\n".join(parts)


def run(page: str, program: str) -> bool:
    "Run the program of a page in a folder of its own."
    with tempfile.TemporaryDirectory() as place:
        maker = "from _people import write_people; import sys; write_people(sys.argv[1])"
        environment = os.environ | {"PYTHONPATH": str(ROOT / "nbs" / "howto"), "MPLBACKEND": "Agg",
                                    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        subprocess.run([sys.executable, "-c", maker, f"{place}/people.csv"], check=True, env=environment)
        done = subprocess.run(["bash", "-eu", "-c", PERSON + program], cwd=place, env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
    if done.returncode:
        print(f"{page}: exit code {done.returncode}\n{program}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 0


def main() -> int:
    used: set[str] = set()
    programs = {page: text for page, prose in pages().items() if (text := script(prose, used))}
    if "--list" in sys.argv:
        for page, text in programs.items():
            print(f"{page}\n  " + text.replace("\n", "\n  "))
        print("\n".join(f"{start} …: {why}" for start, why in NOT_RUN.items()))
        return 0
    stale = [f"no page has a line that begins with {start!r}: take it off the list in tools/blocks.py" for start in NOT_RUN.keys() - used]
    print("\n".join(stale), end="\n" if stale else "")
    failed = [page for page, text in programs.items() if re.search(r"^(?!#|\s*$)", text, flags=re.M) and not run(page, text)]
    lines = [line for text in programs.values() for line in text.splitlines() if line.strip()]
    skipped = [line for line in lines if line.startswith("# not run: ")]
    print(f"{len(programs)} pages with blocks, {len(lines) - len(skipped)} lines run, {len(skipped)} not run, for a reason that is listed")
    return bool(failed or stale)


if __name__ == "__main__":
    sys.exit(main())
