"""CPU seconds and peak memory of one fit in a process of its own.

    python experiments/memory.py [DATA ...]     # adds what experiments/memory.csv lacks

The table is coded beforehand. "before" is what the process holds at the most when it has read the coded table, "peak" when it has
published. The seconds are those of that fit, with the loading of compiled code.
"""
import csv
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from corrections import METHODS

from privpfc.datasets import load_folds, load_schema
from privpfc.mechanism import publish
from privpfc.table import encode

OUT = Path(__file__).with_name("memory.csv")
DATA = ("adult-cuts", "bank", "us", "adult-marital", "census")


def held() -> float:
    "Largest memory of this process so far, GB."
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def one_fit(stored: str, method: str, eps: float) -> str:
    "GB before, GB at the peak, CPU seconds."
    table = pickle.loads(Path(stored).read_bytes())
    before, start = held(), time.process_time()
    publish(table, table.schema, eps, method=METHODS[method], seed=0)
    return f"{before:.2f},{held():.2f},{time.process_time() - start:.1f}"


def main(*names: str) -> None:
    done = {tuple(row[:3]) for row in csv.reader(OUT.open())} if OUT.exists() else set()
    if not done:
        OUT.write_text("dataset,method,epsilon,before,peak,cpu\n")
    for name in names or DATA:
        keys = [key for method in ("default", "one grid", "paper") if (key := (name, method, "1")) not in done]
        if not keys:
            continue
        df, _, fold = load_folds("adult" if name == "adult-cuts" else name)
        with tempfile.NamedTemporaryFile() as stored:
            stored.write(pickle.dumps(encode(df[fold != 0], load_schema(name))))
            stored.flush()
            for key in keys:
                code = [sys.executable, __file__, "--fit", stored.name, *key[1:]]
                found = subprocess.run(code, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
                with OUT.open("a") as out:
                    print(*key, found, sep=",", file=out)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fit"]:
        print(one_fit(sys.argv[2], sys.argv[3], float(sys.argv[4])))
    else:
        main(*sys.argv[1:])
