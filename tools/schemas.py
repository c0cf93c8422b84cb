"""Write docs/schema/results.json: the JSON Schema of what ``to_dict()`` of every result gives.

Other programs rely on it, so a shape changes only together with ``SCHEMA`` in
``jointstats/labelled/result.py``; ``--unreleased`` overwrites a version that nobody has yet.
Run by ``make schemas``; a test says when the file is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from jointstats.labelled.schema import json_schema, shape

FILE = Path(__file__).parents[1] / "docs" / "schema" / "results.json"


def text() -> str:
    """The content of the file."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def same_version(kept: Any, made: Any) -> bool:
    """Whether a shape differs from the kept one although the version is the same."""
    return kept["version"] == made["version"] and shape(kept) != shape(made)


def main() -> int:
    """Write the file, unless a shape changed and its version did not."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else None
    unreleased = "--unreleased" in sys.argv[1:]
    if kept is not None and not unreleased and same_version(kept, json_schema()):
        print(
            "schemas: the shape of a result changed: add 1 to SCHEMA in "
            "jointstats/labelled/result.py, or say --unreleased.",
            file=sys.stderr,
        )
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
