"""The first screen of the report: who wins, on what, how sure, and what would change that.

Here for two algorithms; for more in ``answers_many``.
"""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.joint.bayes import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.labelled.joint.margin import Margin
from jointstats.presentation.report.answers_many import against_control, all_pairs
from jointstats.presentation.report.phrases import Answers, chance_of, would_decide


def answers(result: Comparison) -> Answers:
    """Answer the four questions of a reader who knows t tests at most."""
    if not result.pairs:
        return _two(result)
    if result.control is not None:
        return against_control(result)
    return all_pairs(result)


def _two(result: Comparison) -> Answers:
    glrt, bayes = result.joint["glrt"], result.joint["bayes"]
    if not isinstance(glrt, GLRTResult) or not isinstance(bayes, BayesResult):
        return Answers(result.verdict, "", "", "")
    if bayes.best is None and all(n == result.n for n in result.ties.values()):
        return Answers(
            f"Nobody: {wording.listing(result.algorithms)} tie everywhere.",
            f"On {wording.listing(list(result.measures))}, on every data set.",
            f"All {wording.plural(result.n, 'data set')} agree.",
            "Data sets on which they differ, or a narrower region of practical equivalence (rope).",
        )
    if bayes.best is None:
        return Answers(
            f"Nobody: {len(bayes.tied_best)} answers fit the data equally well.",
            _alone_two(result),
            f"Each of them was seen on {wording.count(glrt.n_a)} of "
            f"{wording.plural(result.n, 'data set')}.",
            "One more data set could bring one of them into the lead; it would not decide yet.",
        )
    return Answers(
        _who_two(result, glrt, bayes),
        _what_two(result, glrt, bayes),
        _sure_two(result, glrt, bayes),
        _change_two(result, bayes),
    )


def _who_two(result: Comparison, glrt: GLRTResult, bayes: BayesResult) -> str:
    leader = _leader(bayes)
    if not (glrt.decided or bayes.decided):
        return (
            "Nobody, yet: not decided. "
            + (f"{leader} is ahead" if leader else "A trade-off is ahead")
            + ", but its lead could be chance."
        )
    half = ""
    if not (glrt.decided and bayes.decided):
        half = " One of the two joint tests says so; the other does not."
    if leader:
        return f"{leader}.{half}"
    return f"Neither on everything: each is better on some measures.{half}"


def _leader(bayes: BayesResult) -> str | None:
    """Who leads on every measure, if anybody does."""
    firsts = {one[0] for one in (bayes.best or {}).values()}
    return firsts.pop() if len(firsts) == 1 else None


def _what_two(result: Comparison, glrt: GLRTResult, bayes: BayesResult) -> str:
    leader, measures = _leader(bayes), list(bayes.measures)
    if not (glrt.decided or bayes.decided):
        said = wording.statement(bayes.best or {})
        if leader and len(measures) > 1:
            said = f"{leader} better {_all(measures)}"
        seen = f"{wording.count(bayes.statements[0]['count'])} of {result.n} data sets"
        return f"The result seen most often is: {said} ({seen}). {_alone_two(result)}"
    if leader and len(measures) > 1:
        other = next(name for name in result.algorithms if name != leader)
        return f"{leader} is better than {other} {_all(measures)}, on the same data set."
    return f"{wording.statement(bayes.best or {})}."


def _all(measures: list[str]) -> str:
    if len(measures) == 2:
        return f"on both {wording.listing(measures)}"
    return f"on all {len(measures)} measures"


def _alone_two(result: Comparison) -> str:
    winners = {
        name: row["winner"] for name, part in result.separate.items() for row in part["tests"]
    }
    won = [f"{who} on {name}" for name, who in winners.items() if who]
    if not won:
        none = {1: "The measure alone shows no clear difference either."}
        none[2] = "Neither measure alone shows a clear difference."
        return none.get(len(winners), "No measure alone shows a clear difference.")
    return f"Measure by measure: {wording.listing(won)}."


def _sure_two(result: Comparison, glrt: GLRTResult, bayes: BayesResult) -> str:
    other = f"any other result on {wording.count(glrt.n_b)} at most"
    other = other if glrt.n_b else "no other result was seen"
    return (
        f"Seen on {wording.count(glrt.n_a)} of {wording.plural(result.n, 'data set')}; "
        f"{other}. The probability that it is truly the most common one is "
        f"{chance_of(bayes.statements[0])} ({would_decide(result)}). If the next result were "
        "just as common, a lead this large would come up with probability "
        f"{_chance(glrt.p_value_exact)} (a second test’s p-value)."
    )


def _chance(p: float) -> str:
    return "below 0.001" if p < 0.001 else wording.significant(p, 2)


def _change_two(result: Comparison, bayes: BayesResult) -> str:
    by_bayes = result.bayes_margin(*result.algorithms)
    by_glrt = result.glrt_margin(*result.algorithms)
    parts = []
    if by_bayes is not None:
        parts.append(_sentence(by_bayes))
    elif by_glrt is not None:  # a prior of one's own
        parts.append(_sentence(by_glrt).replace("would", "would, for the second test,"))
    if (
        by_bayes is not None
        and by_glrt is not None
        and by_glrt != by_bayes
        and by_glrt.data_sets is not None
    ):
        parts.append(
            f"(For the stricter second test: {by_glrt.data_sets}"
            + (", to settle it.)" if not by_glrt.decided else ", to undo it.)")
        )
    low = None if bayes.prior["name"] == "imprecise" else bayes.probability_lower
    if low is not None and bayes.probability is not None and bayes.probability - low > 0.1:
        parts.append(
            "From the least favourable starting opinion (prior) the probability would be "
            f"{wording.probability(low)}."
        )
    return " ".join(parts) or "More data sets."


def _sentence(found: Margin) -> str:
    if found.data_sets is None:
        return "No small number of data sets would change it."
    number = wording.plural(found.data_sets, "data set")
    if found.decided:
        return f"{number} with the next most frequent result instead would undo the decision."
    return f"{number} more with this result, and none with another, would decide it."
