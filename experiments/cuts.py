"""Errors with cuts of numbers that are paid for, beside public ones, on Adult, Bank and US.

    python experiments/cuts.py FOLDS [TABLE ...]     # resumes; writes experiments/cuts.csv

Two schemas: ours, whose cuts somebody has thought about; and "range", which knows no more of a number than its range, cut into 64 equal
parts. With each of them the cuts are public, or bought with 5 % of ε. Folds and seeds are fixed; the package's default, and one grid.
"""
import csv
import itertools
import sys
import time
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from privpfc.datasets import data_dir, folds, load_adult, load_schema
from privpfc.engine.tables import read_table
from privpfc.hierarchy import Hierarchy
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import Schema

METHODS = {"default": PrivPfC(), "one grid": PrivPfC(corrections=0)}
OUT = Path(__file__).with_name("cuts.csv")
FILES = {"bank": "bank.csv.gz", "us": "us_acs2024_ky.csv.gz"}


def range_only(schema: Schema) -> Schema:
    "The same schema with 64 intervals of equal width for every number."
    def cut(a: Hierarchy) -> Hierarchy:
        if a.kind != "numeric" or a.calendar or len(a.edges) < 3:
            return a
        low, high = a.edges[0], a.edges[-1]
        bins = min(64, int(high - low)) if a.integer else 64
        even = Hierarchy.from_range(a.name, low, high, bins, include_end=a.include_end, integer=a.integer)
        return (even.allow(missing=list(a.missing)) if a.missing else even).confirm(a.source)
    return replace(schema, attributes=tuple(map(cut, schema.attributes)))


def table(name: str) -> tuple[pd.DataFrame, Schema]:
    "A table and our schema of it."
    return load_adult("adult-cuts") if name == "adult" else (read_table(data_dir() / FILES[name]), load_schema(name))


def main(n_folds: int, *names: str, methods: Sequence[str] = tuple(METHODS)) -> None:
    done = {tuple(row[:6]) for row in csv.reader(OUT.open())} if OUT.exists() else set()
    if not done:
        OUT.write_text("dataset,schema,cuts,method,epsilon,fold,error,cells,corrections,seconds\n")
    for name in names or ("adult", *FILES):
        df, ours = table(name)
        fold_of, schemas = folds(name, df), {"ours": ours, "range": range_only(ours)}
        for fold, eps, method, kind, cuts in itertools.product(range(n_folds), (0.1, 1.0), methods, schemas, ("public", "private")):
            if (name, kind, cuts, method, str(eps), str(fold)) in done:
                continue
            start, test = time.process_time(), df[fold_of == fold]
            release = publish(df[fold_of != fold], schemas[kind], eps, method=replace(METHODS[method], cuts=cuts), seed=fold)
            error = 1 - release.score(test, test[ours.label])
            with OUT.open("a") as out:
                out.write(f"{name},{kind},{cuts},{method},{eps},{fold},{error:.5f},{release.grid.n_cells},{len(release.corrections)},"
                          f"{time.process_time() - start:.0f}\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]), *sys.argv[2:])
