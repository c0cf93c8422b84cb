"""Every option of a joint test arrives where it is used: as it is given, or as the help says."""

import inspect

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.joint import network, plackett_luce
from jointstats.labelled.studies import plan, simulate
from jointstats.labelled.studies.plan_result import Design

ONE = {"A": [1.0, 2.0, 4.0], "B": [2.0, 1.0, 3.0]}


class Arrived(Exception):  # noqa: N818
    """What a function was called with, by name."""


def arrived(monkeypatch, module, inner, call):
    """The arguments of an inner function of a call, by name."""
    signature = inspect.signature(getattr(module, inner))

    def stop(*args, **keywords):
        raise Arrived(dict(signature.bind(*args, **keywords).arguments))

    with monkeypatch.context() as patch, pytest.raises(Arrived) as caught:
        patch.setattr(module, inner, stop)
        call()
    return caught.value.args[0]


TESTS = [
    (
        plackett_luce, "ranked_worths", "plackett_luce_test",
        {"prior_shape": 1.0, "alpha": 0.05, "level": 0.95, "draws": 4000, "seed": 0},
        {"prior_shape": 2.5, "alpha": 0.2, "level": 0.8, "draws": 300, "rng": 7},
    ),
    (
        network, "statement_network", "network_test",
        {"structure": "best", "ess": "auto", "max_parents": "auto", "ties": "auto", "alpha": 0.05,
         "lead_ratio": 1.25, "level": 0.95, "target_mcse": 0.001, "seed": 0},
        {"structure": "average", "ess": 2.5, "max_parents": 1, "ties": "split", "alpha": 0.2,
         "lead_ratio": 2.0, "level": 0.8, "target_mcse": 0.01, "rng": 7},
    ),
]  # fmt: skip
NAMES = [test[2] for test in TESTS]


@pytest.mark.parametrize(("module", "inner", "test", "defaults", "given"), TESTS, ids=NAMES)
def test_where_nothing_is_said_the_defaults_arrive(
    monkeypatch, module, inner, test, defaults, given
):
    found = arrived(
        monkeypatch, module, inner, lambda: getattr(js, test)(ONE, measures={"m": "max"})
    )
    assert {name: found[name] for name in defaults} == defaults
    said = inspect.getdoc(getattr(js, test))
    for name, value in defaults.items():
        if value is not None:
            own = "rng" if name == "seed" else name
            shown = f'"{value}"' if isinstance(value, str) else f"{value:g}"
            line = next(line for line in said.splitlines() if line.startswith(f"{own} : "))
            assert line.endswith(f", default {shown}")


@pytest.mark.parametrize(("module", "inner", "test", "defaults", "given"), TESTS, ids=NAMES)
def test_what_is_said_arrives(monkeypatch, module, inner, test, defaults, given):
    found = arrived(
        monkeypatch, module, inner, lambda: getattr(js, test)(ONE, measures={"m": "max"}, **given)
    )
    assert len(given) == len(defaults)
    for name, value in given.items():
        assert found["seed" if name == "rng" else name] == value


@pytest.mark.parametrize(("module", "inner", "test", "defaults", "given"), TESTS, ids=NAMES)
def test_the_roles_of_results_and_their_measures_arrive(
    monkeypatch, module, inner, test, defaults, given
):
    values = {name: np.stack([x, x], axis=1) for name, x in ONE.items()} | {"C": np.ones((3, 2))}
    frame = js.results_table(values, measures={"m": "max", "k": "min"}).to_frame()
    frame = frame.rename(columns={"dataset": "d", "algorithm": "a"})
    roles = {"dataset": "d", "algorithm": "a", "measures": {"m": "max", "k": "min"}}
    found = arrived(
        monkeypatch, module, inner,
        lambda: getattr(js, test)(frame, **roles, on=["k"], only=["C", "A"]),
    )  # fmt: skip
    source = next(iter(found.values()))
    assert (source.algorithms, source.measures, source.n) == (("C", "A"), {"k": "min"}, 3)


# --- Studies --------------------------------------------------------------------------------------


