"""Adult through privpfc's PrivBayes and through dpmm's, on the same binned folds, to the same classifier.

Three steps, because dpmm needs an environment of its own (see requirements-dpmm.txt):

    python benchmarks/privbayes_dpmm.py prepare FOLDER      # with privpfc: writes binned folds
    python benchmarks/privbayes_dpmm.py run FOLDER          # with dpmm: writes synthetic records
    python benchmarks/privbayes_dpmm.py score FOLDER        # with privpfc: error of a tree trained on each

dpmm's variant is (ε, δ)-private with Gaussian noise and fits a graphical model to the noisy tables; ours is ε-private.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

EPSILON, DELTA, FOLDS, DEGREES = 1.0, 1e-5, 5, (2, 3)


def folds():
    from sklearn.model_selection import StratifiedKFold

    from privpfc.datasets import load_adult

    df, schema = load_adult()
    return df, schema, list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(df, df[schema.label]))


def prepare(folder: Path) -> None:
    "Codes of every training fold, 16 equal-width bins for numeric attributes, and the public domain sizes."
    from privpfc.methods.privbayes import equal_width

    df, schema, splits = folds()
    table = equal_width(schema).encode(df)
    coded = pd.DataFrame(table.codes, columns=list(schema.names)).assign(**{schema.label: table.counts.argmax(axis=1)})
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [a.sizes[-1] for a in equal_width(schema).attributes] + [2]
    (folder / "domain.json").write_text(json.dumps(dict(zip(coded.columns, sizes))))
    for i, (train, test) in enumerate(splits):
        coded.iloc[train].to_csv(folder / f"train{i}.csv", index=False)
        coded.iloc[test].to_csv(folder / f"test{i}.csv", index=False)


def run(folder: Path) -> None:
    "Synthetic records by dpmm, as many as there are training records, for every fold and degree."
    from dpmm.models.priv_bayes import PrivBayesGM

    domain = json.loads((folder / "domain.json").read_text())
    for i in range(FOLDS):
        train = pd.read_csv(folder / f"train{i}.csv")
        for degree in DEGREES:
            start = time.perf_counter()
            model = PrivBayesGM(epsilon=EPSILON, delta=DELTA, degree=degree, n_jobs=1)
            model.set_random_state(np.random.RandomState(i))
            model.set_domain(domain)
            model.fit(train)
            synthetic = model.generate(n_records=len(train))
            synthetic.to_csv(folder / f"dpmm{degree}_{i}.csv", index=False)
            print(f"fold {i}, degree {degree}: {time.perf_counter() - start:.0f} s", flush=True)


def score(folder: Path) -> None:
    "Error on the held-out fold of the same tree, trained on each method's records."
    from sklearn.tree import DecisionTreeClassifier

    from privpfc.methods.privbayes import PrivBayes

    df, schema, splits = folds()
    rows = []
    for i, (train, _) in enumerate(splits):
        held_out = pd.read_csv(folder / f"test{i}.csv")

        def error(records: pd.DataFrame, held_out=held_out) -> float:
            y = records[schema.label].to_numpy()
            gini = 2 * y.mean() * (1 - y.mean())
            tree = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, max_depth=30, ccp_alpha=0.01 * gini, random_state=0)
            names = list(schema.names)
            return float((tree.fit(records[names], y).predict(held_out[names]) != held_out[schema.label]).mean())

        for degree in DEGREES:
            rows.append((f"dpmm, degree={degree}", error(pd.read_csv(folder / f"dpmm{degree}_{i}.csv"))))
        for encoding in ("binary", "general"):
            model = PrivBayes(schema, EPSILON, encoding=encoding, seed=i).fit(df.iloc[train])
            rows.append((f"ours, {encoding}", error(pd.DataFrame(model.records_, columns=[*schema.names, schema.label]))))
        rows.append(("training records themselves", error(pd.read_csv(folder / f"train{i}.csv"))))
    print(pd.DataFrame(rows, columns=["records from", "error"]).groupby("records from").error.agg(["mean", "std", "count"]).round(4))


if __name__ == "__main__":
    {"prepare": prepare, "run": run, "score": score}[sys.argv[1]](Path(sys.argv[2]))
