"""The paragraph for a paper and the printed text: what was done to the data, and how it is set."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.interfaces import paper

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def folds(missing_cell=None):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        [
            {"d": f"d{i}", "a": a, "acc": rng.normal() + k, "t": float(rng.integers(0, 9))}
            for i in range(9)
            for k, a in enumerate("ABC")
            for _ in range(3)
        ]
    )
    frame.loc[5, "acc"] = np.nan if missing_cell else 0.0
    return frame


ROLES = {"dataset": "d", "algorithm": "a", "measures": {"acc": "max", "t": "min"}}


def paragraphs(result):
    """Methods and results, of at most 120 and 110 words and without questions."""
    methods, results = result.report_text().split("\n\n")
    assert methods.startswith("Methods. ") and results.startswith("Results. ")
    for text, most in ((methods, 120), (results, 110)):
        assert len(text.split()) <= most and "?" not in text and "\n" not in text
    return methods, results


def test_the_paragraphs_of_the_papers_example():
    methods, results = paragraphs(js.compare_algorithms(js.load_dataset("example1")))
    assert methods == (
        "Methods. We compared 2 algorithms (B, A) on 12 data sets by accuracy (higher is better) "
        "and time (lower is better). For each pair, claims about which algorithm is better on each "
        "measure and jointly were tested by exact binomial tests, with sequential rejection over "
        "all pairs (Goeman & Solari, 2010). The probability of any false claim is at most 5 % if "
        f"data sets are independent draws. Computed with jointstats {js.__version__}."
    )
    # 6 : 1 of 12: P(Bin(7, 1/2) >= 6) = 1/16, at twice the weight of one measure, of 8 in all.
    assert results == (
        "Results. The data do not establish a difference between A and B (accuracy 3 of 12 data "
        "sets, the reverse on 9; time 4 of 12, the reverse on 8). The median difference favours "
        "B by 1.0 (−1.0 to 1.0) on accuracy and "
        "1.0 (−1.0 to 1.0) on time. The claim closest to being shown is that B is "
        "more often better on both measures than A (6 of 12 data sets, the reverse on 1; "
        "corrected p = 0.152). To "
        "follow it on new data sets, use watch_claim, which keeps its error rate at every look."
    )


def test_in_latex_names_are_escaped_and_keys_are_those_of_the_references():
    rng = np.random.default_rng(2)
    names = ["R&D_1", "{50%}", "b^c~#$"]
    made = js.results_table(
        {name: rng.normal(size=(20, 2)) + 3 * (name == names[0]) for name in names},
        measures={"train_seconds_%": "min", "accuracy": "max"},
    )
    result = js.compare_algorithms(made)
    tex = result.report_text(to="latex")
    assert tex.startswith(r"\paragraph{Methods.} ") and "\n\n\\paragraph{Results.} " in tex
    escaped = r"train\_seconds\_\%", r"R\&D\_1", r"\{50\%\}", r"b\textasciicircum{}c"
    assert all(name in tex for name in escaped)
    bare = re.sub(r"\\cite\{\w+\}|\$(<|>|-)\$", "", tex)
    assert not re.search(r"(?<!\\)[_%&#$^~]", bare)
    cited = set(re.findall(r"\\cite\{(\w+)\}", tex))
    assert cited == {"goeman2010sequential", "jointstats"}
    assert cited <= set(re.findall(r"@\w+\{(\w+),", result.references()))
    with pytest.raises(js.errors.OptionError, match='to must be one of "text", "latex"'):
        result.report_text(to="docx")


def test_the_paragraphs_of_the_packaged_table_count_what_they_have_no_room_for():
    _, results = paragraphs(js.compare_algorithms(js.load_dataset("weka")))
    assert results == (
        "Results. RandomForest wins against Bagging, better on all "
        "six measures on 31 of 51 data sets, the reverse on 5; f_measure and kappa are open. AODE "
        "wins against J48graft, better on all six measures on 24 of 51 data sets, the reverse on "
        "3; 5 measures are open. Logistic wins against J48graft, better on all six measures on 23 "
        "of 51 data sets, the reverse on 2; 5 measures are open. 5 of 7 algorithms are unbeaten: "
        "RandomForest, AODE, Logistic, BayesNet and NaiveBayes. The other pairs are 1 trade-off, "
        "2 ahead, 4 possible trade-offs and 11 "
        "open. The supplement "
        "describes each pair."
    )


def test_a_verdict_without_room_names_nobody():
    x = np.random.default_rng(1).normal(size=(60, 2, 9)) + 2 * np.arange(9) * np.array([[1], [-1]])
    x[:, 1, 4:] += 100
    names = [
        f"algorithm number {i} of the many that were compared in this study of ours"
        for i in range(9)
    ]
    made = js.results_table(
        {name: x[:, :, i] for i, name in enumerate(names)}, measures={"x": "max", "y": "max"}
    )
    result = js.compare_algorithms(made)
    _, results = paragraphs(result)
    assert results.startswith(f"Results. {len(result.wins)} wins and ")
    assert "number" not in results


def test_the_paragraph_says_what_was_done_to_the_data():
    result = js.compare_algorithms(
        folds(missing_cell=True), **ROLES, aggregate="median", missing="drop", rope={"t": 1.0},
        alpha=0.1,
    )  # fmt: skip
    methods, _ = paragraphs(result)
    for said in (
        "Repeated runs were combined by their median.",
        "Differences within t 1 are practically equal.",
        "at most 10 % if data sets are independent draws, results are missing independently of all "
        "results and the ropes were named in advance.",
    ):
        assert said in methods


def test_the_paragraph_says_how_failed_runs_were_taken():
    result = js.compare_algorithms(folds(True), **ROLES, aggregate="mean", missing="worst")
    methods, _ = paragraphs(result)
    assert "1 failed run was ranked below all results." in methods


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 5), st.integers(1, 9), st.integers(1, 9),
    st.sampled_from([{}, {"alpha": 0.2}, {"control": 0}]), st.integers(0, 99),
)  # fmt: skip
def test_whatever_is_compared_the_paragraphs_are_short(l, m, words, options, seed):
    rng = np.random.default_rng(seed)
    long = " ".join(["word"] * words)
    values = {f"{long} {i}": rng.integers(0, 4, size=(12, m)) + i * (seed % 3) for i in range(l)}
    measures = {f"{long} m{k}": "max" for k in range(m)}
    if "control" in options:
        options = {"control": f"{long} 0"}
    paragraphs(js.compare_algorithms(values, measures=measures, **options))


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 99)), min_size=1, max_size=8))
def test_what_does_not_fit_is_said_to_be_elsewhere(sizes):
    pieces = [paper.Piece(" ".join([f"w{i}"] * n), f"part{i}", k) for i, (n, k) in enumerate(sizes)]
    said = " ".join(piece.plain for piece in paper.fitting(pieces, 60)).split()
    for i, piece in enumerate(pieces):
        assert (said.count(f"w{i}") == len(piece.text.split())) != any(
            f"part{i}" in word for word in said
        )


def test_text_fits_a_terminal_but_never_breaks_a_name():
    long = "a-rather-long-name-" * 4
    values = {long: [1.0, 2, 4], "short": [2.0, 1, 3], "other": [0.0, 0, 0]}
    result = js.compare_algorithms(values, measures={"accuracy on the test set": "max"})
    paragraphs = [line for line in result.summary().splitlines() if not line.startswith("  ")]
    assert all(len(line) <= 92 for line in paragraphs)
    assert long in result.summary()


def test_tables_in_text_are_aligned():
    lines = js.bayes_test(js.load_dataset("example1")).summary().splitlines()
    rule = next(i for i, line in enumerate(lines) if line.strip().startswith("---"))
    ends = [i for i, c in enumerate(lines[rule]) if c == "-" and lines[rule][i + 1 : i + 2] != "-"]
    for row in lines[rule - 1 : rule + 5]:
        assert row[ends[1]] != " "  # numbers end where their column ends
        assert row[ends[1] + 1 : ends[1] + 3] == "  "


def test_wide_letters_do_not_push_the_columns():
    values = {"中文": [1.0, 2], "e\u0301": [0.0, 0]}  # an e with a combining accent
    text = js.sign_test(values, measures={"m": "max"}).summary(width=140)
    head, rule, row = (line for line in text.splitlines() if line.startswith("  "))
    assert row.index("中文") == head.index(" a ") + 1
    # To the right, 中文 counts for two more, the accent for one less.
    assert row.rindex("  2 ") + len("  2") + 2 - 1 == head.index("wins a") + len("wins a")
    assert rule.split()[1:3] == ["----", "-"]


def test_many_statements_are_cut_and_the_rest_is_counted():
    rng = np.random.default_rng(1)
    values = {name: rng.normal(size=(30, 2)) for name in "ABCD"}
    result = js.bayes_test(values, measures={"x": "max", "y": "max"})
    text = result.summary()
    assert f"{result.n_observed - 10} more statements seen" in text
    assert f"{576 - result.n_observed} statements never seen, probability together" in text


def test_a_report_is_written_to_html_only(tmp_path):
    result = js.compare_algorithms(js.load_dataset("example1"))
    with pytest.raises(js.errors.OptionError, match=r'"r.pdf" must end in \.html'):
        result.to_html(tmp_path / "r.pdf")
    assert list(tmp_path.iterdir()) == []
    for name in ("r.html", "r.HTM", "report"):
        result.to_html(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_one_statement_is_not_statements():
    table = js.results_table(
        {"A": [[1, 1], [1, 1], [1, 2]], "B": [[2, 2], [2, 0], [0, 1]]},
        measures={"x": "max", "y": "max"},
    )
    assert "\n1 statement never seen, probability" in js.bayes_test(table).summary()
