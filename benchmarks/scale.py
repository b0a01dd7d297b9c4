"""Adult, repeated with 5% of the cells of each copy replaced at random, from a Parquet file to a release, through several libraries.

    python benchmarks/scale.py FOLDER --times 1 10 100 --engines pandas polars duckdb spark    # appends to benchmarks/scale.csv

FOLDER keeps the files, which are made once. Every measurement is a process of its own, so that peak memory is its own; CPU
seconds count all threads of it (of Spark, not the Java machine's). Phases: `code` reads the file and makes the table of
distinct coded rows; `publish` is everything after that, at ε = 1 (neighbours: add or remove one record); no synthetic rows.
"""

import argparse
import csv
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

RESULTS = Path(__file__).with_name("scale.csv")
FIELDS = ["engine", "times", "records", "rows", "code_cpu", "code_wall", "publish_cpu", "publish_wall", "grids", "T", "GB"]


def make(times: int, path: Path) -> None:
    "The file, written piece by piece; a cell that is hit gets a value of its column, all equally likely."
    import pyarrow as pa
    import pyarrow.parquet as pq

    from privpfc import load_adult

    df, schema = load_adult("adult-cuts")
    rng, columns = np.random.default_rng(0), {name: np.unique(df[name].to_numpy(), return_inverse=True) for name in df.columns}
    part = path.with_suffix(".part")
    with pq.ParquetWriter(part, pa.Schema.from_pandas(df, preserve_index=False)) as writer:
        for copy in range(times):
            piece = {}
            for name, (values, codes) in columns.items():
                hit = rng.random(len(codes)) < (0.05 if copy and name != schema.label else 0)
                piece[name] = values[np.where(hit, rng.integers(0, len(values), len(codes)), codes)]
            writer.write_table(pa.table({name: pa.array(column) for name, column in piece.items()}, schema=writer.schema))
    part.rename(path)


def open_with(engine: str, path: Path):
    "The file as a frame of a library."
    if engine == "pandas":
        import pandas as pd

        return pd.read_parquet(path)
    if engine == "polars":
        import polars as pl

        return pl.scan_parquet(path)
    if engine == "duckdb":
        import duckdb

        return duckdb.connect().read_parquet(str(path))
    from pyspark.sql import SparkSession

    options = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.driver.memory": "3g"}
    return SparkSession.builder.master("local[2]").config(map=options).getOrCreate().read.parquet(str(path))


def measure(engine: str, times: int, path: Path, coding_only: bool) -> dict:
    "One run: seconds by phase and peak memory."
    from privpfc import load_adult, publish
    from privpfc.table import encode

    schema = load_adult("adult-cuts")[1]
    wall, cpu = time.perf_counter(), time.process_time()
    table = encode(open_with(engine, path), schema)
    row = {"engine": engine, "times": times, "records": table.n, "rows": len(table), "code_cpu": round(time.process_time() - cpu, 1),
           "code_wall": round(time.perf_counter() - wall, 1)}
    if not coding_only:
        wall, cpu = time.perf_counter(), time.process_time()
        release = publish(table, schema, 1.0)
        row |= {"publish_cpu": round(time.process_time() - cpu, 1), "publish_wall": round(time.perf_counter() - wall, 1),
                "grids": release.parameters["pool"], "T": release.parameters["T"]}
    return row | {"GB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--engines", nargs="+", default=["pandas", "polars", "duckdb", "spark"])
    parser.add_argument("--coding-only", action="store_true", help="leave out publishing")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(json.dumps(measure(args.child, args.times[0], args.folder, args.coding_only)))
        return
    args.folder.mkdir(parents=True, exist_ok=True)
    for times in args.times:
        path = args.folder / f"adult_{times}.parquet"
        if not path.exists():
            make(times, path)
        for engine in args.engines:
            command = [sys.executable, __file__, str(path), "--times", str(times), "--child", engine]
            done = subprocess.run(command + ["--coding-only"] * args.coding_only, capture_output=True, text=True)
            if done.returncode:
                print(f"{engine} ×{times} failed: {done.stderr.strip().splitlines()[-1]}", flush=True)
                continue
            row = json.loads(done.stdout.strip().splitlines()[-1])
            print(row, flush=True)
            new = not RESULTS.exists()
            with RESULTS.open("a", newline="") as file:
                writer = csv.DictWriter(file, FIELDS)
                if new:
                    writer.writeheader()
                writer.writerow(row)


if __name__ == "__main__":
    main()
