"""Properties of the algorithms: known, never counted, and what they make of a win."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats import errors

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


def test_a_better_property_is_no_part_of_the_price():
    result = js.compare_algorithms(table([20, 45]))
    assert "better on both measures on 15 of 15 data sets, the reverse on 0." in result.verdict
    row = result.pairs[0]
    assert (row.winner, row.worse_properties("M0")) == ("M0", ())
    assert row.known[0].values == {"M0": 20, "M1": 45}


def test_a_worse_property_is_the_price_of_the_win_and_changes_no_state():
    result = js.compare_algorithms(table([45, 20]))
    assert "; known price 45 (M0), 20 (M1); corrected p" in result.verdict
    assert result.pairs[0].winner == "M0"
    plain = result.to_dict()
    assert plain["properties"] == {
        "price": {"direction": "min", "values": {"M0": 45.0, "M1": 20.0}}
    }
    assert plain["pairs"][0]["known"] == [
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


def test_properties_are_told_of_every_named_winner(tmp_path):
    result = js.compare_algorithms(table([3, 5, 1], n=25))
    assert result.verdict == (
        "M0 wins against M1 and M2, better on both measures on 25 of "
        "25 data sets, the reverse on 0; known price 3 (M0), 1 (M2). M1 wins against M2, better "
        "on both measures on 25 of 25 data sets, the reverse on 0; known price 5 (M1), 1 (M2). "
        "1 of 3 algorithms is unbeaten: M0."
    )
    assert "not tested: price" in result.report_text()
    result.to_html(tmp_path / "page.html")
    assert "price 3 (M0), 1 (M2)" in (tmp_path / "page.html").read_text(encoding="utf-8")


@given(
    st.lists(st.integers(1, 3), min_size=3, max_size=3), st.permutations(range(3)),
    st.integers(0, 20),
)  # fmt: skip
@settings(max_examples=5, deadline=None)
def test_neither_sequence_nor_sign_changes_what_is_found(prices, order, seed):
    made = table(prices, n=14, seed=seed, lead=0.05)
    turned = table([-price for price in prices], "max", n=14, seed=seed, lead=0.05)
    shuffled = made.select(algorithms=[made.algorithms[i] for i in order])

    def found(source):
        return {
            (frozenset((row.a, row.b)), row.state, row.winner, row.p_adjusted,
             frozenset((one.name, one.better) for one in row.known))
            for row in js.compare_algorithms(source).pairs
        }  # fmt: skip

    assert found(made) == found(turned) == found(shuffled)


def test_the_claims_do_not_see_a_property():
    with_price = table([20, 45, 3])
    without = js.results_table(
        long_frame([0, 0, 0]), dataset="data", algorithm="model", measures=WAYS
    )
    one, other = js.compare_algorithms(with_price), js.compare_algorithms(without)
    assert [(row.state, row.p_adjusted) for row in one.pairs] == [
        (row.state, row.p_adjusted) for row in other.pairs
    ]
    assert one.questions == tuple(WAYS)


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
    assert said.endswith('pass it as a property: per_algorithm={"price": "min"}.')
    frame.loc[0, "price"] = 19
    assert not js.compare_algorithms(frame, measures=ways, **roles).warnings
    # Results may be constant; then all of them are, or all algorithms are equal.
    constant = {"A": [[1, 1.0]] * 8, "B": [[0, 0.0]] * 8}
    said = js.compare_algorithms(constant, measures=WAYS).warnings
    assert not any("per_algorithm" in one for one in said)
