"""Rows that are chosen, keys of several columns, and runs that are declared failed."""

import html
import json
import re
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.bridge import spelling
from jointstats.interfaces.cli import main

pytestmark = pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
CASES = Path(__file__).parent / "cases"
FOUND = {"failed": {"found": False}, "missing": "worst"}
# The right answer of a case: keywords, the same as words of the shell, and wins to losses of the
# first algorithm on the first measure.
RIGHT = {
    "P04.csv": (
        {"dataset": "problem", "algorithm": "solver", "measures": {"runtime": "min"}, **FOUND},
        "--dataset problem --algorithm solver --min runtime --failed found=False --missing worst",
        (15, 5),
    ),
    "P05.csv": (
        {"dataset": ["task", "case"], "algorithm": "alg_name", "measures": {"value": "max"},
         "where": {"task": "c_ideal"}, "only": ["A1", "A2"]},
        "--dataset task case --algorithm alg_name --max value --where task=c_ideal --only A1 A2",
        (10, 0),
    ),
    "P08.csv": (
        {"dataset": ["task", "num_simulations", "num_observation"], "algorithm": "algorithm",
         "measures": {"C2ST": "min", "RT": "min"}},
        "--dataset task num_simulations num_observation --algorithm algorithm --min C2ST RT",
        (1, 39),
    ),
    "P12.csv": (
        {"dataset": "dataset", "algorithm": "model", "metric": "metric", "value": "score",
         "measures": {"auc": "max", "rmse": "min"}},
        "--dataset dataset --algorithm model --metric metric --value score --max auc --min rmse",
        (12, 0),
    ),
}  # fmt: skip


def votes(table):
    """Wins and losses of the first algorithm on the first measure, by Python."""
    known = table.oriented()[:, 0, :2]
    return int((known[:, 0] > known[:, 1]).sum()), int((known[:, 0] < known[:, 1]).sum())


