"""The help of a result names what `to_dict()` has, and nothing else."""

import re
import sys
import warnings
from inspect import cleandoc
from pathlib import Path

import pytest

import jointstats as js

sys.path.insert(0, str(Path(__file__).parents[1] / "cross_language"))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import record_replies

    MADE = record_replies.values()
    RESULTS = {name: made for name, made in MADE.items() if hasattr(made, "to_dict")}
    for test in ("bayes", "hotelling", "sign"):
        RESULTS[f"pairs {test}"] = js.pairwise_tests(MADE["table"], test=test)
sys.path.pop(0)


#: What to_dict() begins with.
HEAD = {"schema", "test", "version", "call"}
#: What it leaves out: data for figures, and what stands elsewhere in it in words.
INSIDE = {"data", "facts", "scores"}
#: What it has without a line of its own in the help of the result.
UNTOLD = {
    "aggregate", "dropped", "families", "mcse", "method", "n_failed", "question", "rope",
    "taught",
}  # fmt: skip


def told(kind):
    """The attributes that the help of a result, and of what it is based on, names."""
    found = set()
    for one in kind.__mro__:
        _, _, part = cleandoc(vars(one).get("__doc__") or "").partition("Attributes\n----------\n")
        for block in re.split(r"\n(?=\w)", part):
            names = block.split("\n")[0].partition(" : ")[0]
            found |= set(names.split(", ")) if names[:1].islower() else set()
    return found - HEAD


@pytest.mark.parametrize("name", RESULTS)
def test_what_a_result_gives_is_what_its_help_names(name):
    result = RESULTS[name]
    plain = result.to_dict().keys() - HEAD
    assert not plain & INSIDE
    assert plain - told(type(result)) <= UNTOLD
    pairs = {"pairs"} if isinstance(result, js.LeaderboardResult) else set()  # counted there
    assert told(type(result)) - plain <= INSIDE | pairs
