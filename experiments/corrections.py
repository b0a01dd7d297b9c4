"""One grid and grid + corrections on the same folds: error, balanced accuracy, AUC and calibration of the release's own classifier.

    python experiments/corrections.py adult-cuts --folds 10 --runs 3     # adds what experiments/corrections.csv lacks

Every fit has its own seed, made of its name, so that the same numbers come out again.
"""
import argparse
import csv
import hashlib
import time
from dataclasses import replace
from pathlib import Path

from privpfc.datasets import load_folds, load_schema
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import label_codes
from privpfc.study.evaluation import measures
from privpfc.table import encode

OUT = Path(__file__).parent / "corrections.csv"
COLUMNS = ("dataset", "method", "epsilon", "fold", "run", "error", "balanced", "auc", "calibration", "cpu", "cells", "rounds")
METHODS = {
    "default": PrivPfC(),
    "one grid": PrivPfC(corrections=0),
    "one grid, few attributes": PrivPfC(corrections=0, oversize="arity"),
    "one grid, root": PrivPfC(corrections=0, threshold="root"),
    "always corrected": PrivPfC(corrections=1),  # as many rounds as the rule would allow; see below
    "always corrected, features": PrivPfC(corrections=1, oversize="features"),
    "always corrected, paper's T": PrivPfC(corrections=1, threshold="paper"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("--methods", nargs="*", default=["default", "one grid"])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[0.05, 0.1, 0.2, 0.5, 1.0])
    parser.add_argument("--folds", nargs="*", type=int, default=list(range(10)))
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    df, schema, fold = load_folds("adult" if options.dataset == "adult-cuts" else options.dataset)
    schema = load_schema(options.dataset)
    done = set()
    if OUT.exists():
        with OUT.open() as file:
            done = {tuple(row[name] for name in COLUMNS[:5]) for row in csv.DictReader(file)}
    else:
        OUT.write_text(",".join(COLUMNS) + "\n")
    for run in range(options.runs):
        for method in options.methods:
            for f in options.folds:
                todo = [eps for eps in options.epsilon if (options.dataset, method, f"{eps:g}", str(f), str(run)) not in done]
                if not todo:
                    continue
                train, test = encode(df[fold != f], schema), df[fold == f]
                truth = label_codes(test[schema.label], schema)
                for eps in todo:
                    key = (options.dataset, method, f"{eps:g}", str(f), str(run))
                    seed = int.from_bytes(hashlib.sha256("|".join(key).encode()).digest()[:7], "big")
                    start = time.process_time()
                    chosen = METHODS[method]
                    if chosen.corrections == 1:
                        chosen = replace(chosen, corrections=min(12, round(2 * (eps * train.n / 2000) ** 0.5)))
                    release = publish(train, schema, eps, method=chosen, seed=seed)
                    cpu = time.process_time() - start
                    found = measures(truth, label_codes(release.predict(test), schema), release.predict_proba(test)[:, 1], probability=True)
                    figures = [f"{found[name]:.6f}" for name in COLUMNS[5:9]]
                    row = [*key, *figures, f"{cpu:.2f}", release.grid.n_cells, len(release.corrections)]
                    with OUT.open("a") as file:
                        file.write(",".join(f'"{cell}"' if "," in str(cell) else str(cell) for cell in row) + "\n")


if __name__ == "__main__":
    main()
