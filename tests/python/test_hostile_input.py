"""Input that is made to harm, or was damaged: one sentence, or an answer; never anything else."""

import gzip
import html
import json
import os
import random
import sys
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import jointstats as js
from jointstats.interfaces.cli import main
from jointstats.table.formats import opening

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))
from fuzz.front import one_parser  # noqa: E402
from fuzz.laws import Fault, lawful, safe_html, safe_latex, safe_markdown, visible  # noqa: E402
from fuzz.targets import TARGETS  # noqa: E402

CORPUS = sorted((TESTS / "fuzz" / "corpus").glob("*.jsonl"))
KEPT = [
    (path.stem, i, json.loads(line))
    for path in CORPUS
    for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
]
ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
LONG = "data,method,acc\niris,A,0.9\niris,B,0.8\nwine,A,0.7\nwine,B,0.75\n"
SEEDED = {"files": 12, "json": 12, "logs": 4, "objects": 20, "paths": 20, "long": 12, "wide": 15,
          "matrices": 12, "names": 2, "options": 4, "bridge": 10, "desk": 40, "ledgers": 6,
          "shell": 3, "arrays": 20, "packed": 8,
          "commands": 2}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def quick():
    with one_parser():
        yield


# --- What was found, and a little more every time -------------------------------------------------


@pytest.mark.parametrize(("name", "line", "kept"), KEPT, ids=[f"{x[0]}-{x[1]}" for x in KEPT])
def test_what_was_found_once_holds(name, line, kept):
    TARGETS[kept["target"]].check(kept["input"])


