"""Tables: what Markdown, LaTeX and HTML show, and that LaTeX takes it as it stands."""

import json
import re
import shutil
import subprocess
import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.base import result as base_result
from jointstats.base import rows as base_rows
from jointstats.base.facts import Facts
from jointstats.drawing import words as drawing_words
from jointstats.interfaces import bridge


@pytest.fixture(scope="module")
def results():
    example = js.load_dataset("example1")
    rng = np.random.default_rng(0)
    names = ["a_b & 50%", "C#{x}", "$y^2$ ~ \\Größe", "[d] <e> | f"]
    frame = pd.DataFrame(
        [
            {"dataset": f"d{i}", "algorithm": name, "F_1 [%]": rng.normal(), "time": rng.normal()}
            for i in range(9)
            for name in names
        ]
    )
    odd = js.results_table(
        frame, dataset="dataset", algorithm="algorithm", measures={"F_1 [%]": "max", "time": "min"}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "bayes": js.bayes_test(example),
            "imprecise": js.bayes_test(example, prior="imprecise"),
            "glrt": js.glrt_test(example),
            "network": js.network_test(example),
            "wilcoxon": js.wilcoxon_test(example),
            "hotelling": js.hotelling_test(example),
            "mardia": js.mardia_test(example, draws=99),
            "manova": js.manova_test(odd),
            "learned": js.learn_measures(odd),
            "compare": js.compare_algorithms(odd),
            "best": js.bayes_test(odd, question="best"),
            "pairs": js.pairwise_tests(odd, test="glrt"),
            "pairs_glrt": js.pairwise_tests(odd, test="glrt"),
            "pairs_sign": js.pairwise_tests(odd, test="sign"),
        }


def test_the_papers_example_in_markdown(results):
    lines = results["bayes"].to_markdown().splitlines()
    assert lines[0] == "| statement | count | probability | expected share | 95 % interval |"
    assert lines[1] == "| --- | ---: | ---: | ---: | ---: |"
    # Example 3: .7982, count 6; the share is (6 + 1/4) / 13.
    assert lines[2].startswith(
        "| B is better than A on accuracy and time | 6 | 0.7982 | 48.1 % | 22.7–74.0 % |"
    )
    assert len(lines) == 6


def test_every_row_has_as_many_cells_as_the_head(results):
    for name, result in results.items():
        for table in result.to_markdown().replace(r"\|", "").split("\n\n"):
            assert len({line.count("|") for line in table.splitlines()}) == 1, name


def test_a_comparison_shows_the_league(results):
    board = results["compare"].to_markdown()
    assert board.startswith(
        "| algorithm | wins | ahead | trade-offs | possible | open | behind | losses |"
    )
    result = results["compare"]
    lines = board.splitlines()[2:6]
    for line, row in zip(lines, result.leaderboard.board, strict=True):
        cells = [cell.strip() for cell in line.replace(r"\|", "").split("|")[1:-1]]
        assert cells[1:4] == [str(row.wins), str(row.ahead), str(row.trade_offs)]
        assert sum(int(cell) for cell in cells[1:-2]) == 3  # pairs with all others
        low, high = row.rank_low["time"], row.rank_high["time"]
        left = str(low) if low == high else f"{low}–{high}"
        assert cells[-1] == f"{row.mean_rank['time']:.1f} ({left})"
    assert result.to_markdown("league") == board


def test_the_tables_of_a_comparison_have_names(results):
    result = results["compare"]
    pairs = result.to_markdown("pairs")
    assert len(pairs.splitlines()) == 2 + 6 and "| state |" in pairs
    two = js.compare_algorithms(js.load_dataset("example1"))
    assert two.to_latex("statements") == two.tests["bayes"].to_latex()
    assert "0.7982" in two.to_latex("statements")
    assert "| A | B | open | The data do not establish a difference" in two.to_markdown("pairs")
    with pytest.raises(js.errors.OptionError, match='table must be one of "league", "pairs"'):
        result.to_latex("leagues")
    with pytest.raises(js.errors.OptionError):
        result.to_latex("statements")


def test_the_pairs_stand_by_their_states_and_p_values():
    result = js.compare_algorithms(js.load_dataset("weka"))
    rows = [line.split(" | ") for line in result.to_markdown("pairs").splitlines()[2:]]
    assert [row[2] for row in rows] == [
        *["win"] * 3, "trade-off", *["ahead"] * 2, *["possible trade-off"] * 4, *["open"] * 11,
    ]  # fmt: skip
    assert rows[0][3].startswith("RandomForest wins against Bagging. It is better on accuracy (39")


