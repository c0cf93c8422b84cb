"""Decided and undecided pairs in words: for the pairwise tests and whoever reports them."""

from __future__ import annotations

from typing import Any

from jointstats.labelled import wording


def loser(row: dict[str, Any]) -> str:
    """Who loses a decided pair."""
    return str(row["b"] if row["winner"] == row["a"] else row["a"])


def wins(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Algorithm to the pairs that it is decided to win on every measure."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if row["winner"]:
            found.setdefault(row["winner"], []).append(row)
    return found


def trade_offs(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pairs that are decided without a winner."""
    return [row for row in rows if row["decided"] and not row["winner"]]


def short(row: dict[str, Any]) -> str:
    """A decision in short: "A over B", or "A against B" for a trade-off."""
    if row["winner"]:
        return f"{row['winner']} over {loser(row)}"
    return f"{row['a']} against {row['b']}"


def lost_to_the_prior(rows: list[dict[str, Any]], alpha: float) -> list[str]:
    """The Bayesian decisions, in short, that the least favourable prior of mass 2 would undo."""
    return [
        short(row) for row in rows if row["decided"] and row.get("probability_lower", 1) < 1 - alpha
    ]


def prior_caution(rows: list[dict[str, Any]], alpha: float) -> list[str]:
    """What to say of such decisions; empty if there are none."""
    lost = lost_to_the_prior(rows, alpha)
    if not lost:
        return []
    return [
        "The least favourable prior (opinion before the data) worth 2 data sets would undo "
        f"{len(lost)} of the decisions: {wording.some(lost, 6)}."
    ]


def verdict(
    rows: list[dict[str, Any]],
    n_pairs: int,
    alpha: float,
    p_adjust: str | None,
    expected_wrong: float | None,
) -> str:
    """How many pairs, or differences, are decided."""
    decided = [row for row in rows if row.get("decided", row["winner"])]
    what = "pairs" if len(rows) == n_pairs else "differences (pairs × measures)"
    basis = (
        f"p ≤ {alpha:g} {wording.corrected(p_adjust)}"
        if p_adjust
        else f"probability at least {1 - alpha:g}"
    )
    text = f"{len(decided)} of {len(rows)} {what} are decided ({basis})"
    if expected_wrong is not None and decided:
        text += f"; expected number of wrong ones among them: {wording.expected(expected_wrong)}"
    return text + "."


def cell(rows: list[dict[str, Any]], measures: tuple[str, ...]) -> str:
    """A pair in the matrix: who is better on which measure, how surely, and whether decided."""
    if not rows:
        return ""
    first = rows[0]
    if "order" in first:
        if first["order"] is None:
            return "even"
        adjusted = "p_adjusted" in first
        value = first["p_adjusted" if adjusted else "probability"]
        # Only means can be equal: a statement orders every measure.
        leads = [first["order"].get(m, [None])[0] for m in measures]
        signs = "".join("=" if x is None else ">" if x == first["a"] else "<" for x in leads)
        shown = wording.three_decimals(value, p_value=adjusted)
        return f"{signs} {shown}{'*' if first['decided'] else ''}"
    parts = []
    for row in rows:
        sign = "=" if row["better"] is None else ">" if row["better"] == row["a"] else "<"
        p = wording.three_decimals(row["p_adjusted"], p_value=True)
        parts.append(f"{sign} {p}{'*' if row['winner'] else ''}")
    return " | ".join(parts)
