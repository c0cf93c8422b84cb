"""Write docs/schema/results.json: the JSON Schema of what ``to_dict()`` of every result gives.

Run by ``make schemas``; a test says when the file is stale.
"""

from __future__ import annotations

import json
from pathlib import Path

from jointstats.base.schema import json_schema

FILE = Path(__file__).parents[1] / "docs" / "schema" / "results.json"


def text() -> str:
    """The content of the file."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