def test_a_simulated_study_is_as_it_is_said(monkeypatch):
    found = arrived(monkeypatch, simulate, "roc_study", js.simulate_roc)
    design, assumed = found["design"], found["assumed"]
    assert (design.n_algorithms, design.n_measures, design.n) == (2, 2, 10)
    assert (design.independent, design.negatives, design.margin) == (False, "near", 0.001)
    assert vars(assumed) == vars(simulate.tests_of_cases.Options(1.0, 1.0, None, 1000))
    assert (found["chosen"], found["cases"], found["seed"], found["n_jobs"]) == (
        ["glrt", "bayes", "network", "network_average"], 1000, 0, None,
    )  # fmt: skip
    other = arrived(
        monkeypatch, simulate, "roc_study",
        lambda: js.simulate_roc(
            n_algorithms=3, n_measures=1, n=7, independent=True, cases=5, tests=["bayes", "glrt"],
            negatives="averaged", margin=0.02, prior_strength=2.0, ess=3.0, max_parents=1,
            draws=50, rng=9, n_jobs=2,
        ),
    )  # fmt: skip
    design, assumed = other["design"], other["assumed"]
    assert (design.n_algorithms, design.n_measures, design.n) == (3, 1, 7)
    assert (design.independent, design.negatives, design.margin) == (True, "averaged", 0.02)
    assert (assumed.prior_strength, assumed.ess) == (2.0, 3.0)
    assert (assumed.max_parents, assumed.draws) == (1, 50)
    assert (other["chosen"], other["cases"], other["seed"], other["n_jobs"]) == (
        ["bayes", "glrt"], 5, 9, 2,
    )  # fmt: skip


SAID = {"wanted": 0.7, "alpha": 0.1, "max_n": 60, "replicates": 150}


def test_a_plan_of_a_claim_is_as_it_is_said(monkeypatch):
    found = arrived(monkeypatch, plan, "plan_claim", lambda: js.plan_datasets(claim_share=0.8))
    assert found == {
        "share": 0.8, "sizes": [10, 20, 30, 50, 80, 120, 200], "design": Design(1, None, 1, 0.0),
        "threshold": 0.5, "alternative": "greater", "alpha": 0.05, "wanted": 0.8, "max_n": 2000,
        "replicates": 1000, "seed": 0,
    }  # fmt: skip
    own = {"threshold": 0.6, "alternative": "two-sided"}
    more = {"n_runs": 2, "noise": 0.5, "cluster_size": 3, "cluster_correlation": 0.2}
    other = arrived(
        monkeypatch, plan, "plan_claim",
        lambda: js.plan_datasets(claim_share=0.9, n=[4, 9], rng=3, **SAID, **own, **more),
    )  # fmt: skip
    assert other == SAID | own | {
        "share": 0.9, "sizes": [6, 9], "design": Design(2, 0.5, 3, 0.2), "seed": 3,
    }  # fmt: skip


def test_a_plan_of_a_truth_is_as_it_is_said(monkeypatch):
    found = arrived(monkeypatch, plan, "plan", lambda: js.plan_datasets([0.7, 0.3]))
    assert (found["sizes"], found["wanted"], found["max_n"]) == (list(plan.DEFAULT_N), 0.8, 2000)
    assert (found["alpha"], found["replicates"], found["seed"]) == (0.05, 1000, 0)
    lone = found["planner"](1)
    assert (lone.tests, lone.alpha, lone.replicates, lone.seed) == (
        ["glrt", "bayes"], 0.05, 1000, 0
    )  # fmt: skip
    assert lone.assumed == plan.Options(1.0, "auto", "auto", 1000, "lower")
    assert (lone.n_jobs, lone.kept, lone.tau, lone.truth) == (None, 1.0, 1.0, found["supposed"])
    own = dict(prior_strength=2.0, ess=3.0, max_parents=1, draws=50, rule="probability", n_jobs=2)
    other = arrived(
        monkeypatch, plan, "plan",
        lambda: js.plan_datasets([0.7, 0.3], n=5, rng=3, tests=["bayes"], **SAID, **own),
    )  # fmt: skip
    assert {name: other[name] for name in SAID} == SAID
    assert (other["sizes"], other["seed"]) == ([5], 3)
    lone = other["planner"](1)
    assert (lone.tests, lone.alpha, lone.replicates, lone.seed, lone.n_jobs) == (
        ["bayes"], 0.1, 150, 3, 2,
    )  # fmt: skip
    assert lone.assumed == plan.Options(2.0, 3.0, 1, 50, "probability")


def test_runs_and_families_of_a_plan_arrive(monkeypatch):
    more = {"n_runs": 2, "noise": 0.5, "cluster_size": 3, "cluster_correlation": 0.2}
    found = arrived(
        monkeypatch, plan, "plan",
        lambda: js.plan_datasets([0.7, 0.3], n=5, rng=3, n_jobs=2, **SAID, **more),
    )  # fmt: skip
    assert (found["sizes"], found["design"]) == ([6], Design(2, 0.5, 3, 0.2))
    one, many = found["planner"](1), found["planner"](10)
    assert (one.size, one.correlation, one.alpha, one.replicates) == (3, 0.2, 0.1, 150)
    assert (one.seed, one.n_jobs) == (3, 2)
    assert 0 < one.kept < many.kept < 1 and 0 < one.tau < many.tau < 1
    assert one.truth.shares[0] < many.truth.shares[0] < 0.7
