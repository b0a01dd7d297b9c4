"""How fast is a pool of grids scored? Prints every way side by side, in one run, and stores the table.

    python benchmarks/scoring.py            # about ten minutes on two cores; writes benchmarks/scoring.csv
    python benchmarks/scoring.py --quick    # one minute, writes nothing

    git archive --prefix=before/ COMMIT | tar x -C /tmp
    python benchmarks/scoring.py --baseline /tmp/before    # the scorer of an older commit beside today's

Every row is measured in a process of its own, so that its peak memory is its own. Compilation is cached before
anything is timed. A machine's speed changes from minute to minute, so the ways take turns: on Adult three rounds of
processes (`--rounds`), and the best of each way counts. On a busy machine compare CPU seconds, not seconds. The US data
(46 attributes) takes part where PRIVPFC_DATA points at a directory that holds it.
"""
import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from privpfc.datasets import data_dir, load_adult
from privpfc.scoring import gap_errors, score_attributes, score_pool

try:
    from privpfc.errors import PrivacyLeakWarning
    from privpfc.grids import Pool
    from privpfc.schema import Schema
    from privpfc.table import Table, encode

    list_pool = Pool.levels
except ImportError:  # a baseline in which a pool was a list
    from privpfc.grids import enumerate_pool
    from privpfc.hierarchy import PrivacyLeakWarning, Schema, Table

    Pool, list_pool, encode = enumerate_pool, np.asarray, lambda df, schema: schema.encode(df)

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
    table, rng = encode(df, schema), np.random.default_rng(0)
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
    table = encode(df, schema)
    best = np.sort(np.argsort(-score_attributes(table), kind="stable")[:attributes])
    return Table(schema.project([schema.names[i] for i in best]), table.codes[:, best], table.counts)


def load_compiled(table):
    "Score something small, so that no compilation is timed."
    few = Table(table.schema, table.codes[:100], table.counts[:100])
    score_pool(few, Pool(table.schema, 20), 1.0)


def best(run):
    "Seconds and CPU seconds of the fastest of ten turns, or of as many as begin within two seconds; at least two, if the first was short."
    turns = []
    while not turns or len(turns) < 2 and turns[0][1] < 8 or len(turns) < 10 and sum(turns)[0] < 2:
        start, cpu = time.perf_counter(), time.process_time()
        result = run()
        turns.append(np.array([time.perf_counter() - start, time.process_time() - cpu]))
    return *np.min(turns, axis=0), result


