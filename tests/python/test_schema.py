"""JSON Schema of results: what they give fits it, what they do not give does not."""

import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import jointstats as js
from jointstats.base import result as base_result
from jointstats.base import schema
from jointstats.single.bayes_sign import SignedOutcome

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import schemas  # noqa: E402


@pytest.fixture(scope="module")
def made():
    table = js.load_dataset("example1")
    with pytest.warns(js.JointStatsWarning, match="depends on the prior"):
        return {"sign": js.sign_test(table), "bayes": js.bayes_test(table)}


@pytest.fixture(scope="module")
def every():
    return schema.json_schema()


def faults(shape, value):
    return [error.message for error in Draft202012Validator(shape).iter_errors(value)]


def plain(result):
    return json.loads(json.dumps(result.to_dict(), allow_nan=False))


def test_it_is_a_schema_and_knows_every_public_result(every):
    Draft202012Validator.check_schema(every)
    named = {one["$ref"].rsplit("/", 1)[1] for one in every["anyOf"]}
    classes = [one for one in map(js.__getattr__, js.public_names()) if isinstance(one, type)]
    public = {one.__name__ for one in classes if issubclass(one, base_result.Result)}
    bases = {"NormalResult", "PairwiseResult", "SeparateResult"}
    assert named | bases == public | {"RocResult"}


def test_a_class_of_a_user_has_no_part_in_it(every):
    class Mine(js.SignResult):
        pass

    assert schema.json_schema() == every and Mine.__name__ not in every["$defs"]


def test_any_result_fits_the_schema_of_all(made, every):
    assert [faults(every, plain(one)) for one in made.values()] == [[], []]


def test_a_schema_of_one_result_has_what_it_refers_to_and_no_more(made):
    shape = js.json_schema(made["sign"])
    assert shape == js.json_schema("SignResult") == js.json_schema(type(made["sign"]))
    assert faults(shape, plain(made["sign"])) == []
    assert faults(shape, plain(made["bayes"]))
    assert "BayesStatement" not in shape["$defs"]


@pytest.mark.parametrize("change", ["gone", "more", "type", "column", "version"])
def test_another_shape_does_not_fit(made, change):
    shape, value = js.json_schema("SignResult"), plain(made["sign"])
    if change == "gone":
        del value["alpha"]
    elif change == "more":
        value["more"] = 1
    elif change == "type":
        value["tests"][0]["wins_a"] = "three"
    elif change == "column":
        del value["tests"][1]["p_value"]
    else:
        value["schema"] += 1
    assert len(faults(shape, value)) == 1


def test_columns_say_what_they_mean(every):
    column = every["$defs"]["SignedOutcome"]["properties"]["probability_a"]
    declared = {one.name: one for one in SignedOutcome.columns()}["probability_a"]
    assert column["description"] == declared.meaning
    assert column["type"] == ["number", "null"]


def test_a_result_has_the_version_of_its_shape(made):
    for result in made.values():
        assert result.to_dict()["schema"] == js.json_schema(result)["version"]


def test_an_unknown_name_is_refused_in_a_sentence():
    with pytest.raises(js.errors.ColumnError, match='no result "BayesResults"; did you mean'):
        js.json_schema("BayesResults")


def test_the_kept_file_is_todays_schema():
    kept = schemas.FILE.read_text(encoding="utf-8")
    assert kept == schemas.text(), "run: make schemas"


def test_the_command_prints_it(capsys):
    from jointstats.interfaces.cli import main

    assert main(["schema", "SignResult"]) == 0
    assert json.loads(capsys.readouterr().out) == js.json_schema("SignResult")
    assert main(["schema", "Sign"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
