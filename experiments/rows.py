"""Synthetic records of the default, of a grid alone with uniform columns, and of PrivBayes, against the real ones on the same folds.

    python experiments/rows.py adult-cuts bank us --folds 0 3     # adds what experiments/rows.csv lacks

Every fit has its own seed, made of its name, so that the same numbers come out again; the release with columns and the one without have
the same, so that the difference of their own errors on a fold is what the columns cost.
"""
import argparse
import csv
import hashlib
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # boosting waits for its own threads on a busy machine

import numpy as np

from privpfc.datasets import load_folds, load_schema
from privpfc.mechanism import PrivPfC, publish
from privpfc.methods.privbayes import PrivBayes
from privpfc.study.fidelity import fidelity

OUT = Path(__file__).parent / "rows.csv"
KEYS = ("dataset", "method", "epsilon", "fold")
FIGURES = ("rows", "columns missing", "one-way TV", "largest one-way TV", "two-way TV", "correlation error", "class share error",
           "error, all columns", "tree error, all columns", "error, few columns", "tree error, few columns", "error, real records")
OURS = {"columns": "auto", "columns 15 %": 0.15, "columns 30 %": 0.3, "uniform": 0}  # method -> share of ε for columns
COLUMNS = (*KEYS, *FIGURES, "own error", "cpu")


def drawn(method, train, schema, eps, seed):
    "Records, the columns of the grid, and the release's own classifier if it has one."
    if method == "PrivBayes":
        model = PrivBayes(schema, eps, random_state=seed).fit(train)
        return model.synthesize(seed=seed), (), None
    release = publish(train, schema, eps, method=PrivPfC(columns=OURS[method]), seed=seed)
    outside = schema.names if method == "uniform" else ()
    return release.synthesize(seed=seed, outside=outside), release.grid.names, release


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("datasets", nargs="+")
    parser.add_argument("--methods", nargs="*", default=["columns", "uniform"])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[1.0, 0.1, 3.0])
    parser.add_argument("--folds", nargs="*", type=int, default=[0])
    options = parser.parse_args()
    done, learned = set(), {}
    if OUT.exists():
        with OUT.open() as file:
            rows = list(csv.DictReader(file))
        done = {tuple(row[name] for name in KEYS) for row in rows}
        learned = {(row["dataset"], row["fold"]): float(row["error, real records"]) for row in rows}
    else:
        OUT.write_text(",".join(f'"{name}"' for name in COLUMNS) + "\n")
    for fold in options.folds:
        for name in options.datasets:
            df, schema, folds = load_folds("adult" if name == "adult-cuts" else name)
            schema = load_schema(name)
            train, test = df[folds != fold], df[folds == fold]
            for method in options.methods:
                for eps in options.epsilon:
                    key = (name, method, f"{eps:g}", str(fold))
                    if key in done:
                        continue
                    named = (name, "release" if method in OURS else method, *key[2:])
                    seed = int.from_bytes(hashlib.sha256("|".join(named).encode()).digest()[:7], "big")
                    start = time.process_time()
                    records, few, release = drawn(method, train, schema, eps, seed)
                    cpu = time.process_time() - start
                    found = fidelity(train, records, schema, few, test, learned.get((name, str(fold))))
                    learned[name, str(fold)] = found["error, real records"]
                    own = np.nan if release is None else 1 - release.score(test, test[schema.label])
                    figures = [f"{found.get(figure, np.nan):.5f}" for figure in FIGURES]
                    with OUT.open("a", newline="") as file:
                        csv.writer(file).writerow([*key, *figures, f"{own:.5f}", f"{cpu:.1f}"])
                    print(*key, found.round(4).to_dict(), round(own, 4), flush=True)


if __name__ == "__main__":
    main()
