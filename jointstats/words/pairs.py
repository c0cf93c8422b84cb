"""Every pair in words: who wins, how surely, and what stays open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jointstats.labelled import wording
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Confirmation, OfPairs, Pair, Wins
from jointstats.labelled.order import tied_measures
from jointstats.words import phrases
from jointstats.words.forms import Answers, Opening, brief, opening, sentences
from jointstats.words.phrases import ROOM, every, names_in_room, on_all, short, shorts

MOST_WINS = 12  # named one by one


# --- Who wins -------------------------------------------------------------------------------------


@opening.register
def _(finding: kinds.Wins) -> Opening | None:
    on, mixed, equal = on_all(finding), len(finding.trade_offs), len(finding.partly_equal)
    # Most wins first.
    wins = dict(sorted(finding.wins.items(), key=lambda item: -len(item[1])))
    undecided = len(finding.pairs) - len(finding.decided)
    if wins:
        top, won = next(iter(wins.items()))
        first = "By the Bayesian test, these"
        if len(won) == len(finding.algorithms) - 1:
            first = f"By the Bayesian test, {top} beats every other algorithm. These"
        elif finding.control is None:
            first = f"No algorithm beats all others. {first}"
        return Opening(f"{first} are better {on}: {_named(wins)}.{_rest(mixed, equal, undecided)}")
    nobody = f"no algorithm is shown to be better than another {on}"
    if finding.control is not None:
        nobody = f"{finding.control} is not shown to be better or worse than another one {on}"
    if equal and not mixed:
        said = f"no overall winner: {nobody}.{_rest(0, equal, undecided)}"
        return Opening(said, "There is")
    if not mixed:
        said = f"not decided: by the Bayesian test of each pair, {nobody}."
        return Opening(said, "The joint comparison is")
    which = f"{mixed} of {len(finding.pairs)} pairs" if undecided else every(mixed)
    are = "is a clear trade-off" if mixed == 1 else "are clear trade-offs"
    return Opening(
        f"no overall winner: {nobody}. By the Bayesian test {which} {are}, each algorithm better "
        "on some measures.",
        "There is",
    )


@sentences.register
def _(finding: kinds.Wins) -> list[str]:
    first = opening(finding)
    return [] if first is None else [first.alone]


def _named(wins: dict[str, list[Pair]]) -> str:
    """The wins with their counts; the last ones only counted if there are many."""
    first = next(iter(wins.values()))[0]
    parts, left = [], MOST_WINS
    for winner, pairs in wins.items():
        shown = pairs[:left]
        left -= len(shown)
        over = [f"{pair.loser} ({phrases.seen(pair, first=pair is first)})" for pair in shown]
        parts += [f"{winner} over {wording.listing(over)}"] if over else []
    more = sum(map(len, wins.values())) - (MOST_WINS - left)
    return "; ".join(parts) + (f"; and {wording.plural(more, 'more win')}" if more else "")


def _rest(mixed: int, equal: int, undecided: int) -> str:
    parts = []
    if equal:
        are = "is" if equal == 1 else "are"
        parts.append(f"{wording.plural(equal, 'pair')} {are} practically equal on some measure")
    if mixed:
        are = "is a trade-off" if mixed == 1 else "are trade-offs"
        parts.append(f"{wording.plural(mixed, 'pair')} {are}")
    if undecided:
        are = "is" if undecided == 1 else "are"
        pairs = f"{wording.plural(undecided, 'pair')} {are} undecided"
        parts.append(f"{undecided} undecided" if mixed or equal else pairs)
    return f" {', '.join(parts)}." if parts else ""


@sentences.register
def _(finding: kinds.Unbeaten) -> list[str]:
    if not finding.left:
        return ["Every algorithm is beaten by some other."]
    named = wording.some(finding.left, phrases.MOST_NAMES)
    return [f"Nobody is shown to be better than {named}."]


@sentences.register
def _(finding: kinds.TradeOffs) -> list[str]:
    mixed = finding.trade_offs
    shown = [
        f"{_briefly(pair)} ({phrases.seen(pair, first=pair is mixed[0])})" for pair in mixed[:3]
    ]
    more = f"; and {len(mixed) - 3} more" if len(mixed) > 3 else ""
    what = "is a trade-off" if len(mixed) == 1 else f"are {len(mixed)} trade-offs"
    return [f"There {what}: {'; '.join(shown)}{more}."]


@sentences.register
def _(finding: kinds.PartlyEqual) -> list[str]:
    equal = finding.partly_equal
    shown = [
        f"{wording.statement(pair.order or {})} ({phrases.seen(pair, first=pair is equal[0])})"
        for pair in equal[:3]
    ]
    more = f"; and {len(equal) - 3} more" if len(equal) > 3 else ""
    return [f"Practically equal on some measure: {'; '.join(shown)}{more}."]


def _briefly(pair: Pair) -> str:
    """A mixed statement, shorter where but one of many measures differs."""
    order = pair.order or {}
    for first, second in ((pair.a, pair.b), (pair.b, pair.a)):
        worse = [measure for measure, one in order.items() if one[0] == second]
        if len(worse) == 1 and len(order) > 3 and not tied_measures(order):
            return f"{first} is better than {second} on all measures but {worse[0]}"
    return wording.statement(order)


# --- How sure -------------------------------------------------------------------------------------


def confirms(pairs: Sequence[Pair], named: Callable[[list[str]], str]) -> str:
    """What the likelihood-ratio test says to Bayesian decisions, for whatever it is called.

    Parameters
    ----------
    pairs : sequence of Pair
        Which the Bayesian test decides.
    named : callable
        Joins names of pairs, as many as there is room for.
    """
    firm = [short(pair) for pair in pairs if pair.confirmed]
    open_ = [
        f"{short(pair)} (p {wording.p_value(pair.glrt.p_adjusted)})"
        for pair in pairs
        if not pair.confirmed
    ]
    if not open_:
        return "confirms it." if len(firm) == 1 else "confirms all of them."
    if not firm:
        if len(open_) == 1:
            return "does not confirm it: it is a lead, not proof."
        return "confirms none of them: they are leads, not proof."
    if len(firm) <= len(open_):
        return f"confirms only {named(firm)}: the others are leads, not proof."
    return f"confirms all but {named(open_)}."


@sentences.register
def _(finding: kinds.Confirmation) -> list[str]:
    n, bayes = len(finding.pairs), finding.decided
    corrected = wording.corrected(finding.p_adjust)
    corrected += f" for {wording.plural(n, 'pair')}" if finding.p_adjust != "none" else ""
    stricter = f"The likelihood-ratio test ({corrected})"
    if not bayes:
        other = shorts(finding.alone) or "none either"
        return [f"The Bayesian test decides none of {n} pairs. {stricter} decides {other}."]
    which = every(n) if len(bayes) == n else f"{len(bayes)} of {n} pairs"
    wrong = phrases.expected_wrong(finding.expected_wrong, bounded=finding.imprecise)
    said = confirms(bayes, lambda names: wording.some(names, phrases.MOST_NAMES))
    text = (
        f"The Bayesian test decides {which}; {wrong} of these decisions are expected to be wrong. "
        f"{stricter} {said}"
    )
    alone = shorts(finding.alone)
    return [text + (f" It alone decides {alone}." if alone else "")]


@sentences.register
def _(finding: kinds.LostPairs) -> list[str]:
    lost = finding.pairs
    return [f"{phrases.LEAST_FAVOURABLE} undo {len(lost)} of the decisions: {shorts(lost)}."]


# --- In short: who wins, on what ------------------------------------------------------------------


@brief.register
def _(finding: kinds.Wins) -> Answers:
    if not finding.decisive:
        return Answers(who=_nobody(finding))
    who = _of_control(finding) if finding.control is not None else _who(finding)
    return Answers(who, _meaning(finding))


def _who(finding: Wins) -> str:
    top, on, wins = finding.top, on_all(finding), finding.wins
    if len(top) == 1:
        losers, others = [str(pair.loser) for pair in wins[top[0]]], len(finding.algorithms) - 1
        if len(losers) == others:
            return f"{top[0]}: shown better than every other algorithm {on}."
        return (
            f"{top[0]} comes out ahead: shown better {on} than {len(losers)} of the {others} "
            f"others ({names_in_room(losers)}). Nobody is shown better than it."
        )
    who = f"No single winner. Shown better {on}: {_each_over(wins, top)}."
    if finding.beaten.isdisjoint(top):
        who += f" Nobody is shown better than these {phrases.number(len(top))}."
    return who


def _of_control(finding: Wins) -> str:
    control = finding.control
    won = [str(pair.loser) for pair in finding.decisive if pair.winner == control]
    lost = [str(pair.winner) for pair in finding.decisive if pair.winner != control]
    parts = [f"{control} is shown better than {names_in_room(won)}"] if won else []
    if lost:
        are = "is" if len(lost) == 1 else "are"
        parts.append(f"{names_in_room(lost)} {are} shown better than {control}")
    rest = len(finding.pairs) - len(finding.decisive)
    show = "shows" if rest == 1 else "show"
    tail = f" {rest} of the {len(finding.pairs)} comparisons {show} no winner." if rest else ""
    return f"{'; '.join(parts)}.{tail}"


def _nobody(finding: Wins) -> str:
    on = on_all(finding)
    equal = len(finding.partly_equal)
    if equal:
        are = "pair is" if equal == 1 else "pairs are"
        return f"No winner {on}; {equal} {are} shown to be practically equal on some measure."
    if len(finding.trade_offs) == len(finding.pairs):
        return "No overall winner: in every pair, each algorithm is better on some measures."
    if finding.control is not None:
        return f"Nobody, yet: {finding.control} and the others are not told apart {on}."
    return f"Nobody, yet: no algorithm is shown to be better than another {on}."


def _each_over(wins: dict[str, list[Pair]], top: list[str]) -> str:
    """Who is better than whom: those with the same wins together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name in top:
        together.setdefault(tuple(str(pair.loser) for pair in wins[name]), []).append(name)
    said = ", ".join(
        f"{wording.listing(names)} ({'each ' if len(names) > 1 else ''}over "
        f"{wording.listing(losers)})"
        for losers, names in together.items()
    )
    if len(said) <= 2 * ROOM:
        return said
    counts = sorted({len(wins[name]) for name in top})
    one = counts == [1]
    over = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"{names_in_room(top)} (each over {over} other{'' if one else 's'})"


