"""One fit of MST or AIM (dpmm) or DP-EBM (interpret) on a file of scale.py, which starts this script; prints one row.

They get the records by the public domains of the schema: dpmm leaf codes, DP-EBM numbers with bounds and categories by name. ε = 1,
δ = 1e-5 (neighbours: add or remove one record). dpmm's inference is shortened as in experiments/alternatives/run_dpmm.py.
"""

import argparse
import json
import os
import resource
import signal
import sys
import time
import warnings
from pathlib import Path

STARTED = time.perf_counter()
LIMIT = 600  # CPU seconds
sys.path.insert(0, str(Path(__file__).parents[1] / "experiments" / "alternatives"))


def mst_or_aim(name: str, frame, known: dict) -> float:
    "Fit a model of dpmm; when the table was coded."
    import numpy as np
    import pandas as pd
    from run_dpmm import DELTA, METHODS, hurry

    hurry()
    codes = {}
    for a in known["attributes"]:
        column = frame[a["name"]]
        if "edges" in a:
            codes[a["name"]] = np.clip(np.searchsorted(a["edges"], column, side="right") - 1, 0, len(a["edges"]) - 2)
        else:
            codes[a["name"]] = pd.Categorical(column, categories=a["values"]).codes
    codes["class"] = pd.Categorical(frame[known["label"]], categories=known["classes"]).codes
    train = pd.DataFrame(codes).astype(np.int64)
    assert train.to_numpy().min() >= 0, "a value outside its domain"
    coded = time.process_time()
    domain = {a["name"]: len(a.get("values", a.get("edges"))) - ("edges" in a) for a in known["attributes"]} | {"class": 2}
    kind, settings = METHODS[name]
    model = kind(epsilon=1.0, delta=DELTA, domain=domain, n_jobs=1, **settings)
    model.set_domain(domain)
    model.fit(train)
    return coded


def dp_ebm(frame, known: dict) -> float:
    "Fit DP-EBM; when the table was read."
    from interpret.privacy import DPExplainableBoostingClassifier

    attributes, coded = known["attributes"], time.process_time()
    model = DPExplainableBoostingClassifier(
        feature_names=[a["name"] for a in attributes], feature_types=["continuous" if "edges" in a else a["values"] for a in attributes],
        privacy_bounds={a["name"]: (a["edges"][0], a["edges"][-1]) for a in attributes if "edges" in a}, epsilon=1.0, delta=1e-5, n_jobs=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.fit(frame[[a["name"] for a in attributes]], (frame[known["label"]] == known["classes"][1]).astype(int))
    return coded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--times", type=int)
    parser.add_argument("--child")
    args = parser.parse_args()
    import pandas as pd

    if args.child == "DP-EBM":
        import interpret.privacy  # noqa: F401
    else:
        import dpmm.models.aim
        import dpmm.models.mst  # noqa: F401
    known, row = json.loads(args.file.with_name("domains.json").read_text()), {"engine": args.child, "kind": args.file.suffix[1:]}
    start = time.process_time()

    def end(coded: float | None, note: str = "") -> None:
        used, peak = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        phases = {"start_cpu": start} | ({} if coded is None else {"code_cpu": coded - start, "score_cpu": used - coded})
        seconds = {name: round(value, 1) for name, value in (phases | {"cpu": used, "wall": time.perf_counter() - STARTED}).items()}
        print(json.dumps(row | seconds | {"GB": round(peak, 2), "load": round(os.getloadavg()[0], 1), "note": note}), flush=True)
        os._exit(0)

    signal.signal(signal.SIGPROF, lambda *_: end(None, f"stopped unfinished after {time.process_time():.0f} CPU seconds"))
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    frame = pd.read_parquet(args.file)
    row |= {"times": args.times, "records": len(frame)}
    end(dp_ebm(frame, known) if args.child == "DP-EBM" else mst_or_aim(args.child, frame, known))


if __name__ == "__main__":
    main()
