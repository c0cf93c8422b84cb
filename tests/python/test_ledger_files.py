"""Files of ledgers: every fact that no ledger can hold is refused, and its bounds are not."""

import json
from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.claims import ledger, ledger_file

# Most ledgers here begin together with their first results, of which they warn.
pytestmark = pytest.mark.filterwarnings("ignore:The claim was written down together")

WAYS = {"accuracy": "max", "time": "min"}


def table(n, names="ABC"):
    """The later a name, the better on all data sets."""
    values = {
        name: np.tile([80.0 + i, 20.0 - i], (n, 1)) + np.arange(n)[:, None]
        for i, name in enumerate(names)
    }
    return js.results_table(values, measures=WAYS, datasets=[f"d{i}" for i in range(n)])


# --- Levels -----------------------------------------------------------------------------------


def test_a_share_of_the_level_is_spent_as_long_as_it_is_one(tmp_path):
    for position, parts in ((None, 1), (3, 12), (10**9, 10**9 * (10**9 + 1))):
        written = {"better": ["time"], "measures": WAYS, "position": position}
        made = js.watch_claim(tmp_path / f"{position}.json", None, "B", "A", **written)
        assert made.alpha_spent == pytest.approx(0.05 / parts)
    with pytest.raises(errors.OptionError, match="at most 1000000000; got 1000000001"):
        js.watch_claim(tmp_path / "new", None, "B", "A", **written | {"position": 10**9 + 1})


# --- Results that are as they were ----------------------------------------------------------------


@pytest.mark.parametrize(("was", "now"), [(3.0, 3.0 * (1 + 9e-10)), (None, None), (0.0, 0.0)])
def test_the_same_result_with_fewer_digits(was, now):
    assert ledger.same_result(was, now)


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (3.0, 3.0 * (1 + 2e-9), "3.0 as x of A on"),
        (None, 0.0, "a failed run as x of A on"),
        (0.0, None, "this table a failed run"),
        (0.0, 1e-12, "this table 1e-12"),
    ],
)
def test_another_result(was, now, words):
    assert not ledger.same_result(was, now)
    assert words in ledger.Change("d", "A", "x", was, now).said("p")


# --- Who waits, and where -------------------------------------------------------------------------


def test_the_home_of_somebody_is_a_place(monkeypatch):
    monkeypatch.setenv("HOME", "/home/somebody")
    assert ledger_file.place("~/looks.json") == "/home/somebody/looks.json"


# --- A whole ledger -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def claims(tmp_path_factory):
    """What the file of a ledger of a claim holds, after two looks."""
    path = str(tmp_path_factory.mktemp("ledgers") / "claim.json")
    for n in (2, 4):
        js.watch_claim(path, table(n), "B", "A", better=["accuracy"])
    return Path(path).read_text(encoding="utf-8")


def put(facts, where, value):
    """The facts with another one in one place."""
    *way, last = where
    for step in way:
        facts = facts[step]
    facts[last] = value


def test_what_is_read_is_written_again(claims, tmp_path):
    path = tmp_path / "ledger.json"
    path.write_text(claims, encoding="utf-8")
    ledger_file.write(ledger_file.read(str(path), ledger_file.CLAIM), str(path))
    assert path.read_text(encoding="utf-8") == claims
    assert ledger_file.read(str(tmp_path / "none.json"), ledger_file.CLAIM) is None


def test_the_table_of_a_ledger_has_its_results_in_the_order_of_their_arrival(claims, tmp_path):
    facts, path = json.loads(claims), tmp_path / "ledger.json"
    facts["groups"][0]["datasets"] = ["d2", "d0", "d3", "d1"]
    facts["datasets"][2]["results"]["B"]["accuracy"] = None
    path.write_text(json.dumps(facts), encoding="utf-8")
    book = ledger_file.read(str(path), ledger_file.CLAIM)
    made = book.table()
    assert (made.datasets, made.algorithms) == (("d2", "d0", "d3", "d1"), ("B", "A"))
    assert (made.measures, made.roped) == ({"accuracy": "max"}, ())
    # What failed is worse than all others, also of a ledger that is read.
    assert (made.missing, made.n_failed) == ("worst", 1) and np.isnan(made.values[0, 0, 0])
    assert made.values[1:, 0].tolist() == [[81, 80], [84, 83], [82, 81]]


