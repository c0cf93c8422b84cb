"""What would change a verdict: what is said, drawn, refused, reported and printed of it."""

import json
import warnings

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.sensitivity.result import DESCRIPTION
from jointstats.presentation.cli import main
from jointstats.presentation.report.page import page

pytestmark = pytest.mark.filterwarnings("ignore")


def rows_of(found, factor):
    return [row for row in found.settings if row.factor == factor]


# --- What it says ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example():
    return js.sensitivity(js.compare_algorithms(js.load_dataset("example1")))


def test_the_verdict_tells_where_it_holds_and_where_not(example):
    assert example.verdict == (
        "The verdict holds under all 5 other settings and without each of 11 of 12 data sets; it "
        'changes without D01 ("B beats A" is decided there).'
    )
    strong = js.results_table(
        {"A": np.ones((30, 1)), "B": np.zeros((30, 1))}, measures={"accuracy": "max"}
    )
    firm = js.sensitivity(js.compare_algorithms(strong), factors=["level", "data set"])
    assert firm.verdict == (
        "The verdict holds under all 2 other settings and with every single data set left out."
    )
    assert firm.changes == ()


def test_a_setting_changes_it_where_something_goes_or_comes():
    better = np.where(np.arange(12) < 10, 1.0, -1.0)[:, None]  # 10 to 2: p = .039
    clear = js.results_table({"A": np.zeros((12, 1)), "B": better}, measures={"accuracy": "max"})
    found = js.sensitivity(js.compare_algorithms(clear), factors=["level", "data set"])
    strict = found.settings[0]
    assert (strict.setting, strict.changed, strict.n_decided) == ("alpha = 0.01", True, 0)
    assert (list(strict.gone), list(strict.new)) == (["B beats A"], [])
    for row in found.settings:
        assert row.changed == bool(row.gone or row.new)
    # 9 to 2 is p = .065: every win must stay, and no loss.
    assert [row.changed for row in rows_of(found, "data set")] == [True] * 10 + [False] * 2


def test_that_it_describes_stands_beside_whatever_it_shows(example, tmp_path):
    assert example.warnings == (DESCRIPTION,)
    assert "no error rate" in " ".join(example.summary().split())
    assert "no error rate" in example.caption()
    example.to_html(tmp_path / "page.html")
    assert "no error rate" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_it_does_not_warn_python():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        js.sensitivity(js.compare_algorithms(js.load_dataset("example1")), factors=["data set"])


def test_factors_sum_up_their_settings(example):
    for factor in example.factors:
        own = [
            row for row in example.settings
            if (row.factor, row.about, row.limit) == (factor.factor, factor.about, False)
        ]  # fmt: skip
        assert (factor.tried, factor.changed) == (len(own), sum(row.changed for row in own))
    assert example.n_reruns == sum(factor.reruns for factor in example.factors)
    data = next(one for one in example.factors if one.factor == "data set")
    assert data.reruns < data.tried  # data sets that show the same are asked once


def test_the_figure_has_a_box_for_each_setting(example):
    from jointstats.presentation.figures import figure

    shown = figure(example)
    told = [row for row in example.settings if not row.limit]
    assert len(shown.boxes) == len(told)
    assert sum(box.changed for box in shown.boxes) == sum(row.changed for row in told)
    assert [one.label for one in shown.strips][-1] == "prior (Bayesian test)"


def test_plain_data_and_frame(example):
    made = json.loads(json.dumps(example.to_dict()))
    assert made["call_of"]["function"] == "compare_algorithms"
    assert made["settings"][0]["gone"] == []
    assert list(example.to_frame().columns)[:2] == ["factor", "setting"]
    assert len(example.to_frame()) == len(example.settings)
    assert "without D01" in example.to_markdown()


def test_fewer_computations_are_told():
    found = js.sensitivity(
        js.compare_algorithms(js.load_dataset("weka"), on=["accuracy", "auc"]),
        factors=["data set", "algorithm"], most=3,
    )  # fmt: skip
    assert len(rows_of(found, "algorithm")) == 3
    assert any(line.startswith("4 of 7 algorithms") for line in found.not_tried)
    assert any("data sets were not left out" in line for line in found.not_tried)
    assert {row.how for row in found.factors} == {"tried"}


def test_groups_lose_a_measure_of_theirs():
    every = js.load_dataset("weka").select(algorithms=["AODE", "Bagging", "BayesNet"])
    groups = {"quality": ["accuracy", "auc"], "error": ["rmse", "mae"]}
    options = {"groups": groups, "within": {"quality": "some"}}
    found = js.sensitivity(js.compare_algorithms(every, **options), factors=["measure"])
    assert len(found.settings) == 6
    (row,) = [one for one in found.settings if one.setting == "without the measure auc"]
    left = {"quality": ["accuracy"], "error": ["rmse", "mae"]}
    on = [name for name in every.measures if name != "auc"]
    rerun = js.compare_algorithms(every, on=on, groups=left, within={"quality": "some"})
    assert row.n_decided == sum(one.strength == "shown" for one in rerun.wins)


