"""The pairs by what is known of them, in numbers that add up: for the report's answer."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.findings.kinds import OfPairs
from jointstats.words.claims import equal


def tally_of(finding: OfPairs) -> str:
    """Of how many pairs something is shown, leaned to, or open: the numbers add up to all."""
    said = [_of_kind(kind, rows) for kind, rows in by_kind(finding).items() if rows]
    return f"Of {wording.plural(len(finding.pairs), 'pair')} {wording.listing(said)}."


def _of_kind(kind: str, rows: Sequence[PairClaim]) -> str:
    """How many pairs are of a kind, as a clause."""
    one = len(rows) == 1
    are = "is" if one else "are"
    words = {
        "won": f"{'has' if one else 'have'} a shown winner",
        "traded": f"{are} shown to be {'a trade-off' if one else 'trade-offs'}",
        "partly": f"{are} won on some groups only",
        "equal": f"{are} shown to be {equal(rows[0])}",
        "leaning": f"{'leans' if one else 'lean'} without being shown",
        "open": f"{are} open",
    }
    return f"{len(rows)} {words[kind]}"


def by_kind(finding: OfPairs) -> dict[str, Sequence[PairClaim]]:
    """The pairs by what is known of them, each once."""
    found: dict[str, list[PairClaim]] = {"won": [], "traded": [], "partly": [], "equal": []}
    for row in finding.shown:
        if row.winner is not None:
            found["won"].append(row)
        elif row.traded or row.ahead is not None:
            found["traded"].append(row)
        else:
            found["partly" if row.partly else "equal"].append(row)
    return found | {"leaning": finding.leaning, "open": finding.open}
