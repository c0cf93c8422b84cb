"""The four answers for more than two algorithms: all pairs, or those with a control."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison import Comparison
from jointstats.labelled.compare.pair_words import loser, trade_offs
from jointstats.labelled.compare.pair_words import wins as wins_of
from jointstats.presentation.report.phrases import (
    ROOM,
    Answers,
    chance_of,
    if_short,
    names_in_room,
    number,
    on_all,
    would_decide,
)

Row = dict[str, Any]


def all_pairs(result: Comparison) -> Answers:
    """Every algorithm against every other."""
    wins = _wins(result)
    if not wins:
        return _nobody(result)
    beaten = {loser(row) for rows in wins.values() for row in rows}
    top = [name for name in result.algorithms if name in wins and name not in beaten]
    if not top:  # they beat each other in a circle
        top = list(wins)
    decisive = [row for name in top for row in wins[name]]
    return Answers(
        _who(result, wins, top, beaten),
        f"{_meaning(result, decisive)} {_firsts(result)}",
        _sure(result, decisive),
        f"{_weakest(result, wins, decisive)} {_closest(result, wins)}".strip(),
    )


def against_control(result: Comparison) -> Answers:
    """Every algorithm against the control."""
    control = str(result.control)
    rows = result.pairs["bayes"].pairs
    won = [row for row in rows if row["winner"] == control]
    lost = [row for row in rows if row["winner"] not in (None, control)]
    decisive, wins = won + lost, _wins(result)
    if not decisive:
        return _nobody(result)
    parts = []
    if won:
        losers = names_in_room([loser(row) for row in won])
        parts.append(f"{control} is shown better than {losers}")
    if lost:
        winners = [row["winner"] for row in lost]
        verb = "is" if len(winners) == 1 else "are"
        parts.append(f"{names_in_room(winners)} {verb} shown better than {control}")
    rest = len(rows) - len(decisive)
    tail = ""
    if rest:
        are = "shows" if rest == 1 else "show"
        tail = f" {rest} of the {len(rows)} comparisons {are} no winner."
    return Answers(
        f"{'; '.join(parts)}.{tail}",
        f"{_meaning(result, decisive)} {_firsts(result)}",
        _sure(result, decisive),
        f"{_weakest(result, wins, decisive)} {_closest(result, wins)}".strip(),
    )


# --- Who wins? ------------------------------------------------------------------------------------


def _wins(result: Comparison) -> dict[str, list[Row]]:
    """Algorithm to the pairs that it wins on all measures."""
    return wins_of(result.pairs["bayes"].pairs)


def _mixed(result: Comparison) -> list[Row]:
    """Pairs that are decided as a trade-off."""
    return trade_offs(result.pairs["bayes"].pairs)


def _who(result: Comparison, wins: dict[str, list[Row]], top: list[str], beaten: set[str]) -> str:
    others = len(result.algorithms) - 1
    if len(top) == 1:
        losers = [loser(row) for row in wins[top[0]]]
        if len(losers) == others:
            return f"{top[0]}: shown better than every other algorithm {on_all(result)}."
        who = (
            f"{top[0]} comes out ahead: shown better {on_all(result)} than {len(losers)} of the "
            f"{others} others ({names_in_room(losers)})."
        )
        who += " Nobody is shown better than it."
        return if_short(who, _best_placed(result, top, beaten), 300)
    who = f"No single winner. Shown better {on_all(result)}: {_each_over(wins, top)}."
    if beaten.isdisjoint(top):
        who += f" Nobody is shown better than these {number(len(top))}."
    return if_short(who, _best_placed(result, top, beaten), 300)


def _each_over(wins: dict[str, list[Row]], top: list[str]) -> str:
    """Who is better than whom: those with the same wins together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name in top:
        together.setdefault(tuple(loser(row) for row in wins[name]), []).append(name)
    said = ", ".join(
        f"{wording.listing(names)} ({'each ' if len(names) > 1 else ''}over "
        f"{wording.listing(losers)})"
        for losers, names in together.items()
    )
    if len(said) <= 2 * ROOM:
        return said
    counts = sorted({len(wins[name]) for name in top})
    over = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"{names_in_room(top)} (each over {over} other{'s' * (over != '1')})"


