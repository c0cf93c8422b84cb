"""Small files that would take much memory, input without an end, and no memory left: a sentence."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
import python_calamine

import jointstats as js
from jointstats.interfaces import bridge
from jointstats.interfaces.app import complaints
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.cli import TOO_MUCH, main
from jointstats.interfaces.memory import ceiling
from jointstats.table.formats import format, opening

ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
LONG = b"data,method,acc\niris,A,0.9\niris,B,0.8\nwine,A,0.7\nwine,B,0.75\n"
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux alone")


def opened(data, name="x.csv"):
    return json.loads(app_desk.Desk().answer(json.dumps({"ask": "open", "file": name}), data))


def refused(source, **said):
    with pytest.raises(js.errors.ReadError) as caught:
        js.read_results(source, **{**ROLES, **said})
    return str(caught.value)


def cost(act):
    """Seconds, and million bytes beyond those that were taken before."""
    status = Path("/proc/self/status")
    taken = lambda what: int(status.read_text().split(what)[1].split()[0]) / 1e3  # noqa: E731
    Path("/proc/self/clear_refs").write_text("5")  # the peak is that of now
    before, begun = taken("VmRSS:"), time.perf_counter()
    act()
    return time.perf_counter() - begun, taken("VmHWM:") - before


# --- Columns are counted first --------------------------------------------------------------------


@LINUX
@pytest.mark.parametrize("name", ["x.csv", "x.csv.gz"])
def test_twenty_megabytes_of_commas_or_half_a_megabyte_that_holds_more_cost_nothing(tmp_path, name):
    data, path = b"0," * 10_000_000, tmp_path / name
    if name.endswith(".gz"):  # a quarter of a billion columns
        data = gzip.compress(data[:2_000_000]) * 250
    path.write_bytes(data)
    opened(LONG), js.read_results(io.BytesIO(LONG), **ROLES)  # all is imported
    for act in (lambda: opened(data, name), lambda: refused(path)):
        seconds, megabytes = cost(act)
        assert seconds < 1 and megabytes < 60
    assert f"{name} has more than 400 columns, and no more are" in opened(data, name)["error"]
    assert f"{name} has more than 5,000 columns, and no more are read here" in refused(path)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_as_many_columns_as_are_read(tmp_path, ending):
    path, roles = tmp_path / "x.csv", ROLES | {"measures": {"c4997": "max"}}
    for n, fits in ((5_000, True), (5_001, False)):
        names = ["data", "method", *(f"c{i}" for i in range(n - 2))]
        rows = [[one, two, *["1"] * (n - 2)] for one in "xy" for two in "AB"]
        path.write_bytes(ending.join(",".join(row) for row in [names, *rows]).encode())
        if fits:
            assert js.read_results(path, **roles).n == 2
        else:
            assert "more than 5,000 columns" in refused(path, **roles)


def test_many_short_lines_are_no_wide_one(tmp_path):
    for ending in ("\n", "\r"):
        rows = [f"d{i},{a},0.{i % 7}" for i in range(60_000) for a in "AB"]
        (tmp_path / "x.csv").write_bytes(ending.join(["data,method,acc", *rows]).encode())
        assert js.read_results(tmp_path / "x.csv", **ROLES).n == 60_000


@pytest.mark.parametrize("head", [b"data,method,acc\n", b"a," * 2000 + b"z\n"])
def test_a_line_of_millions_of_cells_below_a_head_is_refused(tmp_path, head):
    path = tmp_path / "x.csv"
    path.write_bytes(head + b"0," * 3_000_000)
    assert "x.csv has a line of more than 1,000,000 cells" in refused(path)


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "columns", "records", "parquet", "xlsx"])
def test_the_page_counts_columns_before_it_makes_a_frame(kind, monkeypatch):
    names = [f"c{i}" for i in range(401)]
    frame, made = pd.DataFrame([[1] * 401] * 2, columns=names), io.BytesIO()
    if kind == "parquet":
        pytest.importorskip("pyarrow")
        frame.to_parquet(made)
    elif kind == "xlsx":
        frame.to_excel(made, index=False)
    elif kind in ("csv", "tsv"):
        frame.to_csv(made, index=False, sep="\t" if kind == "tsv" else ",")
    else:
        how = {"orient": "list"} if kind == "columns" else {"orient": "records"}
        lines = [json.dumps(one) for one in frame.to_dict("records")]
        whole = "\n".join(lines) if kind == "jsonl" else json.dumps(frame.to_dict(**how))
        made.write(whole.encode())
    for maker in ("DataFrame", "read_csv", "read_parquet"):
        monkeypatch.setattr(pd, maker, lambda *_, **__: pytest.fail("a frame was made"))
    ending = kind if kind in ("csv", "tsv", "jsonl", "parquet", "xlsx") else "json"
    reply = opened(made.getvalue(), f"x.{ending}")
    assert "has more than 400 columns" in reply["error"] and reply["about"] == "file"


def test_one_cell_far_off_does_not_fill_a_sheet(tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["ZZ1048576"] = "data", 1
    book.save(tmp_path / "x.xlsx")
    assert "reaches to row 1,048,576 and column 702" in refused(tmp_path / "x.xlsx")


@pytest.mark.parametrize("stated", ["A1:C3", None])
def test_what_a_sheet_states_of_its_size_is_not_believed(tmp_path, stated):
    written, path = io.BytesIO(), tmp_path / "x.xlsx"
    book = openpyxl.Workbook()
    for row in ["data", "method", "acc"], *(["iris", a, n] for a, n in (("A", 2.0), ("B", 0.5))):
        book.active.append(row)
    for far, said in ((None, None), ("ZZ90000", "and column 702: delete the cells far off")):
        if far:
            book.active[far] = 1
        written = io.BytesIO()
        book.save(written)
        with zipfile.ZipFile(written) as there, zipfile.ZipFile(path, "w") as made:
            for name in there.namelist():
                text = there.read(name)
                size = b'<dimension ref="%s"/>' % stated.encode() if stated else b""
                made.writestr(name, re.sub(rb"<dimension[^>]*/>", size, text))
        if said:
            assert said in refused(path)
        else:
            assert js.read_results(path, **ROLES).n == 1


def test_a_long_text_that_a_sheet_repeats_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(format.Source, "refuse_large", lambda _, size: sizes.append(size))
    sizes, book = [], openpyxl.Workbook()
    for row in ["data", "method", "acc"], *(["x" * 30_000, a, 1] for a in "ABC"):
        book.active.append(row)
    book.save(tmp_path / "x.xlsx")
    js.read_results(tmp_path / "x.xlsx", **ROLES)
    assert sizes[-1] == 3 * 30_000 + len("datamethodaccABC")


# --- Input without an end -------------------------------------------------------------------------


class Endless:
    def read(self, size):
        assert size < 1 << 24  # not all of it
        return b"a,b,c\n" * (size // 6)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
def test_a_device_without_an_end(monkeypatch, capsys):
    monkeypatch.setattr(opening, "LARGEST", 1 << 22)
    said = "goes on after 4 MB: write into a file what is to be read, and name that."
    assert refused("/dev/zero") == f"/dev/zero {said}"
    assert refused(Endless()) == f"the open file {said}"
    monkeypatch.setattr(sys, "stdin", type("Stream", (), {"buffer": Endless()}))
    words = ["--dataset", "data", "--algorithm", "method", "--max", "acc"]
    for name, called in (("-", "standard input"), ("/dev/zero", "/dev/zero")):
        assert main(["compare", name, *words]) == 2
        assert capsys.readouterr().err == f"jointstats: {called} {said}\n"


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="pipes have no names here")
def test_a_pipe_is_read_once_and_whole():
    there, here = os.pipe()
    os.write(here, LONG)
    os.close(here)
    table = js.read_results(f"/dev/fd/{there}", **ROLES)
    os.close(there)
    assert table.algorithms == ("A", "B") and table.n == 2


# --- No memory left -------------------------------------------------------------------------------


def without_memory(*_, **__):
    raise MemoryError


def test_in_the_shell_it_is_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("jointstats.interfaces.cli.commands.read_table", without_memory)
    assert main(["compare", "@example1"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("jointstats: not enough memory. Leave out data sets")
    assert said.count("\n") == 1


def test_for_r_it_is_a_sentence(monkeypatch):
    monkeypatch.setitem(bridge.calls._FUNCTIONS, "large", lambda: without_memory())
    reply = bridge.call(json.dumps({"function": "large", "options": {}}), [0.0])
    assert (reply["ok"], reply["type"]) == (False, "memory_error")
    assert reply["message"].startswith("Not enough memory for this call: use fewer data sets")


def test_in_the_page_it_is_a_sentence(monkeypatch):
    monkeypatch.setattr(pd.DataFrame, "head", without_memory)
    monkeypatch.setattr(complaints, "limit", lambda: 2_500_000_000)
    reply = opened(LONG)
    assert reply["error"].startswith("This needs more memory than the 2.5 GB that this page may")
    assert reply["about"] == "file"
    monkeypatch.setattr(complaints, "limit", lambda: None)
    assert opened(LONG)["error"].startswith("This needs more memory than there is here: leave")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet", "frame"])
def test_readers_do_not_take_it_for_a_broken_file(tmp_path, monkeypatch, kind):
    if kind == "frame":
        nw, polars = pytest.importorskip("narwhals"), pytest.importorskip("polars")
        monkeypatch.setattr(nw, "from_native", lambda frame: nw.DataFrame)
        monkeypatch.setattr("jointstats.table.columns._in_pandas", without_memory)
        source = polars.DataFrame({"data": ["x"]})
    else:
        source, frame = tmp_path / f"x.{kind}", pd.read_csv(io.BytesIO(LONG))
        {"csv": frame.to_csv, "xlsx": frame.to_excel, "parquet": frame.to_parquet}[kind](source)
        # This is how pandas says it where its reader of text has none.
        full = pd.errors.ParserError("Error tokenizing data. C error: out of memory")
        error = full if kind == "csv" else MemoryError()
        reader = {"csv": "read_csv", "xlsx": "load_workbook", "parquet": "read_parquet"}[kind]
        module = python_calamine if kind == "xlsx" else pd
        monkeypatch.setattr(module, reader, lambda *_, **__: (_ for _ in ()).throw(error))
    with pytest.raises(MemoryError):
        js.read_results(source, **ROLES)


@LINUX
def test_the_page_refuses_what_unpacks_to_too_much_and_goes_on():
    """A file of 1 MB that unpacks to 1,050 MB."""
    desk = app_desk.DeskProcess(1_000_000_000)
    try:
        bomb = gzip.compress(b"data,method,acc\n") + gzip.compress(b"x,A,0.1\n" * 125_000) * 1050
        asked = (({"ask": "open", "file": "x.csv.gz"}, bomb), ({"ask": "packaged"}, None))
        replies = [json.loads(list(desk.ask(json.dumps(one), data))[-1]) for one, data in asked]
        assert "x.csv.gz unpacks to more than" in replies[0]["reply"]["error"]
        assert replies[1]["reply"]["ok"]
    finally:
        desk.close()


@LINUX
def test_a_file_that_does_not_fit_below_the_ceiling_ends_in_a_sentence_and_the_page_goes_on(capfd):
    desk = app_desk.DeskProcess(500_000_000)
    try:
        large = {"ask": "open", "file": "x.csv"}, bytes(250_000_000)
        asked = (large, ({"ask": "packaged"}, None))
        replies = [json.loads(list(desk.ask(json.dumps(one), data))[-1]) for one, data in asked]
        assert "maybe for lack of memory" in replies[0]["reply"]["error"]
        assert replies[1]["reply"]["ok"]
        assert capfd.readouterr().err == ""
    finally:
        desk.close()


def test_the_ceiling_is_half_of_the_machines_memory():
    if not sys.platform.startswith("linux"):
        assert ceiling() is None
        return
    total = int(Path("/proc/meminfo").read_text().split("MemTotal:")[1].split()[0]) * 1024
    assert ceiling() == pytest.approx(total / 2, rel=0.01)


LOW = """
import sys
from jointstats.interfaces import memory
memory.ceiling = lambda: 300_000_000
from jointstats.interfaces.cli import main
sys.exit(main())
"""


@LINUX
def test_a_command_that_needs_more_than_the_ceiling_ends_in_a_sentence(tmp_path):
    path, record = tmp_path / "x.json", '{{"data": "d{}", "method": "{}", "acc": {}}}'
    records = (record.format(i, a, i / 7) for i in range(200_000) for a in "AB")
    path.write_text(f"[{','.join(records)}]")
    words = ["compare", str(path), "--dataset", "data", "--algorithm", "method", "--max", "acc"]
    done = subprocess.run([sys.executable, "-c", LOW, *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"jointstats: {TOO_MUCH}\n")


# --- Cells, bytes and letters are counted while they are read -------------------------------------


PACKED = {
    "rows.csv.gz": (b"data,method,acc\n", b"iris,A,0.9\n" * 100_000, 70, "more than"),
    "cells.csv.gz": (b"data,method,acc\n", b"0,0,0\n" * 100_000, 35, "more than 5,000,000 cells"),
    "one.csv.gz": (b"data,method,acc\niris,", b"9" * 1_000_000, 18, "a cell of more than 16 MB"),
    "one.json.gz": (b'[{"acc":1,"data":"', b"9" * 1_000_000, 18, "a cell of more than 16 MB"),
    "list.json.gz": (b"[", b"[]," * 300_000, 40, "more than 5,000,000 cells"),
    "lines.jsonl.gz": (b"", b'{"a":1,"b":2}\n' * 100_000, 55, "more than 5,000,000 cells"),
}


@LINUX
@pytest.mark.parametrize("name", PACKED)
def test_small_packed_files_are_refused_at_the_shell_and_the_page(name, tmp_path, capsys):
    head, piece, times, said = PACKED[name]
    end = b'"}]' if name == "one.json.gz" else b""
    data = gzip.compress(head, 1) + gzip.compress(piece, 1) * times + gzip.compress(end)
    (tmp_path / name).write_bytes(data)
    assert len(data) < 2_000_000
    words = ["compare", str(tmp_path / name), "--dataset", "data", "--algorithm", "method"]
    opened(LONG), js.read_results(io.BytesIO(LONG), **ROLES)  # all is imported
    _, megabytes = cost(lambda: main([*words, "--max", "acc"]))
    assert said in capsys.readouterr().err and megabytes < 1000
    assert said in opened(data, name)["error"]


def test_parquet_is_counted_before_it_is_read(tmp_path):
    pa, path = pytest.importorskip("pyarrow"), tmp_path / "x.parquet"
    from pyarrow import parquet

    codes = pa.array([0] * 5_100_000, pa.int32())
    texts = pa.DictionaryArray.from_arrays(codes, pa.array(["iris"]))
    parquet.write_table(pa.table({"data": texts, "method": texts}), path)
    assert path.stat().st_size < 100_000
    assert "x.parquet has more than 5,000,000 cells" in refused(path)


@LINUX
def test_a_long_text_that_parquet_repeats_counts_each_time(tmp_path):
    pa, path = pytest.importorskip("pyarrow"), tmp_path / "x.parquet"
    from pyarrow import parquet

    texts = pa.DictionaryArray.from_arrays(
        pa.array([0] * 2000, pa.int32()), pa.array(["x" * 10**6])
    )
    parquet.write_table(
        pa.table({"data": texts, "method": texts, "acc": [1.0] * 2000}), path, store_schema=False
    )
    with pytest.raises(js.JointStatsError):  # two results of a data set and algorithm
        js.read_results(path, **ROLES)
    _, megabytes = cost(lambda: opened(path.read_bytes(), path.name))
    assert megabytes < 500  # and not two thousand
