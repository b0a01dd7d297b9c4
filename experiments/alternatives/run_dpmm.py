"""Synthetic records by AIM and MST of dpmm; needs requirements-dpmm.txt and the folder of prepare.py.

    python experiments/alternatives/run_dpmm.py FOLDER --methods MST
    python experiments/alternatives/run_dpmm.py FOLDER --methods AIM --folds 0 1 --epsilons 0.1 1

Both are (ε, δ)-private by way of zero-concentrated privacy, δ = 1e-5, neighbours: add or remove one record. They get
codes and the public number of bins of each attribute. They draw as many records as the fitted model estimates that
there are, not as many as there are. Their Gaussian noise is OpenDP's and cannot be seeded; selections and sampling can.

Two changes to dpmm, both of the inference that follows the noise, so neither touches privacy. Its defaults are 1000 to 5000
steps of inference each time; one fit of MST was stopped unfinished after eight minutes, and AIM's source warns of many
hours. Here a fit from scratch takes FINAL steps, and each round of AIM, which goes on from the round before, WARM; this also
changes which tables AIM goes on to choose, and when it lowers its noise. And a plain logsumexp stands in for SciPy's, whose
checks cost more than the sums.
"""

from common import DELTA, Task, options, run_all  # first: it limits the threads

import dpmm.models.base.mbi.factor as factor
import numpy as np
import pandas as pd
from dpmm.models.aim import AIMGM
from dpmm.models.base.mbi import FactoredInference
from dpmm.models.mst import MSTGM

FINAL, WARM = 500, 50
METHODS = {
    "AIM": (AIMGM, {"max_model_size": 80, "degree": 2, "max_cells": 10_000}),  # dpmm's defaults: 16 rounds an attribute at most
    "MST": (MSTGM, {}),
}


def logsumexp(values: np.ndarray, axis: tuple[int, ...] | None = None) -> np.ndarray:
    "log Σ exp, for finite values and −∞."
    top = np.max(values, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    return np.squeeze(np.log(np.sum(np.exp(values - top), axis=axis, keepdims=True)) + top, axis=axis)[()]


def hurry() -> None:
    "Fewer steps, and each of them faster."
    estimate = FactoredInference.estimate

    def shorter(self, measurements, *args, **kwargs):
        self.iters = WARM if self.warm_start and hasattr(self, "model") else FINAL
        return estimate(self, measurements, *args, **kwargs)

    FactoredInference.estimate = shorter
    sample = np.random.default_rng(0).normal(size=(3, 4, 5))
    assert all(np.allclose(logsumexp(sample, axis), factor.logsumexp(sample, axis=axis)) for axis in (None, (0,), (0, 2), (0, 1, 2), ()))
    factor.logsumexp = logsumexp


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], float, str]:
    "Synthetic records, the class in the last column."
    kind, settings = METHODS[task.method]
    domain = {a["name"]: a["size"] for a in attributes} | {"class": 2}
    train = pd.DataFrame(np.column_stack([data["train_codes"], data["train_class"]]).astype(np.int64), columns=list(domain))
    model = kind(epsilon=task.epsilon, delta=DELTA, domain=domain, n_jobs=1, **settings)
    model.set_random_state(np.random.RandomState(task.seed % 2**32))
    model.set_domain(domain)
    model.fit(train)
    records = model.generate()[list(domain)].to_numpy()
    used = "".join(f" {name}={value}" for name, value in settings.items())
    tables = len(model.generator.cliques)
    return {"records": records.astype(np.int16)}, DELTA, f"steps={FINAL}/{WARM}{used} tables={tables} records={len(records)}"


if __name__ == "__main__":
    hurry()
    run_all(options(__doc__, tuple(METHODS)), ("dpmm", "opendp", "numpy", "pandas"), fit)
