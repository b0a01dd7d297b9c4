"""Adult, repeated with 5% of the cells of each copy replaced at random, from a Parquet file to a release, through several libraries.

    python benchmarks/scale.py FOLDER --times 1 10 100 --engines pandas polars duckdb spark    # appends to benchmarks/scale.csv
    python benchmarks/scale.py FOLDER --times 1 10 --engines MST AIM DP-EBM                    # others, in their environments

FOLDER keeps the files, which are made once. Every measurement is a process of its own, so that peak memory is its own; CPU
seconds count all its threads, and the Java machine that Spark starts. Phases: `start` imports and opens; `code` reads the file,
codes and merges; `score` scores the grids of a sample and chooses one; `correct` chooses and measures corrections; `rest` is the
number of records, the sample, the histogram and its noise; `write` writes the release, without synthetic rows. ε = 1
(neighbours: add or remove one record). `--times 2220`, a hundred million records, reads three files.

The others run in `scale_rivals.py`, by the interpreter that `--python` names: MST and AIM with
experiments/alternatives/requirements-dpmm.txt and `pyarrow<20`, DP-EBM with requirements-ebm.txt and pyarrow. What they do after
coding stands under `score`. They are stopped after ten minutes of CPU. Spark, too, may have an environment of its own.
"""

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

RESULTS = Path(__file__).with_name("scale.csv")
PHASES = ["start", "code", "score", "correct", "rest", "write"]
RIVALS = ("MST", "AIM", "DP-EBM")
FIELDS = ["engine", "kind", "times", "records", "rows", "T", "grids", *(f"{phase}_cpu" for phase in PHASES), "cpu", "wall", "GB", "load",
          "note"]


def make(times: int, path: Path, seed: int = 0) -> None:
    "The file, written piece by piece; a cell that is hit gets a value of its column, all equally likely."
    import pyarrow as pa
    import pyarrow.parquet as pq

    from privpfc import load_adult

    df, schema = load_adult("adult-cuts")
    rng, columns = np.random.default_rng(seed), {name: np.unique(df[name].to_numpy(), return_inverse=True) for name in df.columns}
    part = path.with_suffix(".part")
    with pq.ParquetWriter(part, pa.Schema.from_pandas(df, preserve_index=False)) as writer:
        for copy in range(times):
            piece = {}
            for name, (values, codes) in columns.items():
                hit = rng.random(len(codes)) < (0.05 if copy and name != schema.label else 0)
                piece[name] = values[np.where(hit, rng.integers(0, len(values), len(codes)), codes)]
            writer.write_table(pa.table({name: pa.array(column) for name, column in piece.items()}, schema=writer.schema))
    part.rename(path)


def parts(path: Path, times: int) -> dict[Path, tuple[int, int]]:
    "The files that make up so many copies; how many each has, and its seed."
    if times != 2220:
        return {path: (times, 0)}
    return {path.with_name(f"adult_1000{path.suffix}"): (1000, 0), path.with_name(f"adult_1000_more{path.suffix}"): (1000, 1),
            path.with_name(f"adult_220_more{path.suffix}"): (220, 2)}


def open_with(engine: str, paths: list[str]):
    "Files as a frame of a library."
    parquet = paths[0].endswith(".parquet")
    if engine == "pandas":
        import pandas as pd

        return pd.concat([(pd.read_parquet if parquet else pd.read_csv)(path) for path in paths]) if paths[1:] else (
            pd.read_parquet if parquet else pd.read_csv)(paths[0])
    if engine == "polars":
        import polars as pl

        return (pl.scan_parquet if parquet else pl.scan_csv)(paths)
    if engine == "duckdb":
        from privpfc.engine.tables import _relation

        return _relation(paths, "parquet" if parquet else "csv", False)
    from pyspark.sql import SparkSession

    options = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.driver.memory": "3g",
               "spark.ui.showConsoleProgress": "false"}
    return SparkSession.builder.master("local[2]").config(map=options).getOrCreate().read.parquet(*paths)


