"""The page on verdicts has one step-down in numbers: those of the formula, and of the package."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import jointstats as js

PAGE = Path(__file__).parents[2] / "docs" / "what-is-shown.md"
# Votes of A, B, and of both jointly: naive Bayes and the random forest on 51 data sets.
CLAIMS = [("A time", 51, 0, 1), ("A accuracy", 16, 35, 1), ("A jointly", 16, 0, 2),
          ("A jointly, most", 16, 35, 2), ("B time", 0, 51, 1), ("B accuracy", 35, 16, 1),
          ("B jointly", 0, 16, 2), ("B jointly, most", 0, 51, 2)]  # fmt: skip
UNFINISHED_AFTER = {"A jointly", "B jointly"}


def tail(yes, no):
    n = yes + no
    return Fraction(sum(comb(n, k) for k in range(yes, n + 1)), 2**n)


def rounded(x):
    return float(f"{float(x):.2g}")


def rows_of_the_page():
    section = PAGE.read_text(encoding="utf-8").split("### The step-down in numbers")[1]
    lines = section.split("\n## ")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if len(row) == 9 and re.match(r"\d+ to \d+$", row[1])]


def test_the_numbers_are_those_of_the_step_down():
    events = sorted(CLAIMS, key=lambda claim: tail(*claim[1:3]) / claim[3])
    unfinished = sum(weight for name, _, _, weight in CLAIMS if name not in UNFINISHED_AFTER)
    rows = rows_of_the_page()
    assert len(rows) == 4
    for row, (name, yes, no, weight) in zip(rows, events, strict=False):
        p = tail(yes, no)
        assert row[1] == f"{yes} to {no}"
        assert [float(cell) for cell in row[2:7]] == [
            rounded(p), weight, rounded(p / weight), unfinished, rounded(p / weight * unfinished)
        ]  # fmt: skip
        assert (row[8] == "shown") == (p / weight * unfinished <= Fraction(5, 100))
        unfinished -= 0 if name in UNFINISHED_AFTER else weight


def test_the_corrected_p_values_are_those_of_the_package():
    pair = js.compare_algorithms(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"}, only=["NaiveBayes", "RandomForest"],
    ).pair("NaiveBayes", "RandomForest")  # fmt: skip
    corrected = [float(row[7]) for row in rows_of_the_page()]
    assert corrected[:3] == [
        rounded(pair.p_a["training_time"]), rounded(pair.p_joint_a), rounded(pair.p_b["accuracy"])
    ]  # fmt: skip
    assert pair.state == "trade-off"