def _meaning(finding: Wins) -> str:
    """What "shown better" means, and on how many data sets it was seen."""
    n = wording.plural(finding.pairs[0].bayes.n, "data set")
    counts = [pair.bayes.count for pair in finding.decisive]
    low, high = wording.count(min(counts)), wording.count(max(counts))
    seen = f"{low} of {n}" if low == high else f"{low} to {high} of {n}"
    if len(finding.measures) == 1:
        return f"“Shown better” means: better on most data sets (here on {seen})."
    return (
        f"“Shown better” means: of all possible results, “better {on_all(finding)}” is the most "
        f"common. That can be fewer than half of the data sets (here {seen})."
    )


# --- In short: how sure ---------------------------------------------------------------------------


@brief.register
def _(finding: kinds.Confirmation) -> Answers:
    decides = phrases.would_decide(finding.alpha, imprecise=finding.imprecise)
    if finding.decisive:
        return Answers(how_sure=_sure(finding, decides))
    known = [pair for pair in finding.pairs if pair.bayes.probability is not None]
    mixed = finding.trade_offs
    if not known:
        return Answers(how_sure="In every pair several results fit the data equally well.")
    if len(mixed) == len(finding.pairs):
        least = _least_chance(kinds.least_certain(mixed))
        return Answers(
            how_sure=f"Every pair shows a clear trade-off (probability {least}; {decides}). "
            f"{_second(finding)} {confirms(mixed, names_in_room)}"
        )
    first = max(known, key=lambda pair: float(pair.bayes.probability or 0.0))
    shows = "shows" if len(mixed) == 1 else "show"
    trade = f" {wording.plural(len(mixed), 'pair')} {shows} a clear trade-off." if mixed else ""
    return Answers(
        how_sure=f"The surest pair is {first.a} and {first.b}, with probability "
        f"{phrases.chance_of(first)} ({decides}).{trade}"
    )


