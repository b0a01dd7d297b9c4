"""The paper's mechanisms, one sharp grid and the default on the same folds: error, balanced accuracy, AUC and calibration.

    python experiments/corrections.py adult-cuts --runs 3                # adds what experiments/corrections.csv lacks
    python experiments/corrections.py adult-cuts --learners              # learners on drawn rows, in experiments/learners.csv

Every fit has its own seed, made of its name, so that the same numbers come out again.
"""
import argparse
import csv
import hashlib
import time
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.preprocessing import OneHotEncoder
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from privpfc import corrections
from privpfc.datasets import load_folds, load_schema
from privpfc.mechanism import PrivPfC, publish
from privpfc.schema import label_codes
from privpfc.study.evaluation import measures
from privpfc.table import encode, leaf_codes

KEY, FIGURES = ("dataset", "method", "epsilon", "fold", "run"), ("error", "balanced", "auc", "calibration")
METHODS = {
    "default": PrivPfC(),
    "one grid": PrivPfC(corrections=0),
    "paper": PrivPfC(corrections=0, selection="exponential", band="textbook", noise="laplace"),  # its mechanisms, with an ε that holds
    "one grid, few attributes": PrivPfC(corrections=0, oversize="arity"),
    "one grid, root": PrivPfC(corrections=0, threshold="root"),
    "always corrected": PrivPfC(corrections=1),  # as many rounds as the rule would allow; see below
    "always corrected, features": PrivPfC(corrections=1, oversize="features"),
    "always corrected, paper's T": PrivPfC(corrections=1, threshold="paper"),
    "default, textbook band": PrivPfC(band="textbook"),
    "default, exponential mechanism": PrivPfC(selection="exponential"),
    "default, Laplace noise": PrivPfC(noise="laplace"),
    "default, paper's T": PrivPfC(threshold="paper"),
    "default, root of N for T": PrivPfC(threshold="root"),
    "default, few attributes": PrivPfC(oversize="arity"),
    "default, features": PrivPfC(oversize="features"),
    "default, independent bins": PrivPfC(),  # this and the next two: see PATCHES
    "default, steps not shrunk": PrivPfC(),
    "default, cells towards the class rate": PrivPfC(),
    "default, all columns": PrivPfC(columns="auto"),  # as the command publishes
}


def prior(attribute, level, spread=0.7, walk=0.3, *, usual=corrections._prior_precision, steps):
    "The prior of the steps of a correction replaced by another; that of the cells, which has another spread, as it is."
    return steps(np.eye(attribute.sizes[level - 1]) / spread**2) if spread == 0.7 else usual(attribute, level, spread, walk)


PATCHES = {  # what is no option of the package, and is taken away here
    "default, independent bins": ("_prior_precision", partial(prior, steps=lambda precision: precision)),
    "default, steps not shrunk": ("_prior_precision", partial(prior, steps=lambda precision: 1e-6 * precision)),
    "default, cells towards the class rate": ("cell_scores", partial(corrections.cell_scores, sweeps=0)),
}


def learned(release, test, truth, seed):
    "What learners make of drawn records: (learner, measures, CPU seconds)."
    rows, schema = release.synthesize(seed), release.schema
    kept = schema.project([name for name in rows.columns if name != schema.label])
    X, y, at = leaf_codes(rows, kept), label_codes(rows[schema.label], schema), leaf_codes(test, kept)
    columns = OneHotEncoder(categories=[np.arange(a.sizes[-1]) for a in kept.attributes]).fit(X[:1])
    for name, make, code in (("CART", DecisionTreeClassifier(max_depth=8, min_samples_leaf=20, random_state=0), lambda codes: codes),
                             ("SVM", LinearSVC(random_state=0), columns.transform),
                             ("boosting", HistGradientBoostingClassifier(random_state=0), lambda codes: codes)):
        start = time.process_time()
        model = make.fit(code(X), y)
        score = model.decision_function(code(at)) if name == "SVM" else model.predict_proba(code(at))[:, 1]
        yield name, measures(truth, model.predict(code(at)), score, probability=name != "SVM"), time.process_time() - start


def read(name):
    "A data set with its schema and its folds; three are made of others, to see what a rare class does."
    rng = np.random.default_rng(0)
    whole = {"adult-rare": "adult-cuts", "us-rare": "us", "census-part": "census"}.get(name, name)
    df, _, fold = load_folds("adult" if whole == "adult-cuts" else whole)
    schema = load_schema(whole)
    if name.endswith("-rare"):  # so few records of the smaller class that they are one in ten
        smaller = (df[schema.label] == df[schema.label].value_counts().idxmin()).to_numpy()
        kept = ~smaller | (rng.random(len(df)) < (~smaller).sum() / 9 / smaller.sum())
    elif name == "census-part":  # 20 columns and a fifth of the records
        schema = schema.project(list(rng.permutation(schema.names)[:20]))
        kept = rng.random(len(df)) < 0.2
    else:
        return df, schema, fold
    return df[kept], schema, np.asarray(fold)[kept]


def quoted(row):
    return ",".join(f'"{cell}"' if "," in str(cell) else str(cell) for cell in row) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("--methods", nargs="*", default=["default", "one grid"])
    parser.add_argument("--epsilon", nargs="*", type=float, default=[0.05, 0.1, 0.2, 0.5, 1.0])
    parser.add_argument("--folds", nargs="*", type=int, default=list(range(10)))
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--learners", action="store_true")
    options = parser.parse_args()
    out = Path(__file__).parent / ("learners.csv" if options.learners else "corrections.csv")
    columns = (*KEY, "learner", *FIGURES, "cpu") if options.learners else (*KEY, *FIGURES, "cpu", "cells", "rounds")
    df, schema, fold = read(options.dataset)
    if not out.exists():
        out.write_text(quoted(columns))
    with out.open() as file:
        done = {tuple(row[name] for name in KEY) for row in csv.DictReader(file)}
    for run in range(options.runs):
        for f in options.folds:
            keys = [(options.dataset, method, f"{eps:g}", str(f), str(run)) for method in options.methods for eps in options.epsilon]
            if done.issuperset(keys):
                continue
            train, test = encode(df[fold != f], schema), df[fold == f]
            truth = label_codes(test[schema.label], schema)
            for key in (key for key in keys if key not in done):
                seed = int.from_bytes(hashlib.sha256("|".join(key).encode()).digest()[:7], "big")
                start, eps, chosen = time.process_time(), float(key[2]), METHODS[key[1]]
                if chosen.corrections == 1:
                    chosen = replace(chosen, corrections=min(12, round(2 * (eps * train.n / 2000) ** 0.5)))
                with patch.object(corrections, *PATCHES[key[1]]) if key[1] in PATCHES else nullcontext():
                    release = publish(train, schema, eps, method=chosen, seed=seed)
                cpu = time.process_time() - start
                if options.learners:
                    rows = [[*key, name, *(f"{found[figure]:.6f}" for figure in FIGURES), f"{seconds:.2f}"]
                            for name, found, seconds in learned(release, test, truth, seed)]
                else:
                    p = release.predict_proba(test)
                    found = measures(truth, label_codes(release.predict(test), schema), p if p.shape[1] > 2 else p[:, 1], probability=True)
                    cells, rounds = release.grid.n_cells, len(release.corrections)
                    rows = [[*key, *(f"{found[figure]:.6f}" for figure in FIGURES), f"{cpu:.2f}", cells, rounds]]
                with out.open("a") as file:
                    file.writelines(map(quoted, rows))


if __name__ == "__main__":
    main()
