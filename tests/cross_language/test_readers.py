"""Files of other programs, read by Python and by R: the same numbers, to the last bit."""

from __future__ import annotations

from pathlib import Path

import jointstats as js
from jointstats.presentation.bridge.spelling import for_r

FILES = Path(__file__).parents[1] / "python" / "formats"
# One call each, without roles. A format gets its line here.
PATHS = [FILES / "sklearn" / "cross_validate.json", FILES / "sklearn" / "searches"]


def test_r_reads_the_same(read_by_r):
    for path, found in zip(PATHS, read_by_r(*PATHS), strict=True):
        table = js.read_results(path)
        assert found["measures"] == table.measures
        assert found["datasets"] == list(table.datasets)
        assert found["algorithms"] == list(table.algorithms)
        read = [float.fromhex(x) for x in found["values"]]
        assert read == table.values.ravel().tolist()
        assert found["notes"] == [for_r(one.parts) for one in table.notes] != []
