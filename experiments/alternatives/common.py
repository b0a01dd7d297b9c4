"""What the scripts of this folder share. Only NumPy and the standard library, because every environment imports it."""

import argparse
import hashlib
import json
import os
import resource
import signal
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1",  # before they are imported
               "NPROC": "1", "JAX_CPU_ENABLE_ASYNC_DISPATCH": "0", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}

import numpy as np

EPSILONS = (0.1, 0.2, 0.5, 1.0)
DELTA = 1e-5  # below 1 / 36,000 training records


class Task(NamedTuple):
    "One fit."
    dataset: str
    method: str
    epsilon: float
    fold: int
    run: int

    @property
    def seed(self) -> int:
        return int.from_bytes(hashlib.sha256("|".join(map(str, self)).encode()).digest()[:7], "big")

    def file(self, folder: Path) -> Path:
        return folder / "out" / f"{self.method.replace(' ', '_').replace(',', '')}-{self.epsilon:g}-{self.fold}-{self.run}.npz"


def options(about: str | None, methods: tuple[str, ...]) -> argparse.Namespace:
    "The command line of every `run_*.py`."
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where prepare.py wrote")
    parser.add_argument("--methods", nargs="+", choices=methods, default=list(methods))
    parser.add_argument("--epsilons", nargs="+", type=float, default=list(EPSILONS))
    parser.add_argument("--folds", nargs="+", type=int, default=list(range(5)))
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--cpu", type=int, default=360, help="seconds; a fit that takes longer is stopped and noted")
    return parser.parse_args()


def store(task: Task, folder: Path, **found: object) -> None:
    "Write what one fit gave, whole or not at all."
    part = task.file(folder).with_suffix(".part.npz")
    np.savez_compressed(part, task=json.dumps(task), **found)
    os.replace(part, task.file(folder))


def run_one(
    task: Task,
    folder: Path,
    packages: tuple[str, ...],  # Whose versions to note down
    fit: Callable[..., tuple[dict[str, np.ndarray], float, str]],  # Of task, training fold and domains: what to store, δ, a note
    most: int,  # CPU seconds
) -> None:
    "One fit, with the CPU time of fitting and predicting or drawing, and the largest memory of this process."
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    attributes = json.loads((folder / "domains.json").read_text())["attributes"]
    data = dict(np.load(folder / f"fold{task.fold}.npz"))
    start = time.process_time()
    found, delta, note = fit(task, data, attributes)
    cpu, memory = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    store(task, folder, cpu=cpu, memory=memory, delta=delta, note=f"{versions}; {note}", **found)


def run_all(
    chosen: argparse.Namespace,
    packages: tuple[str, ...],
    fit: Callable[..., tuple[dict[str, np.ndarray], float, str]],
) -> None:
    "Every task that is not there yet, each in a process of its own with a limit of CPU seconds."
    name = json.loads((chosen.folder / "domains.json").read_text())["dataset"]
    (chosen.folder / "out").mkdir(exist_ok=True)
    for run, fold, epsilon, method in product(range(chosen.runs), chosen.folds, chosen.epsilons, chosen.methods):
        task = Task(name, method, epsilon, fold, run)
        if task.file(chosen.folder).exists():
            continue
        child = get_context("fork").Process(target=run_one, args=(task, chosen.folder, packages, fit, chosen.cpu))
        child.start()
        child.join()
        if child.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
            why = f"stopped after {chosen.cpu} s of CPU" if child.exitcode == -signal.SIGXCPU else "killed, most likely for its memory"
            store(task, chosen.folder, cpu=np.nan, memory=np.nan, delta=np.nan, note=f"did not end: {why}")
        elif child.exitcode:
            raise SystemExit(f"{task} failed; see above")
        done = np.load(task.file(chosen.folder))
        print(*task, f"{float(done['cpu']):.1f} s, {float(done['memory']):.0f} MB", flush=True)