def test_the_last_digits_of_a_look_may_differ(claims, tmp_path):
    facts, path = json.loads(claims), tmp_path / "ledger.json"
    facts["looks"][1]["p_value"] *= 1 + 1e-8
    path.write_text(json.dumps(facts), encoding="utf-8")
    assert len(js.watch_claim(str(path)).looks) == 2


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        (("claim",), "B is worse", "changed by hand"),
        (("looks", 0, "n"), 4, "changed by hand"),
        (("looks", 1, "n"), 5, "changed by hand"),
        (("looks", 0, "yes"), 1, "changed by hand"),
        (("looks", 0, "e_value"), 9.0, "changed by hand"),
        (("looks", 0, "low"), 0.9, "changed by hand"),
        (("looks", 0, "decided"), True, "changed by hand"),
        (("looks", 0, "more"), 1, "changed by hand"),
        (("looks", 0, "n"), 0, "is not a ledger"),
        (("looks", 0, "p_value"), -0.1, "is not a ledger"),
        (("groups", 0, "algorithms"), ["B", "C"], "is not a ledger"),
        (("a",), "C", "is not a ledger"),
        (("better",), "accuracy", "is not a ledger"),
        (("datasets", 0, "results", "B", "accuracy"), None, "changed by hand"),
        (("datasets", 0, "results", "B", "accuracy"), "81", "is not a ledger"),
        (("groups", 0, "position"), 0, "is not a ledger"),
        (("alternative",), "less", "is not a ledger"),
        (("threshold",), 0, "is not a ledger"),
        (("threshold",), 1, "is not a ledger"),
        (("level",), 0.0, "is not a ledger"),
        (("level",), 1.0, "is not a ledger"),
        (("alpha",), 0.6, "is not a ledger"),
        (("rope",), {"accuracy": -1}, "is not a ledger"),
        (("rope",), {"memory": 1}, "is not a ledger"),
        (("rope",), ["accuracy"], "is not a ledger"),
        (("measures",), {"accuracy": "up"}, "is not a ledger"),
        (("groups",), [], "is not a ledger of a claim"),
        (("datasets", 0, "results", "A", "accuracy"), True, "is not a ledger"),
        (("datasets", 0, "results", "A", "accuracy"), 10**400, "is not a ledger"),
        (("datasets", 0, "family"), 3, "is not a ledger"),
        (("looks", 0, "n"), 1.5, "is not a ledger"),
        (("looks", 0, "n"), True, "is not a ledger"),
        (("looks", 0, "p_value"), None, "is not a ledger"),
        (("looks", 0, "p_value"), 0.7, "changed by hand"),
        (("looks", 0, "group"), 0, "is not a ledger"),
        (("looks", 0, "group"), 3, "is not a ledger"),
        (("groups", 0, "position"), 1.5, "is not a ledger"),
        (("groups", 0, "position"), 10**9 + 1, "is not a ledger"),
        (("groups", 0, "datasets"), ["d0", "d1", "d2", "d2"], "changed by hand"),
        (("groups", 0, "datasets"), [], "changed by hand"),
        (("groups", 0, "algorithms"), ["A"], "is not a ledger"),
        (("groups", 0, "seen"), [7], "is not a ledger"),
        (("alpha",), -0.01, "is not a ledger"),
        (("alpha",), True, "is not a ledger"),
        (("what",), "jointstats ledger of leaders", "is not a ledger of a claim"),
    ],
)
def test_a_ledger_of_a_claim_that_nobody_wrote(claims, tmp_path, where, value, words):
    facts, path = json.loads(claims), tmp_path / "ledger.json"
    put(facts, where, value)
    path.write_text(json.dumps(facts), encoding="utf-8")
    with pytest.raises(errors.LedgerError, match=words):
        js.watch_claim(str(path))


def test_looks_are_there_once_and_in_the_sequence_of_their_data_sets(claims, tmp_path):
    facts, path = json.loads(claims), tmp_path / "ledger.json"
    first, second, *rest = facts["looks"]
    middle = second | {"n": 3}
    for looks, fine in (
        ([first, second], True),
        ([second], True),
        ([first, middle, second], True),
        ([second, second], False),
        ([middle, first, second], False),
        ([second, first], False),
        ([first, middle], False),
    ):
        path.write_text(json.dumps(facts | {"looks": [*looks, *rest]}), encoding="utf-8")
        if fine:
            assert ledger_file.read(str(path), ledger_file.CLAIM) is not None
        else:
            with pytest.raises(errors.LedgerError, match="changed by hand"):
                ledger_file.read(str(path), ledger_file.CLAIM)
