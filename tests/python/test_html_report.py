"""The HTML report: answers against brute force, sound HTML, calls run again, no matplotlib."""

import html
import re
import shlex
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.margin import Margin, bayes_margin, glrt_margin
from jointstats.presentation.bridge.spelling import in_r
from jointstats.presentation.cli import main
from jointstats.presentation.report import page as report
from jointstats.presentation.report import repeat as report_repeat
from jointstats.presentation.report.answers import answers
from jointstats.words import meanings

VOID = {"meta", "link", "img", "br", "source"}


def compare(table, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.compare_algorithms(table, **options)


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


@pytest.fixture(scope="module")
def example():
    return compare(js.load_dataset("example1"))


def counts_of(numbers):
    return StatementCounts.from_vector(
        numbers, algorithms=["A", "B"], measures={"accuracy": "max", "time": "min"}
    )


def test_the_four_answers_of_the_papers_example(example):
    found = answers(example)
    assert found.who == "Nobody, yet: nothing is shown of A and B."
    assert "Neither measure alone shows a difference" in found.on_what
    # Example 3: 6 of 12, probability .798; exact p 2·P(Bin(9, ½) ≥ 6) = .508.
    for text in ("6 of 12 data sets", "the next on 3", "0.798", "0.508"):
        assert text in found.how_sure, found.how_sure
    # 6 : 1 and d more: 2 P(Bin(7 + d, ½) >= 6 + d) <= .05 · 4/6 from d = 3 on (22 / 1024).
    assert found.what_would_change == (
        "3 more data sets on which B is better than A on every measure, and none the other way "
        "round, would show that this is so more often."
    )


def test_answers_when_all_is_shown():
    found = answers(compare(table(l=2, m=1, n=30, spread=3.0)))
    assert found.who == "alg0."
    assert found.on_what.startswith("alg0 is better than alg1 on m0, on most data sets (30 of 30")
    assert "The probability of showing any false claim is at most 0.05" in found.how_sure
    assert "the claim would no longer be shown" in found.what_would_change
    found = answers(compare(table(l=3, m=1, n=30, spread=3.0)))
    assert found.who == "alg0 beats every other algorithm; alg1 beats alg2."


def test_every_winner_of_the_packaged_table_is_named():
    found = answers(compare(js.load_dataset("weka")))
    assert found.who == (
        "RandomForest beats Bagging; AODE beats J48graft; Logistic beats J48graft."
    )
    assert "RandomForest is better than Bagging on each of the 6 measures" in found.on_what
    assert found.how_sure.startswith(
        "Of 21 pairs 3 have a shown winner, 8 lean without being shown and 10 are open."
    )
    assert "AODE over NaiveBayes" in found.how_sure
    assert "the claim about" in found.what_would_change
    assert (
        "The next pair to be shown: 4 more data sets on which AODE is better than NaiveBayes"
        in (found.what_would_change)
    )


def test_when_every_pair_is_a_trade_off_nobody_wins():
    frame, measures = results(l=3, m=2, n=30, spread=3.0)
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    found = answers(compare(frame, measures=dict.fromkeys(measures, "max"), **roles))
    assert found.who == "Nobody is shown to beat another one."
    assert "Of 3 pairs 3 are shown to be trade-offs." in found.how_sure
    assert "alg0 is better on m0, alg2 on m1" in found.on_what


def test_a_trade_off_names_no_winner():
    found = answers(compare(table(l=2, m=2, n=30, spread=-3.0)))
    assert found.who == "alg1."
    frame, measures = results(l=2, m=2, n=30, spread=3.0)
    measures = dict.fromkeys(measures, "max")
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": measures}
    found = answers(compare(js.results_table(frame, **roles)))
    assert found.who.startswith("Neither on everything")
    assert "alg0 is better on m0, alg1 on m1, on most data sets" in found.on_what


def test_with_the_imprecise_prior_the_lower_bound_is_quoted():
    two = compare(js.load_dataset("example1"), prior="imprecise")
    leader = js.bayes_test(js.load_dataset("example1"), prior="imprecise").statements[0]
    found = answers(two)
    assert f"lower probability of being the most common one {leader['probability_lower']:.3f}" in (
        found.how_sure
    )
    assert "0.798" not in found.how_sure  # the symmetric prior's


def test_long_lists_of_names_are_cut():
    made = table(l=7, m=1, n=30, spread=3.0)
    long = {name: f"{name} with so many words that a phone is full" for name in made.algorithms}
    frame = made.to_frame().replace({"algorithm": long})
    renamed = js.results_table(
        frame, dataset="dataset", algorithm="algorithm", measures=made.measures
    )
    found = answers(compare(renamed, control=long["alg0"]))
    assert found.who == (f"{long['alg0']} beats every other algorithm.")


def test_two_that_tie_everywhere_are_told_so():
    frame = pd.DataFrame({"d": [1, 1, 2, 2], "a": ["A", "B"] * 2, "x": 1.0})
    roles = {"dataset": "d", "algorithm": "a", "measures": {"x": "max"}}
    found = answers(compare(frame, **roles))
    assert found.who == "Nobody, yet: nothing is shown of A and B."
    assert "A and B tie on every measure of every data set." in found.how_sure


def test_the_control_is_answered_for():
    found = answers(compare(table(l=3, m=1, n=30, spread=3.0), control="alg1"))
    assert found.who == "alg0 beats alg1; alg1 beats alg2."


@pytest.mark.parametrize("rule", ["lower", "probability"])
@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=4, max_size=4).filter(lambda w: sum(w) > 0))
def test_margins_equal_a_search_with_the_tests_themselves(rule, numbers):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        by_rule = partial(js.bayes_test, rule=rule)
        for run in (by_rule, js.glrt_test):
            counts = counts_of(numbers)
            result = run(counts)
            bayes = bayes_margin(counts, "symmetric", 1.0, 0.05, rule)
            found = bayes if run is by_rule else glrt_margin(counts, 0.05)
            if result.best is None:
                assert found is None
                continue
            first = int(np.argmax(numbers))
            rest = [i for i in range(4) if i != first]
            second = max(rest, key=lambda i: numbers[i])
            for k in range(1, 60):
                changed = list(numbers)
                changed[first] += -k if result.decided else k
                changed[second] += k if result.decided else 0
                now = run(counts_of(changed))
                if now.decided != result.decided or changed[second] >= changed[first]:
                    break
            assert found == Margin(result.decided, k)