@pytest.mark.parametrize("name", RIGHT)
def test_the_case_has_its_right_answer_in_python_and_in_the_shell(name, capsys, monkeypatch):
    roles, words, expected = RIGHT[name]
    monkeypatch.chdir(CASES)
    table = js.read_results(name, **roles)
    assert votes(table) == expected
    result = js.compare_algorithms(table)
    assert main(["compare", name, *shlex.split(words), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["verdict"] == result.verdict and said["n_failed"] == result.n_failed
    frame = pd.read_csv(name)
    by_frame = js.compare_algorithms(frame, **roles)  # the keywords of every test
    assert by_frame.verdict == result.verdict


@pytest.mark.parametrize("name", RIGHT)
def test_the_page_reads_the_case_as_python_does(name):
    roles, _, _ = RIGHT[name]
    desk = app_desk.Desk()
    content = (CASES / name).read_bytes()
    opened = json.loads(desk.answer(json.dumps({"ask": "open", "file": name}), content))
    request = {"ask": "compare", "table": opened["table"]["mark"], "roles": roles}
    reply = json.loads(desk.answer(json.dumps(request)))
    assert "error" not in reply, reply
    assert js.compare_algorithms(js.read_results(CASES / name, **roles)).verdict in json.dumps(
        reply, ensure_ascii=False
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [("P04.csv", "--failed found=False"), ("P05.csv", "--max value"),
     ("P08.csv", "--dataset task num_simulations num_observation"), ("P12.csv", "")],
)  # fmt: skip
def test_what_is_stated_completes_the_proposal(name, words, capsys, monkeypatch):
    monkeypatch.chdir(CASES)
    assert main(["compare", name, *shlex.split(words)]) == 2
    (command,) = re.findall("(?m)^  (jointstats .*)$", capsys.readouterr().err)
    assert main(shlex.split(command)[1:]) == 0


def test_a_word_in_place_of_a_time_is_a_failed_run():
    frame = pd.read_csv(CASES / "P15.csv", comment="#", skipinitialspace=True)
    roles = {"dataset": "target", "algorithm": "solver", "measures": {"time": "min"}}
    with pytest.raises(errors.InvalidValueError, match="TIMEOUT"):
        js.results_table(frame, **roles)
    table = js.results_table(frame, **roles, failed_words=["TIMEOUT"], missing="worst")
    assert table.n_failed == int((frame["time"] == "TIMEOUT").sum()) > 0
    with pytest.raises(errors.RolesError) as caught:
        js.results_table(frame, dataset="target", failed_words=["timeout"])
    assert re.search('(?m)^  results_table.*missing="worst"', str(caught.value))


def test_a_gate_has_a_rule_for_failed_attempts(tmp_path, capsys, monkeypatch):
    text = (CASES / "P13.toml").read_text()
    files = [str(CASES / f"P13-{name}.csv") for name in ("baseline", "candidate")]
    (tmp_path / "P13.toml").write_text(text)
    assert main(["gate", str(tmp_path / "P13.toml"), *files, "--once"]) == 2
    capsys.readouterr()
    (tmp_path / "P13.toml").write_text('failed_runs = "drop"\n' + text)
    assert main(["gate", str(tmp_path / "P13.toml"), *files, "--once"]) == 0
    assert "12 of 14 tasks" in capsys.readouterr().out


def test_a_gate_declares_rows_keys_and_failures(tmp_path, capsys):
    rows = [(f"t{i}", c, s, 3 if status == "ok" else 1, status)
            for i in range(12) for c in (1, 2) for s in ("test", "dev")
            for status in ["ok"]]  # fmt: skip
    base = pd.DataFrame(rows, columns=["task", "case", "split", "secs", "status"])
    better = base.assign(secs=2.0)
    better.loc[(better.task == "t0") & (better.case == 1), ["secs", "status"]] = [0.1, "crash"]
    for name, frame in (("a", base), ("b", better)):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    lines = ['dataset = ["task", "case"]', "[where]", 'split = "test"', "[failed]",
             'status = ["crash", "oom"]', "[measures]", 'secs = "min"', "[claims.faster]",
             'better = ["secs"]']  # fmt: skip
    (tmp_path / "gate.toml").write_text("\n".join(lines))
    words = [str(tmp_path / name) for name in ("gate.toml", "a.csv", "b.csv")]
    assert main(["gate", *words, "--once"]) == 0
    assert "23 of 24 tasks" in capsys.readouterr().out
    for line in (lines[1], lines[3]):
        (tmp_path / "gate.toml").write_text(
            "\n".join([*lines[:1], f"{line[1:-1]} = 3", *lines[5:]])
        )
        assert main(["gate", *words, "--once"]) == 2


TIMES = pd.DataFrame({
    "task": [*"aabbcc"] * 2, "case": [1, 2] * 6, "model": ["A"] * 6 + ["B"] * 6, "opt": "x",
    "secs": [1.0, 2, 3, 5000.01, 5, 6, 2, 1, 4, 5000.03, 4990, 5],
    "cost": [1.0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2],
    "ended": ["ok"] * 5 + ["OOM", "ok", "crash"] + ["ok"] * 4,
})  # fmt: skip
ROLES = {"dataset": ["task", "case"], "algorithm": "model", "measures": {"secs": "min"}}


def failed(table):
    values, datasets = table.everything()
    return {(datasets[d], table.algorithms[a]) for d, a in np.argwhere(np.isnan(values[:, 0]))}


def test_names_of_several_columns_are_joined():
    table = js.results_table(TIMES, **ROLES)
    assert table.datasets[:2] == ("a / 1", "a / 2")
    both = js.results_table(TIMES, **{**ROLES, "algorithm": ["model", "opt"]})
    assert both.algorithms == ("A / x", "B / x")
    assert (both.values == table.values).all()
    one = js.results_table(TIMES, **{**ROLES, "dataset": ["case"]}, where={"task": "a"})
    assert one.datasets == ("1", "2")
    levels = TIMES.set_index(["task", "case"])
    assert js.results_table(levels, **ROLES).datasets == table.datasets
    runs = js.results_table(
        TIMES, dataset="opt", algorithm="model", measures={"secs": "min"}, runs=["task", "case"],
        run_kind="independent",
    )  # fmt: skip
    assert runs.all_runs.names == table.datasets


def test_ordered_names_keep_their_order():
    model = pd.Categorical(TIMES["model"], categories=["B", "A"], ordered=True)
    opt = pd.Categorical(TIMES["opt"], categories=["x"], ordered=True)
    frame = TIMES.assign(model=model, opt=opt)
    table = js.results_table(frame, **{**ROLES, "algorithm": ["model", "opt"]})
    assert table.algorithms == ("B / x", "A / x")


def test_names_that_are_alike_once_joined_are_refused():
    frame = TIMES.assign(task=["x", "x / 1"] * 6, case=["1 / 2", "2"] * 6)
    with pytest.raises(errors.ColumnError, match='give the name "x / 1 / 2" to several'):
        js.results_table(frame, **ROLES)
    with pytest.raises(errors.OptionError, match="empty list"):
        js.results_table(TIMES, **{**ROLES, "dataset": []})
    with pytest.raises(errors.ColumnError, match='"task / case" is the name of a column'):
        js.results_table(TIMES.assign(**{"task / case": 1}), **ROLES)


@pytest.mark.parametrize("value", [False, "False", "false", 0, "no", "0", 0.0])
@pytest.mark.parametrize("cells", [[True, False], ["True", "False"], [1, 0], ["yes", "no"]])
def test_yes_and_no_match_after_the_parsing_of_the_column(value, cells):
    frame = TIMES.assign(found=cells * 6)
    table = js.results_table(frame, **ROLES, failed={"found": value}, missing="worst")
    assert table.n_failed == 6
    assert js.results_table(frame, **ROLES, where={"found": value}).n == 3


def test_no_row_left_is_an_error_and_others_are_counted():
    with pytest.raises(errors.NoDataError, match=r'No row has where=\{"task": "z"\}\. .* "a"'):
        js.results_table(TIMES, **ROLES, where={"task": "z"})
    with pytest.raises(errors.NoDataError, match="No row has"):
        js.results_table(TIMES, **ROLES, where={"task": "a", "case": 3})
    with pytest.raises(errors.ColumnError, match=r'no column "tsk" \(where\)'):
        js.results_table(TIMES, **ROLES, where={"tsk": "a"})
    with pytest.raises(errors.OptionError, match="where names columns and their values"):
        js.results_table(TIMES, **ROLES, where="a")
    result = js.sign_test(TIMES, **ROLES, where={"task": ["a", "b"]})
    note = '8 of 12 rows have where={"task": ["a", "b"]}. The others are left out.'
    assert note in result.warnings
    assert result.n == 4


def test_failures_are_declared_by_columns_words_and_limits():
    marks = {"ended": ["OOM", "crash"]}
    table = js.results_table(TIMES, **ROLES, failed=marks, missing="worst")
    assert failed(table) == {("c / 2", "A"), ("a / 2", "B")}
    note = 'a failed run: failed={"ended": "crash"}'
    one = js.results_table(TIMES, **ROLES, failed={"ended": "crash"}, missing="worst")
    assert any(f"1 of 12 rows is {note}" in text for text in one.notes)
    table = js.results_table(TIMES, **ROLES, limit={"secs": 5000}, missing="worst", failed=marks)
    assert failed(table) >= {("b / 2", "A"), ("b / 2", "B")}
    near = [text for text in table.notes if "within 1 % below" in text]
    assert len(near) == 1 and "4990 of B on c / 1" in near[0]
    words = TIMES.assign(secs=[*map(str, TIMES["secs"])]).replace("5000.01", " dnf ")
    table = js.results_table(words, **ROLES, failed_words=["DNF"], missing="worst", failed=marks)
    assert ("b / 2", "A") in failed(table) and ("b / 2", "B") not in failed(table)


def test_a_failed_run_has_no_result_but_those_that_count_even_then():
    ways = {"measures": {"secs": "min", "cost": "min"}}
    roles = {**ROLES, **ways, "limit": {"secs": 5000}, "missing": "worst"}
    table = js.results_table(TIMES, **roles)
    assert np.isnan(table.values[3]).all() and table.n_failed == 2
    table = js.results_table(TIMES, **roles, even_failed=["cost"])
    assert table.values[3, 1].tolist() == [1, 2] and table.n_failed == 2
    assert "2 failed runs were ranked" in js.compare_algorithms(table).report_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"limit": {"cost": 3}}, "no measure"),
        ({"limit": {"secs": 0}}, "above 0"),
        ({"limit": 3}, "names measures and their limits"),
        ({"limit": {"secs": 3}, "measures": {"secs": "max"}}, "for measures to minimise"),
        ({"limit": {"secs": 3}, "even_failed": ["secs"]}, "It is one of them"),
        ({"even_failed": ["secs"]}, "needs what marks a failed run"),
        ({"failed": {}}, "failed names columns and their values"),
    ],
)
def test_what_contradicts_itself_is_refused(options, said):
    with pytest.raises(errors.JointStatsError, match=said):
        js.results_table(TIMES, **{**ROLES, **options})


