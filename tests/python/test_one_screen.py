"""One screen of a comparison is short and complete; a notebook's cell has the picture."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest

import jointstats as js
from jointstats.interfaces.cli.main import main


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
    assert len(words(str(many))) <= 180
    said = str(with_a_caution)
    assert len(words(said)) <= 210
    (caution,) = with_a_caution.warnings
    assert str(caution) in " ".join(said.split())


def test_the_screen_says_who_wins_at_what_price(many):
    said = " ".join(str(many).split())
    board = many.leaderboard
    assert board.verdict in said and f"No algorithm wins against {board.unbeaten[0]}" in said
    for row in board.board[:3]:
        led = [pair for pair in many.pairs if pair.winner == row.algorithm]
        if len(led) < 3:
            assert f"- {row.algorithm} wins against {led[0].loser}" in said
            continue
        (sentence,) = re.findall(rf"- Of (\d+ behind {row.algorithm}, .*?)\.", said)
        assert sentence.startswith(f"{len(led)} ")
        for measure in many.measures:
            lost = sum(measure in pair.price(row.algorithm) for pair in led)
            assert bool(lost) == (f"on {measure}" in sentence)
            assert not lost or re.search(
                rf"{lost}( (is|are) more often better)? on {measure}", sentence
            )
    assert "if data sets are independent draws" in said
    assert said.endswith("13 more algorithms, 153 pairs: summary()")


def test_few_others_are_named_with_their_counts():
    said = " ".join(str(js.compare_algorithms(js.load_dataset("weka"))).split())
    assert (
        "Logistic wins against J48graft and is ahead of NaiveBayes. The median difference on auc "
        "is 4.8 points. - Against the counts, means favour J48graft (0.801) over AODE (0.797)"
        in said
    )


def test_the_shell_names_its_own_options(capsys):
    assert main(["compare", "@weka"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("21 pairs: add -v")


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
