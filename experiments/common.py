"""What `cuts.py` and `drafts.py` share: tables, equal cuts, and a loop that publishes what a file of results lacks."""
import csv
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from privpfc.datasets import data_dir, folds, load_adult, load_schema
from privpfc.engine.tables import read_table
from privpfc.hierarchy import Hierarchy
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import Schema

METHODS = {"default": PrivPfC(), "one grid": PrivPfC(corrections=0)}
FILES = {"bank": "bank.csv.gz", "us": "us_acs2024_ky.csv.gz", "census": "census_kdd.csv.gz"}


def table(name: str) -> tuple[pd.DataFrame, Schema]:
    "A table as its file has it, and our schema of it."
    return load_adult("adult-cuts") if name == "adult" else (read_table(data_dir() / FILES[name]), load_schema(name))


def equal_width(
    schema: Schema,
    bins: int,  # Intervals of a number, at most
) -> Schema:
    "The same schema with intervals of equal width for every number."
    def cut(a: Hierarchy) -> Hierarchy:
        if a.kind != "numeric" or a.calendar or len(a.edges) < 3:
            return a
        low, high = a.edges[0], a.edges[-1]
        even = Hierarchy.from_range(a.name, low, high, min(bins, int(high - low)) if a.integer else bins,
                                    include_end=a.include_end, integer=a.integer)
        return (even.allow(missing=list(a.missing)) if a.missing else even).confirm(a.source)
    return replace(schema, attributes=tuple(map(cut, schema.attributes)))


def fill(
    out: Path,  # Results, one row for each task: its name, then error, cells, corrections and CPU seconds
    name: str,  # Of the table
    df: pd.DataFrame,
    tasks: Iterable[tuple[dict, Schema, PrivPfC]],  # What tells a task apart (epsilon and fold among it), and how to publish
) -> None:
    "Publish what the file lacks; each error is that on the fold held out, and the fold is the seed."
    with out.open() as file:
        reader = csv.reader(file)
        names = next(reader)[:-4]
        done, fold_of = {tuple(row[: len(names)]) for row in reader}, folds(name, df)
    for task, schema, method in tasks:
        key = tuple(str({"dataset": name, **task}[part]) for part in names)
        if key in done:
            continue
        start, here = time.process_time(), fold_of == task["fold"]
        release = publish(df[~here], schema, task["epsilon"], method=method, seed=task["fold"])
        error = 1 - release.score(df[here], df[here][schema.label])
        with out.open("a", newline="") as file:
            csv.writer(file).writerow([*key, f"{error:.5f}", release.grid.n_cells, len(release.corrections),
                                       f"{time.process_time() - start:.0f}"])