def measure(data, size, T, eps, way):
    "One row of the table."
    table = adult(size) if data == "Adult" else us(size)
    pool = Pool(table.schema, T)
    load_compiled(table)
    if way == "NumPy bincount":
        sample = np.random.default_rng(0).choice(len(pool), min(len(pool), max(30, 60_000_000 // table.n)), replace=False)
        seconds, cpu, slow = best(lambda: bincount_scores(table, list_pool(pool)[sample], EPS_PH * eps))
        seconds, cpu = seconds * len(pool) / len(sample), cpu * len(pool) / len(sample)
        assert (slow == score_pool(table, pool, EPS_PH * eps)[sample]).all()  # the same bits
    else:
        seconds, cpu, scores = best(lambda: score_pool(table, pool, EPS_PH * eps, threads=int(way.split()[0])))
        bits = hashlib.sha256(scores.tobytes()).hexdigest()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"grids": len(pool), "seconds": seconds, "cpu_seconds": cpu, "MB": peak, "bits": "" if way == "NumPy bincount" else bits}


def cases(quick, baseline):
    "What is measured, the ways of each case together: data, its size, T, ε, way."
    fast = ("1 thread", "2 threads")
    ways = ("NumPy bincount", *fast, *(f"{way}, before" for way in fast if baseline))
    for eps in (0.05, 0.2, 1.0):
        yield [("Adult", 1, int(45_222 * eps / 10), eps, way) for way in ways]
    for times in (10,) if quick else (10, 100):
        yield [("Adult", times, 4522, 1.0, way) for way in (ways if times == 10 else ways[1:])]
    if data_dir() and (data_dir() / "us_acs2024_ky.csv.gz").exists():
        for attributes, T in ((16, 400),) if quick else ((16, 4000), (25, 400), (46, 100)):
            yield [("US", attributes, T, 1.0, way) for way in ways]


def in_own_process(case, baseline=None):
    "One row of the table, measured by this program run anew, with the package of the baseline for the ways that say `before`."
    package = baseline if case[-1].endswith("before") else HERE.parent
    env = {**os.environ, "PYTHONPATH": str(Path(package).resolve())}
    done = subprocess.run([sys.executable, __file__, "--one", json.dumps(case)], check=True, capture_output=True, text=True, env=env)
    return dict(zip(("data", "size", "T", "eps", "way"), case), **json.loads(done.stdout))


def compare(ways, rounds, baseline):
    "The rows of one case, the best of several rounds each, with their ratios, by CPU seconds, to the obvious way and to the older commit."
    turns = [[in_own_process(case, baseline) for case in ways] for _ in range(rounds)]
    rows = [{**of_way[0], **{key: min(row[key] for row in of_way) for key in ("seconds", "cpu_seconds", "MB")}} for of_way in zip(*turns)]
    assert len({row.pop("bits") for row in rows} - {""}) == 1  # all ways give the same bits
    before = {row["way"].removesuffix(", before"): row for row in rows if row["way"].endswith("before")}
    for row in rows:
        row["grids_per_second"] = row["grids"] / row["cpu_seconds"]
        row["ratio"] = rows[0]["cpu_seconds"] / row["cpu_seconds"] if rows[0]["way"] == "NumPy bincount" else float("nan")
        row["cpu_to_before"] = row["cpu_seconds"] / before[row["way"]]["cpu_seconds"] if row["way"] in before else float("nan")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer cases; store nothing")
    parser.add_argument("--baseline", metavar="PATH", help="a checkout of an older commit, whose scorer is run as well")
    parser.add_argument("--rounds", type=int, default=3, help="processes for each way on Adult, of which the best counts")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(*json.loads(options.one))))
        return
    for way in ("2 threads", "2 threads, before")[: 1 + bool(options.baseline)]:  # compile
        in_own_process(["Adult", 1, 20, 1.0, way], options.baseline)
    rows = []
    print(f"{'data':6}{'size':>5}{'T':>6}{'ε':>6}  {'way':18}{'grids':>9}{'seconds':>9}{'CPU':>9}"
          f"{'grids/s':>9}{'ratio':>7}{'before':>7}{'MB':>7}")
    for ways in cases(options.quick, options.baseline):
        for row in compare(ways, options.rounds if ways[0][0] == "Adult" and not options.quick else 1, options.baseline):
            rows.append(row)
            print(f"{row['data']:6}{row['size']:5}{row['T']:6}{row['eps']:6}  {row['way']:18}{row['grids']:9,}{row['seconds']:9.2f}"
                  f"{row['cpu_seconds']:9.2f}{row['grids_per_second']:9,.0f}{row['ratio']:7.1f}{row['cpu_to_before']:7.2f}"
                  f"{row['MB']:7.0f}", flush=True)
    schema = load_adult()[1]
    start = time.perf_counter()
    T = next(T for T in range(20_000, 10**6, 1000) if Pool(schema, T).size >= 10**6)
    counted, start = time.perf_counter() - start, time.perf_counter()
    n = len(Pool(schema, T).levels())
    print(f"\nA pool of {n:,} grids (T = {T:,}) is listed in {time.perf_counter() - start:.2f} s; "
          f"finding that T by counting took {counted:.2f} s.")
    for package in (HERE.parent, *([options.baseline] if options.baseline else [])):
        with tempfile.TemporaryDirectory() as cache:  # empty: the first run compiles
            env = {**os.environ, "PYTHONPATH": str(Path(package).resolve()), "NUMBA_CACHE_DIR": cache}
            for turn in ("first-ever", "second"):
                start, cpu = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
                demo = [sys.executable, "-c", "from privpfc.cli import main; main(['demo'])"]
                subprocess.run(demo, check=True, capture_output=True, env=env, cwd=cache)  # elsewhere: Python looks there first
                used = resource.getrusage(resource.RUSAGE_CHILDREN)
                cpu = used.ru_utime + used.ru_stime - cpu.ru_utime - cpu.ru_stime
                said = f"`privpfc demo`, {turn} run{', before' * (package != HERE.parent)}"
                print(f"{said}: {time.perf_counter() - start:.1f} s, {cpu:.1f} s of CPU")
    print(f"{os.cpu_count()} processors, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    if not options.quick:
        digits = {"seconds": 3, "cpu_seconds": 3, "MB": 0, "grids_per_second": 0, "ratio": 1, "cpu_to_before": 2}
        pd.DataFrame(rows).round(digits).to_csv(HERE / "scoring.csv", index=False)


if __name__ == "__main__":
    main()
