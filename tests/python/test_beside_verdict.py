"""Below the verdict of two algorithms the papers' tests give numbers: they show nothing there."""

import html
import re

import numpy as np
import pytest
from pages import page as page_of

import jointstats as js
from jointstats.base import facts, wording
from jointstats.interfaces.figures import figure

pytestmark = pytest.mark.filterwarnings("ignore:The probability depends on the prior")
HEADING = "does not cover them"


@pytest.fixture(params=[0.0, 2.0], ids=["alike", "better"])
def result(request):
    a, b = np.random.default_rng(0).normal(size=(2, 30, 2))
    table = js.results_table(
        {"A": a + request.param, "B": b}, measures={"accuracy": "max", "auc": "max"}
    )
    return js.compare_algorithms(table)


def visible(page):
    page = re.sub(r"<(style|script).*?</\1>", " ", page, flags=re.S)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def test_the_numbers_are_those_of_the_tests(result):
    said = {name: facts.words_of(test).answer() for name, test in result.tests.items()}
    glrt, bayes = js.glrt_test(result.data), js.bayes_test(result.data)
    assert f"exact p {wording.p_value(glrt.p_value)} for" in said["glrt"]
    for p in (bayes.probability, bayes.decisive):
        assert wording.probability(p) in said["bayes"]
    assert wording.probability(js.network_test(result.data).probability) in said["network"]
    assert all(wording.statement(glrt.best) in text for text in said.values())


def test_no_output_says_shown_below_the_verdict(result):
    page = page_of(result)
    part = page.split("The tests of the papers</h2>", 1)[1].split("<h2", 1)[0]
    texts = [result.summary(), str(result), visible(result._repr_html_())]
    below = [text.split(HEADING, 1)[1] for text in texts if HEADING in text]
    assert below
    for text in [*below, visible(part)]:
        assert "exact p" in text.lower() and re.search(r"\bP\s+[=>]", text)
        assert not re.search(r"\bshown\b", text, re.I)


def test_figures_of_the_papers_tests_decide_nothing(result):
    said = repr(figure(result, "statements"))
    assert not re.search(r"\bshown to\b|\bnot shown\b|\bshown if\b", said, re.I)


def test_they_take_complete_data_sets_and_say_so():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 30, 2))
    a[:8, 1] = np.nan
    table = js.results_table(
        {"A": a, "B": b}, measures={"accuracy": "max", "auc": "max"}, missing="unknown"
    )
    result = js.compare_algorithms(table)
    assert result.n == 30 and {test.n for test in result.tests.values()} == {22}
    complete = js.bayes_test({"A": a[8:], "B": b[8:]}, measures={"accuracy": "max", "auc": "max"})
    assert result.tests["bayes"].probability == complete.probability
    assert "on the 22 complete data sets are separate" in " ".join(result.summary().split())
