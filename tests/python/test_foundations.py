"""What all else rests on: plain values, shapes of types, rows, notes, workers, files and locks."""

import os
import threading
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.labelled import (
    cautions,
    declare,
    files,
    kinds,
    locks,
    order,
    parallel,
    rows,
)
from jointstats.labelled.joint.structure import Arc
from jointstats.labelled.lazy_rows import Coded, Columns, LazyRows, RowSource
from jointstats.labelled.presenters import presenters
from jointstats.labelled.result import plain, spelled
from jointstats.labelled.rows import NAME, NUMBER, SHARE, TEXT, WHOLE, Row, column
from jointstats.labelled.schema import _either, _Shapes
from jointstats.labelled.writing import csv_text

# --- Plain values ---------------------------------------------------------------------------------


@dataclass
class Part:
    from_: Any
    to: Any


def test_values_become_plain_or_none():
    whole = 2**53
    for value, same in (
        (None, None), (True, True), (np.bool_(False), False), (3, 3), (np.int64(3), 3),
        (2.5, 2.5), (np.float64(2.5), 2.5), (float("nan"), None), (-float("inf"), None),
        (errors.Caution("a"), "a"),
        (whole - 1, whole - 1), (1 - whole, 1 - whole), (whole, float(whole)),
        (10**400, None), ({1: (2, np.nan)}, {"1": [2, None]}), (np.array([[1, 2]]), [[1, 2]]),
        ({3}, [3]), (Part(1, [np.nan]), {"from": 1, "to": [None]}), (Part, str(Part)),
    ):  # fmt: skip
        made = plain(value)
        assert made == same and type(made) is type(same)
    assert type(plain(errors.Caution("a"))) is str


def test_what_the_parts_of_a_result_warn_of_is_spelled_too():
    table = js.results_table({"A": [1, 2, 3] * 3, "B": [2, 3, 1] * 3}, measures={"acc": "max"})
    one = js.sign_test(table).with_warnings([errors.Caution("x", category=errors.TiesWarning)])
    whole = replace(js.compare_algorithms(table), tests={"a": one, "b": 3})
    said = spelled(whole, lambda parts: "".join(parts).upper() + "!")
    assert said.tests["b"] == 3 and said.tests["a"].warnings == ("X!",)
    assert said.tests["a"].warnings[0].category is errors.TiesWarning
    assert said.leaderboard.n == whole.leaderboard.n
    assert said.with_warnings([]) == replace(whole, tests=said.tests).with_warnings([])
    assert len(said.warnings) == len(whole.warnings)


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (Any, {}), (object, {}), (float, {"type": ["number", "null"]}), (bool, {"type": "boolean"}),
        (int, {"type": "integer"}), (str, {"type": "string"}), (errors.Caution, {"type": "string"}),
        (np.ndarray, {"type": "array"}), (list, {"type": "array"}), (dict, {}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (tuple[int], {"type": "array", "prefixItems": [{"type": "integer"}], "items": False,
                      "minItems": 1}),
        (tuple[int, str], {"type": "array", "items": False, "minItems": 2,
                           "prefixItems": [{"type": "integer"}, {"type": "string"}]}),
        (Mapping[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"enum": ["a", "b"]}),
        (int | None, {"type": ["integer", "null"]}), (int | str, {"type": ["integer", "string"]}),
        (float | int | None, {"type": ["number", "null", "integer"]}), (int | Any, {}),
        (list[int] | None, {"anyOf": [{"type": "array", "items": {"type": "integer"}},
                                      {"type": ["null"]}]}),
    ],
)  # fmt: skip
def test_types_have_shapes(hint, expected):
    assert _Shapes().of(hint) == expected


def test_of_equal_shapes_one_is_enough():
    one, two = {"type": "string"}, {"$ref": "x"}
    assert _either([one, one]) == one and _either([two]) == two and _either([one, {}]) == {}
    assert _either([two, one, {"$ref": "y"}]) == {
        "anyOf": [two, {"$ref": "y"}, {"type": ["string"]}]
    }
    assert _either([{"type": "object"}, one]) == {
        "anyOf": [{"type": "object"}, {"type": ["string"]}]
    }
    with pytest.raises(TypeError, match="no shape is known of"):
        _Shapes().of(complex)


