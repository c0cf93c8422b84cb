"""The sentences of a comparison of many algorithms: who wins, how surely, and what stays open."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.compare.decisions import decision, prior_loss
from jointstats.labelled.compare.pair_words import loser, lost_to_the_prior, short, trade_offs
from jointstats.labelled.compare.pair_words import wins as wins_of
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.single.separate import SeparateResult
from jointstats.labelled.table.results_table import ResultsTable

MOST_WINS = 12  # named one by one
MOST_NAMES = 6  # in a list
Row = dict[str, Any]


def findings_many(
    table: ResultsTable,
    joint: dict[str, Any],
    pairs: dict[str, PairwiseResult],
    separate: SeparateResult,
    control: str | None,
) -> list[str]:
    """Sentences for more than two algorithms; the first is the verdict."""
    rows = pairs["bayes"].pairs
    lines = [_verdict(table, rows, control)]
    lines += _unbeaten(table, rows) if control is None else []
    lines += [_how_sure(pairs), *_depends_on_the_prior(joint, pairs["bayes"])]
    lines += _trade_offs(rows)
    lines += _best_view(joint) + _control_view(joint, control) + _orders_view(joint)
    if joint.get("pareto") is not None:
        lines.append(joint["pareto"].verdict)
    lines.append(_measures_alone(rows, separate))
    return lines + _contradictions(rows, separate)


# --- Who wins -------------------------------------------------------------------------------------


def _wins(rows: list[Row]) -> dict[str, list[Row]]:
    """Algorithm to the pairs that it is decided to win on every measure, most wins first."""
    return dict(sorted(wins_of(rows).items(), key=lambda item: -len(item[1])))


def _verdict(table: ResultsTable, rows: list[Row], control: str | None) -> str:
    on = wording.on_all(list(table.measures))
    wins = _wins(rows)
    mixed = len(trade_offs(rows))
    undecided = sum(not row["decided"] for row in rows)
    if wins:
        others = len(table.algorithms) - 1
        top, won = next(iter(wins.items()))
        first = "By the Bayesian test, these"
        if len(won) == others:
            first = f"By the Bayesian test, {top} beats every other algorithm. These"
        elif control is None:
            first = f"No algorithm beats all others. {first}"
        return f"{first} are better {on}: {_named(wins)}.{_rest(mixed, undecided)}"
    than = "better than another" if control is None else "better or worse than another one"
    who = "no algorithm" if control is None else f"{control}"
    nobody = f"{who} is {'' if control is None else 'not '}shown to be {than} {on}"
    if not mixed:
        return f"Not decided: by the Bayesian test of each pair, {nobody}."
    which = f"{mixed} of {len(rows)} pairs" if undecided else _every(mixed)
    return (
        f"No overall winner: {nobody}. By the Bayesian test {which} "
        f"{'is a clear trade-off' if mixed == 1 else 'are clear trade-offs'}, each algorithm "
        "better on some measures."
    )


def _named(wins: dict[str, list[Row]]) -> str:
    """The wins with their counts; the last ones only counted if there are many."""
    first = next(iter(wins.values()))[0]
    parts, left = [], MOST_WINS
    for winner, rows in wins.items():
        shown = rows[:left]
        left -= len(shown)
        over = [f"{loser(row)} ({_seen(row, first=row is first)})" for row in shown]
        parts += [f"{winner} over {wording.listing(over)}"] if over else []
    more = sum(map(len, wins.values())) - (MOST_WINS - left)
    return "; ".join(parts) + (f"; and {wording.plural(more, 'more win')}" if more else "")


def _seen(row: Row, *, first: bool) -> str:
    """On how many data sets; in full only where it is said first."""
    if not first:
        return wording.count(row["count"])
    return f"seen on {wording.seen(row['count'], row['n'])}"


def _rest(mixed: int, undecided: int) -> str:
    parts = []
    if mixed:
        parts.append(f"{wording.plural(mixed, 'pair')} {'is a' if mixed == 1 else 'are'} "
                     f"trade-off{'' if mixed == 1 else 's'}")  # fmt: skip
    if undecided:
        pairs = f"{undecided} undecided" if mixed else wording.plural(undecided, "pair")
        parts.append(pairs if mixed else f"{pairs} {'is' if undecided == 1 else 'are'} undecided")
    return f" {', '.join(parts)}." if parts else ""


def _every(pairs: int) -> str:
    return {1: "the pair", 2: "both pairs"}.get(pairs, f"all {pairs} pairs")


def _unbeaten(table: ResultsTable, rows: list[Row]) -> list[str]:
    beaten = {loser(row) for row in rows if row["winner"]}
    left = [name for name in table.algorithms if name not in beaten]
    most = max((len(won) for won in _wins(rows).values()), default=0)
    if not beaten or most == len(table.algorithms) - 1:  # the verdict says it all
        return []
    if not left:
        return ["Every algorithm is beaten by some other."]
    named = wording.some(left, MOST_NAMES)
    return [f"Nobody is shown to be better than {named}."]


# --- How sure -------------------------------------------------------------------------------------


def _how_sure(pairs: dict[str, PairwiseResult]) -> str:
    """How many decisions each joint test makes, and which of them both make."""
    bayes = [row for row in pairs["bayes"].pairs if row["decided"]]
    glrt = {(row["a"], row["b"]): row for row in pairs["glrt"].pairs if row["decided"]}
    n = len(pairs["bayes"].pairs)
    corrected = wording.corrected(pairs["glrt"].p_adjust)
    corrected += f" for {wording.plural(n, 'pair')}" if pairs["glrt"].p_adjust != "none" else ""
    stricter = f"The likelihood-ratio test ({corrected})"
    if not bayes:
        other = wording.some([short(row) for row in glrt.values()], MOST_NAMES) or "none either"
        return f"The Bayesian test decides none of {n} pairs. {stricter} decides {other}."
    wrong = wording.expected(pairs["bayes"].expected_wrong or 0.0)
    bounded = "at most " if "probability_upper" in bayes[0] and wrong[0] != "b" else ""
    which = _every(n) if len(bayes) == n else f"{len(bayes)} of {n} pairs"
    text = (
        f"The Bayesian test decides {which}; {bounded}{wrong} of these decisions are expected to "
        "be wrong."
    )
    firm = [row for row in bayes if (row["a"], row["b"]) in glrt]
    open_ = [row for row in bayes if (row["a"], row["b"]) not in glrt]
    if not open_:
        text += f" {stricter} confirms {'it' if len(bayes) == 1 else 'all of them'}."
    elif not firm:
        text += f" {stricter} confirms none of them: they are leads, not proof."
    elif len(firm) <= len(open_):
        text += (
            f" {stricter} confirms only {wording.some([short(r) for r in firm], MOST_NAMES)}: the "
            "others are leads, not proof."
        )
    else:
        text += (
            f" {stricter} confirms all but "
            f"{wording.some([short(r) + _p(pairs['glrt'], r) for r in open_], MOST_NAMES)}."
        )
    alone = [row for pair, row in glrt.items() if pair not in {(r["a"], r["b"]) for r in bayes}]
    if alone:
        text += f" It alone decides {wording.some([short(r) for r in alone], MOST_NAMES)}."
    return text


def _p(pairs: PairwiseResult, row: Row) -> str:
    """The p-value of the same pair."""
    p = next(r["p_adjusted"] for r in pairs.pairs if (r["a"], r["b"]) == (row["a"], row["b"]))
    return f" (p {wording.p_value(p)})"


def _depends_on_the_prior(joint: dict[str, Any], pairs: PairwiseResult) -> list[str]:
    """Which Bayesian decisions another prior, hardly stronger, would undo."""
    lost = lost_to_the_prior(pairs.pairs, pairs.alpha)
    asked = {"bayes_best": "who is best on each measure", "bayes": "the complete order"}
    for name, question in asked.items():
        if loss := prior_loss(joint.get(name)):
            lost.append(f"{question} ({loss})")
    if not lost:
        return []
    return [
        "The least favourable prior (opinion before the data) worth 2 data sets would leave open "
        f"{wording.some(lost, MOST_NAMES)}."
    ]


def _trade_offs(rows: list[Row]) -> list[str]:
    mixed = trade_offs(rows)
    if not mixed:
        return []
    shown = [f"{_briefly(row)} ({_seen(row, first=row is mixed[0])})" for row in mixed[:3]]
    more = f"; and {len(mixed) - 3} more" if len(mixed) > 3 else ""
    what = "is a trade-off" if len(mixed) == 1 else f"are {len(mixed)} trade-offs"
    return [f"There {what}: {'; '.join(shown)}{more}."]


def _briefly(row: Row) -> str:
    """A mixed statement, shorter where but one of many measures differs."""
    order = row["order"]
    for first, second in ((row["a"], row["b"]), (row["b"], row["a"])):
        worse = [measure for measure, one in order.items() if one[0] == second]
        if len(worse) == 1 and len(order) > 3:
            return f"{first} is better than {second} on all measures but {worse[0]}"
    return str(row["statement"])


# --- All algorithms at once -----------------------------------------------------------------------


def _best_view(joint: dict[str, Any]) -> list[str]:
    """Who is best on each measure, and whether the most probable order says the same."""
    glrt, best, orders = (joint.get(name) for name in ("glrt_best", "bayes_best", "bayes"))
    if best is None or glrt is None:
        return []
    lines = [_answer("Who is best on each measure is", glrt, best)]
    if best.best is None or orders is None or orders.best is None:
        return lines
    differ = [m for m in best.best if best.best[m][0] != orders.best[m][0]]
    if differ:
        lines.append(
            f"The most probable complete order puts another algorithm first on "
            f"{wording.listing(differ)}: the most probable answers of two questions need not "
            "agree, only their expected shares do."
        )
    return lines


def _control_view(joint: dict[str, Any], control: str | None) -> list[str]:
    """Whether the control is the best of all, which is another question than pair by pair."""
    test = joint.get("bayes_control")
    return [] if test is None else [f"Is {control} the best of all? {test.verdict}"]


def _orders_view(joint: dict[str, Any]) -> list[str]:
    glrt, bayes = joint.get("glrt"), joint.get("bayes")
    if glrt is None or bayes is None:
        return []
    if glrt.n_a < 2 and not bayes.decided:
        return [
            "No complete order of the algorithms repeats clearly: which is most probable is open."
        ]
    return [_answer("The complete order is", glrt, bayes)]


def _answer(subject: str, glrt: Any, bayes: Any) -> str:
    """What the joint tests say of a question."""
    if bayes.best is None and not bayes.tied_best:
        return f"{subject} not decided by the Bayesian test: the prior outweighs the data."
    return f"{subject} {decision(glrt, bayes, share=bayes.decided)}."


# --- Beside the separate tests --------------------------------------------------------------------


def _measures_alone(rows: list[Row], separate: SeparateResult) -> str:
    """What the separate tests find, and how much of the decided joint statements they confirm."""
    text = f"On single measures ({wording.TEST_NAMES[separate.test]}), {separate.verdict}"
    order = {(row["a"], row["b"]): row["order"] for row in rows if row["decided"]}
    claims = [row for row in separate.tests if (row["a"], row["b"]) in order]
    if not claims:
        return text
    first = {id(row): order[row["a"], row["b"]][row["measure"]][0] for row in claims}
    open_ = [row for row in claims if row["winner"] != first[id(row)]]
    pairs = (
        "The decided pair claims" if len(order) == 1 else f"The {len(order)} decided pairs claim"
    )
    what = f"{pairs} {len(claims)} of the {len(separate.tests)}; it confirms"
    if not open_:
        return f"{text} {what} {'it' if len(claims) == 1 else 'all of them'}."
    if len(open_) > 3:
        return f"{text} {what} {len(claims) - len(open_)}, not {len(open_)}."
    named = [
        f"{first[id(row)]} over {row['b'] if first[id(row)] == row['a'] else row['a']} on "
        f"{row['measure']}"
        for row in open_
    ]
    return f"{text} {what} {len(claims) - len(open_)}, not {wording.listing(named)}."


def _contradictions(rows: list[Row], separate: SeparateResult) -> list[str]:
    """Where a decided joint statement and a decided separate test contradict each other."""
    order = {(row["a"], row["b"]): row["order"] for row in rows if row["decided"]}
    against = [
        f"{row['a']} against {row['b']} on {row['measure']}"
        for row in separate.tests
        if (row["a"], row["b"]) in order
        and row["winner"] not in (None, order[row["a"], row["b"]][row["measure"]][0])
    ]
    if not against:
        return []
    return [
        f"The joint and the separate view contradict each other for {wording.some(against, 3)}."
    ]
