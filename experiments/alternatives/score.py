"""Held-out error of everything that the run_*.py scripts left in a folder; with privpfc.

    python experiments/alternatives/score.py FOLDER            # adds what results.csv lacks
    python experiments/alternatives/score.py LEAVES --rows     # compares records with the real ones; adds what rows.csv lacks

Classifiers are judged by their probabilities (learner "own"); synthetic records by what a tree and boosting, those of
`experiments/corrections.py`, learn from their codes. The method "no privacy" is the same two learners on the true records.
With --rows the columns are those of `experiments/rows.csv`; it needs a folder with all leaves.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier

from privpfc.datasets import load_folds, load_schema
from privpfc.schema import Schema, class_array, label_codes
from privpfc.study.evaluation import measures
from privpfc.study.fidelity import fidelity

HERE = Path(__file__).parent
KEYS, FIGURES = ("dataset", "method", "epsilon", "fold", "run"), ("error", "balanced", "auc", "calibration")
COLUMNS = (*KEYS, "learner", *FIGURES, "delta", "cpu", "memory", "note")
LEARNERS = {"CART": DecisionTreeClassifier(max_depth=8, min_samples_leaf=20, random_state=0),
            "boosting": HistGradientBoostingClassifier(random_state=0)}


def learned(records: np.ndarray, codes: np.ndarray, truth: np.ndarray) -> list[dict]:
    "What learners make of records, whose last column is the class."
    X, y, rows = records[:, :-1], records[:, -1], []
    for name, learner in LEARNERS.items():
        if len(np.unique(y)) == 1:
            rows.append({"learner": name, **measures(truth, np.full(len(truth), y[0]))})
            continue
        model = learner.fit(X, y)
        rows.append({"learner": name, **measures(truth, model.predict(codes), model.predict_proba(codes)[:, 1], probability=True)})
    return rows


def score(found: dict[str, np.ndarray], codes: np.ndarray, truth: np.ndarray) -> list[dict]:
    "One row a learner; one row without figures for a fit that did not end."
    if "probability" in found:
        p = found["probability"]
        return [{"learner": "own", **measures(truth, (p > 0.5).astype(int), p, probability=True)}]
    return learned(found["records"], codes, truth) if "records" in found else [{"learner": ""}]


def frame(records: np.ndarray, schema: Schema, rng: np.random.Generator) -> pd.DataFrame:
    "Records in leaf codes, the class last, as values."
    columns = {a.name: a.draw(a.height, records[:, i], rng) for i, a in enumerate(schema.attributes)}
    return pd.DataFrame(columns | {schema.label: class_array(schema)[records[:, -1]]})


def compare(found: dict[str, np.ndarray], schema: Schema, train: pd.DataFrame, test: pd.DataFrame, names: list[str]) -> list[str]:
    "The figures of `experiments/rows.py`; there is no set of few columns, and no classifier of its own."
    figures = fidelity(train, frame(found["records"], schema, np.random.default_rng(0)), schema, (), test)
    return [f"{figures.get(name, np.nan):.5f}" for name in names]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", action="store_true")
    chosen = parser.parse_args()
    out, keys, columns = HERE / "results.csv", KEYS, COLUMNS
    if chosen.rows:
        out, keys = HERE / "rows.csv", KEYS[:4]
        columns = tuple(next(csv.reader((HERE.parent / "rows.csv").open())))
    if not out.exists():
        with out.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(columns)
    with out.open(newline="") as file:
        done = {tuple(row[name] for name in keys) for row in csv.DictReader(file)}
    name = json.loads((chosen.folder / "domains.json").read_text())["dataset"]
    df, _, fold = load_folds("adult" if name == "adult-cuts" else name)
    schema = load_schema(name)

    def add(key: tuple[str, ...], rows: list[dict]) -> None:
        def text(value: object) -> object:
            return ("" if np.isnan(value) else f"{value:.6g}") if isinstance(value, float) else value

        with out.open("a", newline="") as file:
            for row in rows:
                csv.writer(file, lineterminator="\n").writerow([*key, *(text(row.get(column, "")) for column in columns[len(key):])])
        print(*key, *(f"{row['learner']} {row['error']:.4f}" for row in rows if "error" in row), flush=True)

    for path in sorted((chosen.folder / "out").glob("*.npz"), key=lambda path: path.stat().st_mtime):
        if path.name.endswith(".part.npz"):
            continue
        found = dict(np.load(path))
        _, method, epsilon, k, run = json.loads(str(found["task"]))
        key = (name, method, f"{epsilon:g}", str(k), str(run))[: len(keys)]
        codes, test = np.load(chosen.folder / f"fold{k}.npz")["test_codes"], df[fold == k]
        if key in done:
            continue
        if chosen.rows:
            if "records" in found:
                names = list(columns[len(keys):-2])
                figures = compare(found, schema, df[fold != k], test, names)
                add(key, [dict(zip(columns[len(keys):], [*figures, "nan", f"{float(found['cpu']):.1f}"]))])
            continue
        shared = {"delta": float(found["delta"]), "cpu": float(found["cpu"]), "memory": float(found["memory"]), "note": str(found["note"])}
        add(key, [{**row, **shared} for row in score(found, codes, label_codes(test[schema.label], schema))])
    for k in () if chosen.rows else range(5):
        key = (name, "no privacy", "inf", str(k), "0")
        if key not in done:
            data, truth = np.load(chosen.folder / f"fold{k}.npz"), label_codes(df[fold == k][schema.label], schema)
            add(key, [{**row, "note": "not private"}
                      for row in learned(np.column_stack([data["train_codes"], data["train_class"]]), data["test_codes"], truth)])


if __name__ == "__main__":
    main()