def _best_placed(result: Comparison, top: list[str], beaten: set[str]) -> str:
    """Who has the best mean rank on most measures, if this is not the one winner already."""
    firsts = [part["ranking"].algorithms[0] for part in result.separate.values()]
    name = max(firsts, key=firsts.count)
    n, clear = len(firsts), set(_clear(result))
    if [name] == top or name in beaten or firsts.count(name) * 2 <= n:
        return ""
    own = {m for m, part in result.separate.items() if part["ranking"].algorithms[0] == name}
    on = on_all(result) if len(own) == n else f"on {len(own)} of {n} measures"
    not_clear = "" if own & clear else ", but is not clearly ahead"
    return f" {name} has the best average rank {on}{not_clear}."


def _nobody(result: Comparison) -> Answers:
    pairs, mixed = result.pairs["bayes"].pairs, _mixed(result)
    if len(mixed) == len(pairs):
        who = "No overall winner: in every pair, each algorithm is better on some measures."
    elif result.control is not None:
        who = f"Nobody, yet: {result.control} and the others are not told apart {on_all(result)}."
    else:
        who = f"Nobody, yet: no algorithm is shown to be better than another {on_all(result)}."
    return Answers(who, _firsts(result), _sure_none(result), _change_none(result))


# --- On what? -------------------------------------------------------------------------------------


def _meaning(result: Comparison, decisive: list[Row]) -> str:
    n = wording.plural(result.n, "data set")
    low, high = (wording.count(f(row["count"] for row in decisive)) for f in (min, max))
    seen = f"{low} of {n}" if low == high else f"{low} to {high} of {n}"
    if len(result.measures) == 1:
        return f"“Shown better” means: better on most data sets (here on {seen})."
    return (
        f"“Shown better” means: of all possible results, “better {on_all(result)}” is the most "
        f"common. That can be fewer than half of the data sets (here {seen})."
    )


def _clear(result: Comparison) -> list[str]:
    """Measures on which the first is told apart from the second, and so from all."""
    return [
        name
        for name, part in result.separate.items()
        if not any(set(part["ranking"].algorithms[:2]) <= set(g) for g in part["ranking"].groups)
    ]


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
    clear = _clear(result)
    if len(clear) == len(result.measures):
        tail = "clearly ahead of the next"
    elif clear:
        tail = f"clearly ahead of the next only on {wording.listing(clear)}"
    else:
        tail = "never clearly ahead of the next"
    return f"Best average rank: {said} ({tail})."


# --- How sure is that? ----------------------------------------------------------------------------


def _corrected(result: Comparison) -> str:
    """The second test, and what its p-values are corrected for."""
    pairs = len(result.pairs["glrt"].pairs)
    if result.p_adjust == "none" or pairs == 1:
        return "A second test"
    return f"A second test, corrected for looking at {pairs} pairs,"


def _sure(result: Comparison, decisive: list[Row]) -> str:
    bayes, glrt = result.pairs["bayes"], result.pairs["glrt"]
    weakest = min(decisive, key=lambda row: row["probability"])
    decided = [row for row in bayes.pairs if row["decided"]]
    said = chance_of(weakest).replace("> ", "above ")
    bounded = "probability_upper" in weakest
    if len(decisive) == 1:
        who = "This win"
    elif bounded:
        who = "The least certain of these wins"
    else:
        who = f"Each of these {len(decisive)} wins"
        said += "" if said.startswith("above") else " or more"
    text = f"{who} has probability {said} ({would_decide(result)})."
    if len(decided) > 1:
        wrong = wording.expected(bayes.expected_wrong or 0.0)
        most = "at most " if bounded and wrong[0] != "b" else ""
        text += (
            f" If its assumptions hold, {most}{wrong} of the test’s {len(decided)} decisions "
            "are expected to be wrong."
        )
    confirmed = {(row["a"], row["b"]) for row in glrt.pairs if row["decided"]}
    firm = [row for row in decisive if (row["a"], row["b"]) in confirmed]
    return f"{text} {_corrected(result)} {_confirmed(decisive, firm)}"


def _confirmed(decisive: list[Row], firm: list[Row]) -> str:
    leads = "lead" if len(decisive) == 1 else "leads"
    if len(firm) == len(decisive):
        return "confirms it." if len(firm) == 1 else f"confirms all {len(firm)} wins."
    if not firm:
        what = {1: "it: treat it", 2: "either: treat them"}.get(len(decisive), "any: treat them")
        return f"does not confirm {what} as {leads}, not proof."
    named = wording.listing([f"{row['winner']} over {loser(row)}" for row in firm])
    if len(firm) > 2 or len(named) > ROOM:
        named = f"{len(firm)} of the {len(decisive)} wins"
    return f"confirms only {named}: treat the others as leads, not proof."


