"""What would change a verdict: what is said, drawn, refused, reported and printed of it."""

import json
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from pages import page

import jointstats as js
from jointstats.claims.sensitivity import sensitivity as sensitivity_result
from jointstats.interfaces.cli import main

pytestmark = pytest.mark.filterwarnings("ignore")


def rows_of(found, factor):
    return [row for row in found.settings if row.factor == factor]


# --- What it says ---------------------------------------------------------------------------------


def table(wins, n=12):
    """One measure: B wins on some of n data sets, A on the others."""
    better = np.where(np.arange(n) < wins, 1.0, -1.0)[:, None]
    return js.results_table({"A": np.zeros((n, 1)), "B": better}, measures={"accuracy": "max"})


@pytest.fixture(scope="module")
def many():
    return js.sensitivity(js.compare_algorithms(js.load_dataset("weka")))


def test_the_verdict_of_two_tells_where_it_holds_and_where_not():
    # Two sides share alpha: 10 to 2 is p = .0193 <= .025; 9 to 2 is .0327.
    clear = js.compare_algorithms(table(10))
    found = js.sensitivity(clear, factors=["level", "data set"])
    assert found.verdict == (
        "The verdict holds under 3 of 14 other settings. It changes with alpha = 0.01 (no longer: "
        "B wins against A). It changes without 1, 2, 3 or 7 more (no longer: B wins against A)."
    )
    strict = found.settings[0]
    assert (strict.setting, strict.changed, strict.n_changed) == ("alpha = 0.01", True, 1)
    assert (list(strict.gone), list(strict.new)) == (["B wins against A"], [])
    # Every win must stay, and no loss.
    assert [row.changed for row in rows_of(found, "data set")] == [True] * 10 + [False] * 2
    # 10 to 3 is .0461, without one of the three .0193.
    even = js.sensitivity(js.compare_algorithms(table(10, 13)), factors=["data set"])
    assert even.verdict == (
        "The verdict holds under 10 of 13 other settings. It changes without 11, 12 or 13 (new: "
        "B wins against A)."
    )
    firm = js.sensitivity(js.compare_algorithms(table(30, 30)), factors=["level", "data set"])
    assert firm.verdict == "The verdict holds under all 32 other settings."
    assert firm.changes == ()
    none = js.sensitivity(js.compare_algorithms(table(9)), factors=["family"])
    assert none.verdict == "No other setting was tried."


def test_the_verdict_of_many_pairs_counts_them(many):
    keys = {
        frozenset(name for name in many.algorithms if name in statement.split(", but")[0])
        for row in many.changes
        for statement in (*row.gone, *row.new)
    }
    assert (many.n_pairs, many.n_pairs_changed) == (21, len(keys)) == (21, 9)
    assert many.verdict.startswith(
        "12 of 21 pairs keep their state under all 72 other settings. Others change with alpha = "
        "0.01 (4 pairs), without the measure auc (4 pairs), "
    )
    assert many.n_settings == 72 == sum(row.tried for row in many.factors)
    assert many.n_changed == sum(row.changed for row in many.factors) == len(many.changes)


def setting(factor="level", gone=(), new=(), name="alpha = 0.01", n=None, *, limit=False):
    return sensitivity_result.Setting(
        factor=factor,
        gone=sensitivity_result.Decisions(gone),
        new=sensitivity_result.Decisions(new),
        changed=bool(gone or new),
        n_changed=max(len(gone), len(new)) if n is None else n,
        setting=name,
        limit=limit,
    )


@pytest.mark.parametrize(
    ("rows", "pairs", "said"),
    [
        ([], 1, "No other setting was tried."),
        ([setting(limit=True)], 1, "No other setting was tried."),
        ([setting()], 1, "The verdict holds under the one other setting."),
        ([setting(), setting()], 1, "The verdict holds under all 2 other settings."),
        ([setting(gone=["x"])], 1, "The verdict holds under none of 1 other setting. It changes "
         "with alpha = 0.01 (no longer: x)."),
        ([setting(gone=["x"], new=["y"], name="without acc", factor="measure"), setting()], 1,
         "The verdict holds under 1 of 2 other settings. It changes without acc "
         "(no longer: x; new: y)."),
        ([setting("data set", ["x"], name="without D1"),
          setting("data set", ["x", "y"], name="without D2"), setting("data set")], 3,
         "1 of 3 pairs keep their state under all 3 other settings. Others change without D1 or D2 "
         "(up to 2 pairs)."),
        ([setting(n=1, new=["x"]), setting(n=3, new=["x", "y", "z"], name="alpha = 0.1")], 4,
         "1 of 4 pairs keep their state under all 2 other settings. Others change with alpha = 0.1 "
         "(3 pairs) and with alpha = 0.01 (new: x)."),
        ([setting()], 3, "All 3 pairs keep their state under the one other setting."),
    ],
)  # fmt: skip
def test_a_verdict_in_one_sentence(many, rows, pairs, said):
    changed = {name for row in rows for name in (*row.gone, *row.new)}
    told = replace(many, settings=tuple(rows), n_pairs=pairs, n_pairs_changed=len(changed))
    assert told.verdict == said


def test_prices_count_families_too():
    rows = pd.DataFrame(  # on time B wins in 12 families and 25 data sets, A in 7 and 15
        [{"d": f"d{i}", "by": name, "family": i // 2, "acc": float(name == "A"),
          "time": float((name == "B") == (i < 24 or i == 39))}
         for i in range(40) for name in "AB"]
    )  # fmt: skip
    every = js.results_table(
        rows, dataset="d", algorithm="by", measures={"acc": "max", "time": "max"}, cluster="family"
    )
    result = js.compare_algorithms(every)
    (row,) = result.pairs
    assert row.state == "possible trade-off"
    found = js.sensitivity(result, factors=["level"])
    assert found.statements == (
        "A is better than B on acc, but B is more often better on time (25 of 40, the reverse on "
        "15; in 12 of 20 families, the reverse in 7)",
    )


