"""Statement counts as an object: from any source, added, restricted, coarsened."""

from dataclasses import replace

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.joint import counting

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

BOTH = {"accuracy": "max", "time": "min"}
THREE = {"x": "max", "y": "min"}


def random_table(seed, n=15, algorithms="ABC", measures=THREE, grid=None, **keywords):
    rng = np.random.default_rng(seed)
    shape = (n, len(measures), len(algorithms))
    x = rng.normal(size=shape) if grid is None else rng.integers(0, grid, size=shape).astype(float)
    return js.results_table(
        {a: x[:, :, i] for i, a in enumerate(algorithms)}, measures=measures, **keywords
    )


def as_dict(counts):
    return {
        tuple(row): weight
        for row, weight in zip(counts.codes.tolist(), counts.weights.tolist(), strict=True)
    }


def test_vector_orders_and_table_agree():
    vector = js.StatementCounts.from_vector([1, 2, 3, 6], measures=BOTH)
    table = js.statement_counts(js.load_dataset("example1"))
    assert as_dict(vector) == as_dict(table) == {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 6}
    assert vector.order(np.array([1, 0])) == {"accuracy": ["B", "A"], "time": ["A", "B"]}
    assert (vector.n, table.n, vector.n_states) == (12, 12, 4)
    assert repr(table).startswith("StatementCounts: 12 data sets, 4 of 4 statements seen")


def test_codes_of_three_algorithms_are_lexicographic_ranks():
    orders = ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
    rows = [({"x": order}, k + 1) for k, order in enumerate(orders)]
    made = js.StatementCounts.from_orders(rows, algorithms="ABC", measures={"x": "max"})
    assert made.codes.ravel().tolist() == [0, 1, 2, 3, 4, 5]
    assert made.weights.tolist() == [1, 2, 3, 4, 5, 6]


def test_pieces_that_differ_do_not_add_up():
    one = js.StatementCounts.from_vector([1, 2], measures={"m": "max"})
    other = {
        "algorithms": js.StatementCounts.from_vector(
            [1, 2], algorithms="BA", measures={"m": "max"}
        ),
        "directions": js.StatementCounts.from_vector([1, 2], measures={"m": "min"}),
        "same rope": js.statement_counts(
            {"A": [1, 2], "B": [2, 1]}, measures={"m": "max"}, rope=0.1
        ),
        "question": js.statement_counts(one, question="best"),
    }
    for words, counts in other.items():
        for first, second in ((one, counts), (counts, one)):
            with pytest.raises(errors.OptionError, match=words):
                first + second
    with pytest.raises(TypeError):
        one + 1


def test_parts_know_how_many_of_their_data_sets_are_tied():
    table = random_table(
        2, n=30, algorithms="AB", measures=THREE | {"z": "max"}, grid=3,
        rope={"x": 0.5, "y": 0.5, "z": 0.5},
    )  # fmt: skip
    whole = js.statement_counts(table)
    for names in (["x"], ["x", "y"], ["z", "x"]):
        part, fresh = (
            whole.select(measures=names),
            js.statement_counts(table.select(measures=names)),
        )
        assert (part.n_tied, part.ties) == (fresh.n_tied, fresh.ties)
        assert part.n_tied == part.weights[(part.codes == 1).any(axis=1)].sum() > 0


@pytest.mark.parametrize("grid", [None, 4])
def test_coarser_counts_equal_direct_ones(grid):
    table = random_table(3, n=25, algorithms="ABCD", grid=grid, rope={"x": 0.4})
    orderings = js.statement_counts(table)
    for keywords in ({"question": "best"}, {"question": "control", "control": "C"}):
        direct = js.statement_counts(table, **keywords)
        coarser = js.statement_counts(orderings, **keywords)
        assert as_dict(coarser) == pytest.approx(as_dict(direct), abs=1e-12)
        assert coarser.n_states == direct.n_states
    best = js.statement_counts(table, question="best")
    from_best = js.statement_counts(best, question="control", control="C")
    direct = js.statement_counts(table, question="control", control="C")
    assert as_dict(from_best) == pytest.approx(as_dict(direct), abs=1e-12)