def test_the_results_are_marked_by_who_is_not_beaten_and_who_is_best():
    table = js.load_dataset("weka")
    result = js.compare_algorithms(table)
    text = result.to_latex("data")
    assert text.startswith(r"\begin{longtable}{lrrrrrrr}") and r"\endlastfoot" in text
    rows = [line for line in text.splitlines() if line.count("&") == 7][1:]
    assert len(rows) == 51 * 6
    values = table.oriented()
    for line, (k, i) in zip(rows, np.ndindex(6, 51), strict=True):
        name, *cells = line.removesuffix(r" \\").split(" & ")
        assert name.replace("\\", "") == table.datasets[i]
        for cell, algorithm in zip(cells, result.order, strict=True):
            j = table.algorithms.index(algorithm)
            own, others = values[i, :, j, None], np.delete(values[i], j, axis=1)
            beaten = bool((others > own).all(axis=0).any())
            best = bool((others[k] <= own[k]).all())
            assert (r"\textbf" in cell) == (not beaten), (name, algorithm)
            assert (r"\underline" in cell) == best
            number = re.search(r"[\d.]+", cell.replace("$-$", ""))[0]
            assert float(number) == pytest.approx(abs(table.values[i, k, j]), rel=0.01)


def test_of_very_many_algorithms_the_results_of_the_first_are_printed():
    rng = np.random.default_rng(3)
    made = js.results_table(
        {f"a{i}": rng.normal(size=(8, 1)) for i in range(23)}, measures={"x_y": "max"}
    )
    text = js.compare_algorithms(made).to_markdown("data")
    assert text.splitlines()[0].count("|") == 22
    assert "3 more algorithms left out of the table" in text


def test_bounds_replace_the_probability_of_an_imprecise_prior(results):
    head = results["imprecise"].to_markdown().splitlines()[0]
    assert "probability" in head and "P lower | P upper" in head


def test_mean_differences_of_the_papers_example(results):
    # d = -1/2, s² = 9/11 and n = 12: t = -0.5 / sqrt(9/132) = -1.915; interval half width
    # sqrt(22/10 · F(.95; 2, 10) · 9/132) = sqrt(2.2 · 4.103 · 0.0682) = 0.784.
    lines = results["hotelling"].to_markdown().splitlines()
    assert lines[2].startswith("| accuracy | A | B | -0.500 [-1.28, 0.284] | -1.91 | 0.164 |")
    assert "| 0.333 [-0.521, 1.19] | 1.17 |" in lines[3]


def test_latex_of_the_glrt(results):
    assert results["glrt"].to_latex().splitlines()[:5] == [
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"statement & count & observed share \\",
        r"\midrule",
        r"B is better than A on accuracy and time & 6 & 50.0 \% \\",
    ]


def test_negative_numbers_get_a_minus_and_ranges_do_not(results):
    text = results["wilcoxon"].to_latex()
    assert "$-$0.278 [$-$0.548, 0.0443]" in text
    assert "22.7--74.0" in results["bayes"].to_latex()


def test_html_cells_are_escaped_and_headed(results):
    text = results["compare"]._repr_html_()
    assert "[d] &lt;e&gt; | f" in text and "<e>" not in text
    league, pairs = text.split("</table>")[:2]
    assert (league.count('<th scope="col"'), pairs.count('<th scope="col"')) == (10, 5)
    assert (league.count('<th scope="row"'), pairs.count('<th scope="row"')) == (4, 6)
    two = js.compare_algorithms(js.load_dataset("example1"))._repr_html_()
    assert two.count("<table") == 1


def test_a_notebook_shows_the_first_rows_and_counts_the_others():
    rng = np.random.default_rng(3)
    many = js.results_table(
        {f"a{i}": rng.normal(size=(16, 2)) for i in range(23)}, measures={"x": "max", "y": "min"}
    )
    for result in (js.compare_algorithms(many), js.leaderboard(many)):
        text = result._repr_html_()
        assert max(part.count("<tr>") for part in text.split("</table>")) == 21
        rest = 23 * 22 // 2 - 20 if isinstance(result, js.PairwiseResult) else 3
        assert re.search(rf"{rest} more (algorithms|rows|pairs): ", text)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_compiles_as_it_stands(results, tmp_path):
    body = "\n\n".join(f"\\noindent\\tiny\n{result.to_latex()}" for result in results.values())
    (tmp_path / "t.tex").write_text(
        "\\documentclass{article}\\usepackage[a3paper,landscape]{geometry}\\usepackage{booktabs,longtable}\n"
        f"\\begin{{document}}\n{body}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
        cwd=tmp_path, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-1500:]


