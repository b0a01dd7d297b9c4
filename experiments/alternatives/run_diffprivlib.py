"""Private classifiers of diffprivlib; needs requirements-diffprivlib.txt and the folder of prepare.py.

    python experiments/alternatives/run_diffprivlib.py FOLDER

All are ε-private (δ = 0) with the number of records public. Bounds, classes and the norm of a record come from the public
domains; a PrivacyLeakWarning stops the run. Logistic regression sees numbers scaled to [0, 1] by their public range and one
column for each public category, so that no record's norm exceeds √(number of attributes). Naive Bayes and the forest
divide or waste their budget on columns, so they see one column an attribute: raw numbers, and leaf codes of categories.
"""

import warnings

import numpy as np
from common import Task, options, run_all
from diffprivlib.models import GaussianNB, LogisticRegression, RandomForestClassifier
from diffprivlib.utils import PrivacyLeakWarning
from sklearn.exceptions import ConvergenceWarning

METHODS = ("diffprivlib LogisticRegression", "diffprivlib GaussianNB", "diffprivlib RandomForest")


def scaled(codes: np.ndarray, numbers: np.ndarray, attributes: list[dict]) -> np.ndarray:
    "Numbers in [0, 1], categories as indicators."
    columns, raw = [], iter(numbers.T)
    for column, a in zip(codes.T, attributes):
        columns.append((next(raw)[:, None] - a["low"]) / (a["high"] - a["low"]) if a["kind"] == "numeric" else np.eye(a["size"])[column])
    return np.hstack(columns)


def plain(codes: np.ndarray, numbers: np.ndarray, attributes: list[dict]) -> np.ndarray:
    "Numbers as they are, categories as codes."
    raw = iter(numbers.T)
    return np.column_stack([next(raw) if a["kind"] == "numeric" else column for column, a in zip(codes.T, attributes)]).astype(float)


def bounds(attributes: list[dict]) -> tuple[list[float], list[float]]:
    "Public ranges of the columns of `plain`."
    return [a.get("low", 0.0) for a in attributes], [a.get("high", a["size"] - 1.0) for a in attributes]


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], str]:
    "Predicted probabilities of the second class."
    seed = task.seed % 2**32
    if task.method == METHODS[0]:
        model = LogisticRegression(epsilon=task.epsilon, data_norm=len(attributes) ** 0.5, max_iter=10_000, random_state=seed)
        see, note = scaled, "one-hot, data_norm=sqrt(d)"
    elif task.method == METHODS[1]:
        model = GaussianNB(epsilon=task.epsilon, bounds=bounds(attributes), random_state=seed)
        see, note = plain, "one column an attribute, public bounds"
    else:
        model = RandomForestClassifier(epsilon=task.epsilon, bounds=bounds(attributes), classes=[0, 1], shuffle=True, random_state=seed)
        see, note = plain, "one column an attribute, public bounds, 10 trees of depth 5, shuffle"
    with warnings.catch_warnings():
        warnings.simplefilter("error", PrivacyLeakWarning)
        warnings.simplefilter("error", ConvergenceWarning)
        warnings.simplefilter("ignore", FutureWarning)
        model.fit(see(data["train_codes"], data["train_numbers"], attributes), data["train_class"].astype(int))
    return {"probability": model.predict_proba(see(data["test_codes"], data["test_numbers"], attributes))[:, 1]}, f"delta=0 {note}"


if __name__ == "__main__":
    run_all(options(__doc__, METHODS), ("diffprivlib", "scikit-learn", "numpy"), fit)
