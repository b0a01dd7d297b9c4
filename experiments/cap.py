"""Does a limit on the cells of a grid cost accuracy where there are millions of records? Adult, 10 and 100 times.

    python experiments/cap.py 10 [--run 0] [--caps 500 2000] [--epsilon 0.1 1]     # resumes; writes experiments/cap.csv

Records are drawn from nine tenths of Adult with replacement, and 5 % of their cells are taken from other records. Errors are
measured on 200,000 new records of the same making ("alike"), and on as many made from the tenth that was left out ("new people").
"""
import argparse
import csv
import itertools
import math
import time
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import numpy as np

from privpfc import mechanism
from privpfc.corrections import total_scores
from privpfc.datasets import folds, load_adult
from privpfc.grids import cell_ids
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import label_codes
from privpfc.table import leaf_codes, Table

OUT = Path(__file__).with_name("cap.csv")
METHODS = {"default": PrivPfC(), "one grid": PrivPfC(corrections=0)}


def made(codes, classes, who, n, rng):
    "So many records: leaf codes of rows drawn with replacement, 5 % of the cells taken from other rows, and their classes."
    rows = rng.choice(who, n)
    found = np.empty((n, codes.shape[1]), np.int32, order="F")
    for i in range(codes.shape[1]):
        other = codes[rng.integers(0, len(codes), n), i]
        found[:, i] = np.where(rng.random(n) < 0.05, other, codes[rows, i])
    return found, classes[rows]


def error(release, codes, classes):
    "Share of records that the release takes for the other class."
    if release.scores is None:
        told = np.diff(release.counts, axis=1)[cell_ids(codes, release.grid), 0] > 0
    else:
        told = total_scores(codes, release.grid, release.scores, release.corrections) > 0
    return (told != classes).mean()


def row(table, schema, eps, name, cap, run, key, tests):
    "Publish with this limit and store what came of it; T."
    capped = {"root": lambda n, share, eps, eps_ph: min(25 * share * math.sqrt(n * eps_ph), cap),
              "paper": lambda n, share, eps, eps_ph: min(share * n * eps / 2, cap)}
    start = time.process_time()
    with patch.dict(mechanism.THRESHOLDS, capped):
        release = publish(table, schema, eps, method=METHODS[name], seed=run)
    used, found = time.process_time() - start, [f"{error(release, *test):.5f}" for test in tests]
    T, pool = release.parameters["T"], release.parameters["pool"]
    with OUT.open("a") as out:
        print(*key, T, pool, release.grid.n_cells, len(release.corrections), *found, f"{used:.1f}", sep=",", file=out)
    return T


def main(times: int, run: int, caps: Sequence[int], epsilons: Sequence[float], methods: Sequence[str]) -> None:
    done = {tuple(row[:5]): row[5] for row in csv.reader(OUT.open())} if OUT.exists() else {}
    if not done:
        OUT.write_text("times,run,method,epsilon,cap,T,pool,cells,rounds,alike,new people,seconds\n")
    df, schema = load_adult("adult-cuts")
    codes, classes, fold = leaf_codes(df, schema), label_codes(df[schema.label], schema), folds("adult", df)
    rng = np.random.default_rng([times, run])
    known, new = np.flatnonzero(fold != run), np.flatnonzero(fold == run)
    rows, labels = made(codes, classes, known, times * len(known), rng)
    table = Table(schema, rows, np.eye(2, dtype=np.int64)[labels]).project()
    tests = [made(codes, classes, who, 200_000, rng) for who in (known, new)]
    del rows
    for eps, name in itertools.product(epsilons, methods):
        for cap in caps:
            key = (str(times), str(run), name, str(eps), str(cap))
            if key not in done:
                done[key] = row(table, schema, eps, name, cap, run, key, tests)
            if int(done[key]) < cap:
                break  # larger limits change nothing


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("times", type=int)
    parser.add_argument("--run", type=int, default=0)
    parser.add_argument("--caps", nargs="*", type=int, default=[500, 2000, 5000, 20_000])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[0.1, 1.0])
    parser.add_argument("--methods", nargs="*", default=list(METHODS))
    options = parser.parse_args()
    main(options.times, options.run, options.caps, options.epsilon, options.methods)
