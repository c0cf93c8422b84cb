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
    "StatementCounts": "labelled.joint.counts",
    "statement_counts": "labelled.joint.counting",
    "bayes_test": "labelled.joint.bayes",
    "glrt_test": "labelled.joint.glrt",
    "network_test": "labelled.joint.network",
    "sign_test": "labelled.single.separate",
    "wilcoxon_test": "labelled.single.separate",
    "pairwise_tests": "labelled.compare.pairwise",
    "pareto_test": "labelled.joint.pareto",
    "compare_algorithms": "labelled.compare.comparison",
    "results_table": "labelled.table.building",
    "results_table_wide": "labelled.table.wide",
    "results_table_matrices": "labelled.table.wide",
    "read_results": "labelled.table.reading",
    "load_dataset": "labelled.table.reading",
    "load_frame": "labelled.table.reading",
    "list_datasets": "labelled.table.reading",
    "simulate_roc": "labelled.studies.simulate",
    "plan_datasets": "labelled.studies.plan",
    "plackett_luce_test": "labelled.joint.plackett_luce",
    "read_counts": "labelled.joint.scale",
    "dask_counts": "labelled.joint.scale",
    "ResultsTable": "labelled.table.results_table",
    "FoldTable": "labelled.table.folds",
    "fold_table": "labelled.table.folds",
    "bayes_sign_test": "labelled.single.bayes_sign",
    "corrected_t_test": "labelled.single.corrected_t",
    "friedman_test": "labelled.single.friedman",
    "hotelling_test": "labelled.normal.hotelling",
    "learn_measures": "labelled.normal.learned",
    "manova_test": "labelled.normal.manova",
    "mardia_test": "labelled.normal.mardia",
    "measures_from_confusion": "labelled.table.confusion",
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
