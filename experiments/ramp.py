"""Where corrections begin to pay: Adult with fewer columns and with columns of noise, or US; so many rounds with such a share of ε.

    python experiments/ramp.py 0 --epsilon 0.1 0.125 --ways 0:0 2:.367 3:.55 --folds 10 --runs 2     # adds what experiments/ramp.csv lacks

The first argument is the number of columns of noise; below 0, seven of Adult's own are kept; "us" is another table. A way is a number of
rounds and their share of ε; 0:0 is one grid by the rules of the default. Every fit has its own seed, made of its name.
"""
import argparse
import csv
import hashlib
import itertools
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from privpfc.datasets import load_folds, load_schema
from privpfc.hierarchy import Hierarchy
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import label_codes
from privpfc.study.evaluation import measures
from privpfc.table import encode

OUT = Path(__file__).with_name("ramp.csv")
FEW = ("age", "education-num", "capital-gain", "capital-loss", "hours-per-week", "occupation", "relationship")


def widened(what: str):
    "Adult with columns of noise or without most of its own, or US: records, schema, folds."
    if what == "us":
        return load_folds("us")
    extra = int(what)
    df, _, fold = load_folds("adult")
    schema, rng = load_schema("adult-cuts"), np.random.default_rng(7)
    if extra < 0:
        return df, schema.project(FEW), fold
    more = []
    for i in range(extra):
        values = int(rng.choice([2, 4, 8, 16]))
        df = df.assign(**{f"n{i}": rng.random(len(df)) * values})
        more.append(Hierarchy.from_range(f"n{i}", 0, values, values))
    return df, replace(schema, attributes=(*schema.attributes, *more)), fold


def method(way: str, enough: bool) -> PrivPfC:
    "So many rounds with such a share of ε; none: one grid."
    rounds, share = way.split(":")
    if int(rounds):
        return PrivPfC(corrections=int(rounds), grid_share=1 - float(share))
    return PrivPfC(corrections=0, threshold="capped", oversize="features" if enough else "arity")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("extra")
    parser.add_argument("--ways", nargs="*", default=["0:0", "3:.55"])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[0.1])
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    with OUT.open() as file:
        done = {tuple(row[:5]) for row in csv.reader(file)}
    df, schema, fold = widened(options.extra)
    for f in range(options.folds):
        train, test = encode(df[fold != f], schema), df[fold == f]
        truth = label_codes(test[schema.label], schema)
        for run, eps, way in itertools.product(range(options.runs), options.epsilon, options.ways):
            key = (options.extra, way, f"{eps:g}", str(f), str(run))
            if key in done:
                continue
            seed, start = int.from_bytes(hashlib.sha256("|".join(key).encode()).digest()[:7], "big"), time.process_time()
            release = publish(train, schema, eps, method=method(way, eps * train.n > 6000), seed=seed)
            told = release.predict_proba(test)[:, 1]
            found = measures(truth, label_codes(release.predict(test), schema), told, probability=True)
            with OUT.open("a") as out:
                print(*key, f"{found['error']:.5f}", f"{found['auc']:.5f}", release.grid.n_cells, release.parameters["pool"],
                      f"{time.process_time() - start:.2f}", sep=",", file=out)


if __name__ == "__main__":
    main()
