"""An error rate has its conditions wherever it is printed; without them it does not hold."""

import html
import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import jointstats as js
from jointstats.claims.figure_winmap import win_map
from jointstats.claims.figures import ranks

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

RATE = re.compile(r"(?:[^.]|\.(?=\d))*(?:false claim|% confidence)(?:[^.]|\.(?=\d))*\.")
MISSING = "results are missing independently of all results"


def made(x, **options):
    _, m, l = x.shape
    return js.results_table(
        {f"A{i}": x[:, :, i] for i in range(l)},
        measures={f"m{j}": "max" for j in range(m)},
        **options,
    )


def led(x):
    """How often the first algorithm leads the second on each measure, less the reverse."""
    return np.sign(x[:, :, 0] - x[:, :, 1]).sum(axis=0)


# Each design takes equal algorithms and breaks one condition.


def missing_because_the_rival_failed(rng):
    x = rng.normal(size=(60, 1, 2))
    x[x[:, 0, 1] < -0.8, 0, 0] = np.nan
    return js.leaderboard(made(x, missing="drop"))


def copies(rng):
    return js.leaderboard(made(np.repeat(rng.normal(size=(8, 1, 2)), 4, axis=0)))


def control_of_the_clearest_pair(rng):
    x = rng.normal(size=(20, 1, 12))
    wins = (x[:, 0, :, None] > x[:, 0, None, :]).sum(axis=0)
    return js.compare_algorithms(made(x), control=f"A{wins.max(axis=1).argmax()}")


def best_of_eight_measures(rng):
    x = rng.normal(size=(30, 8, 2))
    return js.leaderboard(made(x), on=[f"m{abs(led(x)).argmax()}"])


def group_with_most_wins(rng):
    x = rng.normal(size=(30, 8, 3))
    signs = np.sign(x[:, :, 0] - x[:, :, 1])
    group = max(
        (list(three) for three in combinations(range(8), 3)),
        key=lambda three: abs(np.sign(signs[:, three].sum(axis=1)).sum()),
    )
    names = [f"m{j}" for j in group]
    return js.compare_algorithms(made(x), on=names, groups={"chosen": names}, within="wins")


def rope_by_its_p(rng):
    x = rng.normal(size=(400, 1, 2))
    difference = x[:, 0, 0] - x[:, 0, 1]
    largest = np.argsort(-abs(difference))
    n = np.unique(np.geomspace(7, 399, 60).astype(int))  # data sets outside of the rope
    wins = (difference[largest] > 0).cumsum()[n - 1]
    p = stats.binom.sf(np.maximum(wins, n - wins) - 1, n, 0.5)
    return js.leaderboard(made(x, rope={"m0": abs(difference[largest[n[p.argmin()]]])}))


BROKEN = {
    missing_because_the_rival_failed: MISSING,
    copies: "data sets are independent draws",
    control_of_the_clearest_pair: "the control was named in advance",
    best_of_eight_measures: "the measures were named in advance",
    group_with_most_wins: "the measures and the groups were named in advance",
    rope_by_its_p: "the ropes were named in advance",
}


def texts(result):
    """Every text that can print the error rate of a comparison or of a leaderboard."""
    notes = " ".join(ranks(board_of(result)).notes)
    yield from (str(result), result.summary(), result.verdict, notes)
    if isinstance(result, js.Comparison):
        yield from (result.leaderboard.summary(), " ".join(result.findings), result.report_text())


def board_of(result):
    return result.leaderboard if isinstance(result, js.Comparison) else result


def rates(text):
    return RATE.findall(" ".join(text.split()))


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_condition_breaks_the_rate_and_is_in_every_sentence(broken):
    rng = np.random.default_rng(1)
    results = [broken(rng) for _ in range(60)]
    false = sum(
        any(row.better(row.a) or row.better(row.b) or row.joint for row in result.pairs)
        for result in results
    )
    assert stats.binom.sf(false - 1, len(results), 0.05) < 0.01
    said = [sentence for text in texts(results[0]) for sentence in rates(text)]
    assert len(said) >= 3
    for sentence in said:
        assert BROKEN[broken] in sentence


