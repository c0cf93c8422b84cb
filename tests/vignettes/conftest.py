"""The tests import what lies beside them, and the readers of lectures in docs/site."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parent), str(HERE.parents[2] / "docs" / "site")]
