"""What an editor or a notebook shows of the package before anything is called."""

import inspect
import rlcompleter

import pytest

import jointstats as js
from jointstats.base import declare

RESULT = js.sign_test(js.load_dataset("example1"))


def test_the_package_lists_its_public_names_alone():
    shown = {name for name in dir(js) if not name.startswith("__")}
    assert shown == {*js.public_names(), "errors"}


def test_results_list_what_they_can_do():
    public = {name for name in dir(RESULT) if not name.startswith("_")}
    assert {"summary", "plot", "figures", "to_frame", "to_html", "rows", "verdict"} <= public
    assert all(hasattr(RESULT, name) for name in public)


@pytest.mark.parametrize("name", sorted(declare.catalogue()))
def test_signatures_show_options_and_defaults(name):
    shown = inspect.signature(getattr(js, name)).parameters
    for option in declare.catalogue()[name].options.values():
        assert shown[option.name].default == option.default
    assert inspect.getdoc(getattr(js, name)).split("\n")[0].endswith(".")


def test_the_prompts_tab_key():
    complete = rlcompleter.Completer({"js": js, "result": RESULT}).complete
    assert complete("js.compare_a", 0).startswith("js.compare_algorithms(")
    assert complete("result.to_mark", 0).startswith("result.to_markdown(")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("js.compare_al", "compare_algorithms"),
        ("js.compare_algorithms(table, cont", "control="),
        ("js.compare_algorithms(table).verd", "verdict"),
        ("result.to_lat", "to_latex"),
    ],
)
def test_the_notebooks_tab_key(line, offered):
    jedi = pytest.importorskip("jedi")
    found = jedi.Interpreter(line, [{"js": js, "result": RESULT, "table": None}]).complete()
    assert offered in [one.name_with_symbols for one in found]
