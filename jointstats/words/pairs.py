"""Every pair in words: who beats whom, how surely, to whom the data lean, and what stays open."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Claims, Leanings, OfPairs
from jointstats.labelled.joint.bayes_result import RUNS
from jointstats.words import phrases
from jointstats.words.by_kind import tally_of
from jointstats.words.claims import claim, counted, equal, lost, shorts
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import FEW, MOST_NAMES, names_in_room, tally

MOST_WINNERS = 3  # named in the first sentence
MOST_LETTERS = 240  # of the claims that are told in short
MOST_LOSERS = 3  # of one winner
MOST_CLAIMS = 6  # told one by one


# --- What is shown --------------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.Claims) -> list[str]:
    if len(finding.pairs) == 1 and len(finding.algorithms) == 2:
        return [_of_two(finding), *([_error_rate(finding)] if finding.shown else [])]
    lines = [f"{_headline(finding)}{_rest(finding)}"]
    told = [f"{claim(row, p=True)}." for row in _told(finding)]
    more = len(finding.shown) - len(told)
    if more > 0:
        told[-1] += f" {wording.plural(more, 'further claim')}: see wins."
    return [*lines, *told, *([_error_rate(finding)] if finding.shown else [])]


def _many(finding: OfPairs) -> bool:
    """Whether there are so many algorithms that sentences count instead of naming pairs."""
    return len(finding.algorithms) > FEW


def _told(finding: Claims) -> Sequence[PairClaim]:
    """The claims that are told one by one: the strongest; of many algorithms, of who wins."""
    if not _many(finding) or not finding.wins:
        return finding.shown[:MOST_CLAIMS]
    return [rows[0] for rows in list(finding.wins.values())[:MOST_WINNERS]]


def _of_two(finding: Claims) -> str:
    (row,) = finding.pairs
    if finding.shown:
        return f"Shown: {claim(row, p=True)}."
    return f"Nothing is shown of {wording.listing(finding.algorithms)}: {counted(row)}."


def _headline(finding: Claims) -> str:
    """Who is shown to beat whom, by algorithm, without the details."""
    wins = finding.wins
    if not finding.shown:
        return f"Nothing is shown of any of the {len(finding.pairs)} pairs{_of_which(finding)}."
    if not wins:
        what = "Nobody is shown to beat another one"
        if finding.control is not None:
            what = f"{finding.control} is not shown to beat another one, or to be beaten"
        return f"{what}."
    if finding.control is not None:
        return f"Shown: {'; '.join(_with_control(finding, finding.control))}."
    named = [_beats(finding, name, rows) for name, rows in wins.items()]
    left = len(named) - MOST_WINNERS
    if left > 1:
        named = [*named[:MOST_WINNERS], f"{left} more beat at least one other"]
    return f"Shown: {'; '.join(named)}."


def _beats(finding: Claims, name: str, rows: list[PairClaim]) -> str:
    others = len(finding.algorithms) - 1
    if _many(finding):
        return _beats_of_many(finding, name, len(rows))
    losers = sorted((str(row.loser) for row in rows), key=finding.algorithms.index)
    though = _though(finding, rows)
    if len(losers) == others and others > 1:
        return f"{name} beats every other algorithm{though}"
    if len(losers) <= MOST_LOSERS:
        return f"{name} beats {wording.listing(losers)}{though}"
    unsaid = [
        row.b if row.a == name else row.a
        for row in (*finding.leaning, *finding.open)
        if name in (row.a, row.b)
    ]
    unsaid.sort(key=finding.algorithms.index)
    said = f"{name} beats {len(losers)} of {others}{though}"
    if 0 < len(unsaid) <= 2:
        said += f" (nothing is shown against {wording.any_of(unsaid)})"
    return said


def _though(finding: OfPairs, rows: Sequence[PairClaim]) -> str:
    """That a claim about all measures at once leaves a measure that the other one wins more often.

    Of many algorithms these wins are counted instead.
    """
    if _many(finding) or not any(map(lost, rows)):
        return ""
    some = "group" if rows[0].grouped else "measure"
    whose = "the other is" if len(rows) == 1 else "some of these are"
    return f", though {whose} ahead on some {some}"


def _with_control(finding: Claims, control: str) -> list[str]:
    """Who beats the control, and whom it beats: nobody else was compared."""
    over = [name for name in finding.wins if name != control]
    own = finding.wins.get(control, [])
    under = sorted((str(row.loser) for row in own), key=finding.algorithms.index)
    said = []
    if over:
        won = [row for name in over for row in finding.wins[name]]
        beat = "beats" if len(over) == 1 else "beat"
        said.append(
            f"{_of_all(finding, over)[0]} {beat} {control}{_of_all(finding, over)[1]}"
            f"{_though(finding, won)}"
        )
    if under:
        who, named = _of_all(finding, under)
        said.append(f"{control} beats {who}{named}{_though(finding, own)}")
    return said


def _of_all(finding: Claims, names: Sequence[str]) -> tuple[str, str]:
    """The algorithms that stand so to the control; many are counted, and the first ones named."""
    others = len(finding.algorithms) - 1
    if len(names) == others > 1:
        return "every other algorithm", ""
    if len(names) <= MOST_NAMES and not _many(finding):
        return wording.listing(names), ""
    return f"{len(names)} of {others} algorithms", f" ({wording.some(names, MOST_WINNERS)})"


def _beats_of_many(finding: Claims, name: str, wins: int) -> str:
    """How many of all others one beats, and how many beat it."""
    others, losses = len(finding.algorithms) - 1, finding.losses.get(name, 0)
    beats = "every other algorithm" if wins == others else f"{wins} of {others}"
    beaten = (
        f"{losses} {'beats' if losses == 1 else 'beat'} it"
        if losses
        else "nobody is shown to beat it"
    )
    return f"{name} beats {beats}" + ("" if wins == others else f", {beaten}")


def _rest(finding: Claims) -> str:
    """The pairs that have no winner: trade-offs, practical equality, nothing shown."""
    if not finding.shown:
        return ""
    parts = []
    though = sum(bool(lost(row)) for row in finding.won) if _many(finding) else 0
    if though:
        parts.append(
            f"in {though} of {wording.plural(len(finding.won), 'win')} the loser is better more "
            "often on some measure"
        )
    if finding.trade_offs:
        k = len(finding.trade_offs)
        parts.append(wording.plural(k, "trade-off"))
    if finding.partly:
        k = len(finding.partly)
        parts.append(
            f"in {wording.plural(k, 'pair')} one is better on a group, and neither on the others"
        )
    if finding.equal:
        k = len(finding.equal)
        are = "is" if k == 1 else "are"
        parts.append(f"{wording.plural(k, 'pair')} {are} {equal(finding.equal[0])}")
    undecided = finding.n_undecided
    if undecided:
        which = "pair" if undecided == 1 else f"{undecided} pairs"
        parts.append(f"nothing is shown of the other {which}{_of_which(finding)}")
    if not parts:
        return ""
    return f" {wording.capital('; '.join(parts))}."


def _of_which(finding: OfPairs) -> str:
    """How the pairs of which nothing is shown divide, so that the numbers add up to all pairs."""
    leaning, undecided = len(finding.leaning), finding.n_undecided
    if not leaning:
        return ""
    if leaning == undecided:
        return " (leaning)" if undecided == 1 else " (all leaning)"
    return f" ({leaning} leaning, {undecided - leaning} open)"


def _error_rate(finding: OfPairs) -> str:
    about = "" if len(finding.pairs) == 1 else f" about any of the {len(finding.pairs)} pairs"
    return f"The probability of showing any false claim{about} is at most {finding.alpha:g}."


# --- To whom the data lean ------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.Leanings) -> list[str]:
    rows = finding.leaning
    if len(finding.pairs) == 1:
        (row,) = rows
        p = wording.probability(float(row.probability or 0.0))
        return [
            f"Leaning, not shown: {claim(row)}. The probability that this is so is {p}, by a prior "
            "that doubts any difference."
        ]
    each = "" if len(rows) == 1 else " each"
    by = f"probability of at least {1 - finding.alpha:g}{each}, by a prior learned from all pairs"
    return [f"Leaning, not shown: {_leanings(finding, shorts(rows, MOST_NAMES))} ({by})."]


def _leanings(finding: Leanings, named: str) -> str:
    """The pairs that lean; of many algorithms how many lean to whom."""
    if not _many(finding):
        return named
    return f"{wording.plural(len(finding.leaning), 'pair')}, to {tally(finding.leading)}"


@sentences.register
def _(finding: kinds.InFamilies) -> list[str]:
    return [
        f"{finding.families.said} Claims about pairs rest on sign flips of whole families. No pair "
        "is called leaning: that is learned from independent data sets."
    ]


@sentences.register
def _(finding: kinds.InGroups) -> list[str]:
    told = [group.meaning for group in finding.groups if not group.alone]
    lone = [group.name for group in finding.groups if group.alone]
    also = f"; {wording.listing(lone)} {'stands' if len(lone) == 1 else 'stand'} alone"
    said = f"Claims are about groups of measures: {'; '.join(told)}{also if lone else ''}."
    strict = [group.name for group in finding.groups if not group.even]
    if strict:
        said += (
            f" Not worse on {wording.listing(strict)} is equal on all of its measures; where "
            "neither is better on a group, each may be on some of its measures."
        )
    return [said]


# --- Whom nobody beats ----------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.Unbeaten) -> list[str]:
    if not finding.left:
        return ["Every algorithm is shown to be beaten by another one."]
    left, of = finding.left, len(finding.algorithms)
    if _many(finding) and len(left) > MOST_NAMES:
        first = wording.listing(left[:MOST_WINNERS])
        return [f"{len(left)} of the {of} are not shown to be beaten, {first} among them."]
    return [f"Nobody is shown to beat {wording.any_of(left, MOST_NAMES)}."]


# --- In short -------------------------------------------------------------------------------------


@brief.register
def _(finding: kinds.Claims) -> Answers:
    if len(finding.pairs) == 1 and len(finding.algorithms) == 2:
        return _two_in_short(finding)
    who = _headline(finding).removeprefix("Shown: ")
    if not finding.shown:
        who = f"Nobody, yet: {who[:1].lower()}{who[1:]}"
    told = [f"{claim(row)}." for row in _told(finding)[:2]]
    if sum(map(len, told)) > MOST_LETTERS:  # the four answers fit the first screen of a phone
        told = told[:1]
    more = len(finding.shown) - len(told)
    tail = [f"{wording.plural(more, 'further claim')} below."] if more > 0 else []
    sure = _error_rate(finding) if finding.shown else ""
    return Answers(who, " ".join([*told, *tail]), f"{tally_of(finding)} {sure}".strip())


def _two_in_short(finding: Claims) -> Answers:
    (row,) = finding.pairs
    if not finding.shown:
        both = wording.listing(finding.algorithms)
        return Answers(f"Nobody, yet: nothing is shown of {both}.", f"So far {counted(row)}.")
    if row.winner is not None:
        who = f"{row.winner}."
    elif row.ahead is not None:
        other = row.names[1]
        by = wording.listing([one.name for one in row.known or () if one.better == other])
        who = f"Neither on everything: {row.ahead} by results, {other} by {by}."
    elif row.traded:
        what = "group" if row.grouped else "measures"
        who = f"Neither on everything: each is better on some {what}."
    elif row.measures or row.measures_other:
        who = f"{row.a if row.measures else row.b}, on some groups only."
    else:
        who = f"Neither: {wording.listing([row.a, row.b])} are {equal(row)}."
    return Answers(who, f"{claim(row)}.", _error_rate(finding))


@brief.register
def _(finding: kinds.Leanings) -> Answers:
    return Answers(how_sure=_lean_in_short(finding))


@brief.register
def _(finding: kinds.InGroups) -> Answers:
    told = [group.meaning for group in finding.groups if not group.alone]
    return Answers(on_what=f"{wording.capital('; '.join(told))}.")


@brief.register
def _(finding: kinds.InFamilies) -> Answers:
    return Answers(how_sure=finding.families.said)


def _lean_in_short(finding: Leanings) -> str:
    rows = finding.leaning
    if len(finding.pairs) == 1:
        return sentences(finding)[0]
    if _many(finding):
        return ""  # how many there are stands beside those that are shown
    named = names_in_room([phrases.short(row) for row in rows])
    return f"Leaning, not shown: {_leanings(finding, named)}."


# --- The pairwise tests ---------------------------------------------------------------------------


@sentences.register
def _(finding: kinds.Decided) -> list[str]:
    what = "differences (pairs × measures)" if finding.by_measure else "pairs"
    if finding.n_tests == 1:
        what = what.removesuffix("s")
    if finding.rule == RUNS:
        return [
            f"The runs lean to a statement on {finding.n_decided} of {finding.n_tests} {what} "
            "(probability of being the most probable statement at least "
            f"{1 - finding.alpha:g}; each pair by itself). Runs lean, they decide nothing."
        ]
    one = finding.n_tests == 1 or finding.n_decided == 1
    number = "Nothing is shown of" if not finding.n_decided else f"{finding.n_decided} of"
    if finding.rule not in (None, "lower"):
        reach = "reaches" if one else "reach"
        count = finding.n_decided or "None"
        return [f"{count} of {finding.n_tests} {what} {reach} a {_basis(finding)}."]
    basis = f"({_basis(finding)})"
    if not finding.n_decided:
        any_ = "the pair" if finding.n_tests == 1 else f"any of the {finding.n_tests} {what}"
        return [f"{number} {any_} {basis}."]
    return [f"{number} {finding.n_tests} {what} {'is' if one else 'are'} shown {basis}."]


def _basis(finding: kinds.Decided) -> str:
    """By what a pair is shown, or what it reaches by a rule without an error rate."""
    if finding.rule is None:
        return f"p ≤ {finding.alpha:g} {wording.corrected(finding.p_adjust or 'none')}"
    if finding.rule == "lower":
        return f"{phrases.rule_in_words(finding.rule, finding.alpha)}; each pair by itself"
    papers = f"{phrases.rule_in_words(finding.rule, finding.alpha)}, the papers’ rule"
    if finding.rule == "network":
        return f"{papers}, for which no error rate is known"
    return f"{papers}, each pair by itself"


@sentences.register
def _(finding: kinds.LostPairs) -> list[str]:
    lost = [phrases.short(pair) for pair in finding.pairs]
    if len(lost) > MOST_NAMES + 1:
        named = f", {wording.listing(lost[:MOST_LOSERS])} among them"
    else:
        named = f": {wording.listing(lost)}"
    return [f"{phrases.LEAST_FAVOURABLE} take {len(lost)} of these below the limit{named}."]


@sentences.register
def _(finding: kinds.OwnCases) -> list[str]:
    low, most, common = finding.fewest, wording.plural(finding.most, "data set"), finding.common
    return [
        f"Each pair is compared on the data sets that are complete for it: "
        f"{most if low == finding.most else f'{low} to {most}'}; "
        f"{common} {'is' if common == 1 else 'are'} complete for all algorithms."
    ]
