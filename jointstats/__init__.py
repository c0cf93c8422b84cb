"""Joint statistical tests of algorithms on several performance measures.

Which algorithm is better, on which measures, at what price, and with what confidence? Start with
:func:`results_table` and :func:`compare_algorithms`; see ``help(jointstats.NAME)`` for each name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jointstats import interfaces as _presentation  # noqa: F401 (what results ask of it)

__version__ = "0.1.0"

# Public name -> module. Loaded when first used, so that `import jointstats` costs next to nothing.
_PUBLIC = {
    "StatementCounts": "joint.counts",
    "statement_counts": "joint.counting",
    "bayes_test": "joint.bayes",
    "glrt_test": "joint.glrt",
    "network_test": "network.network",
    "sign_test": "single.separate",
    "wilcoxon_test": "single.separate",
    "pairwise_tests": "joint.pairwise",
    "claim_test": "claims.claim",
    "break_even": "claims.break_even",
    "watch_claim": "claims.watch",
    "compare_algorithms": "claims.comparison",
    "compare_estimators": "claims.estimators",
    "leaderboard": "claims.leaderboard",
    "sensitivity": "claims.sensitivity.sensitivity",
    "results_table": "table.making",
    "read_results": "table.reading",
    "load_dataset": "table.reading",
    "load_frame": "table.reading",
    "list_datasets": "table.reading",
    "simulate_roc": "planning.simulate",
    "plan_datasets": "planning.plan",
    "json_schema": "base.schema",
    "ResultsTable": "table.results_table",
    "FoldTable": "table.folds",
    "bayes_sign_test": "single.bayes_sign",
    "corrected_t_test": "single.corrected_t",
    "friedman_test": "single.friedman",
    "hotelling_test": "means.hotelling",
    "learn_measures": "means.learned",
    "manova_test": "means.manova",
    "mardia_test": "means.mardia",
    "measures_from_confusion": "table.confusion",
    # What a comparison and the tests of every pair return.
    "Comparison": "claims.comparison",
    "LeaderboardResult": "claims.leaderboard_result",
    "SensitivityResult": "claims.sensitivity.result",
    "PairwiseResult": "joint.pairwise_result",
    "JointPairsResult": "joint.pairwise_result",
    "SeparatePairsResult": "joint.pairwise_result",
    "MeanPairsResult": "joint.pairwise_result",
    # What the joint tests return.
    "GLRTResult": "joint.glrt",
    "BayesResult": "joint.posterior",
    "NetworkResult": "network.network_result",
    "ClaimResult": "claims.claim_result",
    "BreakEvenResult": "claims.break_even_result",
    "WatchResult": "claims.watch_result",
    # What tests of one measure, of means, and studies return.
    "SeparateResult": "single.separate",
    "SignResult": "single.separate",
    "WilcoxonResult": "single.separate",
    "BayesSignResult": "single.bayes_sign",
    "FriedmanResult": "single.friedman",
    "CorrectedTResult": "single.corrected_t",
    "NormalResult": "means.cases",
    "HotellingResult": "means.means_results",
    "ManovaResult": "means.means_results",
    "MardiaResult": "means.mardia",
    "LearnedResult": "means.learned",
    "PlanResult": "planning.plan",
    "RocResult": "planning.simulate",
    "QuadeResult": "single.quade",
    "quade_test": "single.quade",
    "JointStatsError": "evidence.messages",
    "JointStatsWarning": "base.errors",
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
        return import_module("jointstats.base.errors")
    raise AttributeError(f"module 'jointstats' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "errors"])
