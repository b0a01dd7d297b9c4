"""Private classifiers of diffprivlib; needs requirements-diffprivlib.txt and the folder of prepare.py.

    python experiments/alternatives/run_diffprivlib.py FOLDER

All are ε-private (δ = 0) with the number of records public. Bounds, classes and the norm of a record come from the public
domains; a PrivacyLeakWarning stops the run. Logistic regression sees one column for each public bin, so that every record has
the norm √(number of attributes). Naive Bayes and the forest divide or waste their budget on columns, so they see one column an
attribute, the code of its bin.
"""

import warnings

from common import Task, options, run_all  # first: it limits the threads

import numpy as np
from diffprivlib.models import GaussianNB, LogisticRegression, RandomForestClassifier
from diffprivlib.utils import PrivacyLeakWarning
from sklearn.exceptions import ConvergenceWarning

METHODS = ("diffprivlib LogisticRegression", "diffprivlib GaussianNB", "diffprivlib RandomForest")


def indicators(codes: np.ndarray, attributes: list[dict]) -> np.ndarray:
    "A column for each bin."
    return np.hstack([np.eye(a["size"])[column] for column, a in zip(codes.T, attributes)])


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], float, str]:
    "Predicted probabilities of the second class."
    seed, bounds = task.seed % 2**32, ([0.0] * len(attributes), [a["size"] - 1.0 for a in attributes])
    train, test, note = data["train_codes"].astype(float), data["test_codes"].astype(float), "one column an attribute, public bounds"
    if task.method == METHODS[0]:
        model = LogisticRegression(epsilon=task.epsilon, data_norm=len(attributes) ** 0.5, max_iter=10_000, random_state=seed)
        train, test = (indicators(data[part], attributes) for part in ("train_codes", "test_codes"))
        note = "one column a bin, data_norm=sqrt(d)"
    elif task.method == METHODS[1]:
        model = GaussianNB(epsilon=task.epsilon, bounds=bounds, random_state=seed)
    else:
        model = RandomForestClassifier(epsilon=task.epsilon, bounds=bounds, classes=[0, 1], shuffle=True, random_state=seed)
        note += ", 10 trees of depth 5, shuffle"
    with warnings.catch_warnings():
        warnings.simplefilter("error", PrivacyLeakWarning)
        warnings.simplefilter("error", ConvergenceWarning)
        warnings.simplefilter("ignore", FutureWarning)
        model.fit(train, data["train_class"].astype(int))
    return {"probability": model.predict_proba(test)[:, 1]}, 0.0, note


if __name__ == "__main__":
    run_all(options(__doc__, METHODS), ("diffprivlib", "scikit-learn", "numpy"), fit)
