"""Errors of a confirmed draft beside our own schema and beside equal-width cuts, on Bank, US and Census.

    python experiments/drafts.py FOLDS     # resumes; writes experiments/drafts.csv

A draft is read off the raw file, as `privpfc schema` does, and confirmed as it stands. "Equal width" cuts every number that the draft
cuts into 16 equal parts of the same range, and is the draft otherwise. For US there is also the draft with one edit. Folds and seeds are
fixed. One grid, no corrections.
"""
import csv
import sys
import time
import warnings
from pathlib import Path

from privpfc.datasets import data_dir, folds, load_schema
from privpfc.engine.tables import read_table
from privpfc.hierarchy import Hierarchy
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import Schema, draft_json

ONE_GRID = PrivPfC(corrections=0)
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


def main(n_folds: int) -> None:
    done = {tuple(row[:4]) for row in csv.reader(OUT.open())} if OUT.exists() else set()
    if not done:
        OUT.write_text("dataset,schema,epsilon,fold,error,cells,seconds\n")
    for fold in range(n_folds):
        for name, file in FILES.items():
            ours = load_schema(name)
            df = read_table(data_dir() / file)
            held_out = folds(name, df) == fold
            draft = confirmed(draft_json(df, ours.label))
            kinds = {"ours": ours, "draft": draft, "equal width": equal_width(draft)}
            if name == "us":  # one edit: the occupations as the dictionary groups them
                grouped = tuple(ours["OCCP"] if a.name == "OCCP" else a for a in draft.attributes)
                kinds["draft with one edit"] = Schema(grouped, draft.label, draft.classes)
            for kind, schema in kinds.items():
                for eps in (0.1, 1.0):
                    if (name, kind, str(eps), str(fold)) in done:
                        continue
                    start = time.process_time()
                    release = publish(df[~held_out], schema, eps, method=ONE_GRID, seed=fold)
                    error = 1 - release.score(df[held_out], df[held_out][ours.label])
                    with OUT.open("a") as out:
                        out.write(f"{name},{kind},{eps},{fold},{error:.5f},{release.grid.n_cells},{time.process_time() - start:.0f}\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]))
