"""The help of a result names what `to_dict()` has, and nothing else."""

import re
import warnings
from inspect import cleandoc

import numpy as np
import pandas as pd
import pytest

import jointstats as js

MEASURES = {"accuracy": "max", "time": "min"}
VALUES = {name: np.random.default_rng(i).normal(i, size=(15, 2)) for i, name in enumerate("ABC")}


def table(names="ABC"):
    return js.results_table({name: VALUES[name] for name in names}, measures=MEASURES)


def kept():
    """A table that keeps its runs."""
    rng = np.random.default_rng(1)
    rows = [
        {"data": d, "by": by, "run": run, "accuracy": rng.normal(i), "time": rng.normal()}
        for d in range(6) for i, by in enumerate("AB") for run in range(3)
    ]  # fmt: skip
    return js.results_table(
        pd.DataFrame(rows), dataset="data", algorithm="by", measures=MEASURES, runs="run",
        run_kind="independent",
    )  # fmt: skip


def folds():
    return js.results_table(
        js.load_frame("weka_folds"), algorithm="algorithm", measures={"accuracy": "max"},
        run="run", fold="fold", dataset="dataset", of="vote", only=["AODE", "Logistic"],
    )  # fmt: skip


def claimed(test, *more, **options):
    return test(*more, table("AB"), a="A", b="B", better=["accuracy"], **options)


RESULTS = {
    "bayes": lambda path: js.bayes_test(table("AB")),
    "glrt": lambda path: js.glrt_test(table("AB")),
    "network": lambda path: js.network_test(table("AB")),
    "claim": lambda path: claimed(js.claim_test),
    "sign": lambda path: js.sign_test(table()),
    "bayes sign": lambda path: js.bayes_sign_test(table()),
    "friedman": lambda path: js.friedman_test(table()),
    "corrected t": lambda path: js.corrected_t_test(folds()),
    "hotelling": lambda path: js.hotelling_test(table("AB")),
    "manova": lambda path: js.manova_test(table(), draws=0),
    "mardia": lambda path: js.mardia_test(table("AB"), draws=99),
    "learned": lambda path: js.learn_measures(table(), share=0.5),
    "plan": lambda path: js.plan_datasets([0.7, 0.3], n=20),
    "roc": lambda path: js.simulate_roc(cases=2, tests=["glrt", "bayes"]),
    "pairs glrt": lambda path: js.pairwise_tests(table(), test="glrt"),
    "pairs bayes": lambda path: js.pairwise_tests(table(), test="bayes"),
    "pairs hotelling": lambda path: js.pairwise_tests(table(), test="hotelling"),
    "pairs sign": lambda path: js.pairwise_tests(table(), test="sign"),
    "comparison": lambda path: js.compare_algorithms(table()),
    "leaderboard": lambda path: js.leaderboard(table()),
    "sensitivity": lambda path: js.sensitivity(
        js.compare_algorithms(table("AB")), factors=["level", "data set"]
    ),
    "watched claim": lambda path: claimed(js.watch_claim, path),
}


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
def test_what_a_result_gives_is_what_its_help_names(name, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = RESULTS[name](str(tmp_path / "ledger.json"))
    plain = result.to_dict().keys() - HEAD
    assert not plain & INSIDE
    assert plain - told(type(result)) <= UNTOLD
    pairs = {"pairs"} if isinstance(result, js.LeaderboardResult) else set()  # counted there
    assert told(type(result)) - plain <= INSIDE | pairs
