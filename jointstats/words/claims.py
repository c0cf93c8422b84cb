"""A claim about a pair of algorithms in words: what holds, on how many data sets, and what not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import KnownDifference, PairClaim
from jointstats.words.phrases import short, side

MOST_EXCEPTIONS = 2  # measures named on which the other one is better more often


def claim(row: PairClaim, *, p: bool = False) -> str:
    """A claim with its numbers, as a clause: no capital, no full stop.

    Parameters
    ----------
    row : PairClaim
    p : bool, default False
        Whether to add the corrected p-value.
    """
    what, seen = _CLAUSES[row.claim](row)
    numbers = f"{seen}; corrected p {wording.p_value(row.p_adjusted)}" if p else seen
    if p and row.p_adjusted_worst is not None:
        worst = wording.p_value(row.p_adjusted_worst)
        numbers += f"; with all that is missing against it, p {worst}"
    return f"{what} ({numbers}){_exceptions(row)}{properties(row)}"


def properties(row: PairClaim) -> str:
    """What is known of the two beside their results: ", with lower price (20 against 45)"."""
    if not row.known:
        return ""
    first, second = row.names
    if row.winner is None and row.ahead is None:  # nobody is first: who has the better one?
        said = [_known(one, one.better, named=True) for one in row.known]
        return f"; {wording.listing(said)}"
    good = [_known(one, first) for one in row.known if one.better == first]
    bad = [_known(one, first) for one in row.known if one.better == second]
    gain = f", with {wording.listing(good)}" if good else ""
    return f"{gain}, but with {wording.listing(bad)}" if bad else gain


def _known(one: KnownDifference, first: str, *, named: bool = False) -> str:
    """One property, seen from one of the two: "lower price (20 against 45)"."""
    own = one.values[first]
    (other,) = (value for name, value in one.values.items() if name != first)
    said = f"{side(one, first)} ({own:g} against {other:g})"
    return f"{first} has the {said}" if named else said


def counted(row: PairClaim) -> str:
    """On how many data sets each of two is ahead, of which nothing is shown: a clause."""
    first, second = row.names
    ahead = f"is better {_everything(row)}"
    if not row.of_sweeps and row.grouped:
        ahead = "is not worse on any group and better on some"
    elif not row.of_sweeps:
        ahead = "is not worse on any measure and better on some"
    if row.count == row.against == 0:
        return f"neither {ahead} on any of {wording.plural(row.n, 'data set')}"
    if row.count == row.against:
        return f"each {ahead} on {_of_all(row)}"
    return f"{first} {ahead} on {_of_all(row)}, {second} on {wording.count(row.against or 0)}"


def shorts(rows: Sequence[PairClaim], most: int) -> str:
    """Pairs in short, the last ones only counted if there are many."""
    return wording.some([short(row) for row in rows], most)


def outcome(row: PairClaim) -> str:
    """One outcome of a pair: who is better on what, and where both are practically equal."""
    parts = []
    if row.measures_equal:
        parts.append(
            f"{wording.listing([row.a, row.b])} are {equal(row)} {_on(row, row.measures_equal)}"
        )
    first, second = row.names
    verb = "and " if parts and not row.traded else ""
    if row.measures:
        than = "" if parts or row.measures_other else f" than {second}"
        parts.append(f"{verb}{first} is better{than} on {wording.listing(row.measures)}")
    if row.measures_other:
        better = "" if row.traded else f"{verb}{second} is better "
        who = second if row.traded else ""
        parts.append(f"{better}{who}{' ' if who else ''}on {wording.listing(row.measures_other)}")
    return ", ".join(parts) if not verb else " ".join(parts)


def equal(row: PairClaim) -> str:
    """What a tie is: practical equality where there is a rope, otherwise the same number.

    On a group of measures it is that neither is better by the rule of the group.
    """
    if row.grouped:
        return "without a winner"
    return "practically equal" if row.rope else "equal"


def _everything(row: PairClaim) -> str:
    """On every measure, at once if there are several."""
    on = _on_all(row, tuple(row.wins_a))
    return on if len(row.wins_a) == 1 else f"{on} at once"


def _on(row: PairClaim, measures: Sequence[str]) -> str:
    whole = len(measures) == len(row.wins_a) and len(measures) > 1
    return _on_all(row, measures) if whole else f"on {wording.listing(measures)}"


def _on_all(row: PairClaim, names: Sequence[str]) -> str:
    said = wording.on_all(names)
    return said.replace("measures", "groups") if row.grouped and len(names) > 1 else said


def _better(row: PairClaim) -> str:
    first, second = row.names
    return f"{first} is better than {second} {_everything(row)}"


def _not_worse(row: PairClaim) -> str:
    first, second = row.names
    if row.grouped:
        return f"{first} is better than {second} on some group and not worse on any"
    return f"{first} is not worse than {second} on any measure and better on some"


def _of_all(row: PairClaim) -> str:
    return wording.seen(row.count, row.n)


def _against(row: PairClaim) -> str:
    return f"{_of_all(row)}, the other way round on {wording.count(row.against or 0)}"


def _next(row: PairClaim) -> str:
    return f"{_of_all(row)}, the next on {wording.count(row.against or 0)}"


def _at_least(row: PairClaim) -> str:
    return f"at least {_of_all(row)} each"


def _most_common(row: PairClaim) -> tuple[str, str]:
    first, second = row.names
    said = f"“{first} is better than {second} {_everything(row)}” is the most common statement"
    return said, _next(row)


def _each(row: PairClaim) -> tuple[str, str]:
    first, second = row.names
    what = "group" if row.grouped else "measure"
    measures = f"each of the {len(row.wins_a)} {what}s" if len(row.wins_a) > 2 else f"each {what}"
    return f"{first} is better than {second} on {measures}, on most data sets", _at_least(row)


def _trade_off(row: PairClaim) -> tuple[str, str]:
    first, second = row.names
    said = f"{first} is better on {wording.listing(row.measures)}, {second} on "
    return f"{said}{wording.listing(row.measures_other)}, each on most data sets", _at_least(row)


_MOST, _OFTEN = "on most data sets", "more often than the other way round"
_CLAUSES: dict[str, Callable[[PairClaim], tuple[str, str]]] = {
    "most_data_sets": lambda row: (f"{_better(row)}, {_MOST}", _of_all(row)),
    "outcome_most_data_sets": lambda row: (f"{outcome(row)}, {_MOST}", _of_all(row)),
    "each": _each,
    "not_worse_most_data_sets": lambda row: (f"{_not_worse(row)}, {_MOST}", _of_all(row)),
    "trade_off": _trade_off,
    "most_common": _most_common,
    "outcome_most_common": lambda row: (
        f"{outcome(row)}, which is the most common statement", _next(row)
    ),
    "not_worse_more_often": lambda row: (f"{_not_worse(row)}, {_OFTEN}", _against(row)),
    "more_often": lambda row: (f"{_better(row)}, {_OFTEN}", _against(row)),
}  # fmt: skip


def lost(row: PairClaim) -> dict[str, int]:
    """Measures on which the other one is better more often, although the claim is for the winner.

    (Whoever is better on each measure has none.)
    """
    return {} if row.claim == "each" else row.lost_measures


def _exceptions(row: PairClaim) -> str:
    """Where the other one is better more often, although the winner has all measures at once."""
    if not lost(row):
        return ""
    named = [
        f"{wins} of {row.n} on {measure}"
        for measure, wins in sorted(lost(row).items(), key=lambda item: -item[1])
    ]
    more = len(named) - MOST_EXCEPTIONS
    first, second = row.names
    tail = f", and more than {first} on {more} more" if more > 0 else ""
    return f", though {second} wins {wording.listing(named[:MOST_EXCEPTIONS])}{tail}"


_KINDS = {
    "sweep": "being better on every measure",
    "not_worse": "not being worse on any",
    "outcome": "one common statement",
    "trade_off": "trade-offs",
}


def level_shares(shares: Mapping[str, float]) -> str:
    """How the level of a pair is shared among the kinds of claims, fixed beforehand: a sentence."""
    if len(shares) == 1:
        return ""
    said = [f"{wording.percent(share)} for {_KINDS[name]}" for name, share in shares.items()]
    return f"Each pair gets an equal part of the level: {wording.listing(said)}."
