"""The algorithms that lead a league: against which others they win or are ahead, at what price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import WINS, ComparedPair
from jointstats.labelled.compare.comparison import Comparison
from jointstats.words.pair_sentences import other_of
from jointstats.words.several_pairs import prices

MOST = 3  # algorithms with a sentence
NAMED = 2  # others that are named; more are counted


def leaders(result: Comparison, most: int = MOST) -> list[str]:
    """A sentence for each of the first algorithms that wins or is ahead somewhere."""
    first = [row.algorithm for row in result.leaderboard.board[:most] if row.wins or row.ahead]
    led: dict[str, list[ComparedPair]] = {name: [] for name in first}
    for i, name in enumerate(result.pairs.cells(("winner",))["winner"]):
        if name in led:
            led[name].append(result.pairs[i])
    many = next((name for name, own in led.items() if len(own) > NAMED), "")
    return [
        _named(name, own) if len(own) <= NAMED else _counted(name, own, explained=name != many)
        for name, own in led.items()
    ]


def _named(name: str, rows: Sequence[ComparedPair]) -> str:
    """Who the others are, and where they have more wins."""
    sides = {
        "wins against": [other_of(row, name) for row in rows if row.state == WINS],
        "is ahead of": [other_of(row, name) for row in rows if row.state != WINS],
    }
    said = [f"{verb} {wording.listing(names)}" for verb, names in sides.items() if names]
    return f"{name} {wording.listing(said)}{prices(rows, name)}."


def _counted(name: str, rows: Sequence[ComparedPair], *, explained: bool) -> str:
    """How many of the others have more wins on which measure, or a better known property."""
    lost = Counter(measure for row in rows for measure in row.price(name)).most_common()
    known = Counter(one.name for row in rows for one in row.worse_properties(name)).most_common()
    leads = f"{name} leads {len(rows)} others{'' if explained else ' (wins or ahead)'}"
    if not lost and not known:
        return f"{leads}; none of them has more wins on any measure."
    said = [
        f"{n}{'' if i else _have(n) + ' more wins'} on {what}" for i, (what, n) in enumerate(lost)
    ] + [f"{n}{_have(n)} a better known {what}" for what, n in known]
    return f"{leads}; of these, {wording.listing(said)}."


def _have(n: int) -> str:
    """The verb, with a blank before it."""
    return " has" if n == 1 else " have"
