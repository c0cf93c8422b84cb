"""A table as R sends it back: what it got, where a text is a vector and a frame is a list."""

import json
from typing import Any


def as_r_sends(reply: str) -> dict[str, Any]:
    """The node of a table that R was given."""
    node = json.loads(reply)
    return node | {"is": "table", "of": {name: _part(part) for name, part in node["of"].items()}}


def _part(part: Any) -> Any:
    if isinstance(part, str):
        return {"is": "text", "values": [part], "names": None}
    if isinstance(part, dict) and part["is"] in ("frame", "list"):
        return {"is": "list", "of": {name: _part(inner) for name, inner in part["of"].items()}}
    return part
