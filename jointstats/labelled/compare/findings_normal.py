"""The normal-theory part of a comparison: its tests, and its sentences beside the joint ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.errors import JointStatsError
from jointstats.labelled.normal.hotelling import hotelling_test
from jointstats.labelled.normal.manova import manova_test
from jointstats.labelled.normal.mardia import mardia_test
from jointstats.labelled.table.results_table import ResultsTable


def normal_tests(
    table: ResultsTable, alpha: float, p_adjust: str, rng: Any
) -> tuple[dict[str, Any], list[str]]:
    """Hotelling's test of two algorithms, or MANOVA of more, and Mardia's check.

    Parameters
    ----------
    table : ResultsTable
    alpha : float
    p_adjust : str
    rng : int
        Seed.

    Returns
    -------
    dict
        ``hotelling`` or ``manova``, and ``mardia``; None where the table does not allow a test.
    list of str
        Why not, and the tests' own warnings.
    """
    run: dict[str, Callable[[], Any]] = {}
    if len(table.algorithms) == 2:
        run["hotelling"] = lambda: hotelling_test(table, alpha=alpha, p_adjust=p_adjust)
    else:
        run["manova"] = lambda: manova_test(table, alpha=alpha, p_adjust=p_adjust, rng=rng)
    run["mardia"] = lambda: mardia_test(table, alpha=alpha, p_adjust=p_adjust)
    found: dict[str, Any] = {}
    cautions: list[str] = []
    for name, test in run.items():
        try:
            found[name] = test()
        except JointStatsError as error:
            found[name] = None
            cautions.append(str(error))
        else:
            cautions += found[name].warnings
    return found, [f"Assuming normality: {text}" for text in dict.fromkeys(cautions)]


def normal_findings(normal: dict[str, Any], joint: dict[str, Any]) -> list[str]:
    """Sentences: what the means say, whether they may be trusted, and where the views differ."""
    main = normal.get("hotelling") or normal.get("manova")
    if main is None:
        return ["Assuming normality: no test of means is possible (see the notes)."]
    lines = [f"Assuming normality: {main.verdict}"]
    check = normal["mardia"]
    if check is not None:
        lines.append(f"Normality: {check.verdict}")
    if "hotelling" in normal:
        lines += _disagreement(main.decided, joint)
    return lines


def _disagreement(means_differ: bool, joint: dict[str, Any]) -> list[str]:
    """Where the means and the dominance statements lead to different conclusions."""
    decided = [name for name in ("glrt", "bayes") if joint.get(name) and joint[name].decided]
    tests = {"glrt": "the likelihood-ratio test", "bayes": "the Bayesian test"}
    if means_differ and not decided:
        return [
            "The means differ, but no dominance statement is decided: a few data sets with large "
            "differences can move the means without deciding who is usually better."
        ]
    if decided and not means_differ:
        by = wording.listing([tests[name] for name in decided])
        return [
            f"A dominance statement is decided (by {by}), but no difference of the means: the wins "
            "are frequent, yet small beside how much the differences vary."
        ]
    return []
