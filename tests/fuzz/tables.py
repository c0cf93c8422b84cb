"""Frames and matrices, and whatever is shown of names that are in them."""

import random

import pandas as pd
from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.accounting import accounted, named_in
from fuzz.laws import Fault, lawful, shown, sound, visible

_sizes = st.integers(0, 6)
_roles = of.options_of(
    rope=st.one_of(of.numbers, st.dictionaries(of.names, of.numbers, max_size=2)),
    missing=st.sampled_from(["raise", "drop", "unknown", "worst", "x"]),
    only=st.lists(of.names, max_size=3),
)
_more = of.options_of(
    aggregate=st.sampled_from(["mean", "median", "x"]),
    min_folds=of.numbers,
    cluster=of.names,
    runs=of.names,
    run_kind=st.sampled_from(["cv", "independent", "x"]),
    test_share=of.numbers,
    per_algorithm=st.dictionaries(of.names, of.ways, max_size=2),
    columns=st.sampled_from(["{dataset}_{measure}", "{dataset}", "{", "x", "{a}", ""]),
)


@st.composite
def long_frames(draw):
    """A row for each data set and algorithm, more or less."""
    datasets = draw(st.lists(of.names, min_size=1, max_size=4, unique=True))
    algorithms = draw(st.lists(of.names, min_size=1, max_size=3, unique=True))
    measures = draw(st.lists(of.names, min_size=1, max_size=2, unique=True))
    rows = [[d, a, *(draw(of.cells) for _ in measures)] for d in datasets for a in algorithms]
    if draw(st.booleans()):
        rows = draw(st.permutations(rows))[: draw(st.integers(0, len(rows)))]
    names = ["data set", "algo", *measures]
    return {
        "columns": [[name, [row[i] for row in rows]] for i, name in enumerate(names)],
        "said": {
            "dataset": draw(of.mostly(st.just("data set"), of.names)),
            "algorithm": draw(of.mostly(st.just("algo"), of.names)),
            "measures": {name: draw(of.ways) for name in measures},
            **draw(_roles),
            **draw(of.mostly(st.just({}), _more)),
        },
    }


def _frame(columns):
    made = pd.DataFrame(
        {i: pd.Series(list(cells), dtype=object) for i, (_, cells) in enumerate(columns)}
    )
    made.columns = pd.Index([name for name, _ in columns], dtype=object)
    try:
        return made.infer_objects()
    except (UnicodeEncodeError, OverflowError):
        # Half a letter: pandas keeps it as an object only. Old pandas: whole numbers beyond doubles.
        return made


def make_long(given):
    """Make the table; every data set is in it or counted as left out."""
    said = {name: value for name, value in given["said"].items() if value is not None}
    table = lawful(lambda: js.results_table(_frame(given["columns"]), **said))
    if table is None:
        return
    visible(repr(table), "a table")
    sizes = {len(cells) for _, cells in given["columns"]}
    if len(sizes) == 1:
        accounted(table, given["columns"], said)
    _tested(table)


def _tested(table):
    for test in (js.sign_test,):
        made = lawful(lambda test=test: test(table))
        if made is not None:
            sound(made)


def wide_frames():
    """A row for each data set or each algorithm; frames by measure."""
    columns = st.lists(st.tuples(
        st.one_of(of.names, st.sampled_from(["acc_A", "acc_B", "time_A", "time_B", "data"])),
        st.lists(of.cells, max_size=4)).map(list), max_size=5)  # fmt: skip
    return st.fixed_dictionaries(
        {
            "frames": st.one_of(columns, st.dictionaries(of.names, columns, max_size=2)),
            "said": st.builds(
                lambda a, b: a | b,
                st.fixed_dictionaries(
                    {
                        "measures": st.dictionaries(
                            st.sampled_from(["acc", "time"]) | of.names, of.ways, max_size=2
                        )
                    }
                ),
                of.options_of(
                    dataset=of.mostly(st.just("data"), of.names),
                    columns=st.sampled_from(["{measure}_{algorithm}", "{algorithm}", "{", ""]),
                    missing=st.sampled_from(["raise", "drop", "unknown", "worst"]),
                    only=st.lists(of.names, max_size=2),
                    algorithm=of.names,
                ),
            ),
        }
    )