@pytest.mark.parametrize("name", SEEDED)
def test_some_inputs_of_every_target(name):
    @seed(1)
    @settings(
        max_examples=SEEDED[name], deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(TARGETS[name].inputs())
    def one(made):
        TARGETS[name].check(made)

    one()


def test_the_laws_see_what_breaks_them():
    for act in (lambda: 1 / 0, lambda: warnings.warn("x", RuntimeWarning, stacklevel=1)):
        with pytest.raises(Fault):
            lawful(act)
    for law, text in ((visible, "a\x1b[2J"), (safe_html, "<p><img src=x></p>"),
                      (safe_html, "<script>alert(1)</script>"), (safe_markdown, "| <b>a |"),
                      (safe_markdown, "[x](javascript:y)"), (safe_markdown, "| a |\n| a | b |"),
                      (safe_latex, r"a & \input{b}")):  # fmt: skip
        with pytest.raises(Fault):
            law(text, "here") if law in (visible, safe_html) else law(text)


# --- Names ----------------------------------------------------------------------------------------

ODD = {"ESC": "\x1b[31mred", "half": "a\ud800", "tag": "<img src=x onerror=alert(1)>",
       "link": "[x](javascript:alert(1))", "line": "a\nb",
       "width": "a\u200b\u202e\u2028\u2029\ufeff\xad\u2066b"}  # fmt: skip
SEEN = {"ESC": r"\x1b[31mred", "half": r"a\ud800", "tag": ODD["tag"], "link": ODD["link"],
        "line": r"a\nb", "width": r"a\u200b\u202e\u2028\u2029\ufeff\xad\u2066b"}  # fmt: skip


@pytest.mark.parametrize("kind", ODD)
def test_a_name_comes_out_visible_everywhere(kind, tmp_path, capsys):
    luck = random.Random(1)
    of = {
        ODD[kind]: [[luck.gauss(1, 1)] for _ in range(9)],
        "B": [[luck.gauss(0, 1)] for _ in range(9)],
    }
    table = js.results_table(of, measures={"acc": "max"})
    assert table.algorithms == (SEEN[kind], "B")
    made = js.compare_algorithms(table, control=ODD[kind])
    visible(str(made) + made.summary() + repr(table), "print()")
    assert SEEN[kind] in made.summary(width=200)
    safe_markdown(made.to_markdown())
    safe_latex(made.to_latex())
    safe_html(made._repr_html_(), "_repr_html_()")
    assert html.escape(SEEN[kind]) in made._repr_html_()
    made.to_html(tmp_path / "x.html")
    report = (tmp_path / "x.html").read_text(encoding="utf-8")
    safe_html(report, "the report")
    assert SEEN[kind] == ODD[kind] or ODD[kind] not in made.summary(width=200) + report
    json.dumps(made.to_dict(), allow_nan=False).encode()
    with pytest.raises(js.JointStatsError) as caught:
        js.compare_algorithms(table, control=f"{ODD[kind]}?")
    visible(str(caught.value), "the complaint")


def test_a_name_from_a_file_cannot_command_the_terminal(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text(LONG.replace("A", "\x1b]0;title\x07A"), encoding="utf-8")
    words = ["--dataset", "data", "--algorithm", "method", "--max", "acc"]
    assert main(["compare", "x.csv", *words]) == 0
    said = capsys.readouterr()
    assert r"\x1b]0;title\x07A" in said.out and "\x1b" not in said.out + said.err
    assert main(["compare", "x.csv", *words, "--control", "\x1b[2J"]) == 2
    said = capsys.readouterr()
    assert r"\x1b[2J" in said.err and "\x1b" not in said.err


# --- Files ----------------------------------------------------------------------------------------


def refused(path, **said):
    with pytest.raises(js.JointStatsError) as caught:
        js.read_results(path, **{**ROLES, **said})
    return str(caught.value)


@pytest.mark.parametrize("name", ["\ud800.html", "a\0b.html"])
def test_where_no_file_can_be_nothing_is_written(name):
    result = js.sign_test(js.load_dataset("weka"), only=["AODE", "Bagging"])
    with pytest.raises(js.errors.OptionError, match=r"No file can be called .*name another one"):
        result.to_html(name)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere // begins the name of a server")
def test_two_slashes_begin_a_path_and_no_address(tmp_path):
    (tmp_path / "x[[.csv").write_text(LONG)
    assert js.read_results(f"/{tmp_path}/x[[.csv", **ROLES).algorithms == ("A", "B")
    assert refused("//x[[#", format="csv") == "There is no file //x[[#."
    assert refused("s3:/\t/b[uc", format="csv").startswith("There is no file s3:/")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.json", b"[" * 100_000, "nested too deeply"),
        ("x.jsonl", b"[" * 100_000, "nested too deeply"),
        ("x.json", b'[{"acc": ' + b"9" * 5000 + b"}]", "cannot be read as JSON"),
        ("x.csv", b"data,method,acc\n", "the table has 0"),
        ("x.csv", b"", "is empty"),
        ("x.csv", LONG.replace("0.9", "0.9\0").encode(), "contains a NUL byte"),
        ("x.csv", ("c," * 1000 + "c\n0\0\n").encode(), "contains a NUL byte"),
        ("x.xlsx", b"PK\x03\x04", "is not an Excel workbook"),
        ("x.csv.gz", b"\x1f\x8b\x08", "cannot be read"),
        ("x.eval", b"PK\x03\x04", "cannot be read"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_reason(tmp_path, name, content, words):
    path = tmp_path / name
    path.write_bytes(content)
    assert words in refused(path)


@pytest.mark.parametrize("ending", ["gz", "zip", "xlsx"])
def test_what_unpacks_beyond_measure_is_refused(tmp_path, monkeypatch, ending):
    monkeypatch.setattr(opening, "SMALL", 1 << 20)
    path, content = tmp_path / f"x.csv.{ending}", LONG.encode() + b"\n" * (4 << 20)
    if ending in ("zip", "xlsx"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("x.csv", content)
    else:
        path.write_bytes(gzip.compress(content))
    assert "unpacks to more than 1 MB: unpack it first" in refused(path)


def test_what_shrinks_as_tables_do_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "SMALL", 1)
    path = tmp_path / "x.csv.gz"
    path.write_bytes(gzip.compress(LONG.encode()))
    assert js.read_results(path, **ROLES).n == 2


def test_what_ends_a_line_elsewhere_does_not_end_a_line_of_json(tmp_path):
    rows = [{"data": f"{d}\u2028", "method": a, "acc": i} for i, (d, a) in enumerate(("xA", "xB"))]
    text = "\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "x.jsonl").write_bytes(text.encode())
    assert js.read_results(tmp_path / "x.jsonl", **ROLES).n == 1


def test_an_empty_name_is_not_the_folder_that_is_worked_in():
    assert "name of the file is empty" in refused("")
