"""Held-out error of everything that the run_*.py scripts left in a folder; with privpfc.

    python experiments/alternatives/score.py FOLDER

Appends to results.csv beside this file, in the columns of `privpfc.study.experiment`. Classifiers are judged by their probabilities
(learner "own"); synthetic records by what is learned from them on leaf codes: rpart's tree and the SVM that also judge
PrivPfC, and gradient boosting (learner "GBM"), because synthetic records can feed any learner. The method "NoiseFree leaves"
is boosting on the true records, for a limit.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
from common import RESULTS
from sklearn.ensemble import HistGradientBoostingClassifier

from privpfc.datasets import load_folds
from privpfc.methods.baselines import NoiseFree
from privpfc.schema import Schema
from privpfc.study.evaluation import held_out, measures
from privpfc.study.experiment import ResultFile, Task


class Synthetic(NoiseFree):
    "Synthetic records behind the interface of a fitted method."

    def __init__(self, schema: Schema, records: np.ndarray):
        super().__init__(schema)
        self.codes_ = pd.DataFrame(records[:, :-1].astype(np.int32), columns=list(schema.names))
        self.labels_ = records[:, -1].astype(np.int64)


def boosted(model: Synthetic, test: pd.DataFrame, y: np.ndarray) -> dict:
    "Gradient boosting as scikit-learn has it by default, categories as categories."
    X, labels = model.codes_, (model.labels_ == 1).astype(int)
    if len(np.unique(labels)) == 1:
        return {"learner": "GBM", **measures(y, np.full(len(y), labels[0]))}
    categories = [a.name for a in model.schema.attributes if a.kind == "categorical"]
    learned = HistGradientBoostingClassifier(categorical_features=categories, random_state=0).fit(X, labels)
    probability = learned.predict_proba(model.generalize(test))[:, 1]
    return {"learner": "GBM", **measures(y, (probability > 0.5).astype(int), probability, probability=True)}


def score(found: dict[str, np.ndarray], schema: Schema, test: pd.DataFrame) -> list[dict]:
    "One row a learner."
    y = (test[schema.label].astype(str) == str(schema.classes[1])).to_numpy().astype(int)
    if "probability" in found:
        probability = found["probability"]
        return [{"learner": "own", **measures(y, (probability > 0.5).astype(int), probability, probability=True)}]
    model = Synthetic(schema, found["records"])
    return [*held_out(model, test, ("CART", "SVM")).to_dict("records"), boosted(model, test, y)]


def limit(file: ResultFile, folder: Path, task: Task, schema: Schema, test: pd.DataFrame) -> None:
    "Boosting on the true training records of a fold, without privacy."
    data = np.load(folder / f"fold{task.fold}.npz")
    model = Synthetic(schema, np.column_stack([data["train_codes"], data["train_class"]]))
    start = time.perf_counter()
    row = boosted(model, test, (test[schema.label].astype(str) == str(schema.classes[1])).to_numpy().astype(int))
    file.append([{**task._asdict(), **row, "rows": 1, "seconds": time.perf_counter() - start, "note": "not private"}])


def main(folder: Path) -> None:
    dataset = json.loads((folder / "domains.json").read_text())["dataset"]
    df, schema, fold = load_folds(dataset)
    with ResultFile(RESULTS) as file:
        for k in range(len(list(folder.glob("fold*.npz")))):
            task = Task(dataset, "NoiseFree leaves", np.inf, k, 0)
            if task not in file.done:
                limit(file, folder, task, schema, df[fold == k])
        for path in sorted((folder / "out").glob("*.npz"), key=lambda path: path.stat().st_mtime):
            if path.name.endswith(".part.npz"):
                continue
            found = dict(np.load(path))
            task = Task(*json.loads(str(found["task"])))
            if task in file.done:
                continue
            rows = score(found, schema, df[fold == task.fold])
            shared = {"rows": len(rows), "seconds": float(found["seconds"]), "note": str(found["note"])}
            file.append([{**task._asdict(), **row, **shared} for row in rows])
            print(task.method, task.epsilon, task.fold, *(f"{row['learner']} {row['error']:.4f}" for row in rows), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
