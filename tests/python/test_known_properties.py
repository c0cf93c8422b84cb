"""Properties of the algorithms: known, never counted, and what they make of a win."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.labelled import errors

WAYS = {"acc": "max", "f1": "max"}


def long_frame(prices, n=15, seed=0, lead=0.1):
    """Algorithm i is better than i + 1 on both measures of nearly every data set."""
    x = np.random.default_rng(seed).uniform(size=(n, 2))
    parts = [
        pd.DataFrame({
            "data": range(n), "model": f"M{i}", "acc": x[:, 0] - lead * i, "f1": x[:, 1] - lead * i,
            "price": price,
        })
        for i, price in enumerate(prices)
    ]  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def table(prices, way="min", **keywords):
    return js.results_table(
        long_frame(prices, **keywords), dataset="data", algorithm="model", measures=WAYS,
        per_algorithm={"price": way},
    )  # fmt: skip


def test_a_win_with_a_better_property_says_so():
    result = js.compare_algorithms(table([20, 45]))
    assert result.verdict.endswith("corrected p < 0.001), with lower price (20 against 45).")
    (row,) = result.wins
    assert (row.winner, row.ahead) == ("M0", None)
    assert row.known[0].values == {"M0": 20, "M1": 45}


def test_a_worse_property_makes_a_trade_off_that_nobody_wins():
    result = js.compare_algorithms(table([45, 20]))
    assert result.verdict.endswith("), but with higher price (45 against 20).")
    (row,) = result.wins
    assert (row.winner, row.loser, row.ahead, row.strength) == (None, None, "M0", "shown")
    assert result.decided
    assert "1 pair is a trade-off and no win" in " ".join(result.findings)
    plain = result.to_dict()
    assert plain["properties"] == {
        "price": {"direction": "min", "values": {"M0": 45.0, "M1": 20.0}}
    }
    assert plain["wins"][0]["known"] == [
        {"name": "price", "better": "M1", "values": {"M0": 45.0, "M1": 20.0}, "direction": "min"}
    ]
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_a_frame_has_properties_as_text():
    pairs = js.compare_algorithms(table([20, 45])).to_frame("pairs")
    assert pairs["known"].tolist() == ["price 20 (M0), 45 (M1)"]
    several = js.results_table(
        long_frame([20, 45]).assign(size=lambda rows: rows["price"] / 10),
        dataset="data", algorithm="model", measures=WAYS,
        per_algorithm={"price": "min", "size": "min"},
    )  # fmt: skip
    pairs = js.compare_algorithms(several).to_frame("pairs")
    assert pairs["known"].tolist() == ["price 20 (M0), 45 (M1); size 2 (M0), 4.5 (M1)"]


def test_an_equal_property_says_nothing():
    result = js.compare_algorithms(table([20, 20]))
    without = js.compare_algorithms(table([20, 20]).select(measures=list(WAYS)))
    assert result.verdict == without.verdict and "price (" not in result.verdict
    assert result.wins[0].winner == "M0" and result.wins[0].known == ()


def test_trade_offs_count_as_such_among_many(tmp_path):
    result = js.compare_algorithms(table([3, 5, 1], n=25))
    assert [(row.a, row.b, row.winner) for row in result.wins] == [
        ("M0", "M1", "M0"), ("M0", "M2", None), ("M1", "M2", None),
    ]  # fmt: skip
    assert result.verdict == "Shown: M0 beats M1. 2 trade-offs."
    said = " ".join(result.findings)
    assert "price (lower is better), 1 (M2), 3 (M0) and 5 (M1)" in said
    assert "Nobody is shown to beat M0 or M2." in said
    assert "25–0 >" in result.summary() and "25–0 x" in result.summary()
    assert "not tested: price" in result.report_text()
    result.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "but with higher price (3 against 1)" in page


def test_property_and_trade_off_of_measures():
    rng = np.random.default_rng(1)
    a, b = rng.uniform(1, 2, (20, 2)), rng.uniform(size=(20, 2))
    a[:, 1] -= 3
    values = pd.concat([
        pd.DataFrame({"d": range(20), "m": "A", "acc": a[:, 0], "f1": a[:, 1], "price": 7}),
        pd.DataFrame({"d": range(20), "m": "B", "acc": b[:, 0], "f1": b[:, 1], "price": 5}),
    ])  # fmt: skip
    result = js.compare_algorithms(
        values, dataset="d", algorithm="m", measures=WAYS, per_algorithm={"price": "min"}
    )
    assert result.wins[0].winner is None and result.wins[0].ahead is None
    assert result.verdict.endswith("; B has the lower price (5 against 7).")


@given(
    st.lists(st.integers(1, 3), min_size=3, max_size=3), st.permutations(range(3)),
    st.integers(0, 20),
)  # fmt: skip
@settings(max_examples=5, deadline=None)
def test_neither_sequence_nor_sign_changes_what_is_found(prices, order, seed):
    made = table(prices, n=12, seed=seed, lead=0.05)
    turned = table([-price for price in prices], "max", n=12, seed=seed, lead=0.05)
    shuffled = made.select(algorithms=[made.algorithms[i] for i in order])

    def found(source):
        return {
            (frozenset((row.a, row.b)), row.claim, row.winner, row.ahead, row.p_adjusted,
             frozenset((one.name, one.better) for one in row.known))
            for row in js.compare_algorithms(source).wins
        }  # fmt: skip

    assert found(made) == found(turned) == found(shuffled)
    for row in js.compare_algorithms(made).wins:
        first = row.winner or row.ahead
        if row.strength == "shown" and first is not None:
            second = row.b if first == row.a else row.a
            own = dict(zip(made.algorithms, prices, strict=True))
            assert (row.winner is not None) == (own[first] <= own[second])


def test_the_tests_of_measures_do_not_see_a_property():
    with_price = table([20, 45, 3])
    without = js.results_table(
        long_frame([0, 0, 0]), dataset="data", algorithm="model", measures=WAYS
    )
    one, other = js.compare_algorithms(with_price), js.compare_algorithms(without)
    assert [row.p_adjusted for row in one.wins] == [row.p_adjusted for row in other.wins]
    assert list(one.separate) == list(WAYS)


def test_two_values_of_an_algorithm_are_no_property():
    frame = long_frame([20, 45])
    frame.loc[3, "price"] = 21
    with pytest.raises(errors.InvalidValueError, match='"M0" is 20 in one place and 21 in another'):
        js.results_table(
            frame, dataset="data", algorithm="model", measures=WAYS, per_algorithm={"price": "min"}
        )


def test_a_property_of_some_rows_is_that_of_all():
    frame = long_frame([20, 45])
    frame["price"] = frame["price"].astype(str)
    frame.loc[frame.index % 2 == 0, "price"] = ""
    made = js.results_table(
        frame, dataset="data", algorithm="model", measures=WAYS, per_algorithm={"price": "min"}
    )
    assert made.properties["price"].values == {"M0": 20, "M1": 45}


def test_wide_tables_of_data_sets_have_properties_too():
    wide = pd.DataFrame({
        "d": ["x", "y"], "acc_A": [1, 2], "acc_B": [2, 3], "price_A": [5, 5], "price_B": [6, 6],
    })  # fmt: skip
    made = js.results_table(
        wide, dataset="d", measures={"acc": "max"}, columns="{measure}_{algorithm}",
        per_algorithm={"price": "min"},
    )  # fmt: skip
    assert list(made.measures) == ["acc"]
    assert made.properties["price"].values == {"A": 5, "B": 6}
    assert "properties: price (min)" in repr(made)
    assert made.select(algorithms=["B", "A"]).properties["price"].values == {"B": 6, "A": 5}
    wide.loc[1, "price_B"] = 7
    with pytest.raises(errors.InvalidValueError, match='"B" is 6 in one place and 7'):
        js.results_table(
            wide, dataset="d", measures={"acc": "max"}, columns="{measure}_{algorithm}",
            per_algorithm={"price": "min"},
        )  # fmt: skip


def test_a_measure_that_looks_like_a_property_is_told():
    frame = long_frame([20, 45])
    ways = {**WAYS, "price": "min"}
    roles = {"dataset": "data", "algorithm": "model"}
    (said,) = js.compare_algorithms(frame, measures=ways, **roles).warnings
    assert said.startswith("price is the same number on every data set for each algorithm")
    assert said.endswith('say per_algorithm={"price": "min"}.')
    frame.loc[0, "price"] = 19
    assert not js.compare_algorithms(frame, measures=ways, **roles).warnings
    # Results may be constant; then all of them are, or all algorithms are equal.
    constant = {"A": [[1, 1.0]] * 5, "B": [[0, 0.0]] * 5}
    said = js.compare_algorithms(constant, measures=WAYS).warnings
    assert not any("per_algorithm" in one for one in said)
