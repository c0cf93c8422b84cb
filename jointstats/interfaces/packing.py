"""Contents of figures as data: packed for R, and as tidy frames.

The frames are in the measures' own units, a row for each point, bar or interval: for R's
``autoplot()``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, singledispatch
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

from jointstats.base.result import plain
from jointstats.claims.figure_front import Front
from jointstats.drawing.content import Content, Orders, Rows, sense
from jointstats.drawing.scales import Ruler
from jointstats.interfaces import figures  # noqa: F401 - knows every kind of content
from jointstats.joint.figure_tiles import Statements
from jointstats.single.figure_effects import Panel, Panels
from jointstats.single.figure_ranks import Ranks, Track
from jointstats.single.figure_simplex import Simplex

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Named:
    """A figure's content, with the figure's name."""

    name: str
    content: Content


def write(content: Content) -> str:
    """A figure's content as JSON."""
    return json.dumps({"kind": content.kind} | _plain(content), ensure_ascii=False)


def read(text: str) -> Content:
    """The content that :func:`write` has written.

    Raises
    ------
    ValueError, LookupError, TypeError
        If the text is none of such, or of another version.
    """
    node = json.loads(text)
    content: Content = _of_type(_kinds()[node.pop("kind")], node)
    return content


def _plain(value: Any) -> Any:
    """Dataclasses as mappings; an empty field, or one as it is by default, is written, too."""
    if value is None or isinstance(value, str | int | float):  # most are
        return plain(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        if value and is_dataclass(value[0]) and all(type(row) is type(value[0]) for row in value):
            names = [field.name for field in fields(value[0])]  # by column: each name once
            return {name: [_plain(getattr(row, name)) for row in value] for name in names}
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return plain(value)


def _kinds() -> dict[str, type[Content]]:
    """The class of each kind of content."""
    return {item.kind: item for item in _below(Content)}


def _below(parent: type[Content]) -> list[type[Content]]:
    return [kind for child in parent.__subclasses__() for kind in (child, *_below(child))]


@cache
def _hints(of_type: type) -> dict[str, Any]:
    return get_type_hints(of_type)


def _of_type(of_type: Any, node: Any) -> Any:
    """A value of its field's type: dataclasses, tuples, and mappings of these."""
    origin, inner = get_origin(of_type), get_args(of_type)
    if is_dataclass(of_type) and isinstance(of_type, type):
        hints = _hints(of_type)
        return of_type(**{name: _of_type(hints[name], value) for name, value in node.items()})
    if origin in (Union, UnionType):
        some = next(kind for kind in inner if kind is not type(None))
        return None if node is None else _of_type(some, node)
    if origin is tuple and isinstance(node, dict):
        cells = zip(*node.values(), strict=True)
        return tuple(_of_type(inner[0], dict(zip(node, row, strict=True))) for row in cells)
    if origin is tuple:
        types = inner if inner[-1] is not Ellipsis else inner[:1] * len(node)
        return tuple(_of_type(entry, item) for entry, item in zip(types, node, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {key: _of_type(inner[1], item) for key, item in node.items()}
    return node


TIDY = ("effects", "ranks", "front", "statements", "rankings", "posterior")
"""The figures that have such data, by name."""

Record = dict[str, Any]


def frame(content: Content) -> pd.DataFrame:
    """The data of a figure of those names, a row for each mark."""
    import pandas as pd

    table = pd.DataFrame(list(records(content)))
    for name in table.columns:
        if table[name].dtype == object and all(_is_number(cell) for cell in table[name]):
            table[name] = table[name].astype(float)  # None, of which nothing is known, is NaN
    return table


def axes(content: Content) -> dict[str, Any]:
    """What the axes show, and whether they are logarithmic."""
    match content:
        case Front():
            along, way = {"x": content.across, "y": content.up}, ("min", "max")
            names = {
                axis: f"{ruler.measure} ({ruler.unit}), {sense(way[ruler.sign > 0])} is better"
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
        for pair, row in zip(content.names, _points(panel), strict=True):
            if row["value"] is not None:
                yield {"pair": pair, "measure": panel.measure} | row


@records.register
def _(content: Ranks) -> Iterator[Record]:
    for track in content.tracks:
        for name, row in zip(content.algorithms, _points(track, "leads"), strict=True):
            yield {"measure": track.measure, "algorithm": name} | row


def _points(part: Panel | Track, strong: str = "shown") -> Iterator[Record]:
    for cells in zip(part.value, part.low, part.high, part.strong, strict=True):
        yield dict(zip(("value", "low", "high", strong), cells, strict=True))


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
