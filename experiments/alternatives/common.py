"""What the scripts of this folder share. Only NumPy and the standard library, because every environment imports it."""

import argparse
import csv
import hashlib
import json
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

EPSILONS = (0.05, 0.1, 0.2, 0.5, 1.0)
DELTA = 1e-5  # below 1 / 40,000 training records
RESULTS = Path(__file__).parent / "results.csv"


class Task(NamedTuple):
    "One fit; fields and seed as in `privpfc.study.experiment`."
    dataset: str
    method: str
    epsilon: float
    fold: int
    run: int

    @property
    def seed(self) -> int:
        return int.from_bytes(hashlib.sha256("|".join(map(str, self)).encode()).digest()[:7], "big")

    def file(self, folder: Path) -> Path:
        return folder / "out" / f"{self.method.replace(' ', '_')}-{self.epsilon:g}-{self.fold}-{self.run}.npz"


def options(about: str | None, methods: tuple[str, ...]) -> argparse.Namespace:
    "The command line of every `run_*.py`."
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("folder", type=Path, help="where prepare.py wrote")
    parser.add_argument("--methods", nargs="+", choices=methods, default=list(methods))
    parser.add_argument("--epsilons", nargs="+", type=float, default=list(EPSILONS))
    parser.add_argument("--folds", nargs="+", type=int, default=list(range(5)))
    parser.add_argument("--runs", type=int, default=1)
    return parser.parse_args()


def finished() -> set[Task]:
    "Tasks that the stored results hold."
    if not RESULTS.exists():
        return set()
    with RESULTS.open(newline="") as file:
        return {Task(r["dataset"], r["method"], float(r["epsilon"]), int(r["fold"]), int(r["run"])) for r in csv.DictReader(file)}


def run_all(
    chosen: argparse.Namespace,
    packages: tuple[str, ...],  # Whose versions to note down
    fit: Callable[..., tuple[dict[str, np.ndarray], str]],  # Called with task, training fold and domains; returns what to store, and a note
) -> None:
    "Every task that is neither stored nor waiting to be scored."
    domains = json.loads((chosen.folder / "domains.json").read_text())
    (chosen.folder / "out").mkdir(exist_ok=True)
    versions, stored = ", ".join(f"{name} {version(name)}" for name in packages), finished()
    for run in range(chosen.runs):
        for fold in chosen.folds:
            data = dict(np.load(chosen.folder / f"fold{fold}.npz"))
            for epsilon in chosen.epsilons:
                for method in chosen.methods:
                    task = Task(domains["dataset"], method, epsilon, fold, run)
                    path = task.file(chosen.folder)
                    if task in stored or path.exists():
                        continue
                    start = time.perf_counter()
                    found, note = fit(task, data, domains["attributes"])
                    seconds = time.perf_counter() - start
                    part = path.with_suffix(".part.npz")
                    np.savez_compressed(part, task=json.dumps(task), seconds=seconds, note=f"{versions}; {note}", **found)
                    os.replace(part, path)
                    print(f"{method}, ε = {epsilon:g}, fold {fold}, run {run}: {seconds:.1f} s", flush=True)
