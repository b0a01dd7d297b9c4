"""What do the experiments cost? CPU seconds of one task of every method, in this tree and in an earlier one, side by side.

    git archive --prefix=before/ COMMIT | tar x -C /tmp
    python benchmarks/tasks.py --baseline /tmp/before                # four minutes; writes benchmarks/tasks.csv
    python benchmarks/tasks.py --datasets adult --methods PrivBayes  # some of them; prints, and writes nothing

A task is a fit on nine folds and all learners on the tenth. Each is run at two ε on one fold, after a task on another fold has
loaded the data and the libraries; the trees take turns, a process for each data set, all on one thread. The full protocol of the
paper's Figures 2 and 3 has 8 ε, 10 folds and 10 runs, so its cost is 800 times the mean of the two. PRIVPFC_DATA names the folder
with the data.
"""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATASETS = ("adult", "bank", "us", "census")
METHODS = ("PrivPfC", "DiffGen", "PrivBayes", "PPH", "DiffP-C4.5", "PrivGene", "PrivateERM")
EPSILONS, PROTOCOL = (0.1, 1.0), 8 * 10 * 10


def measure(tree: Path, dataset: str, methods: list[str]) -> None:
    "In a process of its own: a line for each task."
    sys.path.insert(0, str(tree))
    try:
        from privpfc.study.experiment import _run_task as run_task, Task
    except ImportError:  # an earlier tree
        from privpfc.experiment import run_task, Task
    run_task(Task(dataset, "PrivPfC", 0.1, 1, 0))
    for method in methods:
        for epsilon in EPSILONS:
            start = time.process_time()
            rows = run_task(Task(dataset, method, epsilon, 0, 0))
            print(json.dumps([dataset, method, epsilon, time.process_time() - start, rows[0]["seconds"]]), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--baseline", type=Path, help="an earlier tree")
    parser.add_argument("--datasets", nargs="+", default=list(DATASETS), choices=DATASETS)
    parser.add_argument("--methods", nargs="+", default=list(METHODS))
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        measure(chosen.measure, chosen.datasets[0], chosen.methods)
        return
    import pandas as pd

    trees, rows = {"now": HERE.parent} | ({"before": chosen.baseline.resolve()} if chosen.baseline else {}), []
    one_thread = os.environ | {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")}
    for dataset in chosen.datasets:
        for name, tree in trees.items():
            command = [sys.executable, __file__, "--measure", str(tree), "--datasets", dataset, "--methods", *chosen.methods]
            done = subprocess.run(command, capture_output=True, text=True, env=one_thread, cwd=tree, check=False)
            if done.returncode:
                sys.exit(done.stderr)
            rows += [[name, *json.loads(line)] for line in done.stdout.splitlines() if line.startswith("[")]
        found = pd.DataFrame(rows, columns=["tree", "dataset", "method", "epsilon", "cpu_seconds", "of them fitting"])
        table = found.pivot_table(index=["dataset", "method"], columns="tree", values="cpu_seconds", sort=False)
        print(table.loc[dataset].round(2).to_string(), flush=True)
    hours = table.groupby(level=0, sort=False).sum() * PROTOCOL / 3600
    print("\ncore hours of the full protocol:", hours.round(1).to_string(), hours.sum().round(1).to_string(), sep="\n")
    if chosen.baseline and set(chosen.datasets) == set(DATASETS) and set(chosen.methods) == set(METHODS):
        found.round(3).to_csv(HERE / "tasks.csv", index=False)


if __name__ == "__main__":
    main()
