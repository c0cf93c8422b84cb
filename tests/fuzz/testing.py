"""Every declared option of every test: the kinds of the declarations know what may be given."""

import inspect
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.laws import lawful, shown, sound
from jointstats.base import declare

# What takes long because it was asked for: a user who wants so much has to wait.
DEAR = {"draws": 99, "cases": 40, "replicates": 20, "n": 8, "max_n": 20, "most": 2, "n_algorithms": 3,
        "n_measures": 3}  # fmt: skip
LEFT_OUT = ("watch_claim",)  # their ledgers are files: see `front`
FEW = {"simulate_roc": {"n": 5, "cases": 40, "draws": 50},
       "plan_datasets": {"n": [5, 8], "draws": 50, "replicates": 20},
       "sensitivity": {"most": 2}}  # fmt: skip


@cache
def table(name):
    """Some results: usual ones, and ones near the ends of what can be computed."""
    rng = np.random.default_rng(3)
    shape = (12, 2, 3)
    values = rng.normal(size=shape)
    kept = {}
    if name == "ties":
        values = rng.integers(0, 2, shape).astype(float)
    elif name == "same":
        values = np.ones(shape)
    elif name == "agree":
        values = values + 100 * np.arange(shape[2])
    elif name == "huge":
        values = values * 1e307
    elif name == "tiny":
        values = values * 1e-310
    elif name == "far apart":
        values[:, 0] *= 1e300
        values[:, 1] *= 1e-300
    elif name == "mixed":
        values[0] = 1.7e308
        values[1] = -1.7e308
    elif name == "one":
        values = values[:1]
    elif name == "two":
        values = values[:2]
    elif name == "pair":
        values = values[..., :2]
    elif name in ("drop", "unknown", "worst"):
        values[rng.random(shape) < 0.2] = np.nan
        kept["missing"] = name
    elif name == "near":
        values = 1 + values * 1e-15
    ways = {"acc": "max", "time": "min"}
    matrices = {a: values[..., i] for i, a in enumerate("ABC"[: values.shape[2]])}
    if name == "families":
        kept["cluster"] = {str(i + 1): f"f{i // 3}" for i in range(len(values))}
    if name == "alone":
        ways, matrices = {"acc": "max"}, {a: x[:, :1] for a, x in matrices.items()}
    return js.results_table(matrices, measures=ways, **kept)


TABLES = ("usual", "pair", "ties", "same", "agree", "huge", "tiny", "far apart", "mixed", "one", "two",
          "drop", "unknown", "worst", "near", "families", "alone")  # fmt: skip

_measures = st.sampled_from(["acc", "time", "acc", "x", ""])
_algorithms = st.sampled_from(["A", "B", "C", "x"])
_odd = st.one_of(of.anything, of.numbers)


def value(name, kind):
    """A value for an option of this kind: as a rule one that it may be."""
    shape, of_what = type(kind).__name__, getattr(kind, "of", "")
    one = _algorithms if of_what == "algorithm" else _measures
    if name == "n_jobs":
        return st.sampled_from([1, None, 0, "x", 1.5, -(10**20)])
    if name == "prior":
        vectors = st.lists(of.numbers, max_size=9) | st.lists(
            st.sampled_from([0.5, 1e-300, 1e150]), min_size=4, max_size=4
        )
        return st.one_of(
            st.sampled_from(kind.words),
            vectors,
            st.dictionaries(of.names, of.numbers, max_size=2),
            of.anything,
        )
    if name == "shifts":
        return st.dictionaries(_measures, of.numbers, max_size=2)
    usual = {
        "Flag": st.booleans(),
        "RandomSeed": st.integers(0, 5),
        "TestLevel": st.floats(1e-6, 0.49) | st.sampled_from([1e-300, 5e-324, 0.4999999]),
        "Name": one,
        "Names": st.lists(one, max_size=3),
        "Widths": st.dictionaries(_measures, of.numbers, max_size=2),
        "GroupsOf": st.dictionaries(of.names, st.lists(_measures, max_size=2), max_size=2),
        "RuleOfEach": st.sampled_from(["jointly", "wins", 1, 2]),
    }.get(shape)
    if usual is None and shape in ("Whole", "Numbers"):
        most = DEAR.get(name, 6)
        low = getattr(kind, "low", 0)
        usual = st.integers(low, max(most, low)) | st.sampled_from(
            [*getattr(kind, "also", ()), low]
        )
    elif usual is None and shape in ("Number", "NumberOfEach"):
        low, high = max(kind.low, -1e300), min(kind.high, 1e300)
        usual = st.one_of(
            st.floats(max(low, -3), min(high, 3)),
            st.sampled_from([low, high, *kind.also]),
            of.numbers,
        )
        if shape == "NumberOfEach":
            usual = usual | st.dictionaries(_measures, usual, max_size=2)
    elif usual is None and kind.words:
        words = st.sampled_from(kind.words)
        usual = st.lists(words, max_size=3) if kind.shape == "several" else words
        if kind.shape == "one or mapping":
            usual = usual | st.dictionaries(_measures, words, max_size=2)
    if usual is None:
        return of.anything
    if name in DEAR:  # an odd number might be a large one
        return of.mostly(usual, st.sampled_from([-1, 0, 0.5, "x", None, True, float("nan"), []]))
    return st.one_of(usual, usual, usual, usual, usual, _odd)


@st.composite
def calls(draw):
    """A test, a table, and some of its options."""
    known = [one for name, one in declare.catalogue().items() if name not in LEFT_OUT]
    test = draw(st.sampled_from(known))
    names = draw(st.lists(st.sampled_from(sorted(test.options)), max_size=4, unique=True))
    said = {name: draw(value(name, test.options[name].kind)) for name in names}
    for name, option in test.options.items():
        if option.required and name not in said:
            said[name] = draw(value(name, option.kind))
    return {"test": test.name, "table": draw(st.sampled_from(TABLES)), "said": said}


def call(given):
    """Run it; look at its numbers and its texts."""
    name, said = given["test"], FEW.get(given["test"], {}) | given["said"]
    function = getattr(js, name)
    if name == "pairwise_tests" and said.get("test") in ("network", "hotelling"):
        said = {"draws": 49, **said} if said["test"] == "hotelling" else said
    if "draws" in inspect.signature(function).parameters:
        said = {"draws": 49, **said}
    if name in ("simulate_roc", "plan_datasets"):
        made = lawful(lambda: function(**said))
    elif name == "sensitivity":
        made = lawful(lambda: function(js.compare_algorithms(table("two")), **said))
    else:
        made = lawful(lambda: function(table(given["table"]), **said))
    if made is not None:
        sound(made)
        lawful(lambda: shown(made))


PAGES = ("compare_algorithms", "bayes_test", "leaderboard", "mardia_test")


@st.composite
def pages(draw):
    """The same of what has a report that looks at options."""
    made = draw(calls().filter(lambda one: one["test"] in PAGES))
    return made


def page(given):
    """The report of a result, whatever its options were."""
    made = lawful(lambda: getattr(js, given["test"])(table(given["table"]), **given["said"]))
    if made is not None:
        with tempfile.TemporaryDirectory() as folder:
            lawful(lambda: shown(made, Path(folder) / "x.html"))