def test_wide_tables_have_words_and_limits_too():
    wide = pd.DataFrame({"t": [*"ab"], "s_A": [1, "DNF"], "s_B": [5000.01, 3], "q_A": [0.1, 0.2],
                         "q_B": [0.3, 0.4]})  # fmt: skip
    roles = {"dataset": "t", "measures": {"s": "min", "q": "max"}, "missing": "worst",
             "failed_words": ["dnf"], "columns": "{measure}_{algorithm}",
             "limit": {"s": 5000}}  # fmt: skip
    table = js.results_table(wide, **roles)
    assert np.isnan(table.values).tolist() == [[[False, True]] * 2, [[True, False]] * 2]
    kept = js.results_table(wide, **roles, even_failed=["q"])
    assert kept.values[:, 1].tolist() == [[0.1, 0.3], [0.2, 0.4]] and kept.n_failed == 2
    with pytest.raises(errors.OptionError, match="failed has no meaning for a wide"):
        js.results_table(wide, **roles, failed={"t": "a"})
    two = wide.assign(u=["x", "y"])
    assert js.results_table(two, **{**roles, "dataset": ["t", "u"]}).datasets == ("a / x", "b / y")


def test_rows_of_measures_have_failures_too():
    rows = [(d, m, metric, value, "bad" if (d, m) == ("a", "B") else "ok")
            for d in "ab" for m in "AB"
            for metric, value in (("acc", 0.5), ("secs", 3))]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["d", "m", "metric", "v", "status"])
    roles = {"dataset": "d", "algorithm": "m", "metric": "metric", "value": "v", "missing": "worst",
             "measures": {"acc": "max", "secs": "min"}, "failed": {"status": "bad"}}  # fmt: skip
    assert np.isnan(js.results_table(frame, **roles).values[0, :, 1]).all()
    kept = js.results_table(frame, **roles, even_failed=["secs"])
    assert np.isnan(kept.values[0, :, 1]).tolist() == [True, False]


