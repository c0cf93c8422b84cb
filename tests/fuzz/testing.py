"""Every declared option of every test: the kinds of the declarations know what may be given."""

import inspect
from functools import cache

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


_RNG = np.random.default_rng(3)
_USUAL = _RNG.normal(size=(12, 2, 3))  # data sets, measures, algorithms
_GONE = np.where(_RNG.random(_USUAL.shape) < 0.2, np.nan, _USUAL)
_LIMIT = np.full((1, 2, 3), 1.7e308)
# Results of every kind: usual ones, and ones near the ends of what can be computed.
VALUES = {
    "usual": _USUAL,
    "families": _USUAL,
    "pair": _USUAL[..., :2],
    "alone": _USUAL[:, :1],
    "one": _USUAL[:1],
    "two": _USUAL[:2],
    "ties": _RNG.integers(0, 2, _USUAL.shape).astype(float),
    "same": np.ones(_USUAL.shape),
    "agree": _USUAL + 100 * np.arange(3),
    "near": 1 + _USUAL * 1e-15,
    "huge": _USUAL * 1e307,
    "tiny": _USUAL * 1e-310,
    "far apart": _USUAL * np.array([[1e300], [1e-300]]),
    "mixed": np.concatenate([_LIMIT, -_LIMIT, _USUAL[2:]]),
    **dict.fromkeys(("drop", "unknown", "worst"), _GONE),
}
TABLES = tuple(VALUES)


@cache
def table(name):
    """The table of some results."""
    values, kept = VALUES[name], {}
    if name in ("drop", "unknown", "worst"):
        kept["missing"] = name
    if name == "families":
        kept["cluster"] = {str(i + 1): f"f{i // 3}" for i in range(len(values))}
    ways = {"acc": "max"} if name == "alone" else {"acc": "max", "time": "min"}
    matrices = {a: values[..., i] for i, a in enumerate("ABC"[: values.shape[2]])}
    return js.results_table(matrices, measures=ways, **kept)


_measures = st.sampled_from(["acc", "time", "acc", "x", ""])
_algorithms = st.sampled_from(["A", "B", "C", "x"])
_odd = st.one_of(of.anything, of.numbers)


def value(name, kind):
    """A value for an option of this kind: as a rule one that it may be."""
    usual = _usual(name, kind)
    if name in DEAR:  # an odd number might be a large one
        return of.mostly(usual, st.sampled_from([-1, 0, 0.5, "x", None, True, float("nan"), []]))
    return of.mostly(usual, _odd)


def _usual(name, kind):
    one = _algorithms if getattr(kind, "of", "") == "algorithm" else _measures
    words = st.sampled_from(kind.words or ["x"])
    widths = st.dictionaries(_measures, of.numbers, max_size=2)
    if name == "prior":
        some = st.lists(st.sampled_from([0.5, 1e-300, 1e150]), min_size=4, max_size=4)
        return st.one_of(words, some, st.lists(of.numbers, max_size=9), widths, of.anything)
    match type(kind).__name__:
        case "Flag":
            return st.booleans()
        case "RandomSeed":
            return st.integers(0, 5)
        case "Workers":
            return st.sampled_from([1, None, 0, "x", 1.5, -(10**20)])
        case "TestLevel":
            return st.floats(1e-6, 0.49) | st.sampled_from([1e-300, 5e-324, 0.4999999])
        case "NameOf":
            return one
        case "NamesOf" | "Margins":
            return st.lists(one, max_size=3)
        case "Widths" | "OptionKind":
            return widths
        case "GroupsOf":
            return st.dictionaries(of.names, st.lists(_measures, max_size=2), max_size=2)
        case "RuleOfEach":
            return st.sampled_from(["jointly", "wins", 1, 2])
        case "Choices":
            return st.lists(words, max_size=3)
        case "WordOfEach":
            return words | st.dictionaries(_measures, words, max_size=2)
        case "Whole" | "Numbers":
            low, also = getattr(kind, "low", 0), getattr(kind, "also", ())
            return st.integers(low, max(DEAR.get(name, 6), low)) | st.sampled_from([*also, low])
        case "Number" | "NumberOfEach":
            low, high = max(kind.low, -1e300), min(kind.high, 1e300)
            ends = st.sampled_from([low, high, *kind.also])
            return st.one_of(st.floats(max(low, -3), min(high, 3)), ends, of.numbers, widths)
    return words


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