# --- Rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Line(Row):
    name: str = column(NAME, "who", broom="term")
    word: Any = column(TEXT, "what is said", default=None)
    from_: float | None = column(NUMBER, "from where")
    each: dict = column(SHARE, "of each", spread="part", default=None)
    hidden: int = 3


def lines(*names, **more):
    return [Line(name=name, from_=i or None, **more) for i, name in enumerate(names)]


def test_a_table_has_the_columns_that_were_asked_for():
    plain_ = rows.table(lines("a", "b"))
    assert [one.name for one in plain_.columns] == ["name", "from"]
    assert plain_.values == (("a", "b"), (None, 1)) and plain_.n_rows == 2
    some = [*lines("a", word=["x"]), Line(name="b", from_=None)]
    assert rows.table(some).named("word") == ("['x']", None)
    spread = rows.table(lines("a", "b", each={"u": 0.5, "v": 0.25}))
    assert spread.named("part_u") == (0.5, 0.5) and spread.named("part_v") == (0.25, 0.25)
    assert spread.columns[-1].spread is False
    assert rows.table([]).columns == () and rows.table([]).n_rows == 0
    empty = rows.table([], Line)
    assert [one.name for one in empty.columns] == ["name", "from"] and empty.n_rows == 0
    assert (
        plain_.of_broom("term") == ("a", "b") and plain_.of_broom("x") is plain_.named("x") is None
    )
    first = plain_.led_by("from")
    assert [one.name for one in first.columns] == ["from", "name"]
    assert first.values == ((None, 1), ("a", "b"))
    more = plain_.with_first(rows.Column("n", WHOLE, ""), [7, 8])
    assert [one.name for one in more.columns] == ["n", "name", "from"] and more.values[0] == (7, 8)


def test_a_row_is_read_by_name_as_by_attribute():
    (one,) = lines("a")
    assert dict(one) == {"name": "a", "word": None, "from": None, "each": None, "hidden": 3}
    assert "from" in one and "from_" not in one and [*one] == list(Line.keys())
    with pytest.raises(KeyError, match='Line has no "nam"; did you mean "name"'):
        one["nam"]
    with pytest.raises(KeyError, match='Line has no "zzz"; it has name, word, from, each, hidden'):
        one["zzz"]
    with pytest.raises(AttributeError, match="'Line' object has no attribute 'zzz'"):
        one.zzz  # noqa: B018 - asked for to be refused
    assert Line.__doc__.endswith("Columns\n-------\nname\n    who\nword\n    what is said\nfrom_\n"
                                 "    from where\neach\n    of each")  # fmt: skip
    assert rows.key_of("from_") == "from" and rows.key_of("a_b") == "a_b"


def test_a_column_of_unknown_cells_keeps_its_type():
    nothing = rows.table([Line(name="a", from_=None)], Line).to_frame()
    assert nothing["from"].dtype == float and nothing["from"].isna().all()
    assert rows._filled(rows.Kind.FLAG, (None,)) == [None]
    assert rows._filled(rows.Kind.TEXT, (None,)).dtype == pd.Series(["x"]).dtype
    assert rows._filled(rows.Kind.NUMBER, ()) == []
    assert rows._filled(rows.Kind.NUMBER, (None, 1)) == [None, 1]
    texts = [kind for kind in rows.Kind if kind.is_text]
    assert texts == [rows.Kind.NAME, rows.Kind.TEXT]


def arcs(*names):
    return LazyRows(Columns(Arc, {"from_": list(names), "to": Coded("xy", [0] * len(names)),
                                  "compelled": np.ones(len(names), bool)}))  # fmt: skip


def test_lazy_rows_of_other_lengths_are_others():
    three = arcs(*"abc")
    for other in (arcs(*"abcd"), arcs(*"ab"), tuple(arcs(*"abcd")), tuple(arcs(*"ab")), ()):
        assert three != other and other != three
    assert arcs() == () and three[:2] != three and three == three[:] and three[::-1] != three
    assert three[[0, 1].__getitem__(0)] == three[0]
    assert Coded("xy", [1, 0])[1] == "x" and list(Coded("xy", [1, 0, 1])[1:]) == ["x", "y"]
    assert len(Columns(Arc, {})) == 0


