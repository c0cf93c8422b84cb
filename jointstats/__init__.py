"""Statistical tests that compare algorithms on several performance measures at once.

Which algorithm is jointly better, on which measures, and how sure is that? Start with
:func:`results_table` and :func:`compare_algorithms`; see ``help(jointstats.NAME)`` for each name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Public name -> module. Loaded when first used, so that `import jointstats` costs next to nothing.
_PUBLIC = {
    "StatementCounts": "labelled.counts",
    "statement_counts": "labelled.counting",
    "bayes_test": "labelled.bayes",
    "glrt_test": "labelled.glrt",
    "network_test": "labelled.network",
    "sign_test": "labelled.separate",
    "wilcoxon_test": "labelled.separate",
    "pairwise_tests": "labelled.pairwise",
    "pareto_test": "labelled.pareto",
    "compare_algorithms": "labelled.compare",
    "results_table": "labelled.building",
    "results_table_wide": "labelled.wide",
    "results_table_matrices": "labelled.wide",
    "read_results": "labelled.reading",
    "load_dataset": "labelled.reading",
    "load_frame": "labelled.reading",
    "list_datasets": "labelled.reading",
    "simulate_roc": "labelled.simulate",
    "plan_datasets": "labelled.plan",
    "plackett_luce_test": "labelled.plackett_luce",
    "read_counts": "labelled.scale",
    "dask_counts": "labelled.scale",
    "ResultsTable": "labelled.table",
    "FoldTable": "labelled.folds",
    "fold_table": "labelled.folds",
    "bayes_sign_test": "labelled.bayes_sign",
    "corrected_t_test": "labelled.corrected_t",
    "friedman_test": "labelled.friedman",
    "hotelling_test": "labelled.hotelling",
    "learn_measures": "labelled.learned",
    "manova_test": "labelled.manova",
    "mardia_test": "labelled.mardia",
    "measures_from_confusion": "labelled.confusion",
    "JointStatsError": "kernels.errors",
    "JointStatsWarning": "labelled.errors",
}

__all__ = ["__version__", *sorted(_PUBLIC)]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        value = getattr(import_module(f"jointstats.{_PUBLIC[name]}"), name)
        globals()[name] = value
        return value
    if name == "errors":
        return import_module("jointstats.labelled.errors")
    raise AttributeError(f"module 'jointstats' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "errors"])