def test_a_coarser_question_cannot_be_refined():
    best = js.statement_counts(random_table(4), question="best")
    control = js.statement_counts(best, question="control", control="A")
    assert js.statement_counts(best).question == "best"  # the default takes what was counted
    with pytest.raises(errors.OptionError, match="complete orderings"):
        js.statement_counts(control, question="best")
    with pytest.raises(errors.OptionError, match="count the orderings"):
        best.select(algorithms=["A", "B"])
    assert best.select(measures=["y"]).measures == {"y": "min"}


def test_the_frame_shows_orders_in_words():
    frame = js.statement_counts(js.load_dataset("example1")).to_frame()
    assert list(frame) == ["accuracy", "time", "count"]
    assert frame.iloc[1].tolist() == ["A > B", "B > A", 2]
    control = js.statement_counts(random_table(5), question="control", control="B").to_frame()
    assert set(control.x) <= {"B", "not B"}


def test_the_frame_of_no_counts_has_its_columns():
    none = js.StatementCounts(("A", "B"), BOTH, np.zeros((0, 2), dtype=int), np.zeros(0))
    assert list(none.to_frame()) == ["accuracy", "time", "count"] and none.to_frame().empty


def test_orders_that_were_never_seen_are_left_out():
    rows = [({"x": ["A", "B"]}, 3), ({"x": ["B", "A"]}, 0), ({"x": ["A", "B"]}, 1)]
    made = js.StatementCounts.from_orders(rows, algorithms="AB", measures={"x": "max"})
    assert (made.codes.tolist(), made.weights.tolist(), made.n) == ([[0]], [4.0], 4)


def test_the_first_of_a_coarser_statement_is_named():
    table = random_table(3)
    best = js.statement_counts(table, question="best")
    control = js.statement_counts(table, question="control", control="B")
    assert best.order(np.array([2, 0])) == {"x": ["C"], "y": ["A"]}
    assert control.order(np.array([1, 0])) == {"x": ["B"], "y": []}


def vector(x, **keywords):
    return js.StatementCounts.from_vector(x, **{"measures": BOTH} | keywords)