def test_the_page_and_the_report_have_the_conditions(tmp_path):
    rng = np.random.default_rng(2)
    table = made(rng.normal(size=(20, 3, 3)), rope={"m1": 0.1})
    result = js.compare_algorithms(table, control="A1", on=["m0", "m1"])
    result.to_html(tmp_path / "report.html")
    text = html.unescape(re.sub("<[^>]+>", " ", (tmp_path / "report.html").read_text()))
    said = rates(text)
    assert len(said) >= 3
    for sentence in said:
        assert "the control, the measures and the ropes were named in advance" in " ".join(
            sentence.split()
        )


@settings(max_examples=25, deadline=None)
@given(
    st.fixed_dictionaries(
        {name: st.booleans() for name in ("drop", "on", "control", "rope", "families")}
    )
)
def test_the_condition_has_exactly_what_the_call_has(chosen):
    x = np.random.default_rng(3).normal(size=(12, 2, 3))
    options = {"missing": "drop"} if chosen["drop"] else {}
    if chosen["drop"]:
        x[0, 0, 0] = np.nan
    if chosen["rope"]:
        options["rope"] = {"m0": 0.1}
    if chosen["families"]:
        options["cluster"] = {str(i + 1): f"f{i // 2}" for i in range(12)}
    result = js.compare_algorithms(
        made(x, **options),
        on=["m0"] if chosen["on"] else None,
        control="A1" if chosen["control"] else None,
    )
    phrases = {
        "drop": MISSING, "on": "the measures", "control": "the control", "rope": "the ropes",
        "families": "families of data sets are independent",
    }  # fmt: skip
    for text in (" ".join(result.findings[-2:]), result.leaderboard.summary()):
        (said,) = {each for each in rates(text) if "probability" in each}
        for name, phrase in phrases.items():
            assert (phrase in said) == chosen[name]
        assert ("independent draws" in said) != chosen["families"]


def test_single_claims_and_tests_have_the_condition_of_their_level(tmp_path):
    x = np.random.default_rng(4).normal([0, 1], size=(40, 1, 2))
    x[0, 0, 0] = np.nan
    table = made(x, missing="drop", rope={"m0": 0.01})
    claim = js.claim_test(table, "A1", "A0", better=["m0"])
    watched = js.watch_claim(tmp_path / "ledger.json", table, a="A1", b="A0", better=["m0"])
    for result in (claim, watched):
        (said,) = (each for each in rates(result.summary()) if "probability" in each)
        assert MISSING in said
        assert "the claim and the ropes were named in advance" in said
    (level,) = rates(js.glrt_test(made(x[1:])).summary())
    assert "if data sets are independent draws" in level


def test_the_paragraph_for_a_paper_never_leaves_the_error_rate_out():
    x = np.random.default_rng(6).normal(size=(30, 4, 5))
    x[0, 0, 0] = np.nan
    table = made(
        x, missing="drop", rope={f"m{j}": 0.1 for j in range(4)},
        cluster={str(i + 1): f"f{i // 2}" for i in range(30)},
    )  # fmt: skip
    result = js.compare_algorithms(
        table, control="A1", on=["m0", "m1", "m2"], groups={"first": ["m0", "m1"]}
    )
    (rate,) = rates(result.report_text())
    for condition in ("families of data sets", MISSING, "the control", "the groups", "the ropes"):
        assert condition in rate


# --- What a bound, a price and the win map take for granted -------------------------------------


def with_ropes():
    frame = js.load_frame("weka")
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    measures = {"accuracy": "max", "training_time": "min"}
    return js.results_table(frame, **roles, measures=measures, rope={"accuracy": 0.01})


def test_prices_use_no_ropes():
    pair = "RandomForest", "J48graft"
    found = js.break_even(with_ropes(), *pair, gain="accuracy", cost="training_time")
    said = " ".join(found.summary().split())
    assert said.endswith("and the algorithms, the gain and the cost were named in advance.")


def test_the_win_map_says_how_sure_its_arrows_and_bounds_are():
    content = win_map(js.compare_algorithms(with_ropes()))
    assert content.notes[1] == (
        "Claims, and separately bounds, hold jointly with 95 % confidence if data sets are "
        "independent draws and the ropes were named in advance."
    )