def domains(path: Path) -> None:
    "What the others must know of the columns, from the public schema alone."
    from privpfc import load_adult

    schema = load_adult("adult-cuts")[1]
    known = [{"name": a.name, "edges": list(a.edges)} if a.kind == "numeric" else {"name": a.name, "values": list(a.leaves)}
             for a in schema.attributes]
    path.write_text(json.dumps({"attributes": known, "label": schema.label, "classes": list(schema.classes)}))


def java() -> tuple[float, float]:
    "CPU seconds and peak memory in GB of the processes that this one started."
    cpu = peak = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields, status = (folder / "stat").read_text().rpartition(")")[2].split(), (folder / "status").read_text()
        except OSError:
            continue
        if "(java)" in (folder / "stat").read_text() and os.getpgid(int(folder.name)) == os.getpgid(0):
            cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            peak += int(status.partition("VmHWM:")[2].split()[0]) / 2**20
    return cpu, peak


def measure(engine: str, times: int, path: Path, coding_only: bool) -> dict:
    "One run: seconds by phase and peak memory."
    started, spent = time.perf_counter(), dict.fromkeys(PHASES, 0.0)
    from privpfc import load_adult, mechanism, publish
    from privpfc.engine import rollup
    from privpfc.table import encode

    rollup.load()
    used = lambda: time.process_time() + java()[0]

    def timed(phase, step):
        def run(*given, **more):
            before = used()
            try:
                return step(*given, **more)
            finally:
                spent[phase] += used() - before
        return run

    schema = load_adult("adult-cuts")[1]
    spent["start"] = used()
    table = timed("code", lambda: encode(open_with(engine, [str(part) for part in parts(path, times)]), schema))()
    row = {"engine": engine, "kind": path.suffix[1:], "times": times, "records": table.n, "rows": len(table)}
    if not coding_only:
        mechanism.select_grid, mechanism.correct = timed("score", mechanism.select_grid), timed("correct", mechanism.correct)
        release = timed("rest", publish)(table, schema, 1.0)
        spent["rest"] -= spent["score"] + spent["correct"]
        with tempfile.TemporaryDirectory() as folder:
            timed("write", release.save)(Path(folder) / "release")
        row |= {"T": release.parameters["T"], "grids": release.parameters["pool"]}
    row |= {f"{phase}_cpu": round(seconds, 1) for phase, seconds in spent.items()}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20 + java()[1]
    row |= {"cpu": round(used(), 1), "wall": round(time.perf_counter() - started, 1)}
    return row | {"GB": round(peak, 2), "load": round(os.getloadavg()[0], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--engines", nargs="+", default=["pandas", "polars", "duckdb", "spark"])
    parser.add_argument("--csv", action="store_true", help="from CSV files, made from the others by DuckDB")
    parser.add_argument("--coding-only", action="store_true", help="leave out publishing")
    parser.add_argument("--python", default=sys.executable, help="the interpreter of another environment")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(json.dumps(measure(args.child, args.times[0], args.folder, args.coding_only)))
        return
    args.folder.mkdir(parents=True, exist_ok=True)
    for times in args.times:
        path = args.folder / f"adult_{times}.parquet"
        for part, (copies, seed) in parts(path, times).items():
            if not part.exists():
                make(copies, part, seed)
        if args.csv and not path.with_suffix(".csv").exists():
            import duckdb

            duckdb.connect().read_parquet([str(part) for part in parts(path, times)]).write_csv(str(path.with_suffix(".csv")))
        path = path.with_suffix(".csv") if args.csv else path
        for engine in args.engines:
            command = [args.python, __file__, str(path), "--times", str(times), "--child", engine]
            if engine in RIVALS:
                domains(args.folder / "domains.json")
                command[1] = str(Path(__file__).with_name("scale_rivals.py"))
            done = subprocess.run(command + ["--coding-only"] * args.coding_only, capture_output=True, text=True,
                                  start_new_session=True)
            if done.returncode:
                print(f"{engine} ×{times} failed: {done.stderr.strip().splitlines()[-1]}", flush=True)
                continue
            row = json.loads(done.stdout.strip().splitlines()[-1])
            print(row, flush=True)
            new = not RESULTS.exists()
            with RESULTS.open("a", newline="") as file:
                writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
                if new:
                    writer.writeheader()
                writer.writerow(row)


if __name__ == "__main__":
    main()