@pytest.mark.warns("Nemenyi's test is approximate")
def test_no_p_value_is_a_false_zero_anywhere():
    # Every data set ranks alike, differences vary: p-values underflow to 0 or come close to it.
    rng = np.random.default_rng(1)
    values = rng.normal(scale=1e-3, size=(60, 2, 3)) + np.array([0.0, 5.0, 10.0])
    made = js.results_table(
        {name: values[:, :, i] for i, name in enumerate("ABC")}, measures={"x": "max", "y": "min"}
    )
    friedman = js.friedman_test(made, post_hoc="nemenyi")
    assert min(row["p_adjusted"] for row in friedman.pairs) == 0
    manova = js.manova_test(made)
    assert min(row["p_value"] for row in manova.pairs) < 1e-100
    assert "< 0.001" in friedman.summary() and "0.000" not in friedman.summary()
    results = [manova, js.wilcoxon_test(made), js.sign_test(made),
               js.bayes_sign_test(made), js.pairwise_tests(made, test="wilcoxon"),
               js.pairwise_tests(made, test="glrt"), js.compare_algorithms(made)]  # fmt: skip
    for result in results:
        said = result.summary()
        if result.test == "compare":  # elsewhere 0 counts pairs, or data sets
            pairs = result.to_markdown("pairs").splitlines()
            said = "\n".join("  " + line.split(" | ")[-1] for line in pairs)
        if result.test in ("sign", "wilcoxon"):  # in these it counts wins
            rows = result.to_markdown().splitlines()
            said = "\n".join("  " + line.split(" | ")[-2] for line in rows if " | " in line)
        rows = [line for line in said.splitlines() if line.startswith("  ")]
        assert any(part in row for row in rows for part in ("< 0.0", "<.001", ">.999"))
        assert not any(re.search(r"\s-?0(\s(?!split or tied)|$)|p = 0(\D|$)", row) for row in rows)
    for result, adjusted in ((friedman, "p adjusted"), (manova, "p (Holm)")):
        rows = result.to_markdown().splitlines()
        names = [name.strip() for name in rows[0].split("|")]
        cells = [row.split("|")[names.index(adjusted)].strip() for row in rows[2:]]
        assert cells and set(cells) == {"< 0.001"}
    cells = js.pairwise_tests(made, test="sign").matrix()
    assert cells.loc["A", "B"] == "< <.001* | > <.001*"


# --- A result of a new test -----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Margin(base_rows.Row):
    """A row that no module knows."""

    algorithm: str = base_rows.column(base_rows.NAME, "who")
    measure: str = base_rows.column(base_rows.NAME, "on what")
    gain: float | None = base_rows.column(
        base_rows.NUMBER, "how much", broom="estimate", heading="mean gain"
    )
    gain_low: float | None = base_rows.column(base_rows.NUMBER, "lower end", broom="conf.low")
    gain_high: float | None = base_rows.column(base_rows.NUMBER, "upper end", broom="conf.high")
    p_value: float = base_rows.column(base_rows.P_VALUE, "its p-value", broom="p.value")
    sure: float = base_rows.column(base_rows.PROBABILITY, "how sure")
    steps: int = base_rows.column(base_rows.WHOLE, "how it was found", shown=False)
    winner: str | None = base_rows.column(base_rows.NAME, "who wins", **base_rows.BETTER)


class MarginWords(drawing_words.Words):
    """All that a new result has to word."""

    def verdict(self):
        return "A gains."


@dataclass(frozen=True, kw_only=True, repr=False)
class MarginResult(base_result.Result):
    """A result whose words are a verdict."""

    test = "margin"
    words = MarginWords
    level: float = 0.9
    margins: tuple[Margin, ...]

    @property
    def rows(self):
        return self.margins


@pytest.fixture(scope="module")
def unknown():
    rest = {"sure": 1 - 1e-12, "steps": 3}
    return MarginResult(
        facts=Facts(algorithms=("A", "B"), measures={"x": "max"}, n=7),
        warnings=(errors.Caution("Careful."),),
        margins=(
            Margin(algorithm="A", measure="x", gain=0.25, gain_low=0.125, gain_high=0.5,
                   p_value=1e-9, winner="A", **rest),
            Margin(algorithm="B", measure="x", gain=None, gain_low=None, gain_high=None,
                   p_value=0.25, winner=None, **rest),
        ),
    )  # fmt: skip


def test_a_new_result_needs_a_verdict_to_be_shown(unknown):
    assert unknown.summary().splitlines() == [
        "Margin", "======",
        "7 data sets; algorithms: A, B; measures: x ↑ (↑ higher, ↓ lower is better)", "",
        "A gains.", "",
        "  measure  algorithm  mean gain [90 %]            p      sure  better",
        "  -------  ---------  --------------------  -------  --------  ------",
        "  x        A          0.250 [0.125, 0.500]  < 0.001  > 0.9999  A",
        "  x        B          –                       0.250  > 0.9999  open", "",
        "Note: Careful.",
    ]  # fmt: skip
    lines = unknown.to_markdown().splitlines()
    assert lines[0] == "| measure | algorithm | mean gain [90 %] | p | sure | better |"
    assert lines[3] == "| x | B | – | 0.250 | > 0.9999 | open |"
    assert r"x & A & 0.250 [0.125, 0.500] & $<$ 0.001 & $>$ 0.9999 & A \\" in unknown.to_latex()
    assert "<td" in unknown._repr_html_() and "open" in unknown._repr_html_()
    assert list(unknown.to_frame()) == list(Margin.keys())


