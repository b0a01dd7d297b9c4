"""DP-EBM, the private boosted additive model of interpret-core; needs requirements-ebm.txt and the folder of prepare.py.

    python experiments/alternatives/run_ebm.py FOLDER

(ε, δ)-private, δ = 1e-5, by Gaussian differential privacy. It gets raw numbers with public bounds. "DP-EBM" gets categories
as public lists in the order of the hierarchy's leaves, and may cut that order as if it were a scale; "DP-EBM nominal" is not
told of any order, and finds the categories in the data. Any other warning that it looks at the data stops the run. Its
binning treats the number of records as public.
"""

import warnings

import numpy as np
import pandas as pd
from common import DELTA, Task, options, run_all
from interpret.privacy import DPExplainableBoostingClassifier


def table(codes: np.ndarray, numbers: np.ndarray, attributes: list[dict]) -> pd.DataFrame:
    "Numbers as they are, categories by name."
    columns, raw = {}, iter(numbers.T)
    for column, a in zip(codes.T, attributes):
        columns[a["name"]] = next(raw) if a["kind"] == "numeric" else np.asarray(a["values"], dtype=object)[column]
    return pd.DataFrame(columns)


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], str]:
    "Predicted probabilities of the second class."
    types = ["continuous" if a["kind"] == "numeric" else "nominal" if task.method == "DP-EBM nominal" else a["values"] for a in attributes]
    model = DPExplainableBoostingClassifier(
        feature_names=[a["name"] for a in attributes], feature_types=types,
        privacy_bounds={a["name"]: (a["low"], a["high"]) for a in attributes if a["kind"] == "numeric"},
        epsilon=task.epsilon, delta=DELTA, random_state=task.seed % 2**31, n_jobs=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Privacy violation: using a fixed random_state")  # an experiment, not a release
        model.fit(table(data["train_codes"], data["train_numbers"], attributes), data["train_class"].astype(int))
    probability = model.predict_proba(table(data["test_codes"], data["test_numbers"], attributes))[:, 1]
    return {"probability": probability}, f"delta={DELTA:g} composition={model.composition} other settings default"


if __name__ == "__main__":
    run_all(options(__doc__, ("DP-EBM", "DP-EBM nominal")), ("interpret-core", "scikit-learn", "numpy", "pandas"), fit)
