"""The first screen of the report: who wins, on what, how sure, and what would change that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.joint.bayes import BayesResult
from jointstats.labelled.joint.glrt import GLRTResult
from jointstats.presentation.report.margin import Margin, pair_margin, statement_margin


@dataclass(frozen=True)
class Answers:
    """Four answers in words that need no statistics."""

    who: str
    on_what: str
    how_sure: str
    what_would_change: str


def answers(result: Comparison) -> Answers:
    """Answer the four questions of a reader who knows t tests at most."""
    if not result.pairs:
        return _two(result)
    if result.control is not None:
        return _control(result)
    return _many(result)


# --- Two algorithms -------------------------------------------------------------------------------


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
        _what_two(bayes),
        _sure_two(result, glrt, bayes),
        _change_two(glrt, bayes),
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


def _what_two(bayes: BayesResult) -> str:
    said = wording.statement(bayes.best or {})
    many = len(bayes.measures)
    if _leader(bayes) and many > 1:
        return f"{said}: on {'both' if many == 2 else f'all {many}'} measures at the same time."
    return f"{said}."


def _alone_two(result: Comparison) -> str:
    winners = {
        name: row["winner"] for name, part in result.separate.items() for row in part["tests"]
    }
    won = [f"{who} on {name}" for name, who in winners.items() if who]
    if not won:
        return "Measure by measure, no difference is decided either."
    return f"Measure by measure: {wording.listing(won)}."


def _sure_two(result: Comparison, glrt: GLRTResult, bayes: BayesResult) -> str:
    other = f"any other result on {wording.count(glrt.n_b)} at most"
    other = other if glrt.n_b else "no other result was seen"
    return (
        f"Seen on {wording.count(glrt.n_a)} of {wording.plural(result.n, 'data set')}; "
        f"{other}. The probability that it is the most common one "
        f"is {_chance_of(bayes.statements[0])} ({_bar(result)}). If it were not, a lead at least "
        f"this large would come up with probability {_chance(glrt.p_value_exact)}."
    )


def _chance_of(row: dict[str, Any]) -> str:
    """A probability; with the imprecise prior its two bounds, of which the lower decides."""
    if "probability_upper" not in row:
        return wording.probability(row["probability"])
    # A pair's row has the lower bound as its probability.
    low = wording.probability(row.get("probability_lower", row["probability"]))
    high = wording.probability(row["probability_upper"])
    if low.startswith(">"):
        return f"above {low.removeprefix('> ')}"
    return f"{low} or more" if high.startswith(">") else f"between {low} and {high}"


def _bar(result: Comparison) -> str:
    """What would decide."""
    level = f"{1 - result.alpha:g}"
    imprecise = result.call["prior"] == "imprecise"
    return f"a lower bound of {level} would decide" if imprecise else f"{level} would decide"


def _chance(p: float) -> str:
    return "below 0.001" if p < 0.001 else wording.significant(p, 2)


def _change_two(glrt: GLRTResult, bayes: BayesResult) -> str:
    by_bayes, by_glrt = statement_margin(bayes, bayes.prior), statement_margin(glrt, None)
    parts = []
    if by_bayes is not None:
        parts.append(_sentence(by_bayes))
    elif by_glrt is not None:  # a prior of one's own
        parts.append(_sentence(by_glrt).replace("would", "would, for the likelihood-ratio test,"))
    if (
        by_bayes is not None
        and by_glrt is not None
        and by_glrt != by_bayes
        and by_glrt.data_sets is not None
    ):
        parts.append(
            f"(For the stricter likelihood-ratio test: {by_glrt.data_sets}"
            + (", to settle it.)" if not by_glrt.decided else ", to undo it.)")
        )
    low = None if bayes.prior["name"] == "imprecise" else bayes.probability_lower
    if low is not None and bayes.probability is not None and bayes.probability - low > 0.1:
        parts.append(
            "With another, equally weak, assumption before the data, the probability could be as "
            f"low as {wording.probability(low)}."
        )
    return " ".join(parts) or "More data sets."


def _sentence(found: Margin) -> str:
    if found.data_sets is None:
        return "No small number of data sets would change it."
    number = wording.plural(found.data_sets, "data set")
    if found.decided:
        return f"{number} that showed the runner-up’s result instead would undo the decision."
    return f"{number} more with the leading result, and none with another, would decide it."


# --- Many algorithms ------------------------------------------------------------------------------

ROOM = 90
"""Characters that a list of names may take: the four answers fit the first screen of a phone."""


def _names(names: Sequence[str]) -> str:
    """A list of names, the last ones only counted where it would be too long."""
    shown = len(names)
    while shown > 1 and len(", ".join(names[:shown])) > ROOM:
        shown -= 1
    rest = len(names) - shown
    return wording.listing([*names[:shown], *([f"{rest} more"] if rest else [])])


def _wins(result: Comparison) -> dict[str, list[dict[str, Any]]]:
    """Algorithm to the pairs that it wins on all measures."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in result.pairs["bayes"].pairs:
        if row["winner"]:
            found.setdefault(row["winner"], []).append(row)
    return found