def test_columns_of_a_source_that_has_none_are_read_from_its_rows():
    three = arcs(*"abc")

    class Bare(RowSource):
        kind = Arc

        def __len__(self):
            return 1

        def row(self, i):
            return three[i]

    assert Bare().column("to") is None
    cells = LazyRows(Bare()).cells(["to", "from"])
    assert cells == {"to": ["x"], "from": ["a"]}
    assert three[1:].cells(["from", "to", "compelled"]) == {
        "from": ["b", "c"], "to": ["x", "x"], "compelled": [True, True],
    }  # fmt: skip


def test_what_is_not_said_of_a_column_has_its_default():
    declared = column(NUMBER, "what it says").metadata["column"]
    assert declared == rows.Column("", NUMBER, "what it says")
    assert (declared.unit, declared.broom, declared.heading, declared.unknown) == ("", "", "", "–")
    assert declared.spread is False and declared.shown is True
    said = {
        "unit": "s",
        "broom": "term",
        "spread": "w",
        "heading": "h",
        "shown": False,
        "unknown": "?",
    }
    assert column(NUMBER, "m", **said).metadata["column"] == rows.Column("", NUMBER, "m", **said)
    assert column(NUMBER, "m", default=3).default == 3


# --- What a result hands to those who show it -----------------------------------------------------


def test_what_is_asked_of_a_result_arrives_where_it_is_shown(monkeypatch, tmp_path):
    result = js.sign_test(
        js.results_table({"A": [1, 2, 3], "B": [2, 3, 1]}, measures={"acc": "max"})
    )
    seen = []

    def presenter(name):
        def show(*given, **options):
            seen.append((name, given[1:], options))
            return ["x"]

        return show

    for name in list(presenters):
        monkeypatch.setitem(presenters, name, presenter(name))
    plot = {"width": 3.3, "theme": "grey", "title": "T", "notes": False}
    result.summary(60)
    result.to_latex(), result.to_tikz(), result.to_markdown(), result._repr_html_()
    result.to_html(tmp_path / "a.html")
    result.references(), result.references("csl-json")
    assert result.figures == ("x",)
    result.plot("pairs", 7, **plot, measures="m")
    result.plot()
    result.caption("pairs", measures="m"), result.caption()
    default = {"width": None, "theme": "colour", "title": True, "notes": True}
    assert seen == [
        ("summary", (60,), {}), ("latex", (), {}), ("tikz", (), {}), ("markdown", (), {}),
        ("html", (), {}), ("page", (tmp_path / "a.html",), {}), ("references", ("bibtex",), {}),
        ("references", ("csl-json",), {}), ("figures", (), {}),
        ("plot", ("pairs", 7), plot | {"measures": "m"}), ("plot", (None, None), default),
        ("caption", ("pairs",), {"measures": "m"}), ("caption", (None,), {}),
    ]  # fmt: skip
    assert repr(result) == f"<SignResult: {result.verdict}>"
    head = list(result.to_dict())[:4]
    assert head == ["schema", "test", "version", "call"] and result.to_dict()["schema"] == 2


# --- Kinds of options -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words", "wrong"),
    [
        (kinds.Kind(), {"x": "x"}, []), (kinds.Number(), {"2.5": 2.5}, ["x"]),
        (kinds.Number(also=("auto",)), {"auto": "auto", "1": 1.0}, ["x"]),
        (kinds.Whole(), {"2": 2}, ["x", "2.5"]),
        (kinds.Whole(also=("auto",), none="none"), {"auto": "auto", "none": None, "2": 2}, ["x"]),
        (kinds.TestLevel(), {"0.1": 0.1}, ["x"]), (kinds.Numbers(), {"2.5": 2.5}, ["x"]),
        (kinds.Numbers(whole=True), {"2": 2}, ["2.5"]), (kinds.Widths(), {"2.5": 2.5}, ["x"]),
        (kinds.RuleOfEach(), {"all": "all", "2": 2}, ["x"]), (kinds.RandomSeed(), {"7": 7}, ["x"]),
        (kinds.Workers(), {"-1": -1}, ["x"]), (kinds.NumberOfEach(), {"2.5": 2.5}, ["x"]),
    ],
)  # fmt: skip
def test_a_word_of_the_command_line_becomes_a_value(kind, words, wrong):
    for word, value in words.items():
        made = kind.read("it", word)
        assert made == value and type(made) is type(value)
    for word in wrong:
        with pytest.raises(errors.OptionError, match=rf'^it must be .*number; got "{word}"\.$'):
            kind.read("it", word)


