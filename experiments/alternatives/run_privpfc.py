"""Our default in the same harness as the others, for its CPU time and memory; needs privpfc and the folder of prepare.py.

    python experiments/alternatives/run_privpfc.py FOLDER --folds 0 --epsilons 0.1 1

ε-private (δ = 0), neighbours: add or remove one record. Seeds are those of `experiments/corrections.py`, so the errors must
be those that `experiments/corrections.csv` has.
"""

import hashlib
import json

from common import Task, options, run_all  # first: it limits the threads

import numpy as np

from privpfc.datasets import load_folds, load_schema
from privpfc.mechanism import publish
from privpfc.table import encode

CHOSEN = options(__doc__, ("default",))
NAME = json.loads((CHOSEN.folder / "domains.json").read_text())["dataset"]
DF, _, FOLD = load_folds("adult" if NAME == "adult-cuts" else NAME)
SCHEMA = load_schema(NAME)


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], float, str]:
    "Predicted probabilities of the second class."
    key = "|".join((task.dataset, task.method, f"{task.epsilon:g}", str(task.fold), str(task.run)))
    seed = int.from_bytes(hashlib.sha256(key.encode()).digest()[:7], "big")
    release = publish(encode(DF[task.fold != FOLD], SCHEMA), SCHEMA, task.epsilon, seed=seed)
    return {"probability": release.predict_proba(DF[task.fold == FOLD])[:, 1]}, 0.0, "default settings"


if __name__ == "__main__":
    run_all(CHOSEN, ("privpfc", "opendp", "numpy", "pandas"), fit)
