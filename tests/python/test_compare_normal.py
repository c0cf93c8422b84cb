"""The normal-theory part of the comparison, and the tests' places on the command line."""

import json

import numpy as np
import pytest

import jointstats as js
from jointstats.presentation.cli.main import main


def table(a, b):
    return js.results_table({"A": a, "B": b}, measures={"x": "max", "y": "max"})


def test_two_algorithms_get_hotelling_and_more_get_manova():
    two = js.compare_algorithms(js.load_dataset("example1"), normal=True)
    alone = js.hotelling_test(js.load_dataset("example1"))
    assert list(two.normal) == ["hotelling", "mardia"]
    assert two.normal["hotelling"].p_value == alone.p_value
    assert f"Assuming normality: {alone.verdict}" in two.findings
    rng = np.random.default_rng(1)
    three = {name: rng.normal(size=(20, 2)) for name in "ABC"}
    many = js.compare_algorithms(three, measures={"x": "max", "y": "max"}, normal=True)
    assert list(many.normal) == ["manova", "mardia"]
    assert many.to_dict()["normal"]["manova"]["test"] == "manova"
    assert many.call["normal"] is True


def test_it_is_left_out_unless_asked_for():
    plain = js.compare_algorithms(js.load_dataset("example1"))
    assert plain.normal == {} and not any("normality" in text for text in plain.findings)


def test_means_and_statements_that_disagree_are_pointed_out():
    rng = np.random.default_rng(2)
    noise = rng.normal(size=(30, 2)) * 0.01
    # B wins nearly everywhere by a little, and loses once by very much.
    small = np.full((30, 2), 0.05) + noise
    small[0] = -40.0
    result = js.compare_algorithms(table(np.zeros((30, 2)), small), normal=True)
    assert result.joint["glrt"].decided and not result.normal["hotelling"].decided
    assert any("no difference of the means" in text for text in result.findings)
    # A wins half of the data sets by a little, B the other half by much.
    signs = np.where(np.arange(30) % 2, 1.0, -0.05)[:, None] * (1 + noise)
    result = js.compare_algorithms(table(np.zeros((30, 2)), signs), normal=True)
    assert result.normal["hotelling"].decided and not result.joint["glrt"].decided
    assert any("The means differ, but nothing is shown" in text for text in result.findings)


def test_a_table_without_a_test_of_means_says_why():
    few = table(np.zeros((2, 2)), np.array([[1.0, 2.0], [3.0, 1.0]]))
    result = js.compare_algorithms(few, normal=True)
    assert result.normal["hotelling"] is None
    assert any("no test of means is possible" in text for text in result.findings)
    assert any("too few" in text for text in result.warnings)
    result.summary()


@pytest.mark.parametrize(
    "words",
    [
        ["test", "hotelling", "@example1"],
        ["test", "manova", "@example1", "--seed", "3", "--p-adjust", "BH"],
        ["test", "mardia", "@example1", "--alpha", "0.1"],
        ["pairwise", "hotelling", "@example1"],
        ["compare", "@example1", "--normal"],
    ],
)
def test_command_line_prints_what_python_says(words, capsys):
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "A" in text and text.count("\n") > 3
    assert main([*words, "--json"]) == 0
    stored = json.loads(capsys.readouterr().out)
    name = "pairwise" if words[0] == "pairwise" else words[1]
    assert stored["test"] == ("compare" if words[0] == "compare" else name)
    if words[1] == "hotelling" and words[0] == "test":
        assert stored["p_value"] == js.hotelling_test(js.load_dataset("example1")).p_value
    if words[0] == "compare":
        assert set(stored["normal"]) == {"hotelling", "mardia"}


def test_command_line_refuses_options_without_meaning(capsys):
    assert main(["test", "hotelling", "@example1", "--prior", "jeffreys"]) == 2
    assert "--prior has no meaning" in capsys.readouterr().err
    assert main(["test", "hotelling", "@weka"]) == 2
    assert "the table has 7" in capsys.readouterr().err


FOLDS = ["@weka_folds", "--run", "run", "--fold", "fold", "--max", "tp", "--min", "fp"]


def test_folds_of_one_data_set_on_the_command_line(capsys):
    two = [*FOLDS, "--of", "gbsg", "--only", "Logistic", "RandomForest"]
    assert main(["test", "hotelling", *two, "--correction", "nadeau-bengio", "--json"]) == 0
    stored = json.loads(capsys.readouterr().out)
    with pytest.warns(js.JointStatsWarning, match="heuristic"):
        result = js.hotelling_test(
            js.load_frame("weka_folds"), dataset="dataset", of="gbsg", run="run", fold="fold",
            algorithm="algorithm", measures={"tp": "max", "fp": "min"},
            only=["Logistic", "RandomForest"], correction="nadeau-bengio",
        )  # fmt: skip
    assert stored["p_value"] == result.p_value and stored["cases"] == "fold"
    assert main(["pairwise", "hotelling", *two, "--correction", "nadeau-bengio", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"][0]["p_value"] == pytest.approx(
        result.p_value, rel=1e-12
    )


def test_a_file_of_folds_needs_no_column_of_data_sets(tmp_path, capsys):
    path = tmp_path / "folds.csv"
    rows = [f"{f},{who},{0.8 + 0.01 * f * (who == 'B')}" for f in range(5) for who in "AB"]
    path.write_text("\n".join(["f,who,acc", *rows]))
    words = [str(path), "--fold", "f", "--algorithm", "who", "--max", "acc"]
    assert main(["test", "hotelling", *words]) == 0
    assert "5 folds; algorithms: A, B" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["test", "hotelling", *FOLDS], "there are 8"),
        (["test", "hotelling", *FOLDS, "--of", "gbs"], 'did you mean "gbsg"'),
        (["test", "manova", *FOLDS, "--of", "gbsg", "--aggregate", "mean"], "--aggregate"),
        (["test", "sign", *FOLDS, "--of", "gbsg", "--correction", "nadeau-bengio"], "no meaning"),
        (["test", "hotelling", "@example1", "--correction", "nadeau-bengio"], "folds of one"),
    ],
)
def test_folds_that_do_not_fit_are_refused(words, complaint, capsys):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1


@pytest.mark.warns(r"\d+ of \d+ measures is redundant")
def test_a_measure_that_is_zero_everywhere_does_not_differ():
    rng = np.random.default_rng(0)
    made = {name: np.c_[rng.normal(size=12), np.zeros(12)] for name in "AB"}
    result = js.hotelling_test(js.results_table(made, measures={"x": "max", "y": "max"}))
    (row,) = result.redundant
    assert (row.measure, row.because) == ("y", "the algorithms do not differ on it in any data set")
