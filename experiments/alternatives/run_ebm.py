"""DP-EBM, the private boosted additive model of interpret-core; needs requirements-ebm.txt and the folder of prepare.py.

    python experiments/alternatives/run_ebm.py FOLDER

(ε, δ)-private, δ = 1e-5, by Gaussian differential privacy; its binning treats the number of records as public. Four ways:
"DP-EBM" has its default settings, raw numbers with public bounds, which it bins privately, and categories as public lists in
the order of the hierarchy; "DP-EBM, public bins" gets the bins of everybody else, as ordered lists. The other two get them too,
and a larger rate, larger trees and less budget for bins that are public already, found on Adult. It joins all bins with fewer
than 1 / max_bins of the records into one, which at its default of 32 undoes most of a skewed column: "DP-EBM, tuned, 32 bins"
leaves it at that, "DP-EBM, tuned" has 256, chosen on a fold of Adult that is not reported, after 32 had been seen on those that
are (README.md). A warning that it looks at the data stops the run.
"""

import warnings

from common import DELTA, Task, options, run_all  # first: it limits the threads

import numpy as np
import pandas as pd
from interpret.privacy import DPExplainableBoostingClassifier

TUNED = {"max_rounds": 300, "learning_rate": 0.05, "max_leaves": 8, "bin_budget_frac": 0.05}
METHODS = {"DP-EBM": {}, "DP-EBM, public bins": {}, "DP-EBM, tuned": {**TUNED, "max_bins": 256}, "DP-EBM, tuned, 32 bins": TUNED}


def table(codes: np.ndarray, numbers: np.ndarray, attributes: list[dict], raw: bool) -> pd.DataFrame:
    "Numbers as they are, if wanted so; everything else as codes in words."
    columns, rest = {}, iter(numbers.T)
    for column, a in zip(codes.T, attributes):
        number = next(rest) if a["kind"] == "numeric" else None
        columns[a["name"]] = number if raw and number is not None else column.astype(int).astype(str).astype(object)
    return pd.DataFrame(columns)


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], float, str]:
    "Predicted probabilities of the second class."
    raw = task.method == "DP-EBM"
    numeric = [raw and a["kind"] == "numeric" for a in attributes]
    model = DPExplainableBoostingClassifier(
        feature_names=[a["name"] for a in attributes],
        feature_types=["continuous" if number else [str(code) for code in range(a["size"])] for a, number in zip(attributes, numeric)],
        privacy_bounds={a["name"]: (a["low"], a["high"]) for a, number in zip(attributes, numeric) if number},
        epsilon=task.epsilon, delta=DELTA, random_state=task.seed % 2**31, n_jobs=1, **METHODS[task.method])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Privacy violation: using a fixed random_state")  # an experiment, not a release
        model.fit(table(data["train_codes"], data["train_numbers"], attributes, raw), data["train_class"].astype(int))
    probability = model.predict_proba(table(data["test_codes"], data["test_numbers"], attributes, raw))[:, 1]
    used = " ".join(f"{name}={value}" for name, value in METHODS[task.method].items()) or "default settings"
    return {"probability": probability}, DELTA, f"composition={model.composition} {used}"


if __name__ == "__main__":
    run_all(options(__doc__, tuple(METHODS)), ("interpret-core", "scikit-learn", "numpy", "pandas"), fit)
