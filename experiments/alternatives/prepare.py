"""Folds of a data set as integers, and its public domains, for environments that cannot import privpfc.

    python experiments/alternatives/prepare.py adult-cuts --out FOLDER               # every attribute in at most 20 bins
    python experiments/alternatives/prepare.py adult-cuts --most 1000 --out LEAVES   # all leaves, to judge records by their fidelity

Writes domains.json (from the schema alone) and fold0.npz, fold1.npz, …: codes of the finest public level that has at most so
many nodes, which is what our corrections look at; raw values of the numeric attributes; classes of the training records. The
classes of the test records stay here: score.py has them.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from privpfc.datasets import load_folds, load_schema
from privpfc.hierarchy import Hierarchy
from privpfc.schema import label_codes
from privpfc.table import leaf_codes


def finest(attribute: Hierarchy, most: int) -> int:
    "The finest level with at most so many nodes."
    return max(level for level, size in enumerate(attribute.sizes, 1) if size <= most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset")
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--folds", type=int, nargs="+", default=list(range(5)))
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    df, _, fold = load_folds("adult" if chosen.dataset == "adult-cuts" else chosen.dataset)
    schema = load_schema(chosen.dataset)
    levels = [finest(a, chosen.most) for a in schema.attributes]
    public = [{"name": a.name, "kind": a.kind, "size": a.sizes[level - 1], "level": level,
               **({"low": a.edges[0], "high": a.edges[-1]} if a.kind == "numeric" else {})} for a, level in zip(schema.attributes, levels)]
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "domains.json").write_text(json.dumps({"dataset": chosen.dataset, "attributes": public}, indent=1))
    leaves = leaf_codes(df, schema)
    columns = [a.maps[level - 1][column] for a, level, column in zip(schema.attributes, levels, leaves.T)]
    codes = np.column_stack(columns).astype(np.int16)
    numbers = df[[a.name for a in schema.attributes if a.kind == "numeric"]].to_numpy(dtype=float)
    label = label_codes(df[schema.label], schema).astype(np.int8)
    for k in chosen.folds:
        train = fold != k
        np.savez_compressed(chosen.out / f"fold{k}.npz", train_codes=codes[train], test_codes=codes[~train], train_numbers=numbers[train],
                            test_numbers=numbers[~train], train_class=label[train])


if __name__ == "__main__":
    main()
