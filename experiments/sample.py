"""Does it cost accuracy to choose the grid and the corrections on a sample? Adult and Bank, 10 and 100 times.

    python experiments/sample.py adult 10 [--runs 0 1] [--samples 50000 0] [--epsilon 0.1 1]     # resumes; writes experiments/sample.csv

Records and tests are made as in `cap.py`. Sample 0: all records are looked at, and T grows with all of them.
"""
import argparse
import csv
import itertools
import time
from pathlib import Path

import numpy as np
from cap import error, made

from privpfc.datasets import folds, load, load_adult
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import label_codes
from privpfc.table import leaf_codes, Table

OUT = Path(__file__).with_name("sample.csv")
FIELDS = ["data", "times", "run", "epsilon", "sample", "T", "pool", "cells", "rounds", "alike", "new people", "seconds"]


def world(data: str, times: int, run: int):
    "Many records made from nine tenths of the data; tests made from these and from the tenth that was left out."
    df, schema = load_adult("adult-cuts") if data == "adult" else load(data)
    codes, classes, fold = leaf_codes(df, schema), label_codes(df[schema.label], schema), folds(data, df)
    rng = np.random.default_rng([times, run])
    known, new = np.flatnonzero(fold != run), np.flatnonzero(fold == run)
    rows, labels = made(codes, classes, known, times * len(known), rng)
    table = Table(schema, rows, np.eye(2, dtype=np.int64)[labels]).project()
    return table, [made(codes, classes, who, 200_000, rng) for who in (known, new)]


def main(data, times, runs, samples, epsilons) -> None:
    done = {tuple(row[:5]) for row in csv.reader(OUT.open())} if OUT.exists() else set()
    if not done:
        OUT.write_text(",".join(FIELDS) + "\n")
    for run in runs:
        keys = [(data, str(times), str(run), str(eps), str(sample)) for eps, sample in itertools.product(epsilons, samples)]
        if not (left := [key for key in keys if key not in done]):
            continue
        table, tests = world(data, times, run)
        for key in left:
            start = time.process_time()
            release = publish(table, table.schema, float(key[3]), method=PrivPfC(sample=int(key[4]) or 2**40), seed=run)
            used, found = time.process_time() - start, [f"{error(release, *test):.5f}" for test in tests]
            T, pool = release.parameters["T"], release.parameters["pool"]
            with OUT.open("a") as out:
                print(*key, T, pool, release.grid.n_cells, len(release.corrections), *found, f"{used:.1f}", sep=",", file=out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", choices=["adult", "bank"])
    parser.add_argument("times", type=int)
    parser.add_argument("--runs", nargs="*", type=int, default=[0, 1, 2])
    parser.add_argument("--samples", nargs="*", type=int, default=[50_000, 100_000, 200_000, 300_000, 0])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[0.1, 1.0])
    options = parser.parse_args()
    main(options.data, options.times, options.runs, options.samples, options.epsilon)
