"""The HTML report: answers against brute force, sound HTML, calls run again, no matplotlib."""

import html
import re
import shlex
import time
from functools import partial
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from pages import calls
from pages import page as page_of
from references import quiet

import jointstats as js
from jointstats.interfaces.bridge import spelling
from jointstats.interfaces.cli import main

VOID = {"meta", "link", "img", "br", "source"}


compare = partial(quiet, js.compare_algorithms)


def results(l=3, m=2, n=12, names=None, spread=1.0, missing=0):
    """Random results; no ties."""
    rng = np.random.default_rng(5)
    names = names or [f"alg{i}" for i in range(l)]
    frame = pd.DataFrame(
        [
            {"dataset": f"d{i}", "algorithm": name}
            | {f"m{j}": rng.normal() - spread * k * (-1) ** j for j in range(m)}
            for i in range(n)
            for k, name in enumerate(names)
        ]
    )
    frame.loc[frame.index[:missing], "m0"] = np.nan
    return frame, {f"m{j}": "min" if j % 2 else "max" for j in range(m)}


def table(**options):
    frame, measures = results(**options)
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": measures}
    return js.results_table(frame, **roles, missing="drop")


class Page(HTMLParser):
    """Checks that tags close in order; collects headings, ids, links and images."""

    def __init__(self, text):
        super().__init__()
        self.open, self.headings, self.ids, self.links, self.images = [], [], [], [], []
        self.unscoped = 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[key] for key in ("href", "src") if key in given]
        self.images += [given["aria-label"]] if given.get("role") == "img" else []
        self.unscoped += tag == "th" and "scope" not in given

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def first_sentence(result):
    """The verdict as the page has it."""
    return html.unescape(re.search('<p class="verdict">(.*?)</p>', page_of(result))[1])


def answers(result):
    """The page's questions with their answers."""
    found = re.findall("<div><h2>(.*?)</h2><p>(.*?)</p></div>", page_of(result))
    return [(question, html.unescape(answer)) for question, answer in found]


@pytest.fixture(scope="module")
def example():
    return compare(js.load_dataset("example1"))


@pytest.fixture(scope="module")
def weka():
    return compare(js.load_dataset("weka"))


# --- The first screen -----------------------------------------------------------------------------


def test_the_answers_of_the_papers_example(example):
    found = dict(answers(example))
    assert first_sentence(example).startswith("The data do not establish a difference between")
    assert found["Who wins?"] == "The data do not establish a difference."
    # Table 1 of the paper: B is more accurate on 9 of 12 data sets, and faster on 8.
    assert (
        "B is better than A on accuracy (9 of 12 data sets, the reverse on 3)" in found["On what?"]
    )
    assert found["How sure is that?"].endswith(
        "The probability of any false claim is at most 5 % if data sets are independent draws. "
        "Each p is corrected for all claims. Bounds of medians hold jointly with 95 % confidence "
        "if data sets are independent draws."
    )
    # 6 : 1, P(Bin(7, 1/2) >= 6) = 1/16, of weight 2 among 8: p = .25. 9 : 1 has 11/1024 < .05/4.
    for said in ("6 of 12 data sets, the reverse on 1", "corrected p = 0.152", "watch_claim"):
        assert said in found["What would change it?"]


def test_the_answers_of_a_win_with_its_known_price():
    frame, measures = results(l=2, m=1, n=30, spread=3.0)
    frame["cost"] = frame["algorithm"].map({"alg0": 9, "alg1": 1})
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": measures}
    result = compare(frame, **roles, per_algorithm={"cost": "min"})
    assert first_sentence(result).startswith("alg0 wins against alg1; known cost 9 (alg0), 1 (")
    assert dict(answers(result))["Who wins?"] == "alg0 wins; known cost 9 (alg0), 1 (alg1)."
    result = compare(frame, **roles)
    found = dict(answers(result))
    assert first_sentence(result).startswith("alg0 wins against alg1; corrected p < 0.001.")
    assert "m0 (30 of 30 data sets, the reverse on 0)" in first_sentence(result)
    assert found["Who wins?"] == "alg0 wins."
    assert "m0 (30 of 30 data sets, the reverse on 0). The median difference" in found["On what?"]
    found = dict(answers(compare(table(l=3, m=1, n=30, spread=3.0))))
    assert found["What would change it?"].startswith("The least certain win is that of")


