"A made-up table for the how-to pages: four thousand people, some with several visits, some with gaps."
import numpy as np
import pandas as pd


def write_people(
    path: str,  # The CSV file to write
    n: int = 4000,  # Number of rows
    gaps: bool = False,  # Leave one age in twenty blank, and write some jobs as "?"
    visits: bool = False,  # Give people several rows each
) -> pd.DataFrame:
    "Write a made-up table of people to a CSV file."
    rng = np.random.default_rng(0)
    age, hours = rng.integers(18, 80, n), np.clip(rng.normal(38, 9, n).round(), 0, 80).astype(int)
    school = rng.choice(["none", "primary", "secondary", "degree"], n, p=[0.1, 0.25, 0.4, 0.25])
    job = rng.choice(["clerk", "driver", "nurse", "teacher", "engineer"], n)
    score = -2.2 + 0.05 * (age - 30) + 2.2 * (school == "degree") + 1.2 * (job == "engineer") + 0.06 * (hours - 35)
    income = np.where(rng.random(n) < 1 / (1 + np.exp(-score)), "high", "low")
    person = rng.integers(0, n // 2, n) if visits else np.arange(n)
    columns = {"case": [f"P{i:05}" for i in person], "age": age, "school": school, "job": job, "hours": hours, "income": income}
    people = pd.DataFrame(columns)
    if gaps:
        people["age"] = people["age"].astype(object).where(rng.random(n) > 0.05, "")
        people["job"] = people["job"].where(rng.random(n) > 0.02, "?")
    people.to_csv(path, index=False)
    return people