def _sure_none(result: Comparison) -> str:
    known = [row for row in result.pairs["bayes"].pairs if row["probability"] is not None]
    if not known:
        return "In every pair several results fit the data equally well."
    mixed = _mixed(result)
    if len(mixed) == len(result.pairs["bayes"].pairs):
        least = chance_of(min(mixed, key=lambda row: row["probability"]))
        text = f"Every pair shows a clear trade-off (probability {least} or more"
        text = text.replace("or more or more", "or more").replace("> ", "above ")
        return f"{text}; {would_decide(result)}). {_corrected(result)} {_firm_mixed(result, mixed)}"
    top = max(known, key=lambda row: row["probability"])
    verb = "shows" if len(mixed) == 1 else "show"
    trade = f" {wording.plural(len(mixed), 'pair')} {verb} a clear trade-off." if mixed else ""
    return (
        f"The surest pair is {top['a']} and {top['b']}, with probability "
        f"{chance_of(top)} ({would_decide(result)}).{trade}"
    )


def _firm_mixed(result: Comparison, mixed: list[Row]) -> str:
    """Which trade-offs the likelihood-ratio test confirms."""
    pairs = {(row["a"], row["b"]): row for row in result.pairs["glrt"].pairs}
    open_ = [row for row in mixed if not pairs[row["a"], row["b"]]["decided"]]
    if not open_:
        return "confirms all of them."
    named = [
        f"{row['a']}–{row['b']} (p = {wording.significant(pair['p_adjusted'], 2)})"
        for row in open_
        if (pair := pairs[row["a"], row["b"]])
    ]
    if len(named) > 2 or len(", ".join(named)) > ROOM:
        return f"confirms {len(mixed) - len(open_)} of them."
    return f"does not confirm {wording.listing(named)}."


# --- What would change it? ------------------------------------------------------------------------


def _undone(result: Comparison, row: Row, pair: str) -> str:
    """How many other results would undo the decision about a pair."""
    found = result.bayes_margin(row["a"], row["b"])
    if found is None or found.data_sets is None or not found.decided:
        return f"The least certain is {pair}."
    return (
        f"If {wording.count(found.data_sets)} of the {wording.plural(row['n'], 'data set')} had "
        f"shown the next most frequent result instead, {pair} would be undecided"
    )


def _weakest(result: Comparison, wins: dict[str, list[Row]], decisive: list[Row]) -> str:
    row = min(decisive, key=lambda row: row["probability"])
    text = _undone(result, row, f"{row['winner']} over {loser(row)}")
    if text.endswith("."):
        return text
    left = len(wins[row["winner"]]) - 1
    kept = "no win" if left == 0 else wording.plural(left, "win")
    return if_short(text, f" and {row['winner']} left with {kept}") + "."


def _change_none(result: Comparison) -> str:
    mixed = _mixed(result)
    if len(mixed) < len(result.pairs["bayes"].pairs):
        return _closest(result, {}) or "More data sets."
    row = min(mixed, key=lambda row: row["probability"])
    text = _undone(result, row, f"{row['a']}–{row['b']}")
    own = "Or your own weights: which measure matters most to you?"
    return f"{text.removesuffix('.')}. {own}"


def _closest(result: Comparison, wins: dict[str, list[Row]]) -> str:
    """The undecided pair that is nearest to a decision, and what that would mean."""
    undecided = [
        row
        for row in result.pairs["bayes"].pairs
        if not row["decided"] and row["probability"] is not None
    ]
    if not undecided:
        return ""
    row = max(undecided, key=lambda row: row["probability"])
    found = result.bayes_margin(row["a"], row["b"])
    if found is None or found.data_sets is None or found.decided:
        return (
            f"The next to be decided would be {row['a']} and {row['b']} "
            f"(probability {chance_of(row)})."
        )
    more = wording.plural(found.data_sets, "more data set")
    if row["better"] is None:
        return (
            f"{more} with the leading result would show a trade-off of {row['a']} and {row['b']}."
        )
    better = row["better"]
    other = row["b"] if better == row["a"] else row["a"]
    text = (
        f"{more} on which {better} is better than {other} {on_all(result)} would decide that pair"
    )
    if result.control is not None or not wins:
        return f"{text}."
    now = wording.plural(len(wins.get(better, [])) + 1, "win")
    tail = f": {better} would have {now}, and {other} would be beaten"
    return if_short(text, tail) + "."