def test_a_status_that_nothing_declares_is_named_and_nothing_is_dropped_next_to_it():
    table = js.results_table(TIMES, **ROLES)
    (note,) = [text for text in table.notes if '"ended"' in text]
    assert 'failed={"ended": ["OOM", "crash"]}' in note and 'missing="worst"' in note
    assert spelling.for_r(note.parts).count('failed = list(ended = c("OOM", "crash"))') == 1
    holes = TIMES.assign(secs=TIMES["secs"].where(TIMES["ended"] == "ok"))
    for options in ({}, {"failed": {"ended": "crash"}}):
        with pytest.raises(errors.MissingValuesError) as caught:
            js.results_table(holes, **ROLES, **options)
        assert 'missing="worst"' in str(caught.value) and "drop" not in str(caught.value)
        assert ('"ended" may mark' in str(caught.value)) == (not options)
    with pytest.raises(errors.MissingValuesError, match='missing="drop"'):
        js.results_table(holes.drop(columns="ended"), **ROLES)
    assert not [t for t in js.results_table(TIMES, **ROLES, where={"ended": ["ok", "OOM", "crash"]}
                                            ).notes if '"ended"' in t]  # fmt: skip


def test_times_that_stop_at_one_number_are_named():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame([(d, a, min(rng.exponential(2000), 3600 + rng.random() / 10))
                          for d in range(20) for a in "AB"],
                         columns=["d", "a", "runtime"])  # fmt: skip
    roles = {"dataset": "d", "algorithm": "a", "measures": {"runtime": "min"}}
    (note,) = js.results_table(frame, **roles).notes
    assert 'set limit={"runtime": 3600} and missing="worst"' in note
    declared = js.results_table(frame, **roles, limit={"runtime": 3600}, missing="worst")
    assert not any("If these runs were stopped" in text for text in declared.notes)


