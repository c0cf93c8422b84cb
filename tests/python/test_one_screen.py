"""One screen of a comparison is short and complete; a notebook's cell has the picture."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest

import jointstats as js
from jointstats.interfaces.cli import main


def table(l=18, n=103, digits=17, **options):
    """Algorithms that are the more accurate the slower they are, by and large."""
    rng = np.random.default_rng(0)
    skill = np.linspace(0, 2, l)
    cost = 0.8 * skill + 0.4 * rng.normal(size=l)
    accuracy = 0.8 + 0.02 * (skill[:, None] + rng.normal(size=(l, n)))
    seconds = np.exp(cost[:, None] + 0.7 * rng.normal(size=(l, n)))
    values = np.stack([accuracy.round(digits), seconds], axis=2)
    return js.results_table(
        {f"Algorithm{i}": values[i] for i in range(l)},
        measures={"accuracy": "max", "train_time": "min"}, **options,
    )  # fmt: skip


@pytest.fixture(scope="module")
def many():
    return js.compare_algorithms(table())


@pytest.fixture(scope="module")
def with_a_caution():
    return js.compare_algorithms(table(digits=3))  # equal numbers may hide a difference


def words(text):
    return [word for word in text.split() if any(letter.isalnum() for letter in word)]


def test_eighteen_algorithms_take_few_words_and_no_caution_is_cut(many, with_a_caution):
    assert len(words(str(many))) <= 240
    said = str(with_a_caution)
    assert len(words(said)) <= 270
    (caution,) = with_a_caution.warnings
    assert str(caution) in " ".join(said.split())


def test_the_screen_says_who_wins_and_at_what_price(many):
    said = " ".join(str(many).split())
    board = many.leaderboard
    most = max(row.wins for row in board.board)
    assert board.verdict in said and f"against {most} of 17 others" in said
    assert f"{len(board.unbeaten)} of 18 algorithms are unbeaten: {board.unbeaten[0]}" in said
    assert (
        f"Something is shown for {sum(r.state != 'open' for r in many.pairs)} of 153 pairs" in said
    )
    assert "Win: better on all measures or jointly" in said and "Ahead: better on some" in said
    assert "if data sets are independent draws" in said
    assert said.endswith("A row for each algorithm, and all pairs: summary()")


def test_the_report_says_what_the_next_step_costs(many):
    board, said = many.leaderboard, " ".join(many.findings)
    steps = re.findall(r"Next step on (\w+), from (\w+) to (\w+): (.*?) in the median", said)
    assert steps
    for measure, start, end, sizes in steps:
        assert {start, end} <= set(board.unbeaten)
        mean = {row.algorithm: row.mean_rank[measure] for row in board.board}
        assert mean[end] < mean[start]
        assert all(f"on {name}" in sizes for name in many.measures)
        assert re.search(r"points? (worse|better)", sizes)


def test_an_open_pair_says_what_its_bounds_exclude():
    weka = js.load_frame("weka")
    table = js.results_table(
        weka, dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
    )  # fmt: skip
    said = " ".join(str(js.compare_algorithms(table)).split())
    assert "Something is shown for 19 of 21 pairs: 4 wins, 3 trade-offs and 12 possible" in said
    assert (
        "Bagging and Logistic (in the median Bagging is 2.6 points worse to 1.8 points better on "
        "accuracy, 1.9 times worse to 1.5 times better on training_time)" in said
    )


def test_the_shell_names_its_own_options(capsys):
    assert main(["compare", "@weka"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("all pairs: add -v")


def test_a_cell_shows_the_picture_without_matplotlib(many):
    cell = many._repr_html_()
    assert cell.index("<strong>") < cell.index("<svg") < cell.index("<table")
    assert cell.count("<svg") == 1 and "var(--" not in cell
    assert "matplotlib" not in sys.modules or cell  # it is not needed


def test_a_table_shows_itself():
    made = js.load_dataset("weka")
    cell = made._repr_html_()
    assert "51 data sets" in cell and "accuracy ↑" in cell and "rmse ↓" in cell
    assert cell.count("<tr>") == 13 and "345 more rows: to_frame()" in cell
    hostile = js.results_table({"<b>": [[1.0], [2.0]], "B": [[3.0], [1.0]]}, measures={"x": "max"})
    assert "<b>" not in hostile._repr_html_() and "&lt;b&gt;" in hostile._repr_html_()
