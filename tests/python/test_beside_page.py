"""What docs/beside-other-packages.md says of this package is what the study computes."""

import importlib.util
import re
from pathlib import Path

import jointstats as js

ROOT = Path(__file__).parents[2]


def study():
    path = ROOT / "studies" / "neighbours" / "beside.py"
    spec = importlib.util.spec_from_file_location("beside", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_line_of_this_package_is_what_the_study_says():
    told, looked_at = study().jointstats(None)
    page = (ROOT / "docs" / "beside-other-packages.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("| jointstats"))
    assert int(re.search(r"\| (\d+) \(Wilcoxon", line)[1]) == sum(map(len, told.values()))
    result = js.compare_algorithms(js.load_dataset("weka"))
    assert looked_at.endswith(f"Jointly: {result.verdict}")
    assert f"{len(result.wins)} of {len(result.pairs)} pairs have a winner" in line
    assert not set.intersection(*told.values())  # nobody on all six, measure by measure


def test_pairs_in_one_group_are_not_told_apart():
    import pandas as pd

    ranks = pd.Series({"a": 3.0, "b": 1.0, "c": 2.0})
    assert study().by_rank(ranks, [["a", "c"]]) == {("b", "c"), ("b", "a")}