# --- What is refused ------------------------------------------------------------------------------


def test_what_cannot_be_asked_is_refused_in_a_sentence():
    every = js.load_dataset("example1")
    with pytest.raises(js.errors.InvalidValueError, match="must be a result"):
        js.sensitivity(every)
    with pytest.raises(js.errors.InvalidValueError, match=r"not of one of sign_test\.$"):
        js.sensitivity(js.sign_test(every))
    majorities = js.glrt_test(every, question="each")
    with pytest.raises(js.errors.InvalidValueError, match=r'glrt_test with question="each"\.$'):
        js.sensitivity(majorities)
    counted = js.glrt_test(js.statement_counts(every))
    with pytest.raises(js.errors.OptionError, match="does not keep a results table"):
        js.sensitivity(counted)
    assert js.sensitivity(counted, every, factors=["level"]).n_settings == 2
    clear = js.results_table({"A": np.ones((9, 1)), "B": np.zeros((9, 1))}, measures={"acc": "max"})
    firm = js.sensitivity(js.glrt_test(js.statement_counts(clear)), clear, factors=["data set"])
    assert firm.fewest == () and firm.statements
    assert "How many data sets must go is not known from counts alone." in firm.not_tried
    with pytest.raises(js.errors.OptionError, match="lacks algorithms or measures"):
        js.sensitivity(counted, js.load_dataset("weka"))
    folds = js.results_table(
        js.load_frame("weka_folds"), algorithm="algorithm", measures={"accuracy": "max"},
        run="run", fold="fold", dataset="dataset", of="vote", only=["AODE", "Logistic"],
    )  # fmt: skip
    with pytest.raises(js.errors.OptionError, match="depend on each other"):
        js.sensitivity(js.glrt_test(folds))
    with pytest.raises(js.errors.OptionError, match="factors must be one of"):
        js.sensitivity(counted, every, factors=["mood"])


def test_of_a_larger_table_what_the_result_is_about_is_taken():
    every = js.load_dataset("weka")
    part = every.select(algorithms=["Bagging", "AODE"], measures=["auc", "accuracy"])
    counted = js.glrt_test(js.statement_counts(part))
    plain = js.sensitivity(js.glrt_test(part), factors=["data set"])
    found = js.sensitivity(counted, every, factors=["data set"])
    assert found.settings == plain.settings
    assert (found.algorithms, list(found.measures)) == (part.algorithms, ["auc", "accuracy"])


# --- Report and command line ----------------------------------------------------------------------


def test_the_report_has_a_folded_part_and_the_whole_where_it_is_asked_for(tmp_path):
    result = js.compare_algorithms(js.load_dataset("example1"))
    quick = page(result)
    assert "What would change the verdict, and what would not?" in quick
    assert "not tried here" in quick
    assert "without D01" not in quick
    result.to_html(tmp_path / "whole.html", sensitivity=True)
    whole = (tmp_path / "whole.html").read_text(encoding="utf-8")
    assert "without D01" in whole
    assert "not tried here" not in whole


def test_r_has_the_same_of_a_result_that_is_made_again():
    from jointstats.presentation.bridge import call, pack

    measures = {"accuracy": "max", "auc": "max"}
    values = {"A": [[1.0, 2.0]] * 3 + [[2.0, 1.0]] * 9, "B": [[1.5, 1.0]] * 12}
    numbers = [x for own in values.values() for column in zip(*own, strict=True) for x in column]
    matrices = [{"is": "matrix", "at": at, "rows": 12, "columns": 2} for at in ([0, 24], [24, 48])]

    def mapping(of, keys, values):
        return {"is": "mapping", "of": of, "keys": keys, "values": values}

    made = {
        "is": "result",
        "of": "compare_algorithms",
        "options": {
            "table": mapping("table", ["A", "B"], matrices),
            "measures": mapping("measures", list(measures), list(measures.values())),
        },
    }
    request = {"function": "sensitivity", "options": {"result": made, "factors": ["measure"]}}
    reply = call(json.dumps(request), [*numbers, 0.0])
    assert reply["ok"], reply["message"]
    result = js.compare_algorithms(values, measures=measures)
    direct = js.sensitivity(result, factors=["measure"])
    there = json.loads(reply["json"])
    assert there == json.loads(pack(direct)[0])
    assert reply["numbers"] == pytest.approx(pack(direct)[1])


def test_the_command_line_says_the_same(capsys):
    assert main(["sensitivity", "@example1", "--factors", "level", "measure", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    result = js.compare_algorithms(js.load_dataset("example1"))
    direct = js.sensitivity(result, factors=["level", "measure"])
    assert made["verdict"] == direct.verdict
    assert made["settings"] == json.loads(json.dumps(direct.to_dict()))["settings"]
    assert main(["compare", "@example1", "--sensitivity"]) == 2
    assert "goes with --report" in capsys.readouterr().err
