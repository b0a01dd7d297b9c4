"""Publish a table that has a class label under pure ε-differential privacy, so that good classifiers can be learned from it.

    from privpfc import load_adult, publish

    df, schema = load_adult()                    # a table, and what is public about it
    release = publish(df, schema, epsilon=1.0)   # noisy counts of a grid that was chosen privately
    release.predict(df.head())                   # a classifier
    release.synthesize()                         # a source of records; of all columns with method=PrivPfC(columns="auto")
    print(release.summary())                     # an account of where ε went

Neighbours are tables that differ by one record, added or removed.
"""
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .datasets import load_adult
    from .errors import InputError, PrivacyLeakWarning
    from .estimator import PrivPfCClassifier
    from .grids import Grid, Pool
    from .hierarchy import Hierarchy
    from .ledger import Ledger
    from .mechanism import PRINTED, PrivPfC, publish
    from .planning import plan
    from .release import About, Release
    from .schema import Schema
    from .table import Table, encode

__version__ = "0.1.0"

__all__ = [
    "PRINTED", "About", "Grid", "Hierarchy", "InputError", "Ledger", "Pool", "PrivPfC", "PrivPfCClassifier", "PrivacyLeakWarning",
    "Release", "Schema", "Table", "encode", "load_adult", "plan", "publish",
]

_HOME = {
    "About": "release", "PRINTED": "mechanism", "Grid": "grids", "Hierarchy": "hierarchy", "InputError": "errors", "Ledger": "ledger",
    "Pool": "grids",
    "PrivPfC": "mechanism", "PrivPfCClassifier": "estimator", "PrivacyLeakWarning": "errors", "Release": "release", "Schema": "schema",
    "Table": "table", "encode": "table", "load_adult": "datasets", "plan": "planning", "publish": "mechanism",
}


def __getattr__(name: str) -> Any:
    "A name of the front door, from the room it lives in: loaded, and its parameters described, when it is first asked for."
    if name not in _HOME:
        raise AttributeError(f"module 'privpfc' has no attribute {name!r}")
    from .engine.describe import describe

    return describe(getattr(import_module(f"privpfc.{_HOME[name]}"), name))


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
