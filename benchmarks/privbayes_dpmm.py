"""Adult through privpfc's PrivBayes and through dpmm's, on the same binned folds, to the same classifier.

Three steps, because dpmm needs an environment of its own (see requirements-dpmm.txt); `run` takes minutes a fold and
may be stopped after any fold and degree: `score` takes what there is.

    python benchmarks/privbayes_dpmm.py prepare FOLDER      # with privpfc: writes binned folds
    python benchmarks/privbayes_dpmm.py run FOLDER          # with dpmm: writes synthetic records
    python benchmarks/privbayes_dpmm.py score FOLDER        # with privpfc: error of a tree trained on each

dpmm's variant is (ε, δ)-private with Gaussian noise and fits a graphical model to the noisy tables; ours is ε-private.
"""

import json
import sys
import time
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

EPSILON, DELTA, FOLDS, DEGREES, SEEDS = 1.0, 1e-5, 5, (2, 3), (0, 1, 2)


def folds():
    from sklearn.model_selection import StratifiedKFold

    from privpfc.datasets import load_adult

    df, schema = load_adult()
    return df, schema, list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(df, df[schema.label]))


def prepare(folder: Path) -> None:
    "Codes of every training fold, 16 equal-width bins for numeric attributes, and the public domain sizes."
    from privpfc.methods.privbayes import equal_width
    from privpfc.table import encode

    df, schema, splits = folds()
    table = encode(df, equal_width(schema))
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


def pair_distance(one: pd.DataFrame, two: pd.DataFrame, sizes: dict[str, int]) -> float:
    "Total variation distance between two-way marginals, averaged over all pairs of columns."
    distances = []
    for a, b in combinations(sizes, 2):
        shares = [np.bincount(t[a] * sizes[b] + t[b], minlength=sizes[a] * sizes[b]) / len(t) for t in (one, two)]
        distances.append(np.abs(shares[0] - shares[1]).sum() / 2)
    return float(np.mean(distances))


def score(folder: Path) -> None:
    "Error on the held-out fold of the same tree, trained on each method's records, and distance of two-way marginals."
    from sklearn.tree import DecisionTreeClassifier

    from privpfc.methods.privbayes import PrivBayes

    df, schema, splits = folds()
    sizes = json.loads((folder / "domain.json").read_text())
    rows: list[tuple[str, float, float]] = []
    for i, (train, _) in enumerate(splits):
        held_out = pd.read_csv(folder / f"test{i}.csv")

        truth = pd.read_csv(folder / f"train{i}.csv")

        def rate(name: str, records: pd.DataFrame, held_out=held_out, truth=truth) -> None:
            y = records[schema.label].to_numpy()
            gini = 2 * y.mean() * (1 - y.mean())
            tree = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, max_depth=30, ccp_alpha=0.01 * gini, random_state=0)
            names = list(schema.names)
            wrong = float((tree.fit(records[names], y).predict(held_out[names]) != held_out[schema.label]).mean())
            rows.append((name, wrong, pair_distance(truth, records, sizes)))

        found = [degree for degree in DEGREES if (folder / f"dpmm{degree}_{i}.csv").exists()]
        if not found:
            continue
        for degree in found:
            rate(f"dpmm, degree={degree}", pd.read_csv(folder / f"dpmm{degree}_{i}.csv"))
        for encoding in ("binary", "general"):
            for seed in SEEDS:
                model = PrivBayes(schema, EPSILON, encoding=encoding, random_state=seed).fit(df.iloc[train])
                rate(f"ours, {encoding}", pd.DataFrame(model.records_, columns=[*schema.names, schema.label]))
        rate("training records themselves", truth)
    table = pd.DataFrame(rows, columns=["records from", "error", "distance"]).groupby("records from")
    print(table.agg(["mean", "std", "count"]).round(4).to_string())


if __name__ == "__main__":
    {"prepare": prepare, "run": run, "score": score}[sys.argv[1]](Path(sys.argv[2]))