def test_a_trade_off_names_no_winner():
    frame, measures = results(l=2, m=2, n=30, spread=3.0)
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    result = compare(frame, measures=dict.fromkeys(measures, "max"), **roles)
    assert "than alg1. This is a trade-off, not a win; corrected p" in first_sentence(result)
    found = dict(answers(result))
    assert found["Who wins?"] == "Neither wins, because this is a trade-off."
    p = result.pairs[0].p_adjusted
    assert found["What would change it?"] == (
        f"At a level (alpha) below {p:.3g} this would not be shown."
    )
    below = compare(frame, measures=dict.fromkeys(measures, "max"), alpha=p * 0.99, **roles)
    assert below.pairs[0].state != "trade-off"


def priced(text, result):
    """Whether each measure on which the loser is more often better has its counts in the text."""
    for row in result.wins:
        winner, loser = row.names
        for measure in row.price(winner):
            count = f"{row.wins(loser)[measure]} to {row.wins(winner)[measure]}"
            if f"{winner} wins against {loser}" in text and count not in text:
                return False
    return True


def test_wins_are_named_with_their_price():
    """A is slower on 14 of 30 data sets more than it is faster, and better on both on 8 to 0."""
    rng = np.random.default_rng(1)
    n = 30
    a = np.column_stack([np.ones(n), np.where(np.arange(n) < 8, 1.0, -1.0)])
    made = js.results_table(
        {"A": a, "B": np.zeros((n, 2)), "C": rng.normal(size=(n, 2)) - 5},
        measures={"quality": "max", "speed": "max"},
    )
    result = compare(made)
    text = " ".join([first_sentence(result), *(answer for _, answer in answers(result))])
    assert result.wins and priced(text, result)


def test_every_state_of_the_packaged_table_is_told(weka):
    found = dict(answers(weka))
    assert first_sentence(weka).startswith("RandomForest wins against Bagging")
    # RandomForest wins against Bagging; Logistic and AODE against J48graft.
    assert {row.winner for row in weka.wins} <= set(re.findall(r"\w+", found["Who wins?"]))
    assert "unbeaten: RandomForest" in found["Who wins?"]
    assert "RandomForest on accuracy" in found["Who is best on each measure?"]
    assert "from AODE to RandomForest" in found["What does the next step cost?"]
    numbers = re.search(r"for 10 of 21 pairs: (.*?trade-offs)\.", found["How sure is that?"])[1]
    assert sum(map(int, re.findall(r"\d+", numbers))) == 10


def test_answers_about_many_winners_stay_short():
    found = dict(answers(compare(table(l=9, m=1, n=60, spread=3.0))))
    assert all(len(said) < 700 for said in found.values())


# --- The page -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ({"l": 2, "m": 2}, {}),
        ({"l": 2, "m": 1}, {}),
        ({"l": 4, "m": 3, "missing": 2}, {}),
        ({"l": 4, "m": 3}, {"control": "alg1"}),
        ({"l": 3, "m": 3, "n": 20}, {"groups": {"first": ["m0", "m1"]}}),
    ],
)
def test_the_page_is_sound_html_of_its_own(size, options):
    text = page_of(compare(table(**size), **options))
    page = Page(text)
    assert page.open == []
    assert page.headings.count(1) == 1 and page.headings[0] == 1
    steps = zip(page.headings[:-1], page.headings[1:], strict=True)
    assert all(b - a <= 1 for a, b in steps)
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith(("data:", "#")) for link in page.links)
    assert {link[1:] for link in page.links if link[0] == "#"} <= set(page.ids)
    assert page.unscoped == 0
    assert len(re.findall("<table[^>]*><caption>.", text)) == text.count("<table")
    assert page.images and all(len(alt) > 30 for alt in page.images)