@pytest.mark.parametrize(("wins", "margin"), [(12, Margin(True, 3)), (5, Margin(False, 1))])
def test_the_margin_of_a_pair_by_binomial_tails(wins, margin):
    """2 P(X >= 12 | 12), 10: .0005, .039 decide; 9: .15 does not. Of 5: .062, of 6: .031."""
    values = {"A": np.ones((wins, 2)), "B": np.zeros((wins, 2))}
    whole = js.results_table(values, measures={"x": "max", "y": "max"})
    result = compare(whole)
    assert result.glrt_margin("A", "B") == margin
    assert compare(whole, on=["x"]).glrt_margin("B", "A") == margin


@pytest.mark.parametrize("prior", ["symmetric", "jeffreys", "uniform", "imprecise"])
def test_margins_of_pairs_equal_a_search_with_the_pairs_own_test(prior):
    # 5 algorithms and 40 data sets with ties: more orderings than a result lists
    rng = np.random.default_rng(11)
    values = np.round(rng.normal(size=(40, 4, 5)) + 0.3 * np.arange(5))
    whole = js.results_table(
        {f"alg{i}": values[:, :, i] for i in range(5)}, measures=dict.fromkeys("wxyz", "max")
    )
    result = compare(whole, prior=prior)
    assert result.joint["bayes"].n_observed > 1000
    for row in result.pairs["bayes"].pairs:
        pair = js.statement_counts(whole.select(algorithms=[row["a"], row["b"]]))
        found = result.bayes_margin(row["a"], row["b"])
        if row["probability"] is None:
            continue
        first, second = np.argsort(-pair.weights, kind="stable")[:2]
        limit = int((pair.weights[first] - pair.weights[second]) / 2) + 1
        for k in range(1, limit + 1 if row["decided"] else 60):
            changed = pair.weights.copy()
            changed[first] += -k if row["decided"] else k
            changed[second] += k if row["decided"] else 0
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                now = js.bayes_test(replace(pair, weights=changed), prior=prior)
            leads = changed[first] > changed[second]
            if (now.decided and leads) != row["decided"]:
                break
        assert found == Margin(row["decided"], k)


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ({"l": 2, "m": 2}, {}),
        ({"l": 2, "m": 1}, {"prior": "imprecise"}),
        ({"l": 4, "m": 3, "missing": 2}, {}),
        ({"l": 4, "m": 3}, {"control": "alg1"}),
        ({"l": 3, "m": 2, "n": 20}, {"normal": True}),
        ({"l": 2, "m": 2, "n": 20}, {"normal": True}),
    ],
)
def test_the_page_is_sound_html_of_its_own(size, options):
    text = report.page(compare(table(**size), **options))
    page = Page(text)
    assert page.open == []
    assert page.headings.count(1) == 1 and page.headings[0] == 1
    steps = zip(page.headings[:-1], page.headings[1:], strict=True)
    assert all(b - a <= 1 for a, b in steps)
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith(("data:", "#")) for link in page.links)
    assert {link[1:] for link in page.links if link[0] == "#"} <= set(page.ids)
    assert page.unscoped == 0
    assert page.images and all(len(alt) > 30 for alt in page.images)