def _loser(row: dict[str, Any]) -> str:
    return row["b"] if row["winner"] == row["a"] else row["a"]


def _all(result: Comparison) -> str:
    n = len(result.measures)
    return {1: f"on {next(iter(result.measures))}", 2: "on both measures at once"}.get(
        n, f"on all {n} measures at once"
    )


def _meaning(result: Comparison) -> str:
    return f"“Beats” means: the most common result of a data set is to be better {_all(result)}."


def _many(result: Comparison) -> Answers:
    wins = _wins(result)
    others = len(result.algorithms) - 1
    if not wins:
        return Answers(
            f"Nobody, yet: no algorithm is shown to be better than another {_all(result)}.",
            _firsts(result),
            _sure_none(result),
            _closest(result),
        )
    most = max(map(len, wins.values()))
    top = [name for name in result.algorithms if len(wins.get(name, [])) == most]
    beaten = {_loser(row) for rows in wins.values() for row in rows}
    if len(top) > 1:
        who = f"{_names(top)} share the lead: each beats {most} of the {others} others."
    elif most == others:
        who = f"{top[0]}: it beats every other algorithm."
    else:
        losers = _names([_loser(row) for row in wins[top[0]]])
        who = f"{top[0]} comes out ahead: it beats {most} of the {others} others ({losers})."
    if most < others:
        unbeaten = [name for name in top if name not in beaten]
        if unbeaten == top:
            who += " Nobody beats " + ("it." if len(top) == 1 else "them.")
    decisive = [row for name in top for row in wins[name]]
    return Answers(
        who,
        f"{_meaning(result)} {_firsts(result)}",
        _sure_many(result, decisive),
        _weakest(result, decisive),
    )


def _firsts(result: Comparison) -> str:
    """Who has the best mean rank on each measure, and whether the second is told apart."""
    together: dict[str, list[str]] = {}
    for name, part in result.separate.items():
        together.setdefault(part["ranking"].algorithms[0], []).append(name)
    firsts = [f"{who} on {wording.listing(on)}" for who, on in together.items()]
    while len(firsts) > 1 and len("; ".join(firsts)) > 2 * ROOM:
        firsts.pop()
    open_ = len(together) - len(firsts)
    said = "; ".join([*firsts, *([f"{open_} more on the others"] if open_ else [])])
    clear = [
        name
        for name, part in result.separate.items()
        if not any(part["ranking"].algorithms[0] in group for group in part["ranking"].groups)
    ]
    if len(clear) == len(result.measures):
        tail = "clearly ahead of the next"
    elif clear:
        tail = f"clearly ahead of the next only on {wording.listing(clear)}"
    else:
        tail = "never clearly ahead of the next"
    return f"One by one, the best average rank: {said} ({tail})."


def _sure_many(result: Comparison, decisive: list[dict[str, Any]]) -> str:
    bayes, glrt = result.pairs["bayes"], result.pairs["glrt"]
    weakest = min(decisive, key=lambda row: row["probability"])
    decided = [row for row in bayes.pairs if row["decided"]]
    confirmed = {(row["a"], row["b"]) for row in glrt.pairs if row["decided"]}
    both = sum((row["a"], row["b"]) in confirmed for row in decisive)
    said = _chance_of(weakest).replace("> ", "above ")
    if len(decisive) == 1:
        return (
            f"This win has probability {said} ({_bar(result)}). A second, "
            f"stricter test {'confirms' if both else 'does not confirm'} it."
        )
    wrong = wording.expected(bayes.expected_wrong or 0.0)
    bounded = "probability_upper" in weakest
    who = "The least certain of these wins" if bounded else "Each of these wins"
    said += "" if bounded or said.startswith("above") else " or more"
    text = (
        f"{who} has probability {said} ({_bar(result)}). Of all {len(decided)} decided pairs, "
        f"{'at most ' if bounded and wrong[0] != 'b' else ''}{wrong} are expected to be wrong."
    )
    text += f" A second, stricter test confirms {both} of the {len(decisive)} wins"
    firm = [r for r in decided if r["winner"] and (r["a"], r["b"]) in confirmed]
    if both < len(decisive) and 0 < len(firm) <= 2:
        named = wording.listing([f"{row['winner']} over {_loser(row)}" for row in firm])
        text += f"; both tests agree on {named}" if len(named) <= ROOM else ""
    return f"{text}."