def cells(text, caption):
    """The rows of the table with this caption."""
    body = text.split(f"<caption>{caption}", 1)[1].split("</table>", 1)[0]
    rows = re.findall("<tr[^>]*>(.*?)</tr>", body)
    return [re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows][1:]


def test_every_pair_has_its_state_and_its_sentence(weka):
    rows = cells(page_of(weka), "Every pair")
    assert len(rows) == 21
    assert rows[0][:3] == ["RandomForest", "Bagging", "win"]
    for row in rows:
        pair = weka.pair(*row[:2])
        assert row[2] == pair.state
        if pair.winner:
            assert row[0] == pair.winner
            for measure in pair.price(row[0]):
                first, second = pair.wins(row[0])[measure], pair.wins(row[1])[measure]
                assert f"{first} to {second}" in row[3] or f"{second} to {first}" in row[3]
    states = [row[2] for row in rows]
    assert states == sorted(
        states, key=["win", "trade-off", "ahead", "possible trade-off", "open"].index
    )


def test_the_league_and_the_values_of_every_algorithm(weka):
    page = page_of(weka)
    heads, *rows = cells(page, "League: every algorithm")
    assert heads == ["mean rank", "possible ranks"] * 6
    assert [row[0] for row in rows] == list(weka.order)
    assert all(sum(map(int, row[1:8])) == 6 for row in rows)  # the pairs by state
    heads, *rows = cells(page, "Values")
    assert heads == ["mean", "median", "SD"] * 6
    table = js.load_dataset("weka")
    for row, name in zip(rows, weka.order, strict=True):
        values = table.values[:, 0, table.algorithms.index(name)]
        found = [float(cell) for cell in row[1:4]]
        expected = [values.mean(), np.median(values), values.std(ddof=1)]
        assert found == pytest.approx(expected, rel=5e-3)


def test_decimals_of_a_column_are_aligned():
    made = js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"training_time": "min"},
    )  # fmt: skip
    means = [row[1] for row in cells(page_of(compare(made)), "Values")[1:]]
    assert {len(cell.partition(".")[2]) for cell in means} == {4} and "0.0016" in means


def test_one_pair_has_its_counts_by_measure(example):
    rows = cells(page_of(example), "The pair by measure")
    pair = example.pairs[0]
    # Table 1 of the paper: 3 to 9 and 4 to 8; on 6 data sets B is better on both, on 1 A.
    assert [row[:4] for row in rows] == [
        ["accuracy", "B", "9 of 12", "3"], ["time", "B", "8 of 12", "4"],
        ["jointly", "B", "6 of 12", "1"],
    ]  # fmt: skip
    # Differences (Table 1): accuracy -1 or 1, time -1 or 1; no bound is closer.
    assert rows[0][4] == "1.0 (−1.0 to 1.0)" and rows[2][5] == f"{pair.p_joint_b:.3f}"


def test_two_algorithms_have_the_tests_of_the_papers(example):
    page = page_of(example)
    # Examples 2 and 3 of the paper: exact p 2 P(Bin(9, 1/2) >= 6) = .508, and P = .798.
    assert "0.508" in page and "0.798" in page
    assert len(cells(page, "The statements, and how often")) == 4


def test_what_ties_are_is_told_of_each_measure(example):
    made = js.results_table(
        js.load_frame("example1"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "time": "min"}, rope={"accuracy": 0.01, "time": 0},
    )  # fmt: skip
    page = page_of(compare(made))
    rows = {row[0]: row[2] for row in cells(page, "Measures")}
    assert rows == {"accuracy": "differences up to 0.01", "time": "equal numbers are real ties"}
    rows = {row[0]: row[2] for row in cells(page_of(example), "Measures")}
    assert set(rows.values()) == {
        "no rope: equal numbers may hide a difference and count against every claim"
    }


