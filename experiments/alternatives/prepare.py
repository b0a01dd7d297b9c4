"""Folds of a data set as integers, and its public domains, for environments that cannot import privpfc.

    python experiments/alternatives/prepare.py --folds 5 --out FOLDER

Writes domains.json (from the schema alone) and fold0.npz, fold1.npz, …: leaf codes of the public hierarchies, raw values of
the numeric attributes, classes of the training records. The classes of the test records stay here: score.py has them.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from privpfc.datasets import load_folds
from privpfc.hierarchy import Hierarchy
from privpfc.schema import Schema
from privpfc.table import leaf_codes


def domains(schema: Schema) -> list[dict]:
    "What is public about every attribute: number of leaves and, for numbers, the range; for categories, the values."
    def limits(a: Hierarchy) -> dict:
        return {"low": a.edges[0], "high": a.edges[-1]} if a.kind == "numeric" else {"values": list(a.leaves)}

    return [{"name": a.name, "kind": a.kind, "size": a.sizes[-1], **limits(a)} for a in schema.attributes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", default="adult")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    df, schema, fold = load_folds(chosen.dataset)
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "domains.json").write_text(json.dumps({"dataset": chosen.dataset, "attributes": domains(schema)}, indent=1))
    codes = np.asarray(leaf_codes(df, schema), dtype=np.int32)
    numbers = df[[a.name for a in schema.attributes if a.kind == "numeric"]].to_numpy(dtype=float)
    label = (df[schema.label].astype(str) == str(schema.classes[1])).to_numpy().astype(np.int8)
    for k in range(chosen.folds):
        train = fold != k
        np.savez_compressed(chosen.out / f"fold{k}.npz", train_codes=codes[train], test_codes=codes[~train], train_numbers=numbers[train],
                            test_numbers=numbers[~train], train_class=label[train])


if __name__ == "__main__":
    main()