def test_a_number_that_is_no_word_is_told_with_the_words():
    for kind, said in (
        (kinds.Number(also=("auto",)), '"auto" or a number'), (kinds.Whole(), "a whole number"),
        (kinds.Whole(also=("auto",), none="none"), '"auto" or "none" or a whole number'),
        (kinds.Whole(also=("auto",)), '"auto" or a whole number'),
    ):  # fmt: skip
        with pytest.raises(errors.OptionError, match=rf'^it must be {said}; got "x"\.$'):
            kind.read("it", "x")


def test_values_are_checked_by_their_kinds():
    check = kinds.Name("measure").check
    assert check("it", "a\x1b") == "a\\x1b" and check("it", 3) == 3
    assert kinds.Name("file").check("it", "a\x1b") == "a\x1b"
    names = kinds.Names("measure")
    assert names.check("it", "a\x1b") == "a\\x1b"
    assert names.check("it", ["a\x1b", 2]) == ["a\\x1b", 2] and names.check("it", ("a",)) == ("a",)
    choice = kinds.Choice(("a", "b"))
    assert choice.check("it", "a") == "a" and choice.words == ("a", "b")
    assert kinds.Choice(("a",), other=True).check("it", 3) == 3
    for value in (3, "c"):
        with pytest.raises(errors.OptionError, match=r'^it must be one of "a", "b"; got'):
            choice.check("it", value)
    with pytest.raises(errors.OptionError, match=r'^it must be one of "a"; got "c"'):
        kinds.Choice(("a",), other=True).check("it", "c")
    several = kinds.Choices(("a", "b"))
    assert several.check("it", "a") == ["a"] and several.check("it", ("b", "a")) == ["b", "a"]
    each = kinds.WordOfEach(("a", "b"))
    assert each.check("it", "a") == "a" and each.check("it", {1.0: "b"}) == {"1": "b"}
    with pytest.raises(errors.OptionError, match=r'^it must be one of "a", "b"; got "c"'):
        each.check("it", {"x": "c"})
    number = kinds.NumberOfEach(0)
    assert number.check("it", 2) == 2.0 and number.check("it", {1.0: 2}) == {"1": 2.0}
    rule = kinds.RuleOfEach()
    assert rule.check("it", {1.0: "some"}) == {"1": "some"} and rule.check("it", 2) == 2
    groups = kinds.GroupsOf()
    assert groups.check("it", {1.0: "a", "q": ("b", "c")}) == {"1": ["a"], "q": ["b", "c"]}
    for value in ({}, ["a"], None):
        with pytest.raises(errors.OptionError, match=r"^Groups have names and measures, such as"):
            groups.check("it", value)
    assert (
        kinds.Whole(2).check("it", 2) == 2 and kinds.Whole(2, none="none").check("it", None) is None
    )
    for kind in (kinds.Whole(), kinds.Whole(also=("auto",))):
        with pytest.raises(errors.OptionError, match="it must be "):
            kind.check("it", None)
    assert kinds.Number(also=("auto",)).check("it", "auto") == "auto"
    assert kinds.Flag().check("it", np.True_) is True and kinds.RandomSeed().check("rng", 7) == 7


# --- Notes ----------------------------------------------------------------------------------------