def cells(text, caption):
    """The rows of the table with this caption."""
    body = text.split(f"<caption>{caption}", 1)[1].split("</table>", 1)[0]
    rows = re.findall("<tr[^>]*>(.*?)</tr>", body)
    return [re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows][1:]


def test_every_pair_stands_with_its_count_and_both_tests():
    text = report.page(compare(js.load_dataset("weka")))
    rows = cells(text, "Every pair: shown first")[1:]  # below the measures' headings
    assert len(rows) == 21
    # Counted by hand: 38 data sets or more on which RandomForest is better on each measure.
    assert rows[0][:3] == ["RandomForest", "Bagging", "shown"] and "at least 38 of 51" in rows[0][3]
    assert rows[0][4] == "0.0196"
    weka = js.load_dataset("weka")
    forest, bagging = (weka.oriented()[:, :, weka.algorithms.index(name)] for name in rows[0][:2])
    assert rows[0][5:] == [
        f"{more}–{fewer}"
        for more, fewer in zip(
            (forest > bagging).sum(axis=0), (forest < bagging).sum(axis=0), strict=True
        )
    ]
    strengths = [row[2] for row in rows]
    assert strengths[:3] == ["shown"] * 3 and set(strengths[3:]) == {"leaning", "open"}
    assert strengths == sorted(strengths, key=["shown", "leaning", "open"].index)
    assert "no evidence, not equality" in text
    assert "44 data sets each show a complete order of their own; the 7 with ties" in text
    order = dict(cells(text, "Order by measure"))
    assert order["auc"].endswith("NaiveBayes, BayesNet &gt; J48graft")


def test_the_two_p_values_are_compared(example):
    checked = {row[0]: row[2] for row in meanings.assumptions(example)}
    p = next(said for name, said in checked.items() if name.startswith("Enough data sets"))
    assert "Exact 0.508, approximate 0.313. Both lead to the same decision" in p


def test_names_cannot_break_the_page():
    names = ["<script>alert(1)</script>", 'a "b" & c', "$x_1$ Größe"]
    page = report.page(compare(table(names=names)))
    assert page.count("<script") == page.count("</script") == 1  # the page's own
    assert "&lt;script&gt;" in page and "Größe" in page
    assert Page(page).open == []
    script = page.split("<script>")[1].split("</script>")[0]
    assert "innerHTML" not in script and "alert" not in script


def test_left_out_data_sets_are_named():
    page = report.page(compare(table(missing=1)))
    assert "Left out: d0" in page
    assert 'missing="drop"' in page.replace("&quot;", '"')