def test_a_new_result_crosses_to_r_with_its_types_and_brooms_names(unknown):
    node = json.loads(bridge.pack(unknown)[0])
    assert (node["rows_in"], node["frame"]["rows"]) == ("margins", 2)
    assert node["broom"] == {
        "gain": "estimate", "gain_low": "conf.low", "gain_high": "conf.high", "p_value": "p.value",
    }  # fmt: skip
    assert "A gains." in json.dumps(node["text"])


def test_every_pair_on_every_measure_is_a_table_with_sizes():
    weka = js.load_frame("weka")
    result = js.compare_algorithms(
        weka, dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
        only=["RandomForest", "J48graft", "AODE"],
    )  # fmt: skip
    head, _, *rows = result.to_markdown("measures").splitlines()
    assert head == ("| a | b | measure | data sets | reverse | median difference | corrected p |")
    cells = {tuple(row.split(" | ")[:3]): row for row in rows}
    assert len(rows) == len(cells) == 3 * 2
    frame = result.to_frame("measures").set_index(["a", "b", "measure"])
    for (a, b, measure), row in cells.items():
        a = a.removeprefix("| ")
        known = (a, b, measure) in frame.index
        mine = frame.loc[(a, b, measure) if known else (b, a, measure)]
        wins, losses = mine[["wins_a", "wins_b"] if known else ["wins_b", "wins_a"]]
        assert f"| {wins:.0f} of 51 | {losses:.0f} |" in row
        low, high = mine[["low", "high"]]
        equal = 1 if mine["scale"] == "ratio" else 0
        assert ("−" in row) == (measure == "accuracy" and low < equal < high)


def test_a_data_set_with_an_unknown_result_has_no_bold_one_in_the_table_of_results():
    x = np.array([[1.0, 3.0], [2.0, np.nan], [4.0, 1.0]])
    made = js.results_table(
        {"A": x, "B": x - 1}, measures={"u": "max", "v": "max"}, missing="unknown"
    )
    lines = js.compare_algorithms(made).to_latex("data").splitlines()
    marked = [r"\textbf" in line for line in lines if line.count("&") == 2][1:]
    assert marked == [True, True, False] * 2  # for each measure


def cells_of(result):
    head, _, *rows = result.to_markdown("measures").splitlines()
    names = [name.strip() for name in head.split("|")[1:-1]]
    return [
        dict(zip(names, (cell.strip() for cell in row.split("|")[1:-1]), strict=True))
        for row in rows
    ]


def of_the_screen(result):
    """The table on the screen of two algorithms: the first cells of each line."""
    lines = str(result).split("\n\n")[2].splitlines()
    return [" ".join(line.split()) for line in lines[2:]]


def test_a_median_without_a_difference_keeps_its_bounds():
    x = np.array([-3.0, -2, -1, 0, 0, 0, 1, 2, 3, 0, 0, 0])
    made = js.results_table(
        {"A": x[:, None], "B": 0 * x[:, None]}, measures={"x": "max"}, rope={"x": 0}
    )
    (row,) = cells_of(js.compare_algorithms(made))
    assert row["median difference"].startswith("0 (−") and row["data sets"] == "3 of 12"


def test_the_table_of_a_pair_names_practical_equality_and_who_is_better_by_families():
    equal = np.tile([0.001, -0.001], 20)
    made = js.results_table(
        {"A": equal[:, None], "B": 0 * equal[:, None]}, measures={"x": "max"}, rope={"x": 0.5}
    )
    (line,) = of_the_screen(js.compare_algorithms(made))
    assert line.startswith("x practically equal 0 of 40 0 40")
    # Nine families of one data set are won by A, and one of twelve by B.
    won = [1.0] * 9 + [-1.0] * 12
    rows = [
        {"data": f"d{i}", "kin": min(i, 9), "by": name, "x": x if name == "A" else 0.0}
        for i, x in enumerate(won)
        for name in "AB"
    ]
    made = js.results_table(
        pd.DataFrame(rows), dataset="data", algorithm="by", cluster="kin", measures={"x": "max"}
    )
    result = js.compare_algorithms(made)
    assert result.pairs[0].better_a == ("x",)
    (line,) = of_the_screen(result)
    assert line.startswith("x A 9 of 21 12 9 of 10")