def _sure_none(result: Comparison) -> str:
    known = [row for row in result.pairs["bayes"].pairs if row["probability"] is not None]
    if not known:
        return "In every pair several answers fit the data equally well."
    top = max(known, key=lambda row: row["probability"])
    decided = sum(bool(row["decided"]) for row in known)
    verb = "shows" if decided == 1 else "show"
    trade = f" {wording.plural(decided, 'pair')} {verb} a decided trade-off." if decided else ""
    return (
        f"The surest pair is {top['a']} and {top['b']}, with probability "
        f"{_chance_of(top)} ({_bar(result)}).{trade}"
    )


def _prior(result: Comparison) -> dict[str, Any] | None:
    """The prior of the tests of pairs; None for a vector."""
    name, strength = result.call["prior"], result.call["prior_strength"]
    if not isinstance(name, str):
        return None
    each = {"jeffreys": 0.5, "uniform": 1.0}.get(name)
    total = float(strength or 1.0) if each is None else each * 2.0 ** len(result.measures)
    return {"name": name, "strength": total}


def _margin(result: Comparison, row: dict[str, Any]) -> Margin | None:
    orderings, prior = result.joint.get("bayes"), _prior(result)
    if not isinstance(orderings, BayesResult) or prior is None:
        return None
    return pair_margin(orderings, row["a"], row["b"], prior, result.alpha)


def _weakest(result: Comparison, decisive: list[dict[str, Any]]) -> str:
    row = min(decisive, key=lambda row: row["probability"])
    found = _margin(result, row)
    pair = f"{row['winner']} over {_loser(row)}"
    which = "this win" if len(decisive) == 1 else "the least certain of these wins"
    if found is None or found.data_sets is None or not found.decided:
        return f"{which[:1].upper()}{which[1:]} is {pair}. {_closest(result)}"
    number = wording.plural(found.data_sets, "data set")
    return (
        f"{number} of {wording.count(row['n'])} with another result would undo {which} ({pair}). "
        f"{_closest(result)}"
    )


def _closest(result: Comparison) -> str:
    """The undecided pair that the fewest further data sets would settle."""
    undecided = [
        row
        for row in result.pairs["bayes"].pairs
        if not row["decided"] and row["probability"] is not None
    ]
    if not undecided:
        return "Every pair is decided." if all(
            row["decided"] for row in result.pairs["bayes"].pairs
        ) else "More data sets."  # fmt: skip
    row = max(undecided, key=lambda row: row["probability"])
    text = f"The next to be decided would be {row['a']} and {row['b']}"
    found = _margin(result, row)
    if found is None or found.data_sets is None or found.decided:
        return f"{text} (probability {_chance_of(row)})."
    more = wording.plural(found.data_sets, "more data set")
    return f"{text}: {more} with the leading result would do."


# --- Against a control ----------------------------------------------------------------------------


def _control(result: Comparison) -> Answers:
    control = str(result.control)
    won = [row for row in result.pairs["bayes"].pairs if row["winner"] == control]
    lost = [row for row in result.pairs["bayes"].pairs if row["winner"] not in (None, control)]
    parts = []
    if won:
        parts.append(f"{control} beats {_names([_loser(row) for row in won])}")
    if lost:
        winners = [row["winner"] for row in lost]
        verb = "beats" if len(winners) == 1 else "beat"
        parts.append(f"{_names(winners)} {verb} {control}")
    decisive = won + lost
    if not decisive:
        return Answers(
            f"Nobody, yet: {control} and the others are not told apart {_all(result)}.",
            _firsts(result),
            _sure_none(result),
            _closest(result),
        )
    others = len(result.algorithms) - 1
    rest = others - len(decisive)
    tail = (
        f" {rest} of the {others} comparisons {'is' if rest == 1 else 'are'} open." if rest else ""
    )
    return Answers(
        "; ".join(parts) + "." + tail,
        f"{_meaning(result)} {_firsts(result)}",
        _sure_many(result, decisive),
        _weakest(result, decisive),
    )
