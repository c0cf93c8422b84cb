"""A name that gave way to another: one declaration, and a warning in Python, R and the shell."""

import importlib.util
import json
import warnings
from pathlib import Path

import pytest

import jointstats as js
from jointstats.labelled.declare import catalogue, declaration_of
from jointstats.labelled.errors import OldNameWarning, OptionError
from jointstats.labelled.joint.glrt import GLRTStatement
from jointstats.labelled.old_names import Old
from jointstats.labelled.rows import Renamed
from jointstats.presentation import bridge
from jointstats.presentation.bridge.calls import snake_case
from jointstats.presentation.bridge.results import whole_result
from jointstats.presentation.bridge.spelling import for_r
from jointstats.presentation.cli import main

ROOT = Path(__file__).parents[2]
TABLE = js.load_dataset("example1")
OPTION = Old("prior_strength", since="0.2.0", until="999.0.0")
FUNCTION = Old("bayes_test", since="0.2.0", until="999.0.0")
FIELD = Old("p_value", since="0.2.0", until="999.0.0")


def tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


released = tool("released")


@pytest.fixture
def option(monkeypatch):
    monkeypatch.setitem(declaration_of(js.bayes_test).renamed, "mass", OPTION)


@pytest.fixture
def function(monkeypatch):
    monkeypatch.setitem(js._RENAMED, "posterior_test", FUNCTION)