def heard(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [(str(one.message), one.category, one.filename) for one in caught]


def test_a_note_is_kept_by_the_outermost_call_and_announced_once():
    def inner():
        with cautions.noting() as notes:
            assert notes is None
            cautions.note(errors.Caution("b"))

    def outer():
        with cautions.noting() as notes:
            cautions.note(errors.Caution("a"))
            cautions.note(errors.Caution("a"))
            inner()
            with cautions.unheard():
                cautions.note(errors.Caution("c"))
            assert notes == ["a", "b"]

    assert heard(outer) == []
    assert heard(lambda: cautions.note(errors.Caution("a")))[0][:2] == (
        "a",
        errors.JointStatsWarning,
    )
    assert [one[0] for one in heard(cautions.announced(inner_note))] == ["d"]
    with cautions.overheard() as said:
        warnings.warn("x", stacklevel=1)
        assert said == []
    assert said == ["x"]


def inner_note():
    cautions.note(errors.Caution("d"))


def test_only_tests_of_pairs_are_tests_of_pairs():
    assert declare.pair_test("sign").short == "sign"
    for name in ("manova", "none", 3, None):
        assert declare.pair_test(name) is None
    assert declare.declared("leaderboard").short == "leaderboard"
    assert declare.declared("load_dataset") is None and declare.declaration_of(3) is None
    kind = declare.PairTest()
    assert kind.check("test", "sign") == "sign"
    with pytest.raises(errors.OptionError, match=r'test must be one of .*"sign".*; got "manova"'):
        kind.check("test", "manova")
    option = declare.catalogue()["sign_test"].options["alpha"]
    assert option.default == 0.05 and not option.required


def test_who_leads_and_where_the_order_differs():
    a, b, even = ["A", "B"], ["B", "A"], [["A", "B"]]

    def of(*places):
        return dict(zip("uvw", places, strict=False))

    assert order.leader(of(a, a)) == "A" and order.leader(of(b)) == "B"
    for mixed in (of(a, b), of(a, even), of(even, even), {}):
        assert order.leader(mixed) is None
    assert order.trade_off(of(a, b)) and order.trade_off(of(even, a, b))
    assert not any(order.trade_off(one) for one in (of(a, a), of(a, even), of(even), {}))
    assert order.tied_measures(of(even, a, even)) == ["u", "w"]
    assert order.is_tie((("A", "B"),)) and not order.is_tie([]) and not order.is_tie(a)
    assert order.names_of([["A", "B"], "C"]) == ["A", "B", "C"] == order.names_of((("A", "B"), "C"))


# --- Workers --------------------------------------------------------------------------------------


def test_a_worker_looks_every_second_for_the_process_that_started_it(monkeypatch):
    """Its thread must not keep a worker alive that has nothing to do."""
    started, slept, parents = [], [], [7, 7, 7, 1]

    class Thread:
        def __init__(self, target=None, daemon=None):
            started.append(daemon)
            self.start = target

    def ended(code):
        raise SystemExit(code)

    monkeypatch.setattr(threading, "Thread", Thread)
    monkeypatch.setattr(parallel.os, "getppid", lambda: parents.pop(0))
    monkeypatch.setattr(parallel.os, "_exit", ended)
    monkeypatch.setattr(parallel.time, "sleep", slept.append)
    with pytest.raises(SystemExit, match=r"^1$"):
        parallel._watch.__wrapped__(7)
    assert started == [True] and slept == [1.0] * 3 and parents == []


@pytest.mark.parametrize("caller", [7, 8])
def test_only_a_process_of_the_caller_watches_it(monkeypatch, caller):
    watched = []

    class Parent:
        pid = 7

    monkeypatch.setattr(parallel, "_watch", watched.append)
    monkeypatch.setattr(parallel.multiprocessing, "parent_process", Parent)
    assert parallel._watched(caller, divmod, (7, 2)) == (3, 1)
    assert watched == ([7] if caller == 7 else [])
    monkeypatch.setattr(parallel.multiprocessing, "parent_process", lambda: None)
    assert parallel._watched(caller, divmod, (7, 2)) == (3, 1) and len(watched) <= 1


@pytest.mark.parametrize(
    ("n_jobs", "number", "imported", "shared"),
    [
        (None, 3, True, True), (None, 3, False, False), (None, 1, True, False), (1, 3, True, False),
        (2, 3, True, True), (2, 3, False, True), (2, 2, True, True), (2, 1, True, False),
        (-1, 3, False, True), (2, 0, True, False),
    ],
)  # fmt: skip
def test_work_is_shared_if_somebody_asks_for_it(monkeypatch, n_jobs, number, imported, shared):
    asked = []

    def jobs(function, tasks, n_jobs, client=None):
        asked.append(n_jobs)
        return (function(*task) for task in tasks)

    modules = {**parallel.sys.modules, "joblib": object()}
    if not imported:
        del modules["joblib"]
    monkeypatch.setattr(parallel.sys, "modules", modules)
    monkeypatch.setattr(parallel, "_jobs", jobs)
    tasks = [(i, 2) for i in range(number)]
    assert parallel.spread(pow, tasks, n_jobs, "powers") == [i**2 for i in range(number)]
    assert asked == ([n_jobs] if shared else [])


def test_addresses_of_schedulers_and_ranges_of_work():
    assert parallel.is_address("tcp://a:1") and not parallel.is_address("4")
    assert not parallel.is_address(4) and not parallel.is_address(None)
    assert parallel.ranges(6, 2) == [(0, 2), (2, 4), (4, 6)] and parallel.ranges(1, 5) == [(0, 1)]
    assert parallel.ranges(0, 2) == []


# --- Files and locks ------------------------------------------------------------------------------


def test_where_nothing_can_be_written_is_told_before(tmp_path):
    (tmp_path / "a.csv").write_text("old")
    files.check(tmp_path / "a.csv")
    files.check(tmp_path / "new.csv", [tmp_path / "a.csv", tmp_path / "none.csv"])
    files.check(os.devnull)
    with pytest.raises(errors.OptionError, match=r"a\.csv is the file that is read: name another"):
        files.check(tmp_path / "a.csv", [tmp_path / "none.csv", tmp_path / "a.csv"])
    with pytest.raises(IsADirectoryError):
        files.check(tmp_path)
    with pytest.raises(FileNotFoundError):
        files.check(tmp_path / "none" / "a.csv")


def test_a_file_is_replaced_whole_and_keeps_its_rights(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("old")
    path.chmod(0o640)
    files.write(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        files.write(path, b"newer")
    assert caught.value.filename == str(path) and path.read_bytes() == b"new"
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]


def test_a_reader_is_waited_for_as_long_as_there_is_patience(tmp_path, monkeypatch):
    tries, slept, now = [], [], [0.0]

    def replace(aside, target):
        tries.append(now[0])
        raise PermissionError(13, "in use")

    def sleep(seconds):
        slept.append(seconds)
        now[0] += 1.0

    monkeypatch.setattr(files, "READERS", 2.0)
    monkeypatch.setattr(files.os, "replace", replace)
    monkeypatch.setattr(files.time, "sleep", sleep)
    monkeypatch.setattr(files.time, "monotonic", lambda: now[0])
    with pytest.raises(PermissionError):
        files.write(tmp_path / "a.csv", b"x")
    assert tries == [0.0, 1.0, 2.0] and slept == [0.01, 0.01] and list(tmp_path.iterdir()) == []


def test_a_lock_names_who_has_it_and_is_given_back(tmp_path, monkeypatch):
    path = str(tmp_path / "a.json")
    lock = f"{path}.lock"
    with locks.locked(path):
        assert open(lock, encoding="utf-8").read().startswith(f"process {os.getpid()} on ")  # noqa: SIM115
        now, slept = [0.0], []

        def sleep(seconds):
            slept.append(seconds)
            now[0] += 10.0

        monkeypatch.setattr(locks.time, "sleep", sleep)
        monkeypatch.setattr(locks.time, "monotonic", lambda: now[0])
        with pytest.raises(errors.LedgerError) as caught, locks.locked(path):
            pass
        assert slept == [0.02, 0.02]
        assert f"{path} is kept by process {os.getpid()} on " in str(caught.value)
        assert str(caught.value).endswith(
            "and was not free within 20 seconds: call again when that one is done, or, if it no "
            f"longer runs, delete the file {lock}."
        )
        assert os.path.exists(lock)
    assert not os.path.exists(lock)
    assert "is kept by another process, and" in locks._kept(path, lock)
    with pytest.raises(ZeroDivisionError), locks.locked(path):
        raise ZeroDivisionError
    assert not os.path.exists(lock)


def test_truth_values_are_capitals_in_csv():
    frame = pd.DataFrame({"a": [True, False], "b": pd.array([True, None], "boolean"), "c": [1, 2]})
    assert csv_text(frame) == "a,b,c\nTRUE,TRUE,1\nFALSE,,2\n"


def test_a_caution_knows_its_class_and_an_error_its_kind():
    caution = errors.Caution("a ", "b", category=errors.TiesWarning)
    assert caution == "a b" and isinstance(caution.warning(), errors.TiesWarning)
    assert errors.Caution("x").category is errors.JointStatsWarning and issubclass(
        errors.AlgorithmError, ValueError
    )
