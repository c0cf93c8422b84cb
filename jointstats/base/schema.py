"""JSON Schema of what ``to_dict()`` of every result gives, from its fields and declared columns."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from jointstats.base import options, rows
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.result import SCHEMA, Result
from jointstats.base.rows import Row

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Mapping[Any, str] = {str: "string", bool: "boolean", int: "integer", type(None): "null"}
_ARRAYS = (list, tuple, Sequence)


def json_schema(result: Any = None) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a result's ``to_dict()``.

    It follows from the declared fields and columns, with the meaning of each column as its
    description. What is unknown is null, never NaN.

    Parameters
    ----------
    result : Result, type or str, optional
        A result, its class, or the name of that, such as ``"BayesResult"``. Default: any result.

    Returns
    -------
    dict
        Its ``version`` increases with a release in which a key is added or removed, or changes its
        type; results have the same number as ``schema``.

    Raises
    ------
    ColumnError
        If there is no result of this name.

    Examples
    --------
    >>> import jointstats as js
    >>> schema = js.json_schema("BayesResult")
    >>> schema["version"], schema["$defs"]["BayesResult"]["properties"]["test"]
    (2, {'const': 'bayes'})
    >>> column = schema["$defs"]["BayesStatement"]["properties"]["probability"]
    >>> column["type"], column["description"]
    (['number', 'null'], 'that it is the most probable statement')
    """
    shapes = _Shapes()
    if result is None:
        top: dict[str, Any] = {"anyOf": [shapes.of(kind) for kind in results().values()]}
        name = "Result"
    else:
        name = _named(result)
        top = shapes.of(results()[name])
    return {
        "$schema": DIALECT,
        "$id": f"urn:jointstats:{name}:{SCHEMA}",
        "title": name,
        "version": SCHEMA,
        **top,
        "$defs": dict(sorted(shapes.definitions.items())),
    }


@cache
def results() -> dict[str, type[Result]]:
    """Names to the classes of results that tests return."""
    import jointstats

    for name in jointstats.public_names():  # each is imported when it is first used
        getattr(jointstats, name)
    kinds = {kind.__name__: kind for kind in _below(Result) if _is_whole(kind)}
    return dict(sorted(kinds.items()))


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    """Subclasses that the package defines: a user's own have no part in its schema."""
    for below in kind.__subclasses__():
        if below.__module__.startswith("jointstats."):
            yield below
            yield from _below(below)


def _named(result: Any) -> str:
    kind = result if isinstance(result, type) else type(result)
    name = result if isinstance(result, str) else kind.__name__
    return options.known_name("result", name, results())


class _Shapes:
    """Shapes of types; those of dataclasses are definitions, to which the others refer."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def of(self, hint: Any) -> dict[str, Any]:
        """The shape that a value of this type has once it is plain."""
        if hint is Any or hint is object:
            return {}
        origin, parts = get_origin(hint) or hint, get_args(hint)
        if origin in (Union, types.UnionType):
            return _either([self.of(part) for part in parts])
        if origin is Literal:
            return {"enum": list(parts)}
        if is_dataclass(origin):
            return self._of_dataclass(origin)  # type: ignore[arg-type]
        if issubclass(origin, np.ndarray):
            return {"type": "array"}
        if issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])} if parts else {}
        if issubclass(origin, float):
            return {"type": ["number", "null"]}
        if origin in _ARRAYS or issubclass(origin, LazyRows):
            return self._of_array(origin, parts)
        if issubclass(origin, tuple):  # a class of its own: what it is a tuple of
            return self.of(origin.__orig_bases__[0])
        for known, name in _PLAIN.items():
            if issubclass(origin, known):
                return {"type": name}
        raise TypeError(f"no shape is known for {hint!r}")

    def _of_array(self, origin: Any, parts: tuple[Any, ...]) -> dict[str, Any]:
        if origin is tuple and parts and parts[-1] is not Ellipsis:
            shapes = [self.of(part) for part in parts]
            return {"type": "array", "prefixItems": shapes, "items": False, "minItems": len(shapes)}
        return {"type": "array", "items": self.of(parts[0])} if parts else {"type": "array"}

    def _of_dataclass(self, kind: type) -> dict[str, Any]:
        """A reference to the class; where it is a base, to those that stand for it."""
        kinds = {below.__name__: below for below in (kind, *_below(kind)) if _is_whole(below)}
        for below in kinds.values():
            self._define(below)
        return _either([{"$ref": f"#/$defs/{name}"} for name in sorted(kinds)])

    def _define(self, kind: type) -> None:
        if kind.__name__ in self.definitions:
            return
        shape = self.definitions[kind.__name__] = {"type": "object"}  # stands for itself within
        hints = get_type_hints(kind)
        of_result = issubclass(kind, Result)
        properties: dict[str, Any] = {}
        if issubclass(kind, Result):
            properties = {"schema": {"const": SCHEMA}, "test": {"const": kind.test}}
            properties |= {"version": {"type": "string"}}
        for item in fields(kind):
            if of_result and not item.metadata.get("plain", True):
                continue
            column = item.metadata.get("column")
            said = {"description": _meaning(column)} if column is not None else {}
            properties[rows.key_of(item.name)] = self.of(hints[item.name]) | said
        shape |= {
            "description": inspect.cleandoc(kind.__doc__ or "").split("\n")[0],
            "properties": properties,
            "required": list(properties),
        }
        shape["additionalProperties"] = False


def _is_whole(kind: type) -> bool:
    """Whether there are objects of this very class: a result with subclasses is but their base."""
    if not is_dataclass(kind) or kind is Row:
        return False
    return not (issubclass(kind, Result) and any(_below(kind)))


def _meaning(column: rows.Column) -> str:
    return f"{column.meaning} ({column.unit})" if column.unit else column.meaning


def _either(shapes: list[dict[str, Any]]) -> dict[str, Any]:
    """One of several shapes, in the shortest way."""
    unique = [shape for i, shape in enumerate(shapes) if shape not in shapes[:i]]
    if {} in unique:
        return {}
    if len(unique) == 1:
        return unique[0]
    plain = [shape for shape in unique if set(shape) == {"type"} and shape["type"] != "object"]
    names = [name for shape in plain for name in options.one_or_several(shape["type"])]
    merged = [{"type": list(dict.fromkeys(names))}] if plain else []
    rest = [shape for shape in unique if shape not in plain]
    return {"anyOf": [*rest, *merged]} if rest else merged[0]