def make_wide(given):
    """Make a wide table, or one of a leaderboard."""
    frames = given["frames"]
    made = {m: _frame(c) for m, c in frames.items()} if isinstance(frames, dict) else _frame(frames)
    table = lawful(lambda: js.results_table(made, **given["said"]))
    if table is not None:
        visible(repr(table), "a table")
        by_name = frames if isinstance(frames, dict) else {"": frames}
        named_in(table, by_name.values(), given["said"])
        _tested(table)


def matrices():
    """A matrix for each algorithm: ragged, of odd cells, of odd numbers of dimensions."""
    row = st.lists(of.cells, max_size=3)
    good = st.lists(st.lists(of.numbers, min_size=2, max_size=2), min_size=2, max_size=6)
    any_matrix = of.mostly(good, st.one_of(st.lists(row, max_size=4), of.anything))
    return st.fixed_dictionaries(
        {
            "matrices": st.dictionaries(of.names, any_matrix, max_size=3),
            "said": st.builds(
                lambda a, b: a | b,
                st.fixed_dictionaries({"measures": of.mostly(
                    st.just({"acc": "max", "time": "min"}), st.dictionaries(of.names, of.ways, max_size=2))}),
                of.options_of(
                    rope=st.one_of(of.numbers, st.dictionaries(of.names, of.numbers, max_size=2)),
                    missing=st.sampled_from(["raise", "drop", "unknown", "worst"]),
                    datasets=st.lists(of.names, max_size=4),
                    only=st.lists(of.names, max_size=2),
                    cluster=st.dictionaries(of.names, of.names, max_size=2),
                ),
            ),
        }
    )  # fmt: skip


def make_matrices(given):
    """Make a table of matrices; of a matrix every row is in it or counted."""
    table = lawful(lambda: js.results_table(given["matrices"], **given["said"]))
    if table is None:
        return
    rows = len(next(iter(given["matrices"].values())))
    if rows != len(table.datasets) + len(table.dropped):
        raise Fault(f"{rows} rows became {len(table.datasets)} and {len(table.dropped)} left out")
    _tested(table)


TESTS = (
    "compare_algorithms", "sign_test", "glrt_test", "bayes_test", "leaderboard",
    "friedman_test", "bayes_sign_test", "network_test",
    "hotelling_test", "mardia_test",
)  # fmt: skip


def named_tables():
    """Plain results under hostile names, and a test whose result is shown in every way."""
    unique = {"min_size": 2, "max_size": 3, "unique": True}
    return st.fixed_dictionaries(
        {
            "algorithms": st.lists(of.names, **unique),
            "measures": st.lists(of.names, **unique),
            "datasets": st.lists(of.names, min_size=6, max_size=9, unique=True),
            "seed": st.integers(0, 9),
            "test": st.sampled_from(TESTS),
            "missing": st.booleans(),
        }
    )


def show(given):
    """Show a result in every way."""
    luck = random.Random(given["seed"])
    m = len(given["measures"])
    values = {
        a: [[luck.gauss(0, 1) for _ in range(m)] for _ in given["datasets"]]
        for a in given["algorithms"]
    }
    if given["missing"]:
        values[given["algorithms"][0]][0][0] = None
    ways = {name: ("max", "min")[i % 2] for i, name in enumerate(given["measures"])}
    table = lawful(
        lambda: js.results_table(values, measures=ways, datasets=given["datasets"], missing="drop")
    )
    if table is None:
        return
    quick = {"mardia_test": {"draws": 49}}
    test = given["test"]
    if test in ("hotelling_test",):
        table = table.select(algorithms=list(table.algorithms)[:2])
    made = lawful(lambda: getattr(js, test)(table, **quick.get(test, {})))
    if made is None:
        return
    sound(made)
    lawful(lambda: shown(made))
