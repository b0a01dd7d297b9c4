"""Errors of a confirmed draft beside our own schema and beside equal-width cuts, on Bank, US and Census.

    python experiments/drafts.py bank us --folds 10 [--methods default] [--schemas ours draft]     # adds what experiments/drafts.csv lacks

A draft is read off the raw file, as `privpfc schema` does, and confirmed as it stands. "Equal width" cuts every number that the draft
cuts into 16 equal parts of the same range, and is the draft otherwise. For US there is also the draft with one edit. Folds and seeds are
fixed. One grid as in the paper, and the package's default.
"""
import argparse
import itertools
import warnings
from pathlib import Path

import pandas as pd
from common import equal_width, fill, FILES, METHODS, table

from privpfc.schema import draft_json, Schema


def confirmed(spec: dict) -> Schema:
    "A draft as a person confirms it, without a change."
    schema = Schema.from_json(spec)
    return schema.confirm(dict.fromkeys(schema.inferred, "taken as drafted, for a study"))


def schemas(name: str, df: pd.DataFrame, ours: Schema) -> dict[str, Schema]:
    "Ours, the draft, the draft with other cuts, and for US the draft with one edit: the occupations as the dictionary groups them."
    draft = confirmed(draft_json(df, ours.label))
    edited = tuple(ours["OCCP"] if a.name == "OCCP" else a for a in draft.attributes)
    more = {"draft with one edit": Schema(edited, draft.label, draft.classes)} if name == "us" else {}
    return {"ours": ours, "draft": draft, "equal width": equal_width(draft, 16)} | more


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tables", nargs="*", default=list(FILES))
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--methods", nargs="*", default=list(METHODS))
    parser.add_argument("--schemas", nargs="*", default=["ours", "draft", "equal width"])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[0.1, 1.0])
    options = parser.parse_args()
    for name in options.tables:
        df, ours = table(name)
        kinds = schemas(name, df, ours)
        ways = itertools.product(range(options.folds), options.epsilon, options.methods, options.schemas)
        tasks = ((dict(schema=kind, method=method, epsilon=eps, fold=fold), kinds[kind], METHODS[method])
                 for fold, eps, method, kind in ways)
        fill(Path(__file__).with_name("drafts.csv"), name, df, tasks)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
