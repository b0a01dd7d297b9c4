"""How fast is a pool of grids scored? Prints every way side by side, in one run, and stores the table.

    python benchmarks/scoring.py            # about ten minutes on two cores; writes benchmarks/scoring.csv
    python benchmarks/scoring.py --quick    # one minute, writes nothing

Every row is measured in a process of its own, so that its peak memory is its own. Compilation is cached before
anything is timed. A machine's speed changes from minute to minute, so the ways take turns: on Adult three rounds of
processes, and the best of each way counts. The US data (46 attributes) takes part where PRIVPFC_DATA points at a
directory that holds it.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from privpfc.cover import score_covered
from privpfc.datasets import data_dir, load_adult
from privpfc.grids import count_pool, enumerate_pool
from privpfc.hierarchy import PrivacyLeakWarning, Schema, Table
from privpfc.scoring import gap_errors, score_attributes, score_pool

HERE = Path(__file__).resolve().parent
EPS_PH = 4 / 7  # share of the budget that the noise on the counts gets


def bincount_scores(table, pool, eps):
    "The obvious way without any overhead: NumPy's bincount over all records, one grid after the other."
    gap_error = gap_errors(table.n, eps)
    nodes = [[level[table.codes[:, i]].astype(np.int64) for level in a.maps] for i, a in enumerate(table.schema.attributes)]
    label = (table.counts[:, 1] > 0).astype(np.int64)
    scores = np.empty(len(pool))
    for g, levels in enumerate(pool):
        cell, n_cells = label.copy(), 1
        for i, level in enumerate(levels):
            if level > 1:
                cell += nodes[i][level - 1] * (2 * n_cells)
                n_cells *= table.schema.attributes[i].sizes[level - 1]
        counts = np.bincount(cell, minlength=2 * n_cells).reshape(n_cells, 2)
        gap = np.abs(counts[:, 0] - counts[:, 1])
        scores[g] = counts.min(axis=1).sum() + gap_error[np.minimum(gap, len(gap_error) - 1)].sum()
    return scores


def adult(times):
    "Adult, repeated: the copies have 5% of their cells replaced by random leaves, so that few rows are equal."
    df, schema = load_adult()
    table, rng = schema.encode(df), np.random.default_rng(0)
    codes = np.tile(table.codes, (times, 1))
    for i, attribute in enumerate(schema.attributes):
        hit = rng.random(len(codes)) < 0.05
        hit[: len(table)] = False
        codes[hit, i] = rng.integers(0, len(attribute.leaves), hit.sum())
    return Table(schema, codes, np.tile(table.counts, (times, 1)))


def us(attributes):
    "The US data, all attributes or those with the largest Cor. Its domains are read off the data: this is a benchmark."
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PrivacyLeakWarning)
        df = pd.read_csv(data_dir() / "us_acs2024_ky.csv.gz")
        schema = Schema.infer(df, "income")
    table = schema.encode(df)
    best = np.sort(np.argsort(-score_attributes(table), kind="stable")[:attributes])
    return Table(schema.project([schema.names[i] for i in best]), table.codes[:, best], table.counts)


def load_compiled(table):
    "Score something small in every way, so that no compilation is timed."
    few = Table(table.schema, table.codes[:100], table.counts[:100])
    pool, attributes = enumerate_pool(table.schema, 20), table.schema.attributes
    score_pool(few, pool[:2], 1.0), score_pool(few, pool, 1.0)
    score_covered(few.codes, few.counts, [a.maps for a in attributes], [a.sizes for a in attributes], 20, gap_errors(few.n, 1.0), long=1)


def best(run):
    "Seconds of the fastest of ten turns, or of as many as begin within two seconds, but at least two; and what it returns."
    turns = []
    while len(turns) < 2 or len(turns) < 10 and sum(turns) < 2:
        start = time.perf_counter()
        result = run()
        turns.append(time.perf_counter() - start)
    return min(turns), result


def measure(data, size, T, eps, way):
    "One row of the table."
    table = adult(size) if data == "Adult" else us(size)
    pool = enumerate_pool(table.schema, T)
    load_compiled(table)
    if way == "NumPy bincount":
        sample = np.random.default_rng(0).choice(len(pool), min(len(pool), max(30, 60_000_000 // table.n)), replace=False)
        seconds, slow = best(lambda: bincount_scores(table, pool[sample], EPS_PH * eps))
        seconds *= len(pool) / len(sample)
        assert (slow == score_pool(table, pool, EPS_PH * eps)[sample]).all()  # the same bits
    else:
        seconds, _ = best(lambda: score_pool(table, pool, EPS_PH * eps, threads=int(way.split()[0])))
    return {"grids": len(pool), "seconds": seconds, "MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def cases(quick):
    "What is measured, the ways of each case together: data, its size, T, ε, way."
    ways = ("NumPy bincount", "1 thread", "2 threads")
    for eps in (0.05, 0.2, 1.0):
        yield [("Adult", 1, int(45_222 * eps / 10), eps, way) for way in ways]
    for times in (10,) if quick else (10, 100):
        yield [("Adult", times, 4522, 1.0, way) for way in (ways if times == 10 else ways[1:])]
    if data_dir() and (data_dir() / "us_acs2024_ky.csv.gz").exists():
        for attributes, T in ((16, 400),) if quick else ((16, 4000), (25, 400), (46, 100)):
            yield [("US", attributes, T, 1.0, way) for way in ways]


def in_own_process(case):
    "One row of the table, measured by this program run anew."
    done = subprocess.run([sys.executable, __file__, "--one", json.dumps(case)], check=True, capture_output=True, text=True)
    return dict(zip(("data", "size", "T", "eps", "way"), case), **json.loads(done.stdout))


def compare(ways, rounds):
    "The rows of one case, the best of several rounds each, with the ratio to the first way if that is the obvious one."
    turns = [[in_own_process(case) for case in ways] for _ in range(rounds)]
    rows = [min(of_way, key=lambda row: row["seconds"]) for of_way in zip(*turns)]
    for row in rows:
        row["grids_per_second"] = row["grids"] / row["seconds"]
        row["ratio"] = rows[0]["seconds"] / row["seconds"] if rows[0]["way"] == "NumPy bincount" else float("nan")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer cases; store nothing")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(*json.loads(options.one))))
        return
    in_own_process(["Adult", 1, 20, 1.0, "2 threads"])  # compile
    rows = []
    print(f"{'data':6}{'size':>5}{'T':>6}{'ε':>6}  {'way':15}{'grids':>9}{'seconds':>9}{'grids/s':>9}{'ratio':>7}{'MB':>7}")
    for row in (row for ways in cases(options.quick) for row in compare(ways, 3 if ways[0][0] == "Adult" and not options.quick else 1)):
        rows.append(row)
        print(f"{row['data']:6}{row['size']:5}{row['T']:6}{row['eps']:6}  {row['way']:15}{row['grids']:9,}{row['seconds']:9.2f}{row['grids_per_second']:9,.0f}{row['ratio']:7.1f}{row['MB']:7.0f}", flush=True)
    schema = load_adult()[1]
    start = time.perf_counter()
    T = next(T for T in range(20_000, 10**6, 1000) if count_pool(schema, T) >= 10**6)
    counted, start = time.perf_counter() - start, time.perf_counter()
    n = len(enumerate_pool(schema, T))
    print(f"\nA pool of {n:,} grids (T = {T:,}) is listed in {time.perf_counter() - start:.2f} s; finding that T by counting took {counted:.2f} s.")
    for turn in ("first", "second"):
        start = time.perf_counter()
        subprocess.run([Path(sys.executable).parent / "privpfc", "demo"], check=True, capture_output=True)
        print(f"`privpfc demo`, {turn} run here, start to finish: {time.perf_counter() - start:.1f} s")
    print(f"{os.cpu_count()} processors, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    if not options.quick:
        pd.DataFrame(rows).round({"seconds": 3, "MB": 0, "grids_per_second": 0, "ratio": 1}).to_csv(HERE / "scoring.csv", index=False)


if __name__ == "__main__":
    main()
