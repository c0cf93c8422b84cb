"""The calls whose answers are recorded: which function, on which input, with which options.

They are spread over the tables in turn: a test sees every `EVERY`-th table, and each time the next
of its variants. Seeds are always given.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inputs import PACKAGED, WEKA_FOLDS, Source, fold_names, random_names, source

P_ADJUST = ("holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none")


@dataclass(frozen=True)
class Case:
    """A call.

    `form` says what of the input is given: the ``"table"``, its long ``"frame"`` with the roles,
    the frame with ``"families"`` of two or three data sets, the ``"comparison"`` of all its
    algorithms, a new ``"ledger"`` and the table, unpaired ``"matrices"``, counts of
    ``"confusion"``, or ``"nothing"``.
    """

    table: str
    function: str
    options: dict[str, Any] = field(default_factory=dict)
    form: str = "table"

    @property
    def name(self) -> str:
        """The call as a reader would write it: its key in the record."""
        form = "" if self.form == "table" else f"[{self.form}]"
        options = ", ".join(f"{key}={value!r}" for key, value in self.options.items())
        return f"{self.table}{form} {self.function}({options})"

    @property
    def in_sample(self) -> bool:
        """Whether the default suite repeats it: a tenth of the calls, always the same."""
        return hashlib.sha256(self.name.encode()).digest()[0] % 10 == 0


def cases() -> list[Case]:
    """Every call, each once."""
    found = [*_packaged(), *_random(), *_folds(), *_studies()]
    return list({case.name: case for case in found}.values())


# The random tables that a function is called on: the first of them, and every so many after it.
EVERY = {
    "statement_counts": (2, 3),
    "glrt_test": (1, 2),
    "bayes_test": (0, 1),
    "network_test": (0, 1),
    "sign_test": (2, 3),
    "wilcoxon_test": (0, 3),
    "bayes_sign_test": (1, 3),
    "friedman_test": (2, 3),
    "hotelling_test": (0, 2),
    "manova_test": (1, 2),
    "mardia_test": (2, 3),
    "learn_measures": (0, 3),
    "results_table": (0, 2),
    "pairwise_tests": (0, 1),
    "compare_algorithms": (0, 2),
    "leaderboard": (3, 4),
    "claim_test": (0, 2),
    "sensitivity": (1, 5),
    "quade_test": (1, 4),
    "watch_claim": (2, 4),
    "break_even": (3, 4),
}
# What is asked of families of data sets, too, of every so many tables.
OF_FAMILIES = ("statement_counts", "glrt_test", "bayes_test", "sign_test", "compare_algorithms")
EVERY_FAMILY = 6


def _random() -> Iterator[Case]:
    for function, (first, every) in EVERY.items():
        for turn, name in enumerate(random_names()[first::every]):
            given = source(name)
            if function == "friedman_test" and len(given.algorithms) < 3 and turn % 10:
                continue  # an error, now and then
            variants = _variants(given)[function]
            form, options = variants[turn % len(variants)]
            yield Case(name, function, options, form)
    for shift, function in enumerate(OF_FAMILIES):
        for name in random_names()[shift::EVERY_FAMILY]:
            yield Case(name, function, {}, "families")
    for name in random_names():
        if "drop" in source(name).traits:  # where a pair may have data sets of its own
            for test in ("bayes", "wilcoxon", "hotelling"):
                yield Case(name, "pairwise_tests", {"test": test, "cases": "pairwise"})


def _variants(given: Source) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """What each function is asked of a table, in turn: the form of the input and the options."""
    first, second, last = given.algorithms[0], given.algorithms[1], given.algorithms[-1]
    measures = list(given.measures)
    one, two = {"on": measures[-1:]}, {"on": measures[:2]}
    control = {"control": last}
    against = {"question": "control", "control": first}
    pair = {"only": [first, second]}
    who, groups = {"a": first, "b": second}, {"all": measures}
    roles = {"measures": given.measures}
    flips = {"permutation": True, "draws": 199, "rng": 5}
    vector = {"prior": _masses(given)}
    adjusted = [{"p_adjust": name} for name in P_ADJUST]
    arcs = [(measures[0], measures[-1])] if len(measures) > 1 else []
    table: dict[str, list[dict[str, Any]]] = {
        "results_table": [{}],
        "statement_counts": [{}, {"question": "best"}, against, one],
        "glrt_test": [{}, {"question": "best"}, against, {"alpha": 0.1}, one],
        "bayes_test": [
            {}, {"prior": "jeffreys"}, {"prior": "uniform"}, {"prior": "imprecise"},
            {"prior_strength": 2}, {"prior": "imprecise", "prior_strength": 2}, vector,
            {"question": "best"}, {"question": "best", "prior": "jeffreys"}, against,
            against | {"prior": "imprecise"}, {"lead_ratio": 1.1}, {"alpha": 0.1}, one,
        ],
        "network_test": [
            {"rng": 0}, {"structure": "average", "rng": 0}, {"ties": "ignore", "rng": 1},
            {"ties": "em", "rng": 1}, {"ess": 1, "rng": 2}, {"ess": 2.5, "rng": 2},
            {"max_parents": None, "rng": 3}, {"max_parents": 1, "rng": 3},
            {"structure": arcs, "rng": 4}, {"lead_ratio": 1.1, "rng": 5}, {"alpha": 0.1, "rng": 6},
            {"target_mcse": 0.01, "rng": 7}, two | {"rng": 8},
            {"structure": "average", "ess": 1, "ties": "ignore", "rng": 9},
        ],
        "sign_test": [*adjusted, control, one, {"alpha": 0.1}],
        "wilcoxon_test": [*adjusted, control, one, {"alpha": 0.1}],
        "bayes_sign_test": [
            {}, {"prior": "rope"}, {"prior": "sides"}, {"prior": "even"}, {"prior_strength": 2},
            control, one, {"alpha": 0.1},
        ],
        "friedman_test": [{}, {"post_hoc": "nemenyi"}, {"post_hoc": "none"}, {"alpha": 0.1}, one],
        "quade_test": [{}, {"spread": "sd"}, {"alpha": 0.1}, one],
        "hotelling_test": [pair, pair | flips, pair | {"p_adjust": "BH"}, pair | {"alpha": 0.1},
                           pair | two],
        "manova_test": [
            {"design": design, "statistic": statistic, "draws": 99, "rng": 3}
            for design in ("auto", "blocked")
            for statistic in ("wilks", "pillai", "hotelling-lawley", "roy")
        ] + [
            {"design": "stacked", "draws": 99, "rng": 3}, {"draws": 0, "rng": 3},
            {"p_adjust": "BH", "draws": 49, "rng": 4}, {"alpha": 0.1, "draws": 49, "rng": 5},
            two | {"draws": 49, "rng": 6}, {"design": "blocked", "p_adjust": "none", "draws": 0,
                                            "rng": 7},
        ],
        "mardia_test": [
            {"samples": samples, "draws": 99, "rng": 2}
            for samples in ("differences", "algorithms", "residuals", "stacked")
        ] + [
            {"p_adjust": "BH", "draws": 99, "rng": 3}, {"alpha": 0.1, "draws": 99, "rng": 4},
            two | {"draws": 99, "rng": 5},
        ],
        "learn_measures": [
            {"share": 0.5, "rng": 1}, {"share": 0.6, "design": "one-way", "rng": 2}, {"rng": 3},
            {"design": "one-way", "alpha": 0.1, "rng": 3},
        ],
        "pairwise_tests": [
            {"test": "sign", "alpha": 0.1}, {"test": "glrt"} | control,
            {"test": "wilcoxon"} | control,
            *({"test": test} for test in ("bayes", "glrt", "sign", "wilcoxon", "hotelling")),
            {"test": "network", "rng": 1},
            *({"test": "glrt"} | one for one in adjusted),
            *({"test": "wilcoxon"} | one for one in adjusted[1:4]),
            {"test": "hotelling", "p_adjust": "BH"}, {"test": "hotelling"} | flips,
            {"test": "bayes"} | control, {"test": "sign"} | control,
            {"test": "bayes", "prior": "imprecise"}, {"test": "glrt", "cases": "pairwise"},
            {"test": "wilcoxon", "cases": "pairwise"}, {"test": "hotelling", "cases": "pairwise"},
            {"test": "bayes", "alpha": 0.1}, {"test": "glrt"} | two,
        ],
        "compare_algorithms": [
            {}, {"alpha": 0.1}, control, one, {"groups": groups},
            {"groups": groups, "within": "wins"}, {"groups": groups, "within": 1},
        ],
        "leaderboard": [{}, {"alpha": 0.1}, one],
        "claim_test": [
            who | asked | options
            for asked in (
                {"better": measures}, {"better": measures[:1], "not_worse": measures[1:]},
                {"equal": measures[:1]}, {"better": measures, "at_least": 1},
                {"better": "all", "groups": groups, "within": "wins"},
            )
            for options in ({}, {"alternative": "two-sided"}, {"threshold": 0.3, "alpha": 0.1})
        ],
        "watch_claim": [
            who | {"better": measures} | options
            for options in ({}, {"alternative": "two-sided"}, {"threshold": 0.3, "alpha": 0.1},
                            {"level": 0.9})
        ] + [who | {"better": measures[:1], "not_worse": measures[1:]}],
        "break_even": [
            who | options
            for options in ({}, {"alpha": 0.1}, {"gain": measures[0], "cost": measures[-1]},
                            {"scale": "difference"})
        ],
        "sensitivity": [{}, {"factors": ["level", "rope"]}],
    }  # fmt: skip
    found = {name: [("table", options) for options in each] for name, each in table.items()}
    found["results_table"] = [("frame", {})]
    found["watch_claim"] = [("ledger", options) for options in table["watch_claim"]]
    found["sensitivity"] = [("comparison", options) for options in table["sensitivity"]]
    found["glrt_test"].append(("frame", {}))
    mean = dict.fromkeys(measures, 0.5)
    found["hotelling_test"] += [
        ("matrices", {"form": "two-sample"} | roles | pair),
        ("table", {"form": "one-sample", "mean": mean, "only": [first]}),
    ]
    found["manova_test"] += [
        ("matrices", {"design": "one-way", "statistic": s, "draws": 49, "rng": 8} | roles)
        for s in ("wilks", "pillai")
    ]
    return found


def _masses(given: Source) -> list[float]:
    """A mass for each statement; where they are many a few only, which is an error."""
    n_states = math.factorial(len(given.algorithms)) ** len(given.measures)
    return [(1.0, 2.0, 0.5, 1.5)[i % 4] for i in range(n_states if n_states <= 36 else 4)]


def _packaged() -> Iterator[Case]:
    """The packaged tables: each function in its first form, and questions of every kind."""
    for name in PACKAGED:
        large = name in ("weka", "weka_folds")
        for function, variants in _variants(source(name)).items():
            form, options = variants[0]
            if form != "table" or function == "hotelling_test":
                continue
            if large and function == "network_test":
                options = options | {"on": ["accuracy", "auc"]}
            yield Case(name, function, options)
        control = source(name).algorithms[-1]
        for test in ("bayes", "glrt", "sign", "wilcoxon", "hotelling"):
            yield Case(name, "pairwise_tests", {"test": test})
        for question in ("best", "control"):
            who = {"control": control} if question == "control" else {}
            yield Case(name, "bayes_test", {"question": question} | who)
            yield Case(name, "glrt_test", {"question": question} | who)
    for name in ("example1", "pnn"):
        yield Case(name, "hotelling_test", {})
        yield Case(name, "hotelling_test", {"permutation": True, "rng": 1})


def _folds() -> Iterator[Case]:
    """Tests of the folds of one data set, with and without the correction."""
    for turn, name in enumerate(fold_names()):
        given = source(name)
        first = next(iter(given.measures))
        pair = {"only": list(given.algorithms[:2])}
        corrected = {"correction": "nadeau-bengio"}
        ratio = {"test_train_ratio": 0.25}
        control = {"control": given.algorithms[-1]}
        seeds = {"draws": 49, "rng": 2}
        for function, variants in {
            "corrected_t_test": [{}, ratio, control, {"alpha": 0.1}, {"p_adjust": "BH"},
                                 {"p_adjust": "none"}],
            "hotelling_test": [pair, pair | corrected, pair | corrected | ratio],
            "manova_test": [seeds, corrected | seeds, {"design": "stacked"} | corrected | seeds],
            "mardia_test": [{"draws": 99, "rng": 2}, {"samples": "residuals", "rng": 2}],
            "learn_measures": [{"share": 0.5, "rng": 1}, {"rng": 1}],
            "pairwise_tests": [{"test": "hotelling"} | corrected, {"test": "hotelling"}],
        }.items():  # fmt: skip
            options: dict[str, Any] = dict(variants[turn % len(variants)])
            if function == "corrected_t_test" and turn % 8:  # several and none named: an error
                options = {"measure": first} | options
            yield Case(name, function, options)


def _studies() -> Iterator[Case]:
    """Plans and simulated curves, of few replicates."""
    quick: dict[str, Any] = {"replicates": 30, "n": [10, 30], "rng": 1, "draws": 100}
    shifts: dict[str, Any] = {"M1": 0.8, "M2": 0.3}
    three = {"A": {"M1": 0.0, "M2": 0.0}, "B": {"M1": 1.0, "M2": 0.5}, "C": {"M1": 0.2, "M2": 0.9}}
    for options in (
        {}, {"correlation": 0.5}, {"tests": ["glrt"]}, {"tests": ["network"], "max_n": 60},
        {"tests": ["bayes", "network_average"], "max_n": 40}, {"wanted": 0.5}, {"alpha": 0.1},
        {"prior_strength": 2},
    ):  # fmt: skip
        yield Case("shifts", "plan_datasets", {"shifts": shifts} | quick | options, "nothing")
    few = {"replicates": 20, "n": [10], "max_n": 50}
    yield Case("shifts", "plan_datasets", {"shifts": three} | quick | few, "nothing")
    shares = {"truth": [0.4, 0.3, 0.2, 0.1]}
    yield Case("shares", "plan_datasets", shares | quick, "nothing")
    for name in ("example1", "pnn", "r001"):
        yield Case(name, "plan_datasets", quick | {"max_n": 100})
    short: dict[str, Any] = {"cases": 10, "draws": 100, "rng": 1}
    for options in (
        {}, {"independent": True}, {"negatives": "averaged"}, {"tests": ["glrt", "bayes"]},
        {"n_measures": 3}, {"n_algorithms": 3, "tests": ["glrt", "bayes"]}, {"ess": "auto"},
        {"prior_strength": 2}, {"max_parents": 1}, {"n": 25},
    ):  # fmt: skip
        yield Case("simulated", "simulate_roc", short | options, "nothing")
    for of in WEKA_FOLDS:
        yield Case(f"weka_folds:{of}", "measures_from_confusion", {}, "confusion")
