"""Errors of a confirmed draft beside our own schema and beside equal-width cuts, on Bank, US and Census.

    python experiments/drafts.py FOLDS [TABLE ...]     # resumes; writes experiments/drafts.csv

A draft is read off the raw file, as `privpfc schema` does, and confirmed as it stands. "Equal width" cuts every number that the draft
cuts into 16 equal parts of the same range, and is the draft otherwise. For US there is also the draft with one edit. Folds and seeds are
fixed. One grid as in the paper, and the package's default.
"""
import csv
import itertools
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from privpfc.datasets import data_dir, folds, load_schema
from privpfc.engine.tables import read_table
from privpfc.hierarchy import Hierarchy
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import Schema, draft_json

METHODS = {"default": PrivPfC(), "one grid": PrivPfC(corrections=0)}
OUT = Path(__file__).with_name("drafts.csv")
FILES = {"us": "us_acs2024_ky.csv.gz", "bank": "bank.csv.gz", "census": "census_kdd.csv.gz"}


def confirmed(spec: dict) -> Schema:
    "A draft as a person confirms it, without a change."
    schema = Schema.from_json(spec)
    return schema.confirm(dict.fromkeys(schema.inferred, "taken as drafted, for a study"))


def equal_width(schema: Schema) -> Schema:
    "The same schema with 16 intervals of equal width for every number."
    def cut(a: Hierarchy) -> Hierarchy:
        if a.kind != "numeric" or a.calendar or len(a.edges) < 3:
            return a
        low, high = a.edges[0], a.edges[-1]
        bins = min(16, int(high - low)) if a.integer else 16
        even = Hierarchy.from_range(a.name, low, high, bins, include_end=a.include_end, integer=a.integer)
        return (even.allow(missing=list(a.missing)) if a.missing else even).confirm(a.source)
    return Schema(tuple(map(cut, schema.attributes)), schema.label, schema.classes, label_source=schema.label_source)


def schemas(name: str, df: pd.DataFrame) -> dict[str, Schema]:
    "Ours, the draft, the draft with other cuts, and for US the draft with one edit: the occupations as the dictionary groups them."
    ours = load_schema(name)
    draft = confirmed(draft_json(df, ours.label))
    edited = tuple(ours["OCCP"] if a.name == "OCCP" else a for a in draft.attributes)
    more = {"draft with one edit": Schema(edited, draft.label, draft.classes)} if name == "us" else {}
    return {"ours": ours, "draft": draft, "equal width": equal_width(draft)} | more


def main(n_folds: int, *names: str, methods: Sequence[str] = tuple(METHODS)) -> None:
    done = {tuple(row[:5]) for row in csv.reader(OUT.open())} if OUT.exists() else set()
    if not done:
        OUT.write_text("dataset,schema,method,epsilon,fold,error,cells,corrections,seconds\n")
    for name in names or tuple(FILES):
        df = read_table(data_dir() / FILES[name])
        fold_of, kinds, label = folds(name, df), schemas(name, df), load_schema(name).label
        for fold, eps, method, kind in itertools.product(range(n_folds), (0.1, 1.0), methods, kinds):
            if (name, kind, method, str(eps), str(fold)) in done:
                continue
            start, test = time.process_time(), df[fold_of == fold]
            release = publish(df[fold_of != fold], kinds[kind], eps, method=METHODS[method], seed=fold)
            error = 1 - release.score(test, test[label])
            with OUT.open("a") as out:
                out.write(f"{name},{kind},{method},{eps},{fold},{error:.5f},{release.grid.n_cells},{len(release.corrections)},"
                          f"{time.process_time() - start:.0f}\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]), *sys.argv[2:])