def _sure(finding: Confirmation, decides: str) -> str:
    decisive, decided = finding.decisive, finding.decided
    weakest = kinds.least_certain(decisive)
    p, upper = float(weakest.bayes.probability or 0.0), weakest.bayes.probability_upper
    if len(decisive) == 1:
        who, said = "This win", phrases.chance(p, upper) if upper else phrases.above(p)
    elif finding.imprecise:
        who, said = "The least certain of these wins", phrases.chance(p, upper)
    else:
        who, said = f"Each of these {len(decisive)} wins", phrases.least_chance(p)
    text = f"{who} has probability {said} ({decides})."
    if len(decided) > 1:
        wrong = phrases.expected_wrong(finding.expected_wrong, bounded=finding.imprecise)
        text += (
            f" If its assumptions hold, {wrong} of the test’s {len(decided)} decisions are "
            "expected to be wrong."
        )
    return f"{text} {_second(finding)} {confirms(decisive, names_in_room)}"


def _least_chance(pair: Pair) -> str:
    return phrases.least_chance(float(pair.bayes.probability or 0.0), pair.bayes.probability_upper)


def _second(finding: OfPairs) -> str:
    """The second test, and what its p-values are corrected for."""
    if finding.p_adjust == "none" or len(finding.pairs) == 1:
        return "A second test"
    return f"A second test, corrected for looking at {len(finding.pairs)} pairs,"


# --- The pairwise tests ---------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.Decided) -> list[str]:
    what = "differences (pairs × measures)" if finding.by_measure else "pairs"
    basis = f"probability at least {1 - finding.alpha:g}"
    if finding.p_adjust is not None:
        basis = f"p ≤ {finding.alpha:g} {wording.corrected(finding.p_adjust)}"
    text = f"{finding.n_decided} of {finding.n_tests} {what} are decided ({basis})"
    if finding.expected_wrong is not None and finding.n_decided:
        wrong = wording.expected(finding.expected_wrong)
        text += f"; expected number of wrong ones among them: {wrong}"
    return [f"{text}."]


@sentences.register
def _(finding: kinds.OwnCases) -> list[str]:
    low, most, common = finding.fewest, wording.plural(finding.most, "data set"), finding.common
    return [
        f"Each pair is compared on the data sets that are complete for it: "
        f"{most if low == finding.most else f'{low} to {most}'}; "
        f"{common} {'is' if common == 1 else 'are'} complete for all algorithms."
    ]