def test_the_calls_in_the_report_repeat_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    frame, _ = results(l=3, m=2, n=12, missing=1)
    frame.columns = ["dataset", "algorithm", "F1 score", "time (s)"]
    frame.to_csv("results.csv", index=False)
    result = compare(
        frame, dataset="dataset", algorithm="algorithm",
        measures={"F1 score": "max", "time (s)": "min"}, rope={"time (s)": 0.25},
        missing="drop", control="alg1", alpha=0.1, p_adjust="BH", prior="jeffreys", ess=2.0,
        normal=True, rng=3,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scope: dict = {}
        exec(report_repeat.python_call(result), scope)
    assert scope["result"].to_dict() == result.to_dict()
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report.page(result)
    (tmp_path / "report.html").unlink()
    words = shlex.split(report_repeat.shell_call(result))
    assert words[0] == "jointstats" and main(words[1:]) == 0
    assert result.findings[0].split()[0] in capsys.readouterr().out
    assert (tmp_path / "report.html").exists()


def test_the_call_in_r_is_quoted(example):
    assert 'measures = c(accuracy = "max", time = "min")' in report_repeat.r_call(example)
    assert in_r({"time (s)": 0.5, "`": 1.0}) == "c(`time (s)` = 0.5, `\\`` = 1.0)"


def test_without_matplotlib_a_sentence_stands_for_the_figures(tmp_path):
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import jointstats as js\n"
        "result = js.compare_algorithms(js.load_dataset('example1'))\n"
        f"result.to_html({str(tmp_path / 'r.html')!r})\n"
        "try: result.plot()\n"
        "except js.errors.MissingExtraError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().strip().endswith("pip install 'jointstats[plot]'.")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "matplotlib is not installed" in page and "<svg" not in page
    assert Page(page).open == []


@pytest.fixture(scope="module")
def weka():
    return compare(js.load_dataset("weka"))


def test_the_report_of_weka_is_quick_and_small(weka, tmp_path):
    start = time.process_time()  # whatever else the machine does
    weka.to_html(tmp_path / "weka.html")
    assert time.process_time() - start < 20
    page = (tmp_path / "weka.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 600_000
    assert len(Page(page).images) >= 4


def test_the_first_answers_add_up_to_all_pairs(weka):
    numbers = [int(n) for n in re.findall(r"\d+", answers(weka).how_sure.split(".")[0])]
    assert numbers[0] == 21 == sum(numbers[1:])


def test_the_matrix_has_both_counts_of_every_pair_and_how_it_stands(weka):
    text = report.page(weka)
    body = text.split('<table class="pairs')[1].split("</table>")[0]
    rows = re.findall('<tr><th scope="row">(.*?)</th>(.*?)</tr>', body)
    assert [name for name, _ in rows] == list(weka.order)
    table = js.load_dataset("weka")
    values = table.oriented()
    claims = {frozenset((row.a, row.b)): row for row in (*weka.wins, *weka.open)}
    for a, cells_ in rows:
        found = re.findall('<td(?: class="(.*?)")?(?: data-p="(.*?)")?>(.*?)</td>', cells_)
        for b, (kind, place, said) in zip(weka.order, found, strict=True):
            if a == b:
                assert (kind, said) == ("none", "")
                continue
            x, y = (values[:, :, table.algorithms.index(name)] for name in (a, b))
            sweeps = f"{(x > y).all(axis=1).sum()}–{(x < y).all(axis=1).sum()}"
            assert said.split()[0] == sweeps
            row = claims[frozenset((a, b))]
            way = {a: "w", b: "l"}.get(row.winner, "")
            assert kind == {"shown": way.upper(), "leaning": way, "open": ""}[row.strength]
            told = text.split(f'<tr data-p="{place}">')[1].split("</tr>")[0]
            assert f">{a}<" in told and f">{b}<" in told and f">{row.strength}<" in told


def test_the_summary_has_means_medians_and_spread(weka):
    rows = cells(report.page(weka), "Summary: every algorithm")
    assert rows[0] == ["mean", "median", "SD", "rank"] * 6
    table = js.load_dataset("weka")
    for row, name in zip(rows[1:], weka.order, strict=True):
        assert row[0] == name
        assert sum(map(int, row[1:7])) == 6  # beats, beaten, trade-offs, leads, trails, open
        values = table.values[:, 0, table.algorithms.index(name)]
        found = [float(cell) for cell in row[8:11]]
        expected = [values.mean(), np.median(values), values.std(ddof=1)]
        assert found == pytest.approx(expected, rel=5e-3)


def test_a_figure_is_text_in_the_colours_of_the_page(weka):
    svg = report.page(weka).split("<svg", 1)[1].split("</svg>")[0]
    assert "<text" in svg and ">RandomForest<" in svg.replace("A  ", "")
    assert "var(--better)" in svg and "font-family" not in svg and "<metadata" not in svg


@pytest.mark.parametrize("name", ["a < b & c", "x: 0.123456; #0072b2", "url(#p) </text>"])
def test_names_in_figures_stay_as_they_are(name):
    other = f"{name} too"
    made = js.results_table(
        {name: [[1.0], [2.0], [3.0]], other: [[0.0], [1.0], [5.0]]}, measures={"m": "max"}
    )
    page = report.page(js.sign_test(made))
    assert Page(page).open == []
    assert html.escape(name) in page


@pytest.mark.parametrize(
    "run", ["bayes_test", "glrt_test", "pareto_test", "wilcoxon_test", "leaderboard",
            "hotelling_test", "network_test", "pairwise_tests"],
)  # fmt: skip
def test_every_result_has_a_page(run, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = getattr(js, run)(js.load_dataset("example1"))
    result.to_html(tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == [] and page.headings.count(1) == 1 and page.unscoped == 0
    assert html.escape(result.verdict) in text
    assert f"js.{run}(table" in html.unescape(text)


def test_the_same_data_give_the_same_bytes(example):
    assert report.page(example) == report.page(compare(js.load_dataset("example1")))


def test_hatching_keeps_its_colour():
    pytest.importorskip("matplotlib")
    from jointstats.presentation import plot
    from jointstats.presentation.report import vector

    x = np.array([[1.0, 9.0], [2.0, 8.0]] * 20)  # A is better on one measure, B on the other
    shown = js.compare_algorithms(
        {"A": x, "B": x[:, ::-1], "C": x - 5}, measures={"m": "max", "k": "max"}
    )
    drawn = vector.svg(plot.drawing(shown, "league"), "one")
    assert shown.leaderboard.board[0].trade_offs
    assert re.search(r'<pattern id="one-[^>]*><rect [^>]*style="fill:var\(--trade\)"', drawn)
    assert not re.search(r'fill="#(?!none)', drawn)