def ordered(rows, algorithms=("A", "B")):
    return js.StatementCounts.from_orders(rows, algorithms=algorithms, measures={"m": "max"})


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: vector([1, 2, 3]), errors.InvalidValueError, "have 4 statements; 3 counts"),
        (lambda: vector([1, 2, -3, 1]), errors.InvalidValueError, "at least 0"),
        (lambda: vector([1, 2, "x", 1]), errors.InvalidValueError, "finite numbers"),
        (lambda: vector([1, 2, float("nan"), 1]), errors.InvalidValueError, "finite numbers"),
        (lambda: vector([0, 0, 0, 0]), errors.NoDataError, "all counts are 0"),
        (lambda: js.network_test(replace(vector([1, 2, 3, 6]), weights=np.zeros(4))),
         errors.NoDataError, "all counts are 0"),
        (lambda: vector([1, 1], algorithms="A"), errors.AlgorithmError, "got 1"),
        (lambda: vector([1, 1, 1, 1], algorithms="AA"), errors.ColumnError, "twice"),
        (lambda: vector([1, 1], measures=["m"]), errors.DirectionError, "higher or lower"),
        (lambda: ordered([({"m": "AB"}, "x")]), errors.InvalidValueError, "finite numbers"),
        (lambda: ordered([({"m": "A"}, 1)]), errors.ColumnError, 'measure "m".*every algorithm'),
        (lambda: ordered([({"m": "AC"}, 1)]), errors.ColumnError, "every algorithm once"),
        (lambda: ordered([({}, 1)]), errors.ColumnError, 'measure "m"'),
        (lambda: vector([1, 2, 3, 6]).select(measures=["tme"]), errors.ColumnError, '"time"'),
        (lambda: vector([1, 2, 3, 6]).select(algorithms=["A"]), errors.AlgorithmError, "two"),
        (lambda: js.statement_counts(vector([1, 2, 3, 6]), question="control"), errors.OptionError,
         "name of an algorithm"),
        (lambda: js.statement_counts(vector([1, 2, 3, 6]), control="A"), errors.OptionError,
         'question="control"'),
        (lambda: js.statement_counts(vector([1, 2, 3, 6]), question="control", control="C"),
         errors.ColumnError, '"C"'),
    ],
)  # fmt: skip
def test_each_mistake_has_its_sentence(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_too_many_orderings_name_the_data_set_and_the_cure():
    same = {f"a{i}": [[1.0, 1.0], [i, -i]] for i in range(12)}
    table = js.results_table(same, measures=BOTH, datasets=["even", "odd"])
    with pytest.raises(errors.TieExpansionError, match=r'"even".*question="best"'):
        js.statement_counts(table)
    assert js.statement_counts(table, question="best").weights.sum() == pytest.approx(2)


def test_twenty_one_algorithms_have_no_ordering_code_but_coarser_answers():
    table = random_table(6, n=5, algorithms=[f"a{i}" for i in range(21)])
    with pytest.raises(js.JointStatsError, match="20 algorithms"):
        js.statement_counts(table)
    assert js.statement_counts(table, question="best").n_states == 21**2


def test_everything_that_is_counted_adds_up():
    """Counts of a table with a rope, split ties, failed and dropped results, and plain ones."""
    nan = float("nan")
    ropes = {"x": 0.5, "y": 0.0}
    rng = np.random.default_rng(3)
    values = {a: rng.integers(0, 3, (9, 2)).astype(float) for a in "AB"}
    failed = {"A": np.vstack([values["A"], [nan, 1]]), "B": np.vstack([values["B"], [2, nan]])}
    worst = js.results_table(failed, measures=THREE, rope=ropes, missing="worst")
    holes = js.results_table(failed, measures=THREE, rope=ropes, missing="drop")
    one, two = (js.statement_counts(t, ties={"x": "equal", "y": "split"}) for t in (worst, holes))
    both = one + two
    assert (both.n, both.n_failed, both.n_dropped) == (19, 2, 1)
    assert one.n_tied > 0 < one.n_split < one.n_tied
    for name in ("n_tied", "n_split"):
        assert getattr(both, name) == getattr(one, name) + getattr(two, name)
    assert both.ties == {m: one.ties[m] + two.ties[m] for m in THREE}
    assert (both.rope, both.tie_rules) == (ropes, {"x": "equal", "y": "split"})
    assert both.alone is both.possible is None
    plain = js.StatementCounts.from_vector([1] * 6, measures=THREE, ties={"x": "equal"})
    roped = js.statement_counts(
        js.results_table(values, measures=THREE), ties={"x": "equal", "y": "split"}
    )
    of_both = {"x": roped.ties["x"] + 2, "y": roped.ties["y"]}  # a vector tells ties as an outcome
    assert (plain + roped).ties == (roped + plain).ties == of_both
    assert (plain + roped).n == 15 and sum(roped.ties.values()) > 0
    untold = js.StatementCounts.from_vector([1, 2, 0, 1], measures=THREE)
    split = js.statement_counts(js.results_table(values, measures=THREE), ties="split")
    assert untold.ties == {} and (untold + split).ties == (split + untold).ties == split.ties
    assert (untold + untold).ties == dict.fromkeys(THREE, 0)


def test_what_is_known_of_single_statements_adds_up():
    tables = [random_table(seed, n=12, grid=2) for seed in (1, 2)]
    one, two = map(js.statement_counts, tables)
    both = one + two
    code = dict(zip(map(tuple, both.codes.tolist()), range(len(both.codes)), strict=True))
    for known in ("alone", "possible"):
        expected = np.zeros(len(both.codes), dtype=int)
        for part in (one, two):
            for row, x in zip(part.codes.tolist(), getattr(part, known).tolist(), strict=True):
                expected[code[tuple(row)]] += x
        assert getattr(both, known).tolist() == expected.tolist()
        assert getattr(both.select(measures=["x"]), known) is None


def test_a_part_keeps_ropes_ties_and_rules_of_its_measures():
    table = random_table(5, n=20, algorithms="AB", grid=3, rope={"x": 0.5})
    whole = js.statement_counts(table, ties={"x": "equal", "y": "split"})
    x, y = (whole.select(measures=[name]) for name in "xy")
    assert (x.rope, y.rope) == ({"x": 0.5}, {"y": 0.0})
    assert (x.tie_rules, y.tie_rules) == ({"x": "equal"}, {"y": "split"})
    assert (x.ties, y.ties) == ({"x": whole.ties["x"]}, {"y": whole.ties["y"]})
    assert (x.n_tied, x.n_split) == (whole.ties["x"], 0)
    assert (y.n_tied, y.n_split) == (whole.n_tied, whole.n_split)  # who tied is not kept
    assert x.alone is x.possible is y.alone is None and x.n == y.n == 20
    turned = whole.select(algorithms=["B", "A"])
    fresh = js.statement_counts(table.select(algorithms=["B", "A"]), ties=whole.tie_rules)
    assert as_dict(turned) == pytest.approx(as_dict(fresh))
    assert as_dict(whole.select(algorithms=["A", "B"])) == as_dict(whole)
    vector = js.StatementCounts.from_vector([1, 2, 3, 6], measures=BOTH).select(measures=["time"])
    assert (vector.ties, vector.rope, vector.n_tied) == ({"time": 0}, {"time": 0.0}, 0)


def test_equal_ranks_are_one_list_and_make_ties_an_outcome():
    rows = [
        ({"x": ["A", "B"], "y": ["B", "A"]}, 3),
        ({"x": [["B", "A"]], "y": ["B", "A"]}, 2),
        ({"x": ["B", "A"], "y": ["A", "B"]}, 1),
    ]
    made = js.StatementCounts.from_orders(rows, algorithms="AB", measures=THREE)
    assert made.tie_rules == {"x": "equal", "y": "split"} and made.states == (3, 2)
    assert as_dict(made) == {(0, 1): 3, (1, 1): 2, (2, 0): 1}
    assert (made.n, made.n_tied, made.ties) == (6, 2, {"x": 2, "y": 0})
    assert made.order(np.array([1, 1])) == {"x": [["A", "B"]], "y": ["B", "A"]}
    assert made.order(np.array([2, 0])) == {"x": ["B", "A"], "y": ["A", "B"]}
    equal = js.StatementCounts.from_vector([0, 4, 1, 0, 0, 0, 2, 0, 0], measures=BOTH, ties="equal")
    assert as_dict(equal) == {(0, 1): 4, (0, 2): 1, (2, 0): 2} and equal.n_states == 9
    assert equal.to_frame()["time"].tolist() == ["A = B", "B > A", "A > B"]
    three = js.StatementCounts.from_vector([1.0] * 6, algorithms="CAB", measures={"x": "max"})
    with pytest.raises(errors.OptionError, match="needs two algorithms"):
        js.StatementCounts.from_vector(
            [1.0] * 6, algorithms="CAB", measures={"x": "max"}, ties="equal"
        )
    assert three.order(three.codes[1]) == {"x": ["C", "B", "A"]}
    with pytest.raises(errors.ColumnError, match="named in ties"):
        js.StatementCounts.from_vector([1, 2], measures={"x": "max"}, ties={"z": "equal"})


def test_a_number_of_data_sets_is_whole_where_rounding_kept_it_from_being_so():
    thirds = js.StatementCounts.from_vector([1 / 3] * 3 + [2], measures=BOTH)
    assert (thirds.n, type(thirds.n)) == (3, int)
    half = js.StatementCounts.from_vector([0.5, 0, 0, 2], measures=BOTH)
    assert half.n == half.n_units == 2.5 and half.n_families is None
    orders = js.StatementCounts.from_orders(
        [({"x": "AB"}, 0.1)] * 10, algorithms="AB", measures={"x": "max"}
    )
    assert (orders.n, type(orders.n)) == (1, int)


def test_families_matter_if_one_of_them_has_two_data_sets():
    rows = {"A": [[1.0], [2.0], [3.0]], "B": [[2.0], [1.0], [0.0]]}
    made = {
        names: js.statement_counts(
            js.results_table(
                rows, measures={"x": "max"}, datasets=list("pqr"),
                cluster=dict(zip("pqr", names, strict=True)),
            )
        )
        for names in ("fff", "ffg", "fgh")
    }  # fmt: skip
    assert [one.n_families for one in made.values()] == [1, 2, None]
    assert [one.n_units for one in made.values()] == [1, 2, 3]
    # B is better on p, A on q and r: of a family each has its share.
    assert [one.weights.tolist() for one in made.values()] == [
        pytest.approx([2 / 3, 1 / 3]), [1.5, 0.5], [2, 1],
    ]  # fmt: skip
    other = replace(made["ffg"], families=("x", "y"))
    whole = made["fgh"] + other
    assert (whole.families, whole.n, whole.n_families) == (("f", "g", "h", "x", "y"), 6, 5)
    assert whole.weights.tolist() == [3.5, 1.5]
    with pytest.raises(errors.OptionError, match='Both counts have data sets of the family "f"'):
        made["ffg"] + made["fgh"]
    plain = js.statement_counts(js.results_table(rows, measures={"x": "max"}))
    with pytest.raises(errors.OptionError, match=r"with families .* and counts without"):
        made["ffg"] + plain
    empty = replace(plain, n=0, codes=plain.codes[:0], weights=plain.weights[:0])
    assert (made["ffg"] + empty).families == ("f", "g")


def test_the_cure_for_too_many_orderings_fits_the_question_and_the_ropes():
    same = {f"a{i}": [[1.0], [2.0]] for i in range(12)}

    def told(question="orderings", **options):
        table = js.results_table(same, measures={"m": "max"}, datasets=["p", "q"],
                                          **options)  # fmt: skip
        error = counting.ExpansionLimitError(479001600, 10**6, case=1)
        return str(counting.explained(error, table, question))

    first = (
        'The ties of data set "q" leave 479001600 weighted statements (the limit is 1000000): use '
    )
    assert told() == (
        f'{first}pairwise_tests, a coarser question (question="best"), or fewer algorithms (only=).'
    )
    assert told("best") == f"{first}pairwise_tests, or fewer algorithms (only=)."
    assert ", a smaller rope, or fewer" in told(rope={"m": 0.5})
    table = js.results_table(same, measures={"m": "max"})
    every = counting.ExpansionLimitError(9, 8, case=None)
    assert str(counting.explained(every, table)).startswith(
        "The ties of all data sets together leave 9 weighted statements (the limit is 8): use"
    )


@pytest.mark.parametrize(
    "question", [{"question": "best"}, {"question": "control", "control": "B"}]
)
def test_coarser_counts_of_families_are_those_of_the_table(question):
    rng = np.random.default_rng(7)
    table = js.results_table(
        {a: rng.normal(size=(12, 2)) for a in "ABC"}, measures=THREE,
        datasets=[f"d{i}" for i in range(12)], cluster={f"d{i}": f"f{i % 5}" for i in range(12)},
    )  # fmt: skip
    direct, whole = js.statement_counts(table, **question), js.statement_counts(table)
    coarser = js.statement_counts(whole, **question)
    for one in (direct, coarser):
        assert one.families == tuple(f"f{i}" for i in range(5))
        assert one.weights.sum() == pytest.approx(5)
        assert (one.question, one.control) == (question["question"], question.get("control"))
    np.testing.assert_array_equal(coarser.codes, direct.codes)
    np.testing.assert_allclose(coarser.weights, direct.weights)
    best = js.statement_counts(table, question="best")
    again = js.statement_counts(best, **question)
    np.testing.assert_allclose(again.weights, direct.weights)
    assert coarser.alone is coarser.possible is None


def test_options_that_counts_have_no_use_for_are_refused():
    counts = js.StatementCounts.from_vector([1, 2, 3, 6], measures=BOTH)
    with pytest.raises(errors.OptionError, match=r"^rope has no meaning for counts, which already"):
        js.statement_counts(counts, rope=0.1)
    assert js.statement_counts(counts, rope=None) is counts
    assert js.statement_counts(counts, on=["time"]).measures == {"time": "min"}
    assert js.statement_counts(counts, only=["B", "A"]).algorithms == ("B", "A")
    assert js.statement_counts(counts, ties="split").tie_rules == dict.fromkeys(BOTH, "split")
    with pytest.raises(js.JointStatsError, match="ties"):
        js.statement_counts(counts, question="best", ties={"speed": "split"})