def said_by(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = call()
    return made, [one for one in caught if one.category is OldNameWarning]


# --- Python ---------------------------------------------------------------------------------------


@pytest.mark.warns("The probability depends on the prior")
def test_an_old_option_is_taken_and_its_new_name_said(option):
    result, (said,) = said_by(lambda: js.bayes_test(TABLE, mass=2))
    assert str(said.message) == (
        "mass= has been called prior_strength= since version 0.2.0: use that name, because the "
        "old one goes with version 999.0.0."
    )
    assert said.filename == __file__  # the user's line
    new = js.bayes_test(TABLE, prior_strength=2)
    assert result == new
    assert result.call == new.call
    assert issubclass(OldNameWarning, js.JointStatsWarning)


def test_an_old_option_reaches_the_test_of_every_pair(option):
    result, (said,) = said_by(lambda: js.pairwise_tests(TABLE, test="bayes", mass=2))
    assert said.filename == __file__
    assert result == js.pairwise_tests(TABLE, test="bayes", prior_strength=2)


def test_an_old_option_reaches_the_comparison_of_estimators(monkeypatch):
    sklearn = pytest.importorskip("sklearn.dummy")
    monkeypatch.setitem(declaration_of(js.compare_algorithms).renamed, "mass", OPTION)
    models = {name: sklearn.DummyClassifier(strategy=name) for name in ("prior", "stratified")}
    data = {name: ([[i] for i in range(20)], [0, 1] * 10) for name in ("D1", "D2")}
    given = {"measures": ["accuracy"], "cv": 2}
    found, (said,) = said_by(lambda: js.compare_estimators(models, data, mass=2, **given))
    assert said.filename == __file__
    assert found.call["prior_strength"] == 2
    monkeypatch.setitem(declaration_of(js.compare_algorithms).renamed, "mass", "prior_strength")
    with pytest.raises(OptionError, match="mass= has gone; what comes nearest is prior_strength="):
        js.compare_estimators(models, data, mass=2, **given)


def test_an_old_option_is_checked_as_its_new_name(option):
    with pytest.warns(OldNameWarning), pytest.raises(OptionError, match=r"^prior_strength must be"):
        js.bayes_test(TABLE, mass=-1)


def test_old_and_new_name_together_are_refused(option):
    said = "mass= is the old name of prior_strength=, which is given, too: leave the old one out."
    with pytest.raises(OptionError) as refused:
        js.bayes_test(TABLE, mass=2, prior_strength=2)
    assert str(refused.value) == said


def test_an_old_function_is_the_new_one(function):
    made, (said,) = said_by(lambda: js.posterior_test)
    assert made is js.bayes_test
    assert str(said.message).startswith("posterior_test has been called bayes_test since")
    assert said.filename == __file__
    assert "posterior_test" not in js.__all__
    test, (said,) = said_by(lambda: js.pairwise_tests(TABLE, test="posterior"))
    assert test == js.pairwise_tests(TABLE, test="bayes")


def test_a_function_that_has_gone_names_the_new_one(monkeypatch):
    monkeypatch.setitem(js._RENAMED, "posterior_test", "bayes_test")
    with pytest.raises(AttributeError, match="posterior_test is now called bayes_test"):
        _ = js.posterior_test


def test_an_old_field_gives_the_new_ones_value(monkeypatch):
    monkeypatch.setattr(js.GLRTResult, "renamed", {"p": FIELD, "p_exact": "p_value"})
    result = js.glrt_test(TABLE)
    value, (said,) = said_by(lambda: result.p)
    assert value == result.p_value
    assert str(said.message).startswith("GLRTResult.p has been called p_value since version 0.2.0")
    with pytest.raises(AttributeError, match=r"GLRTResult\.p_exact is now called p_value"):
        _ = result.p_exact
    assert "p" not in result.to_dict()


def test_an_old_field_of_a_row_is_read_in_both_ways(monkeypatch):
    monkeypatch.setattr(GLRTStatement, "renamed", {"n": Old("count", "0.2.0", "999.0.0")})
    row = js.glrt_test(TABLE).statements[0]
    for read in (lambda: row.n, lambda: row["n"]):
        value, said = said_by(read)
        assert (value, len(said)) == (row.count, 1)


# --- The shell ------------------------------------------------------------------------------------


def test_an_old_flag_is_taken_with_a_note(option, capsys):
    assert main(["test", "bayes", "@example1", "--mass", "2", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["call"]["prior_strength"] == 2
    assert "Note: --mass has been called --prior-strength since version 0.2.0: use" in shown.err
    assert main(["pairwise", "bayes", "@example1", "--mass", "2"]) == 0
    assert "--mass has been called" in capsys.readouterr().err
    assert main(["test", "bayes", "--help"]) == 0
    assert "--mass" not in capsys.readouterr().out


def test_a_flag_that_has_gone_names_the_new_one(capsys):
    assert main(["test", "bayes", "@example1", "--delta", "2"]) == 2
    assert "--delta has gone; what comes nearest is --lead-ratio." in capsys.readouterr().err


def test_an_old_test_is_still_a_command(function, capsys):
    assert main(["test", "posterior", "@example1", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["test"] == "bayes"
    assert 'Note: "test posterior" has been called "test bayes" since' in shown.err


# --- R --------------------------------------------------------------------------------------------


def test_r_is_warned_in_its_words(option):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        bridge.run("bayes_test", table=TABLE, mass=2)
    (said,) = [one.message for one in caught if one.category is OldNameWarning]
    assert snake_case(OldNameWarning) == "old_name_warning"
    assert for_r(said.parts).startswith("`mass` has been called `prior_strength` since version")


def test_rs_functions_keep_old_arguments_and_old_names(option, function, monkeypatch):
    wrappers = tool("r_wrappers")
    text = wrappers.written()
    assert "mass = NULL) {" in text
    assert "#' @param mass Old name of `prior_strength`: goes with version 999.0.0." in text
    assert "#' @rdname bayes_test\n#' @export\nposterior_test <- function(...) {" in text
    assert '"posterior_test() has been called bayes_test() since version 0.2.0' in text
    assert max(map(len, text.splitlines())) <= 100


def test_rs_results_know_old_fields(monkeypatch):
    monkeypatch.setattr(js.GLRTResult, "renamed", {"p": FIELD, "p_value_exact": "p_value"})
    node = whole_result(js.glrt_test(TABLE), [])
    assert node["renamed"] == {"p_value_exact": "p_value"}
    assert node["still"]["p"]["now"] == "p_value"
    assert node["still"]["p"]["said"].startswith("`p` has been called `p_value` since version")


# --- Releases -------------------------------------------------------------------------------------


def renamings():
    yield "jointstats", js._RENAMED
    for name, one in catalogue().items():
        yield name, one.renamed
    for name in js.public_names():
        getattr(js, name)
    kinds = [Renamed]
    for kind in kinds:
        kinds += kind.__subclasses__()
        yield kind.__name__, vars(kind).get("renamed", {})


def test_no_old_name_outlives_its_version():
    late = [
        f"{owner}: {name}"
        for owner, renames in renamings()
        for name, old in renames.items()
        if isinstance(old, Old) and released.numbers(old.until) <= released.numbers(js.__version__)
    ]
    assert not late, "replace Old(...) by the new name alone: the old one is refused from now on"


def test_what_was_released_is_there_or_an_old_name():
    version, names = released.read()
    assert released.numbers(version) <= released.numbers(js.__version__)
    lost = released.lost(names, released.public(), js.__version__)
    assert not lost, (
        f"public in {version} and gone: declare what stands for it (labelled/old_names.py)"
        if version != js.__version__
        else "not released yet: `make released` writes the list anew"
    )


def test_a_lost_name_is_noticed_and_an_old_one_may_go_in_its_version():
    before = {"bayes_test": ["table", "alpha"], "glrt_test": ["p~0.3.0"]}
    now = {"bayes_test": ["table", "alpha~0.4.0"]}
    assert released.lost(before, now, "0.2.9") == ["glrt_test: p"]
    assert released.lost(before, now, "0.10.0") == []
    assert released.lost(before, {}, "0.10.0") == ["bayes_test: table", "bayes_test: alpha"]


def test_news_begin_with_this_version_and_go_back():
    lines = (ROOT / "NEWS.md").read_text(encoding="utf-8").splitlines()
    heads = [line for line in lines if line.startswith("# ")]
    versions = [head.removeprefix("# jointstats ") for head in heads]
    assert versions[0] == js.__version__
    ordered = [released.numbers(one) for one in versions]  # a head that is no version is an error
    assert ordered == sorted(set(ordered), reverse=True)
    assert lines[0] == heads[0]
