"""Errors with cuts of numbers that are paid for, beside public ones, on Adult, Bank and US.

    python experiments/cuts.py FOLDS [TABLE ...]     # adds what experiments/cuts.csv lacks, for the package's default

Two schemas: ours, whose cuts somebody has thought about; and "range", which knows no more of a number than its range, cut into 64 equal
parts. With each of them the cuts are public, or bought with 5 % of ε. Folds and seeds are fixed. (The file has one fold of one grid, too.)
"""
import itertools
import sys
import warnings
from pathlib import Path

from common import equal_width, fill, table

from privpfc.mechanism import PrivPfC


def main(n_folds: int, *names: str) -> None:
    for name in names or ("adult", "bank", "us"):
        df, ours = table(name)
        schemas = {"ours": ours, "range": equal_width(ours, 64)}
        ways = itertools.product(range(n_folds), (0.1, 1.0), schemas, ("public", "private"))
        tasks = ((dict(schema=kind, cuts=cuts, method="default", epsilon=eps, fold=fold), schemas[kind], PrivPfC(cuts=cuts))
                 for fold, eps, kind, cuts in ways)
        fill(Path(__file__).with_name("cuts.csv"), name, df, tasks)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]), *sys.argv[2:])
