"""Totals of pairs as one text, and back: so they cross to R and to files, to the last bit."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import BadZipFile

import numpy as np

from jointstats.kernels.single.moments import Moments
from jointstats.labelled.errors import InvalidValueError

_ARRAYS = ("outcomes", "family_sizes", "family_outcomes")
_FACTS = ("algorithms", "measures", "rope", "n", "n_dropped", "binary", "family_names", "n_failed")


def packed(totals: Any) -> str:
    """All that totals are, compressed, in letters and digits (base64)."""
    sums = {
        name: [[one.n, hex(one.total), hex(one.squares)] for one in own]
        for name, own in totals.sums.items()
    }
    facts = {name: getattr(totals, name) for name in _FACTS} | {"sums": sums}
    arrays = {name: getattr(totals, name) for name in _ARRAYS}
    arrays |= {"lacking": np.array(list(totals.lacking.values()))}
    text = np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8)
    there = {name: array for name, array in arrays.items() if array is not None}
    buffer = BytesIO()
    np.savez_compressed(buffer, facts=text, **there)
    return b64encode(buffer.getvalue()).decode("ascii")


def unpacked(text: Any) -> Mapping[str, Any]:
    """The fields of the totals that a text stands for.

    Raises
    ------
    InvalidValueError
        If it is none that :func:`packed` made.
    """
    try:
        with np.load(BytesIO(b64decode(text, validate=True)), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        facts = json.loads(arrays.pop("facts").tobytes())
        lacking, sums = arrays.pop("lacking"), facts.pop("sums")
        lists = {name: tuple(facts[name]) for name in ("algorithms", "binary")}
        names = facts.pop("family_names")
    except (ValueError, TypeError, KeyError, OSError, EOFError, BadZipFile):
        raise InvalidValueError("These totals of pairs were changed: make them again.") from None
    return {
        **facts,
        **lists,
        **arrays,
        "family_names": None if names is None else tuple(names),
        "lacking": dict(zip(facts["measures"], lacking, strict=True)),
        "sums": {
            name: tuple(Moments(n, int(total, 16), int(squares, 16)) for n, total, squares in own)
            for name, own in sums.items()
        },
    }
