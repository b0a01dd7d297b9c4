"""Would a score that estimates the error on fresh records choose better grids? A comparison of choices among the same grids.

    python experiments/fresh.py FOLDS [EPSILON ...]     # adds what experiments/fresh.csv lacks

All grids of at most T = Nε/10 cells and few attributes are scored twice: by the expected number of errors on the records that the counts
come from, as `publish` does; and with a part added for what a record adds to its own count. Each score pays for its own band, found by
brute force. Choices are exact, and private (100 draws of permute-and-flip); errors are expected ones, on the fold held out.
"""
import csv
import sys
from pathlib import Path

import numpy as np

from privpfc.datasets import load_folds, load_schema
from privpfc.engine.classes import score_classes
from privpfc.grids import Grid, histogram, Pool
from privpfc.sensitivity import flip_probability, score_band
from privpfc.table import encode

OUT = Path(__file__).with_name("fresh.csv")


def tables(n: int, eps: float) -> tuple[np.ndarray, np.ndarray]:
    "t(x), the probability that noise reverses a lead of x, and how much of a record's own vote is in it: (t(x-1) - t(x+1)) / 2."
    t = flip_probability(np.arange(n + 2), eps)
    before = np.concatenate([[1 - t[1]], t[:-2]])  # t(x - 1); t(-1) = 1 - t(1)
    return t[:-1], (before - t[1:]) / 2


def cell_scores(total, lead, t, own, most):
    "Expected errors of a cell on its own records, and of a record that was not counted (clipped)."
    seen = (total - lead) / 2 + lead * t[lead]
    return seen, seen + np.minimum(total, most) * own[lead]


def bands(eps: float, most: float) -> tuple[float, float]:
    "Largest minus smallest change that one record can make, for both scores, over all cells that matter."
    reach = int(max(2 * most, 60 / eps))
    t, own = tables(reach + 2, eps)
    lead = np.arange(reach)
    changes: list[list[float]] = [[], []]
    for total in range(reach - 1):
        x = lead[total % 2: total + 1: 2]
        before = cell_scores(total, x, t, own, most)
        for after in (cell_scores(total + 1, x + 1, t, own, most), cell_scores(total + 1, np.abs(x - 1), t, own, most)):
            for found, a, b in zip(changes, after, before):
                found += [(a - b).min(), (a - b).max()]
    return tuple(max(found) - min(found) for found in changes)


def main(n_folds: int, *budgets: float) -> None:
    done = {tuple(row[:3]) for row in csv.reader(OUT.open())} if OUT.exists() else set()
    if not done:
        OUT.write_text("dataset,epsilon,fold,grids,score,band,exact,private,predicted\n")
    for name in ("adult", "bank"):
        df, _, fold_of = load_folds(name)
        schema = load_schema("adult-cuts" if name == "adult" else name)
        for eps in budgets or (0.1, 0.5, 1.0):
            eps_sh, eps_ph, most = 3 / 7 * eps, 4 / 7 * eps, 4 / (4 / 7 * eps) ** 2
            widths = bands(eps_ph, most)
            assert abs(widths[0] - score_band(eps_ph)) < 0.01
            for fold in range(n_folds):
                if (name, str(eps), str(fold)) in done:
                    continue
                train, test = encode(df[fold_of != fold], schema), encode(df[fold_of == fold], schema)
                levels, (t, own) = Pool(schema, int(train.n * eps / 10)).within(40_000).levels(), tables(train.n, eps_ph)
                pairs = []

                def cost(counts, t=t, own=own, most=most, pairs=pairs):
                    counts = counts.astype(np.int64)
                    total, lead = counts.sum(axis=1), np.abs(counts[:, 1] - counts[:, 0])
                    pairs.append([part.sum() for part in cell_scores(total, lead, t, own, most)])
                    return len(pairs) - 1

                at = score_classes(train.codes, train.counts, [a.maps for a in schema.attributes], levels, cost).astype(int)
                scores, rng, known = np.array(pairs)[at], np.random.default_rng(fold), {}

                def error(best, levels=levels, train=train, test=test, t=t, known=known):
                    if best not in known:
                        grid = Grid(train.schema, tuple(levels[best]))
                        counts, seen = histogram(train, grid).counts, histogram(test, grid).counts
                        flip = t[np.abs(counts[:, 1] - counts[:, 0])]
                        second = np.where(counts[:, 1] > counts[:, 0], 1 - flip, flip)
                        known[best] = (seen[:, 0] @ second + seen[:, 1] @ (1 - second)) / test.n
                    return known[best]

                for j, (score, width) in enumerate(zip(("counted", "fresh"), widths)):
                    drawn = [int(np.argmin(scores[:, j] - rng.exponential(width / eps_sh, len(scores)))) for _ in range(100)]
                    best = int(scores[:, j].argmin())
                    with OUT.open("a") as out:
                        print(name, eps, fold, len(levels), score, f"{width:.4f}", f"{error(best):.5f}",
                              f"{np.mean([error(i) for i in drawn]):.5f}", f"{scores[best, j] / train.n:.5f}", sep=",", file=out)


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(float, sys.argv[2:]))
