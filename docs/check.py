"""What may be wrong with a built site: links, formulas, pictures, and what a browser sees.

    python docs/check.py SITE       # the checks of `docs/build.py`, on a site that is already built
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from configparser import ConfigParser
from contextlib import suppress
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
CODE = {"code", "pre", "script", "style", "textarea"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
WIDTHS = (1400, 400)  # of a window, in pixels
# What people look for, and the page that must come first.
SEARCHES = {
    "publish": "reference/index.html#privpfc.publish",
    "B(": "reference/sensitivity.html#privpfc.sensitivity.B",
    "missing": "howto/missing.html",
    "exit code": "howto/exit_codes.html",
    "spark": "howto/spark.html",
    "ledger": "reference/index.html#privpfc.Ledger",
}


class Contents(HTMLParser):
    "What a page can be linked by, what it links to, what it loads, its prose, and its pictures without words."

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.prose: list[str] = []
        self.silent: list[str] = []
        self.quiet: list[str] = []  # open elements inside code or formulas
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value for key, value in attrs if value}
        if tag not in VOID and (self.quiet or tag in CODE or "math" in found.get("class", "").split()):
            self.quiet.append(tag)
        self.ids |= {found[key] for key in ("id", "name") if key in found}
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        elif tag in ("script", "img", "iframe") and "src" in found:
            self.loads.add(found["src"])
        elif tag == "link" and found.get("rel") == "stylesheet" and "href" in found:
            self.loads.add(found["href"])
        if tag == "img" and len(found.get("alt", "")) < 10:
            self.silent.append(found.get("src", "?"))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.quiet:
            while self.quiet.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.prose.append(data)


class Target:
    "Where links may lead: the pages of the site, and the files of the repository."

    def __init__(self, site: Path) -> None:
        ini = ConfigParser(delimiters=["="])
        ini.read(ROOT / "settings.ini", encoding="utf-8")
        settings = ini["DEFAULT"]
        self.site = site.resolve()
        self.own = settings["doc_host"] + settings["doc_baseurl"]
        self.files = re.compile(re.escape(settings["git_url"]) + r"/(?:blob|tree|raw)/" + re.escape(settings["branch"]) + r"/([^#?]*)")
        self.raw = settings["git_url"].replace("github.com", "raw.githubusercontent.com") + f"/{settings['branch']}/"
        found = (path.resolve() for path in site.rglob("*.html") if "_static" not in path.parts)
        self.pages = {path: Contents(path) for path in sorted(found)}

    def leads(self, url: str, path: Path) -> bool:
        "Does a link of this page lead somewhere? Those to other sites are not tried."
        if url == self.own or url.startswith(self.own + "/"):
            url, path = url[len(self.own) :].strip("/") or "index.html", self.site / "index.html"
        elif file := self.files.match(url):
            return (ROOT / unquote(file[1])).exists()
        elif url.startswith(self.raw):
            return (ROOT / unquote(url.removeprefix(self.raw))).exists()
        elif ":" in url.split("/")[0]:
            return True
        name, _, anchor = unquote(url.partition("?")[0]).partition("#")
        target = (path.parent / name).resolve() if name else path
        return target.exists() and not (anchor and target in self.pages and anchor not in self.pages[target].ids)


def static_problems(site: Path) -> list[str]:
    "Broken links, anything fetched from elsewhere, a dollar sign that should have been a formula, a picture without words."
    target, found = Target(site), []
    for path, page in target.pages.items():
        here = path.relative_to(site.resolve())
        found += [f"{here}: loads {url}" for url in page.loads if url.startswith(("http:", "https:", "//"))]
        found += [f"{here}: broken link {url}" for url in sorted(page.links) if not target.leads(url, path)]
        found += [f"{here}: a stray $ in {text.strip()[:70]!r}" for text in page.prose if "$" in text]
        found += [f"{here}: no alternative text for {source[:70]}" for source in page.silent]
    return found


# Loads every page in a frame of each width and sends back what went wrong in it.
PROBE = """<!doctype html><meta charset="utf-8"><title>probe</title><script>
const pages = %s, widths = %s, searches = %s, problems = [];
const settle = ms => new Promise(done => setTimeout(done, ms));
async function look(page, width) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:900px;border:0`;
  const loaded = new Promise(done => { frame.onload = done });
  frame.src = "/" + page;
  document.body.append(frame);
  await loaded;
  const win = frame.contentWindow, doc = frame.contentDocument;
  if (win.MathJax && win.MathJax.startup) await win.MathJax.startup.promise;
  await settle(30);
  const say = what => problems.push(`${page} (${width} px): ${what}`);
  const raw = [...doc.querySelectorAll(".math")].filter(e => e.textContent.trim() && !e.querySelector("mjx-container"));
  if (raw.length) say(`${raw.length} formulas not set, first ${raw[0].textContent.slice(0, 60)}`);
  for (const e of doc.querySelectorAll("mjx-merror, [data-mjx-error]"))
    say(`formula: ${e.getAttribute("data-mjx-error") || e.textContent}`);
  for (const e of doc.images) if (e.complete && !e.naturalWidth) say(`picture not shown: ${e.src}`);
  for (const e of doc.querySelectorAll("mjx-mtext[style*=red]")) say(`formula with an unknown command: ${e.textContent}`);
  const scrolls = e => e && e.tagName != "ARTICLE" && (/auto|scroll/.test(win.getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  const wide = [...doc.querySelectorAll("article *")].find(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > doc.documentElement.clientWidth + 1 && !scrolls(e) && !e.closest("mjx-assistive-mml");
  });
  if (wide) say(`too wide: ${wide.tagName} ${wide.className}: ${wide.textContent.slice(0, 50)}`);
  frame.remove();
}
async function search(words, wanted) {
  const frame = document.createElement("iframe");
  frame.src = "/search.html?q=" + encodeURIComponent(words);
  document.body.append(frame);
  let first = null;
  for (let wait = 0; wait < 200 && !first; wait++) {
    await settle(100);
    first = frame.contentDocument && frame.contentDocument.querySelector("#search-results li a");
  }
  const found = first ? first.getAttribute("href") : "nothing";
  if (found != wanted) problems.push(`search for ${words}: ${found} comes first, not ${wanted}`);
  frame.remove();
}
addEventListener("load", async () => {
  try {
    for (const page of pages) for (const width of widths) await look(page, width);
    for (const [words, wanted] of Object.entries(searches)) await search(words, wanted);
  }
  catch (error) { problems.push("the probe failed: " + error) }
  await fetch("/--done--", {method: "POST", body: JSON.stringify(problems)});
});
</script><body>"""


class Server(SimpleHTTPRequestHandler):
    "Serves the site and the probe, and takes the probe's answer."
    probe: bytes
    answer: list[str] | None
    done: threading.Event

    def do_GET(self) -> None:
        if self.path != "/--probe--.html":
            with suppress(BrokenPipeError, ConnectionResetError):  # the probe has left the page
                return super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.probe)

    def do_POST(self) -> None:
        type(self).answer = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        self.done.set()

    def log_message(self, *_) -> None:
        pass


def browser() -> str | None:
    "A browser of Chromium's kind, if there is one; the variable BROWSER_BINARY names another."
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return os.environ.get("BROWSER_BINARY") or next(filter(None, map(shutil.which, names)), None)


def browser_problems(site: Path, program: str, minutes: float = 30) -> list[str]:
    "Formulas that are not set, pages too wide, pictures that do not load, messages on the console, searches that lead astray."
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html") if "_static" not in path.parts)
    searches = {words: page for words, page in SEARCHES.items() if "search.html" in pages}
    probe = (PROBE % (json.dumps(pages), json.dumps(WIDTHS), json.dumps(searches))).encode()
    handler = type("Here", (Server,), {"probe": probe, "answer": None, "done": threading.Event()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryFile("w+", errors="replace") as log:
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
                   "--disable-dev-shm-usage", f"--user-data-dir={profile}", "--enable-logging=stderr", "--window-size=1500,1000",
                   "--remote-debugging-port=0", f"http://127.0.0.1:{server.server_port}/--probe--.html"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        finished = handler.done.wait(60 * minutes)
        process.terminate()
        process.wait(20)
        server.shutdown()
        log.seek(0)
        console = re.findall(r"CONSOLE[^\]]*\] \"(.*)\", source: (\S*)", log.read())
    if not finished or handler.answer is None:
        return [f"the browser {program} did not finish in {minutes:g} minutes"]
    bad = re.compile(r"error|uncaught|failed|refused", flags=re.I)
    return handler.answer + [f"console: {said[:150]} ({source})" for said, source in console if bad.search(said)]


def problems(site: Path) -> list[str]:
    "All that is wrong with a site; says if no browser could look at it."
    found = static_problems(site)
    if program := browser():
        return found + browser_problems(site, program)
    print("skipped: formulas, widths and console, because there is no Chromium here; BROWSER_BINARY names one")
    return found


if __name__ == "__main__":
    said = problems(Path(sys.argv[1]))
    print("\n".join(said) or "nothing wrong")
    sys.exit(bool(said))
