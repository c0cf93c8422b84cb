"""What some figures show as tidy data frames, in the measures' own units: for R's ``autoplot()``.

One row for each point, bar or interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Content, Orders, Rows
from jointstats.presentation.figures.effects import Panels
from jointstats.presentation.figures.front import Front
from jointstats.presentation.figures.ranks import Ranks
from jointstats.presentation.figures.scales import Ruler
from jointstats.presentation.figures.simplex import Simplex
from jointstats.presentation.figures.tiles import Statements

if TYPE_CHECKING:
    import pandas as pd

TIDY = ("effects", "ranks", "front", "statements", "rankings", "posterior")
"""The figures that have such data, by name."""

Record = dict[str, Any]


def frame(content: Content) -> pd.DataFrame:
    """The data of a figure of those names, a row for each mark."""
    import pandas as pd

    made = pd.DataFrame(list(records(content)))
    for name in made.columns:
        if made[name].dtype == object and all(_is_number(cell) for cell in made[name]):
            made[name] = made[name].astype(float)  # None, of which nothing is known, is NaN
    return made


def axes(content: Content) -> dict[str, Any]:
    """What stands along the axes, and whether they are logarithmic."""
    match content:
        case Front():
            along = {"x": content.across, "y": content.up}
            names = {
                axis: f"{ruler.measure} ({ruler.unit}), {_sense(ruler)} is better"
                for axis, ruler in along.items()
            }
            return names | {f"{axis}_log": ruler.log for axis, ruler in along.items()}
        case Rows(scale=scale) | Statements(scale=scale):
            right = f", {scale.ends[1]} better at the right" if scale.ends else ""
            return {"x": f"{scale.label}{right}", "zero": scale.zero}
        case Panels():
            return {"x": f"{content.label}, the first better at the right", "zero": True}
        case Ranks():
            return {"x": content.label}
        case Orders():
            return {"x": "mean rank"}
    return {}


def _sense(ruler: Ruler) -> str:
    return words.sense("max" if ruler.sign > 0 else "min")


def _is_number(cell: Any) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


@singledispatch
def records(content: Content) -> Iterator[Record]:
    """The rows of a figure's data."""
    raise TypeError(f"A figure of the kind {content.kind} has no tidy data.")


@records.register
def _(content: Rows) -> Iterator[Record]:
    for row in content.rows:
        values = {"value": row.value, "low": row.low, "high": row.high}
        if content.scale.ends:
            pair = " / ".join(reversed(content.scale.ends))
            yield {"pair": pair, "measure": row.label} | values | {"shown": row.strong}
        else:
            yield {"statement": row.label} | values | {"note": row.note, "leads": row.strong}


@records.register
def _(content: Panels) -> Iterator[Record]:
    for panel in content.panels:
        cells = zip(panel.value, panel.low, panel.high, panel.strong, strict=True)
        for pair, (value, low, high, shown) in zip(content.names, cells, strict=True):
            if value is not None:
                yield {
                    "pair": pair, "measure": panel.measure, "value": value, "low": low,
                    "high": high, "shown": shown,
                }  # fmt: skip


@records.register
def _(content: Ranks) -> Iterator[Record]:
    for track in content.tracks:
        cells = zip(track.value, track.low, track.high, track.strong, strict=True)
        for name, (value, low, high, shown) in zip(content.algorithms, cells, strict=True):
            yield {
                "measure": track.measure, "algorithm": name, "value": value, "low": low,
                "high": high, "leads": shown,
            }  # fmt: skip


@records.register
def _(content: Front) -> Iterator[Record]:
    for mean in content.means:
        row: Record = {"algorithm": mean.name}
        for axis, ruler in (("x", content.across), ("y", content.up)):
            at, low, high = (getattr(mean, name) for name in (axis, f"{axis}_low", f"{axis}_high"))
            low, high = (low, high) if ruler.sign > 0 else (high, low)
            row |= {axis: _value(at, ruler), f"{axis}_low": _value(low, ruler),
                    f"{axis}_high": _value(high, ruler)}  # fmt: skip
        yield row | {"front": mean.front}


def _value(place: float | None, ruler: Ruler) -> float:
    if place is None:
        return math.nan
    return 10 ** (ruler.sign * place) if ruler.log else ruler.sign * place


@records.register
def _(content: Statements) -> Iterator[Record]:
    said: dict[int, list[str]] = {}
    for tile in content.tiles:
        said.setdefault(tile.row, []).append(f"{tile.said} on {content.measures[tile.column]}")
    for i, row in enumerate(content.rows):
        yield {
            "statement": ", ".join(said.get(i, [row.label])), "value": row.value, "low": row.low,
            "high": row.high, "note": row.note, "leads": row.strong,
        }  # fmt: skip


@records.register
def _(content: Orders) -> Iterator[Record]:
    for order in content.orders:
        for name, rank in zip(order.algorithms, order.mean_ranks, strict=True):
            yield {"measure": order.measure, "algorithm": name, "mean_rank": rank}


@records.register
def _(content: Simplex) -> Iterator[Record]:
    for triangle in content.triangles:
        for first, equal in zip(triangle.first, triangle.equal, strict=True):
            yield {
                "panel": triangle.label, "a": triangle.names[0], "b": triangle.names[1],
                "a_better": first, "equal": equal, "b_better": max(1 - first - equal, 0.0),
            }  # fmt: skip
