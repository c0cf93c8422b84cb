"""Joint statistical tests of algorithms on several performance measures.

Which algorithm is better, on which measures, at what price, and with what confidence? Start with
:func:`results_table` and :func:`compare_algorithms`; see ``help(jointstats.NAME)`` for each name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jointstats import interfaces as _presentation  # noqa: F401 (what results ask of it)

__version__ = "0.1.0"

# Module -> public names. Loaded when first used, so that `import jointstats` costs next to nothing.
_MODULES = {
    "joint.counts": "StatementCounts",
    "joint.counting": "statement_counts",
    "joint.bayes": "bayes_test",
    "joint.glrt": "glrt_test GLRTResult",
    "joint.posterior": "BayesResult",
    "network.network": "network_test",
    "network.network_result": "NetworkResult",
    "single.separate": "sign_test wilcoxon_test SeparateResult SignResult WilcoxonResult",
    "joint.pairwise": "pairwise_tests",
    "joint.pairwise_result": "PairwiseResult JointPairsResult SeparatePairsResult MeanPairsResult",
    "claims.claim": "claim_test",
    "claims.claim_result": "ClaimResult",
    "claims.break_even": "break_even BreakEvenResult",
    "claims.watch": "watch_claim",
    "claims.watch_result": "WatchResult",
    "claims.comparison": "compare_algorithms Comparison",
    "claims.estimators": "compare_estimators",
    "claims.leaderboard": "leaderboard",
    "claims.leaderboard_result": "LeaderboardResult",
    "claims.sensitivity.sensitivity": "sensitivity SensitivityResult",
    "table.making": "results_table",
    "table.reading": "read_results load_dataset load_frame list_datasets",
    "planning.simulate": "simulate_roc RocResult",
    "planning.plan": "plan_datasets PlanResult",
    "base.schema": "json_schema",
    "table.results_table": "ResultsTable",
    "table.folds": "FoldTable",
    "single.bayes_sign": "bayes_sign_test BayesSignResult",
    "single.corrected_t": "corrected_t_test CorrectedTResult",
    "single.friedman": "friedman_test FriedmanResult",
    "means.hotelling": "hotelling_test",
    "means.learned": "learn_measures LearnedResult",
    "means.manova": "manova_test",
    "means.mardia": "mardia_test MardiaResult",
    "means.cases": "NormalResult",
    "means.means_results": "HotellingResult ManovaResult",
    "table.confusion": "measures_from_confusion",
    "single.quade": "quade_test QuadeResult",
    "evidence.messages": "JointStatsError",
    "base.errors": "JointStatsWarning",
}
_PUBLIC = {name: module for module, names in _MODULES.items() for name in names.split()}

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
