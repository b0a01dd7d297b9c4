"""Check a notebook in a process of its own that starts with NumPy, pandas and the other libraries loaded.

Loading them takes most of the time that a small notebook needs. One process, which never sees the package, loads them once and
forks for every check (`multiprocessing`'s fork server; elsewhere than on Linux each process starts afresh).
"""
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ["nbdev.test", "fastcore.test", "numpy", "pandas", "scipy.stats", "matplotlib.pyplot", "sklearn.svm", "sklearn.tree",
             "sklearn.model_selection", "numba", "opendp.prelude", "tqdm"]
context = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
if sys.platform == "linux":
    context.set_forkserver_preload(LIBRARIES)


def check_notebook(kind: str, notebook: Path, flags: list[str]) -> bool:
    "Run a notebook as `nbdev_test` does, or as tools/pkgtest.py does; cells with one of these flags run too."
    sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
    os.environ["IN_TEST"] = "1"
    os.chdir(ROOT / "nbs")
    import pkgtest
    from nbdev.config import get_config
    from nbdev.test import test_nb

    skip = set(get_config().tst_flags.split()) - set(flags)
    return test_nb(notebook, skip_flags=skip)[0] if kind == "nbdev_test" else pkgtest.run(notebook, skip | {"once"})


def in_child(log: str, answer, *job) -> None:
    "In the new process: all output goes to the log, and the answer is whether it passed, with the CPU time in seconds."
    os.setsid()  # so that all it starts can be stopped with it
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background inherits signals that are ignored,
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # and notebooks test what signals do
    with open(log, "w") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    good = check_notebook(*job)
    spent = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    answer.send((good, spent))


def forked(kind: str, notebook: Path, flags: list[str], minutes: float, running: set) -> tuple[bool, str, float]:
    "Check a notebook. Did it pass, what did it print, how many seconds of CPU did it take?"
    answer, to_answer = context.Pipe(duplex=False)
    with tempfile.NamedTemporaryFile("r", errors="replace") as log:
        process = context.Process(target=in_child, args=(log.name, to_answer, kind, ROOT / notebook, flags))
        process.start()
        to_answer.close()
        running.add(process)
        process.join(60 * minutes)
        reason = f"ended with exit code {process.exitcode}"
        if process.is_alive():
            os.killpg(process.pid, signal.SIGKILL)
            process.join()
            reason = f"stopped: over the limit of {minutes:g} minutes"
        running.discard(process)
        output = log.read()
    if process.exitcode == 0:
        good, spent = answer.recv()
        return good, output, spent
    return False, f"{output}\n{reason}", 0.0