def test_few_different_times_and_numbers_below_zero_were_not_stopped():
    """Grades and small counts pile up at their maximum, and logarithms have no limit."""
    rng = np.random.default_rng(3)
    stopped = np.minimum(rng.exponential(2000, size=(20, 2)), 3600)

    def noted(x):
        made = js.results_table({"A": x[:, 0], "B": x[:, 1]}, measures={"runtime": "min"})
        return any("If these runs were stopped" in text for text in made.notes)

    assert noted(stopped) and noted(np.ceil(stopped / 60))  # in minutes
    assert not noted(np.ceil(stopped / 600))  # six grades, of which most are low
    assert not noted(np.where(stopped < 100, -1.0, stopped))
    assert not noted(-np.ones((20, 2)) * (stopped < 3600))  # at most 0


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_measures_at_the_ends_of_the_doubles_are_compared_without_a_warning_of_numpy():
    """Differences overflow; with a rope, and of two measures that order alike."""
    x = 1.7e308 * np.where(np.random.default_rng(2).random(12) < 0.5, 1, -1)
    values = {"A": np.c_[x, x], "B": np.c_[-x, -x]}
    notes = js.results_table(values, measures={"u": "max", "v": "max"}, rope={"u": 1.0}).notes
    assert any("order the algorithms alike on all 12" in note for note in notes)


def test_doubts_about_an_explicit_call_are_notes():
    close = pd.DataFrame({"A": np.linspace(0.8, 0.9, 20) + 0.02, "B": np.linspace(0.8, 0.9, 20)})
    (note,) = js.results_table(close, measures={"acc": "max"}, rope=0.05).notes
    assert "A is ahead on 20 of these (means 0.87 and 0.85)" in note
    assert js.results_table(close, measures={"acc": "max"}, rope=0.001).notes == ()
    x = np.random.default_rng(1).normal(size=24)
    frame = pd.DataFrame({"d": [*range(12)] * 2, "a": ["A"] * 12 + ["B"] * 12, "acc": x,
                          "acc2": 2 * x, "suite": [i % 3 for i in range(12)] * 2})  # fmt: skip
    roles = {"dataset": "d", "algorithm": "a", "measures": {"acc": "max", "acc2": "max"}}
    notes = js.results_table(frame, **roles).notes
    assert any("order the algorithms alike on all 12 data sets" in note for note in notes)
    assert any('set cluster="suite"' in note for note in notes) and len(notes) == 2
    turned = frame.assign(acc2=-x)
    assert not any("alike" in note for note in js.results_table(turned, **roles).notes)
    clustered = js.results_table(frame, **roles, cluster="suite").notes
    assert not any("cluster" in note for note in clustered)
    keyed = js.results_table(TIMES, **ROLES).notes
    assert any('The 6 data sets are of 3 different "task"' in note for note in keyed)


def test_a_report_repeats_rows_keys_and_failures(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    TIMES.to_csv("r.csv", index=False)
    words = ["r.csv", "--dataset", "task", "case", "--algorithm", "model", "opt", "--min", "secs",
             "--where", "task=a", "task=b", "--failed", "ended=OOM", "ended=crash", "--limit",
             "secs", "5000", "--failed-words", "DNF", "--missing", "worst"]  # fmt: skip
    assert main(["compare", *words, "--report", "report.html"]) == 0
    first = capsys.readouterr().out
    text = html.unescape(Path("report.html").read_text(encoding="utf-8"))
    (command,) = re.findall(r"<pre>(jointstats compare .*?)</pre>", text)
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out == first
    (code,) = re.findall(r"<pre>(import jointstats.*?)</pre>", text, re.S)
    scope = {}
    exec(code, scope)
    assert scope["table"].n_failed == 3 and scope["table"].datasets[0] == "a / 1"
    assert 'failed = list(ended = c("OOM", "crash"))' in text
