"""What the two joint tests decide together, in one clause, and whether the prior decides it."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording


def decision(glrt: Any, bayes: Any, *, share: bool = False) -> str:
    """What the two joint tests say of one question, with the numbers; a clause without subject.

    Parameters
    ----------
    glrt, bayes : GLRTResult, BayesResult
    share : bool, default False
        Whether to add the expected share of the most probable statement.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.load_dataset("example1")
    >>> print(decision(js.glrt_test(table), js.bayes_test(table))[:67])
    not decided by either joint test: the most frequent statement is "B
    """
    evidence = _evidence(glrt, bayes) + (_share(bayes) if share else "")
    if glrt.decided and bayes.decided:
        if glrt.best == bayes.best:
            return f"decided by both joint tests: {_said(bayes)} ({evidence})"
        return (
            "decided differently by the two joint tests, because the prior differs from the data: "
            f'the Bayesian test decides for "{_said(bayes)}", the likelihood-ratio test for '
            f'"{_said(glrt)}" ({evidence})'
        )
    if bayes.decided:
        return (
            "decided by the Bayesian test, not the likelihood-ratio test: "
            f"{_said(bayes)} ({evidence})"
        )
    if glrt.decided:
        return (
            "decided by the likelihood-ratio test, not the Bayesian test: "
            f"{_said(glrt)} ({evidence})"
        )
    if glrt.best is None:
        return (
            f"not decided by either joint test: {len(glrt.tied_best)} statements lead equally, "
            f"each seen on {wording.seen(glrt.n_a, glrt.n)}"
        )
    return (
        "not decided by either joint test: the most frequent statement is "
        f'"{_said(glrt)}" ({evidence})'
    )


def _said(test: Any) -> str:
    return wording.cell(test.best, test.question, test.control)


def _evidence(glrt: Any, bayes: Any) -> str:
    seen = (
        f"seen on {wording.seen(glrt.n_a, glrt.n)}; exact p {wording.p_value(glrt.p_value_exact)}"
    )
    if bayes.best is None:
        return seen
    p = bayes.probability_lower if bayes.prior["name"] == "imprecise" else bayes.probability
    kind = "probability" if bayes.best == glrt.best else "probability of the most probable one"
    return f"{seen}; {kind} {wording.probability(p)}"


def _share(bayes: Any) -> str:
    return f"; expected share {wording.percent(bayes.share.mean)}"


def prior_loss(bayes: Any) -> str:
    """The probability that another prior, hardly stronger, would leave of a Bayesian decision."""
    low = None if bayes is None or not bayes.decided else bayes.probability_lower
    if low is None or low >= 1 - bayes.alpha:
        return ""
    return f"probability {wording.probability(low)}, below {1 - bayes.alpha:g}"
