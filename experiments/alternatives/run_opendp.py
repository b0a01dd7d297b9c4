"""Synthetic records by OpenDP's AIM under pure ε; needs requirements-opendp.txt and the folder of prepare.py.

    python experiments/alternatives/run_opendp.py FOLDER

ε-private (δ = 0), neighbours: add or remove one record. Every column comes as the codes of its public bins, with a cut between
any two, so that no key is discovered and no null category is added. "AIM pure" has the default settings: all sets of three
columns, at most 16 rounds a column, half of ε for single columns. "AIM pure, label" is told which column is the label: half of ε
measures every column with it, the other half goes to AIM for two columns with it, in at most eight rounds. Records are drawn,
not rounded. Noise and selection cannot be seeded; drawing is.

One change, after the noise, so it does not touch privacy: marginals that a model does not hold are summed by NumPy instead of
JAX, which would compile every one of them anew.
"""

from itertools import combinations

from common import Task, options, run_all  # first: it limits the threads

import numpy as np

METHODS = ("AIM pure", "AIM pure, label")


def hurry() -> None:
    "Marginals of a fitted model by NumPy."
    from mbi import Factor, MarkovRandomField
    from opt_einsum import contract

    slow, known = MarkovRandomField.project, {}

    def project(self, attrs):
        attrs = (attrs,) if isinstance(attrs, str) else tuple(attrs)
        if id(self) not in known:  # the newest model only
            known.clear()
            factors = [(factor.domain.attributes, np.asarray(factor.values, dtype=float)) for factor in self.potentials.arrays.values()]
            known[id(self)] = self, [(names, np.exp(values - values.max())) for names, values in factors]
        letter = {name: i for i, name in enumerate(self.potentials.domain.attributes)}
        used = [(names, values) for names, values in known[id(self)][1]]
        used += [((name,), np.ones(self.potentials.domain.size((name,)))) for name in attrs]
        terms = [part for names, values in used for part in (values, [letter[name] for name in names])]
        joint = contract(*terms, [letter[name] for name in attrs])
        return Factor(self.potentials.domain.project(attrs), joint * (float(self.total) / joint.sum()))

    def checked(self, attrs):
        MarkovRandomField.project = project  # compare with theirs once
        found = project(self, attrs)
        assert np.allclose(found.values, slow(self, attrs).values, rtol=1e-3, atol=1e-3 * float(self.total))
        return found

    MarkovRandomField.project = checked


def fit(task: Task, data: dict[str, np.ndarray], attributes: list[dict]) -> tuple[dict[str, np.ndarray], float, str]:
    "Synthetic records, the class in the last column."
    import opendp.prelude as dp  # here, because the threads of these packages do not survive a fork
    import polars as pl

    hurry()
    dp.enable_features("contrib")
    names = [f"x{i}" for i in range(len(attributes))]
    sizes = dict(zip(names, (a["size"] for a in attributes))) | {"y": 2}
    frame = pl.DataFrame({name: codes.astype(np.int32) for name, codes in zip(sizes, (*data["train_codes"].T, data["train_class"]))})
    cuts = {name: list(range(size - 1)) for name, size in sizes.items()}
    unit, loss = dp.unit_of(contributions=1), dp.loss_of(epsilon=task.epsilon)
    context = dp.Context.compositor(data=frame.lazy(), privacy_unit=unit, privacy_loss=loss)
    if task.method == "AIM pure":
        table, note = context.query(epsilon=task.epsilon).contingency_table(cuts=cuts, algorithm=dp.mbi.AIM()).release(), "default settings"
    else:
        first = dp.mbi.Fixed(queries=[dp.mbi.Count((name, "y")) for name in names])
        then = dp.mbi.AIM(queries=[dp.mbi.Count((*pair, "y")) for pair in combinations(names, 2)], rounds=8, oneway="unkeyed")
        table = context.query(epsilon=task.epsilon * 0.499999).contingency_table(cuts=cuts, algorithm=first).release()
        table = context.query(epsilon=task.epsilon * 0.499999).contingency_table(table=table, algorithm=then).release()
        note = "half for every column with the label, half for AIM with two columns and the label, rounds=8"
    np.random.seed(task.seed % 2**32)  # noqa: NPY002 (mbi draws from it)
    drawn = table.synthesize(method="sample")
    records = np.column_stack([drawn[name].to_numpy() for name in sizes]).astype(np.int16)
    return {"records": records}, 0.0, f"{note} tables={len(table.marginals.cliques())} records={len(records)}"


if __name__ == "__main__":
    run_all(options(__doc__, METHODS), ("opendp", "mbi", "jax", "polars", "numpy"), fit)
