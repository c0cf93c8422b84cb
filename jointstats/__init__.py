"""Joint statistical tests of algorithms on several performance measures.

Which algorithm is better, on which measures, at what price, and with what confidence? Start with
:func:`results_table` and :func:`compare_algorithms`; see ``help(jointstats.NAME)`` for each name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jointstats import presentation as _presentation  # noqa: F401 (what results ask of it)

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
    "claim_test": "labelled.joint.claim",
    "watch_claim": "labelled.joint.watch",
    "compare_algorithms": "labelled.compare.comparison",
    "compare_estimators": "labelled.compare.estimators",
    "leaderboard": "labelled.compare.leaderboard",
    "sensitivity": "labelled.sensitivity.sensitivity",
    "results_table": "labelled.table.making",
    "read_results": "labelled.table.reading",
    "load_dataset": "labelled.table.reading",
    "load_frame": "labelled.table.reading",
    "list_datasets": "labelled.table.reading",
    "simulate_roc": "labelled.studies.simulate",
    "plan_datasets": "labelled.studies.plan",
    "json_schema": "labelled.schema",
    "ResultsTable": "labelled.table.results_table",
    "FoldTable": "labelled.table.folds",
    "bayes_sign_test": "labelled.single.bayes_sign",
    "corrected_t_test": "labelled.single.corrected_t",
    "friedman_test": "labelled.single.friedman",
    "hotelling_test": "labelled.normal.hotelling",
    "learn_measures": "labelled.normal.learned",
    "manova_test": "labelled.normal.manova",
    "mardia_test": "labelled.normal.mardia",
    "measures_from_confusion": "labelled.table.confusion",
    # What a comparison and the tests of every pair return.
    "Comparison": "labelled.compare.comparison",
    "LeaderboardResult": "labelled.compare.leaderboard",
    "SensitivityResult": "labelled.sensitivity.result",
    "PairwiseResult": "labelled.compare.pairwise_result",
    "JointPairsResult": "labelled.compare.pairwise_result",
    "SeparatePairsResult": "labelled.compare.pairwise_result",
    "MeanPairsResult": "labelled.compare.pairwise_result",
    # What the joint tests return.
    "GLRTResult": "labelled.joint.glrt",
    "BayesResult": "labelled.joint.bayes_result",
    "NetworkResult": "labelled.joint.network_result",
    "ClaimResult": "labelled.joint.claim_result",
    "WatchResult": "labelled.joint.watch_result",
    # What tests of one measure, of means, and studies return.
    "SeparateResult": "labelled.single.separate",
    "SignResult": "labelled.single.separate",
    "WilcoxonResult": "labelled.single.separate",
    "BayesSignResult": "labelled.single.bayes_sign",
    "FriedmanResult": "labelled.single.friedman_result",
    "CorrectedTResult": "labelled.single.corrected_t",
    "NormalResult": "labelled.normal.cases",
    "HotellingResult": "labelled.normal.means_results",
    "ManovaResult": "labelled.normal.means_results",
    "MardiaResult": "labelled.normal.mardia_result",
    "LearnedResult": "labelled.normal.learned",
    "PlanResult": "labelled.studies.plan_result",
    "RocResult": "labelled.studies.simulate",
    "QuadeResult": "labelled.single.quade",
    "quade_test": "labelled.single.quade",
    "JointStatsError": "kernels.messages",
    "JointStatsWarning": "labelled.errors",
}

__all__ = ["__version__", *sorted(_PUBLIC)]


def public_names() -> list[str]:
    """Public names in the order in which they are listed above."""
    return list(_PUBLIC)


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
