"""Tables in the shapes of published files: each gives the right table, or a stated refusal."""

import re
import shlex
from pathlib import Path

import pytest

import jointstats as js
from jointstats import errors
from jointstats.interfaces.cli import main

CASES = Path(__file__).parent / "cases"
# What is proposed: measures with directions, data sets, and wins of the first algorithm on each.
RIGHT = {
    "P01.csv": ({"neg_log_loss": "max", "neg_brier_score": "max"}, 14, "gbm", [14, 14]),
    "P02.csv": ({"WER ↓": "min"}, 12, "whisper", [12]),
    "P03.csv": ({"acc": "max"}, 12, "large", [12]),
    "P07.jsonl": ({"resolved": "max", "cost_usd": "min"}, 12, "big", [7, 0]),
    "P12.csv": ({"score": "max"}, 12, "tab", [12]),  # of the measures of each data set
    "P18.csv": ({"ndcg_cut_10": "max"}, 24, "dense", [18]),
}
# What a refusal without a call names, by the lines of its columns or its end.
REFUSED = {
    "P04.csv": (r'"found" .* decide: yes or no', "--missing worst"),
    "P05.csv": (r'"" .* left out: row numbers', r'"value" .* whether higher or lower', "data set"),
    "P06.csv": (r'"num_anomaly" .* left out', r'"ts_len" .* left out', "CNN"),
    "P08.csv": (r'"num_simulations" .* decide: a part of --dataset', r'"C2ST" .* lower is better'),
    "P09.csv": ('the row "Average" sums up others',),
    "P11.csv": (r'the cell of "I3" holds the text "DNF"', '"Alt"'),
    "P14.csv": ("That is one data set, and a comparison needs several",),
    "P16.csv": (r'"horizon" .* decide', r'"wis" .* lower is better'),
    "P17.csv": (r"mean and its spread \(“?\"?444.51 ± 44.45",),
    "P19.csv": ('of A on "accuracy" are about 100 times those of the others',),
    "P20.csv": (r'"ok" .* decide: yes or no',),
}


def wins(table, algorithm):
    """On how many data sets an algorithm is better than the other one, by measure."""
    values, _ = table.everything()
    a = table.algorithms.index(algorithm)
    signs = [1 if way == "max" else -1 for way in table.measures.values()]
    differences = (values[:, :, a] - values[:, :, 1 - a]) * signs
    return (differences > 0).sum(axis=0).tolist()


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_proposed_is_the_table_that_is_meant(name, capsys, monkeypatch):
    measures, n, algorithm, expected = RIGHT[name]
    monkeypatch.chdir(CASES)
    with pytest.raises(errors.RolesError) as caught:
        js.read_results(name)
    (call,) = re.findall("(?m)^  (read_results.*)$", str(caught.value))
    table = eval(f"js.{call}", {"js": js})
    assert dict(table.measures) == measures and len(table.everything()[1]) == n
    assert wins(table, algorithm) == expected
    assert main(["compare", name]) == 2
    (command,) = re.findall("(?m)^  (jointstats .*)$", capsys.readouterr().err)
    assert main(shlex.split(command)[1:]) == 0
    assert f"{n} data sets" in capsys.readouterr().out


@pytest.mark.parametrize("name", [*REFUSED])
def test_a_table_in_doubt_is_refused_with_the_reason(name, capsys, monkeypatch):
    monkeypatch.chdir(CASES)
    assert main(["compare", name]) == 2
    said = capsys.readouterr().err
    assert "Proposal" not in said
    for pattern in REFUSED[name]:
        assert re.search(pattern, said), said
    with pytest.raises(errors.RolesError, match="No call is proposed"):
        js.read_results(name)


CALLS = {
    "P09.csv": ({"dataset": "dataset", "algorithm": "method", "measures": {"acc": "max"}},
                "Read as data sets: \"Average\""),
    "P12.csv": ({"dataset": "dataset", "algorithm": "model", "measures": {"score": "max"}},
                'names "auc", "rmse"'),
    "P19.csv": ({"dataset": "dataset", "algorithm": "method",
                 "measures": {"accuracy": "max", "time": "min"}}, "in the same unit"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_an_explicit_call_on_a_doubtful_table_has_a_note(name):
    roles, said = CALLS[name]
    table = js.read_results(CASES / name, **roles)
    assert any(said in note for note in table.notes)
    assert {note.category for note in table.notes} == {errors.DoubtfulTableWarning}


def test_yes_and_no_are_read_alike_from_every_kind_of_file(tmp_path):
    roles = {"dataset": "task", "algorithm": "model", "measures": {"ok": "max"}}
    made = js.read_results(CASES / "P20.csv", **roles)
    frame = js.results_table
    lines = [{"task": t, "model": m, "ok": ok} for t, m, ok in
             (("a", "x", True), ("a", "y", False), ("b", "x", True), ("b", "y", True))]  # fmt: skip
    import pandas as pd

    assert frame(pd.DataFrame(lines), **roles).values.tolist() == made.values.tolist()
    path = tmp_path / "r.jsonl"
    pd.DataFrame(lines).to_json(path, orient="records", lines=True)
    assert js.read_results(path, **roles).values.tolist() == made.values.tolist()
    assert made.values.tolist() == [[[1, 0]], [[1, 1]]]


def test_a_model_is_named_by_its_arguments_not_by_its_backend():
    table = js.read_results(CASES / "P21", measures={"acc": "max"})
    assert set(table.algorithms) == {"alpha-7b", "beta-7b"} and table.n == 6


def test_a_property_keeps_the_direction_of_its_name():
    with pytest.raises(errors.ColumnError) as caught:
        js.read_results(
            CASES / "P14.csv", algorithm="model", measures={"win_rate": "max", "avg_length": "min"}
        )
    assert 'per_algorithm={"win_rate": "max"}' in str(caught.value)