@pytest.mark.parametrize(
    ("a", "rope", "said"),
    [
        (np.full((12, 2), 0.1), {"x": 0.2, "y": 0.2}, "A and B are practically equal"),
        (np.tile([0.1, 0.0], (12, 1)), {"x": 0.2}, "A and B are practically equal on x"),
        (np.repeat([[0.3], [0.0]], [5, 7], axis=0), {"x": 0.2}, "A is not worse than B on x"),
        (np.tile([1.0, -1.0], (12, 1)), {}, "A is better on x and worse on y than B (trade-off)"),
    ],
)
def test_states_without_a_winner_in_words(a, rope, said):
    ways = dict.fromkeys("xy"[: a.shape[1]], "max")
    every = js.results_table({"A": a, "B": 0 * a}, measures=ways, rope=rope)
    assert js.sensitivity(js.compare_algorithms(every), factors=["level"]).statements == (said,)


def test_that_it_describes_is_part_of_whatever_it_shows(many, tmp_path):
    assert many.warnings == (sensitivity_result.DESCRIPTION,)
    assert "no error rate" in " ".join(many.summary().split())
    many.to_html(tmp_path / "page.html")
    assert "no error rate" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_it_does_not_warn_python():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        js.sensitivity(js.compare_algorithms(js.load_dataset("example1")), factors=["data set"])


def test_factors_sum_up_their_settings(many):
    for factor in many.factors:
        own = [row for row in many.settings if row.factor == factor.factor and not row.limit]
        assert (factor.tried, factor.changed) == (len(own), sum(row.changed for row in own))
    by_name = {row.factor: row.said for row in many.factors}
    assert list(by_name) == ["level", "rope", "measure", "data set", "algorithm"]
    assert by_name["measure"] == "3 of 6 settings change it"
    assert by_name["algorithm"] == "no change"
    assert by_name["level"].startswith("the same at every alpha from 0.0393 to below 0.349")
    only = js.sensitivity(js.compare_algorithms(table(9)), factors=["level"])
    assert only.factors[0].said == "the same at every alpha below 0.146"  # 2 P(Bin(12) >= 9)


def test_the_text_lists_the_factors_the_changes_and_the_removals(many):
    said = " ".join(many.summary().split())
    assert "The result itself (compare_algorithms): " in said and "; and 5 more." in said
    assert "Where something changes:" in said
    assert "How many data sets must go:" in said and "8 or fewer" in said


def test_settings_that_are_not_tried_are_named():
    found = js.sensitivity(
        js.compare_algorithms(js.load_dataset("weka"), on=["accuracy", "auc"]),
        factors=["data set", "algorithm"], most=3,
    )  # fmt: skip
    assert len(rows_of(found, "algorithm")) == 3 == len(rows_of(found, "data set"))
    assert "4 of 7 algorithms were not left out: most = 3." in found.not_tried
    assert "48 of 51 data sets were not left out: most = 3." in found.not_tried


# --- What is refused ------------------------------------------------------------------------------


def test_what_cannot_be_asked_is_refused_in_a_sentence():
    every = js.load_dataset("example1")
    with pytest.raises(js.errors.InvalidValueError, match="must be a result"):
        js.sensitivity(every)
    with pytest.raises(js.errors.InvalidValueError, match=r"got one of sign_test\.$"):
        js.sensitivity(js.sign_test(every))
    counted = js.glrt_test(js.statement_counts(every))
    with pytest.raises(js.errors.OptionError, match="does not keep a results table"):
        js.sensitivity(counted)
    assert js.sensitivity(counted, every, factors=["level"]).n_settings == 2
    with pytest.raises(js.errors.InvalidValueError, match=r"got one of network_test\.$"):
        js.sensitivity(js.network_test(every))
    with pytest.raises(js.errors.OptionError, match="lacks algorithms or measures"):
        js.sensitivity(counted, js.load_dataset("weka"))
    folds = js.results_table(
        js.load_frame("weka_folds"), algorithm="algorithm", measures={"accuracy": "max"},
        run="run", fold="fold", dataset="dataset", of="vote", only=["AODE", "Logistic"],
    )  # fmt: skip
    with pytest.raises(js.errors.OptionError, match="depend on each other"):
        js.sensitivity(js.glrt_test(folds))
    with pytest.raises(js.errors.OptionError, match="factors must be one of"):
        js.sensitivity(counted, every, factors=["prior"])


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
    assert "What would change the verdict" in quick
    assert "not tried here" in quick and ">data set</th>" not in quick
    result.to_html(tmp_path / "whole.html", sensitivity=True)
    whole = (tmp_path / "whole.html").read_text(encoding="utf-8")
    assert ">data set</th>" in whole
    assert "not tried here" not in whole


def test_the_command_line_says_the_same(capsys):
    assert main(["sensitivity", "@example1", "--factors", "level", "measure", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    result = js.compare_algorithms(js.load_dataset("example1"))
    direct = js.sensitivity(result, factors=["level", "measure"])
    assert made["verdict"] == direct.verdict
    assert made["settings"] == json.loads(json.dumps(direct.to_dict()))["settings"]
    assert main(["compare", "@example1", "--sensitivity"]) == 2
    assert "needs --report" in capsys.readouterr().err