def test_names_cannot_break_the_page_or_a_figure():
    names = [
        "<script>alert(1)</script>", 'a "b" & c', "$x_1$ Größe", "a < b & c",
        "x: 0.123456; #0072b2", "url(#p) </text>",
    ]  # fmt: skip
    page = page_of(compare(table(names=names)))
    assert page.count("<script") == page.count("</script") == 1  # the page's own
    assert all(f">{html.escape(name)}</text>" in page for name in names)
    assert Page(page).open == []
    script = page.split("<script>")[1].split("</script>")[0]
    assert "innerHTML" not in script and "alert" not in script


def test_left_out_data_sets_are_named():
    page = page_of(compare(table(l=2, m=1, missing=1)))
    assert "Left out: d0" in page
    assert 'missing="drop"' in page.replace("&quot;", '"')


def test_the_calls_in_the_report_repeat_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    frame, _ = results(l=3, m=2, n=12, missing=1)
    frame.columns = ["dataset", "algorithm", "F1 score", "time (s)"]
    frame.to_csv("results.csv", index=False)
    result = compare(
        frame, dataset="dataset", algorithm="algorithm",
        measures={"F1 score": "max", "time (s)": "min"}, rope={"time (s)": 0.25, "F1 score": 0},
        missing="drop", control="alg1", alpha=0.1, groups={"all": ["F1 score", "time (s)"]},
    )  # fmt: skip
    scope: dict = {}
    quiet(exec, calls(result)[0], scope)
    assert scope["result"].to_dict() == result.to_dict()
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page_of(result)
    (tmp_path / "report.html").unlink()
    words = shlex.split(calls(result)[2])
    assert words[0] == "jointstats" and main(words[1:]) == 0
    assert result.findings[0].split()[0] in capsys.readouterr().out
    assert (tmp_path / "report.html").exists()


def test_the_call_in_r_is_quoted(example):
    assert 'measures = c(accuracy = "max", time = "min")' in calls(example)[1]
    assert spelling.in_r({"time (s)": 0.5, "`": 1.0}) == "c(`time (s)` = 0.5, `\\`` = 1.0)"


def test_the_report_of_weka_is_quick_and_small(weka, tmp_path):
    start = time.process_time()  # whatever else the machine does
    weka.to_html(tmp_path / "weka.html")
    assert time.process_time() - start < 20
    page = (tmp_path / "weka.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 600_000
    assert Page(page).images


def test_a_figure_is_text_in_the_colours_of_the_page(weka):
    wide, narrow = re.findall("<svg.*?</svg>", page_of(weka))[:2]
    assert [re.search('width="(.*?)"', svg)[1] for svg in (wide, narrow)] == ["662", "365"]
    svg = wide
    assert "<text" in svg and ">RandomForest<" in svg.replace("A  ", "")
    assert "var(--better)" in svg and "font-family" not in svg and "<metadata" not in svg


@pytest.mark.parametrize(
    "run", ["bayes_test", "glrt_test", "wilcoxon_test", "leaderboard",
            "hotelling_test", "network_test"],
)  # fmt: skip
def test_every_result_has_a_page(run, tmp_path):
    result = quiet(getattr(js, run), js.load_dataset("example1"))
    result.to_html(tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == [] and page.headings.count(1) == 1 and page.unscoped == 0
    assert html.escape(result.verdict) in text
    assert f"js.{run}(table" in html.unescape(text)


def test_figures_have_the_colours_of_the_page():
    x = np.array([[1.0, 9.0], [2.0, 8.0]] * 20)  # A is better on one measure, B on the other
    values = {"A": x, "B": x[:, ::-1], "C": x - 5}
    shown = js.compare_algorithms(values, measures={"m": "max", "k": "max"})
    drawn = "".join(re.findall("<svg.*?</svg>", page_of(shown), re.DOTALL))
    assert "color-mix(in srgb,var(--trade) 75%,var(--ink))" in drawn
    assert not re.search(r'(fill|stroke)="#', drawn)
