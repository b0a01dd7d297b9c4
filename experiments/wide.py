"""Ways to make more of the marginals of a wide table at small ε, none of which earned its place: how far shares are from the truth.

    python experiments/wide.py     # writes experiments/wide.csv

A table of 46 columns, those of Adult and Bank side by side and twelve of their coarser levels, has for each column what US has at ε = 0.1.
Marginals need no records that hang together, so that one table can be made of two. Noise is continuous and seeded: this is no release.
"""
import csv
from dataclasses import replace
from pathlib import Path

import numpy as np

from privpfc.columns import column_levels, project
from privpfc.datasets import load_folds, load_schema
from privpfc.grids import Grid
from privpfc.hierarchy import Hierarchy
from privpfc.schema import Schema
from privpfc.table import leaf_codes

OUT = Path(__file__).parent / "wide.csv"
REPEATS = 40


def mixed():
    "The columns of Adult and Bank, and of twelve of them a coarser level as a column of its own."
    parts = [(schema, leaf_codes(load_folds(name)[0], schema)) for name, schema in
             (("adult", load_schema("adult-cuts")), ("bank", load_schema("bank")))]
    n = min(len(codes) for _, codes in parts)
    attributes, codes = [a for schema, _ in parts for a in schema.attributes], np.column_stack([codes[:n] for _, codes in parts])
    few = [j for j, a in enumerate(attributes) if a.height > 2 and a.sizes[1] <= 3][:12]
    coarse = [Hierarchy.flat(f"coarse {j}", map(str, range(attributes[j].sizes[1]))) for j in few]
    codes = np.column_stack([codes, *(attributes[j].maps[1][codes[:, j]] for j in few)])
    return Schema((*(replace(a, name=f"{j}") for j, a in enumerate(attributes)), *coarse), "y", ("0", "1")), codes


def spread(attribute, level, weights):
    "Evenly inside a node, which is near enough for a comparison."
    nodes = attribute.maps[level - 1]
    return weights[nodes] / np.bincount(nodes)[nodes]


def posterior(noisy, n, eps):
    "Posterior mean of counts with a sparse prior, x^(-0.8), that add up to n."
    at = n * ((np.arange(240) + 0.5) / 240) ** 4
    base = -0.8 * np.log(at) + 0.75 * np.log(at) - eps * np.abs(noisy[:, None] - at)

    def means(tilt):
        weight = np.exp((z := base - tilt * at) - z.max(axis=1, keepdims=True))
        return (weight * at).sum(axis=1) / weight.sum(axis=1)

    low, high = -1.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if means(middle).sum() > n else (low, middle)
    return means(high) * n / means(high).sum()


def smoothed(noisy, n, eps):
    "The closest counts to those of a random walk over the intervals."
    steps = np.diff(np.eye(len(noisy)), axis=0)
    return project(np.linalg.solve(np.eye(len(noisy)) + steps.T @ steps * 2 / (eps * n / 2) ** 2, noisy), n)


def standing_out(noisy, n, eps):
    "Counts above the largest noise are believed, the rest of n is spread evenly; the closest counts if there are few of them."
    if len(noisy) <= 1.5 * eps * n:
        return project(noisy, n)
    common = np.where(noisy > np.log(len(noisy)) / eps, noisy, 0.0)
    common *= min(1.0, n / max(common.sum(), 1e-9))
    return project(noisy, n) if common.all() else common + np.where(common > 0, 0.0, (n - common.sum()) / (common == 0).sum())


def median_noise(k, eps, rng):
    "Noise shaped by what one record can change if n is known: none at the median, as many above as below."
    noise, order = rng.exponential(1 / eps, k), rng.permutation(k)
    noise[order[0]] = 0.0
    noise[order[1 : 1 + (k - 1) // 2]] *= -1
    return noise


def laplace(k, eps, rng):
    return rng.laplace(scale=1 / eps, size=k)


WAYS = {  # noise, what is made of a number's counts and of a category's, all leaves, exponent of the shares of ε
    "the rule": (laplace, project, project, False, 0.5),
    "shares as the cube root": (laplace, project, project, False, 1 / 3),
    "shares as the size": (laplace, project, project, False, 1.0),
    "posterior mean": (laplace, posterior, posterior, False, 0.5),
    "smoothed numbers": (laplace, smoothed, project, False, 0.5),
    "all leaves": (laplace, project, project, True, 1 / 3),
    "all leaves that stand out": (laplace, standing_out, standing_out, True, 1 / 3),
    "noise around the median": (median_noise, project, project, False, 0.5),
}


def main():
    schema, codes = mixed()
    n, grid = len(codes), Grid.of(schema, {})
    with OUT.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["way", "epsilon", "one-way TV", "se"])
        for way, (noise, numbers, values, leaves, power) in WAYS.items():
            for eps in (0.0145, 0.029):
                plan = [(i, a.height) for i, a in enumerate(schema.attributes)] if leaves else [p[:2] for p in column_levels(grid, n, eps)]
                shares, rng = [schema.attributes[i].sizes[level - 1] ** power for i, level in plan], np.random.default_rng(0)
                found = np.zeros((REPEATS, len(plan)))
                for j, (i, level) in enumerate(plan):
                    a, part = schema.attributes[i], eps * shares[j] / sum(shares)
                    true = np.bincount(codes[:, i], minlength=a.sizes[-1])
                    nodes, mend = np.bincount(a.maps[level - 1], true), numbers if a.kind == "numeric" else values
                    for repeat in range(REPEATS):
                        noisy = nodes + noise(len(nodes), part, rng)
                        mended = mend(noisy, n) if mend is project else mend(noisy, float(n), part)
                        found[repeat, j] = np.abs(spread(a, level, mended) - true).sum() / (2 * n)
                means = found.mean(axis=1)
                writer.writerow([way, eps, f"{means.mean():.4f}", f"{means.std(ddof=1) / REPEATS**0.5:.4f}"])
                print(way, eps, round(means.mean(), 4), flush=True)


if __name__ == "__main__":
    main()
