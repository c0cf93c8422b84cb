"""Texts fit the terminal: its width, its letters, one screen of it, bold only where it shows."""

import os
import pty
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats import errors
from jointstats.base.facts import words_of
from jointstats.drawing import layout
from jointstats.drawing.document import FIRST, ColumnGroup, Grid, Paragraph, respelled
from jointstats.interfaces.cli import main
from jointstats.interfaces.tables import shown, summary

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
WIDTHS = (40, 60, 80, 120)


def compared(l, *, long=False, n=30):
    rng = np.random.default_rng(l)
    x = 0.7 * rng.normal(size=(l, 1, 1)) + rng.normal(size=(l, n, 3))
    stem = "a_rather_long_name_of_an_algorithm_" if long else "alg"
    values = {f"{stem}{i:05}": own for i, own in enumerate(x)}
    table = js.results_table(values, measures={f"m{j}": "max" for j in range(3)})
    return js.compare_algorithms(table)


@pytest.fixture(scope="module", params=[(2, False), (7, False), (7, True), (40, True)])
def result(request):
    l, long = request.param
    return compared(l, long=long)


@pytest.fixture(scope="module")
def weka():
    return js.compare_algorithms(js.load_dataset("weka"))


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_the_terminal_and_one_screen_is_enough(result, width):
    first, whole = shown(result, width).splitlines(), summary(result, width).splitlines()
    assert max(map(len, whole)) <= width and max(map(len, first)) <= width
    assert len(first) <= layout.SCREEN and len(first) < len(whole)
    said = " ".join(" ".join(first).split())
    assert result.verdict[:30] in said or result.leaderboard.verdict.partition(".")[0] in said
    # Of two algorithms the whole text says no more.
    assert ("pairs: summary()" in said) == (len(result.algorithms) > 2)


def test_many_algorithms_take_one_screen():
    result = compared(60, n=12)
    for width in WIDTHS:
        lines = shown(result, width).splitlines()
        assert 12 <= len(lines) <= layout.SCREEN and max(map(len, lines)) <= width
    said = " ".join(str(result).split())
    assert "60 algorithms;" in said and "1770 open" in said
    assert said.endswith("A row for each algorithm, and all pairs: summary()")
    whole = " ".join(result.summary().split())
    assert f"{60 - FIRST} more algorithms: leaderboard.to_frame()" in whole


def test_print_is_short_and_the_summary_whole(weka):
    assert str(weka) == shown(weka) and str(weka) != weka.summary()
    assert len(str(weka).splitlines()) <= layout.SCREEN
    assert str(weka).rstrip().endswith("A row for each algorithm, and all pairs: summary()")
    whole = weka.summary().splitlines()
    start = next(i for i, line in enumerate(whole) if "wins  ahead" in line)
    ranked = [line.split()[0] for line in whole[start + 2 : start + 9]]
    assert ranked == list(weka.order)
    flat = " ".join(weka.summary().split())
    assert all(line in flat for line in weka.findings)
    assert (
        str(js.sign_test(js.load_dataset("example1")))
        == js.sign_test(js.load_dataset("example1")).summary()
    )  # as long as a screen at most: all of it


def test_notes_are_shown_whole(weka):
    for width in WIDTHS:
        for text in (shown(weka, width), summary(weka, width)):
            assert all(str(one) in " ".join(text.split()) for one in weka.warnings)


def test_what_a_screen_has_no_room_for_is_counted():
    rows = tuple((f"row {i}", str(i)) for i in range(60))
    made = (Paragraph("verdict"), Grid(("name", "n"), rows, "lr"))
    lines = layout.laid_out(made, layout.Room(), 20).splitlines()
    assert len(lines) == 20
    # 1 + 1 + 2 + 14 rows + 1 + 1: 46 rows are left out.
    assert lines[-1] == "… 46 more lines: summary()"
    assert lines[-3].split() == ["row", "13", "13"]
    assert layout.laid_out(made, layout.Room(), 99) == layout.laid_out(made, layout.Room())


def test_tables_are_split_between_their_groups_and_repeat_their_keys():
    made = Grid(
        ("who", "one", "two", "six"),
        (("A", "1", "2", "6"),),
        "lrrr",
        groups=(ColumnGroup(2), ColumnGroup(1)),
    )
    assert layout.laid_out((made,), layout.Room(17, 17)).splitlines() == [
        "  who  one  two", "  ---  ---  ---", "  A      1    2", "",
        "  who  six", "  ---  ---", "  A      6",
    ]  # fmt: skip
    assert layout.laid_out((made,), layout.Room(12, 12)).splitlines()[0] == "  who  one"


def test_names_are_shortened_only_while_they_differ():
    def table(*names):
        rows = tuple((name, "12345678901234567890") for name in names)
        made = Grid(("", "numbers", "more"), tuple((*r, "x") for r in rows), "lrr")
        return layout.laid_out((made,), layout.Room(50, 50))

    ends = table("a" * 40 + "1", "a" * 40 + "2")
    assert "…" in ends and max(map(len, ends.splitlines())) <= 50
    assert ends.splitlines()[2].split()[0].endswith("1")
    middle = table("a" * 20 + "1" + "a" * 20, "a" * 20 + "2" + "a" * 20)
    assert "…" not in middle and max(map(len, middle.splitlines())) <= 50  # they would look alike


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=60), st.integers(10, 60))
def test_a_shortened_word_fits_and_keeps_its_ends(word, limit):
    from jointstats.drawing.document import columns

    cut = layout.shortened(word, limit)
    assert columns(cut) <= limit or columns(word) <= limit
    assert cut == word or (cut[0] == word[0] and cut[-1] == word[-1] and "…" in cut)


def test_a_file_is_the_same_wherever_it_is_written(monkeypatch, weka):
    text = weka.summary()
    monkeypatch.setenv("COLUMNS", "40")
    assert weka.summary() == text and max(map(len, text.splitlines())) <= layout.WIDEST


# --- Letters --------------------------------------------------------------------------------------


def run(words, **env):
    """A command in a process of its own: what it prints, as bytes."""
    known = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHONUTF"))}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "jointstats", *words],
        capture_output=True, env=known | env, check=True,
    )  # fmt: skip
    return done.stdout


def test_without_utf_8_everything_is_ascii():
    plain = run(
        ["compare", "@weka", "-v"],
        LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0",
    )  # fmt: skip
    text = plain.decode("ascii")  # an escape of a letter would begin with a backslash
    assert "\\" not in text and "is at most 5 %" in " ".join(text.split())
    assert "accuracy (max)" in text and "rmse (min)" in text


def test_what_layout_adds_is_ascii_too(monkeypatch, weka):
    monkeypatch.setattr(layout, "has_unicode", lambda stream=None: False)
    result = compared(7, long=True)
    text, whole = shown(result, 40), summary(result, 40)
    assert text.isascii() and re.search(r"\.\.\. \d+ more lines: summary\(\)", text)
    assert whole.isascii() and re.search(r"a_ra\w*\.\w*\d", whole)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: js.glrt_test(js.load_dataset("example1")),
        lambda: js.hotelling_test(js.load_dataset("example1")),
        lambda: js.friedman_test(js.load_dataset("weka")),
        lambda: js.network_test(js.load_dataset("example1")),
    ],
)
def test_every_text_has_an_ascii_form(ask):
    text = layout.laid_out(respelled(words_of(ask()).document(), layout.ASCII), layout.Room())
    assert text.isascii(), {letter for letter in text if not letter.isascii()}


# --- Bold -----------------------------------------------------------------------------------------


def in_a_terminal(words, columns=80, **env):
    """What a command writes to a terminal of its own."""
    ours, theirs = pty.openpty()
    known = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    known |= {"TERM": "xterm", "PYTHONUTF8": "1", "COLUMNS": str(columns), **env}
    command = [sys.executable, "-W", "ignore", "-m", "jointstats", *words]
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=known) as process:
        os.close(theirs)
        read = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            read += part
    os.close(ours)
    assert process.returncode == 0
    return read.decode().replace("\r\n", "\n")


def test_the_verdict_is_bold_in_a_terminal():
    said = in_a_terminal(["compare", "@example1"], 60)
    found = re.findall("\x1b\\[1m(.*?)\x1b\\[22m", said)
    assert " ".join(found).startswith("The data do not establish a difference between A and B")
    assert max(map(len, re.sub("\x1b\\[[0-9]+m", "", said).splitlines())) <= 60


class Stream:
    def __init__(self, terminal, encoding="utf-8"):
        self.terminal, self.encoding = terminal, encoding

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize(
    "is_terminal, env, bold",
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),  # as no-color.org has it: empty is not set
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_bold_needs_a_terminal_that_wants_it(monkeypatch, is_terminal, env, bold):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in ({"TERM": "xterm"} | env).items():
        monkeypatch.setenv(name, value)
    assert layout.shows_bold(Stream(is_terminal)) == bold


@pytest.mark.parametrize(
    "encoding, every", [("utf-8", True), ("ANSI_X3.4-1968", False), ("cp1252", False), (None, True)]
)
def test_letters_are_those_of_the_stream(encoding, every):
    assert layout.has_unicode(Stream(True, encoding)) == every


def test_the_shell_prints_one_screen_and_with_v_all(capsys, tmp_path):
    assert main(["compare", "@weka"]) == 0
    first = capsys.readouterr().out
    assert main(["compare", "@weka", "--verbose"]) == 0
    whole = capsys.readouterr().out
    assert len(first.splitlines()) <= layout.SCREEN < len(whole.splitlines())
    assert "for 10 of 21 pairs" in first and first.rstrip().endswith("and all pairs: add -v")
    assert whole.count("corrected p") > 10 > first.count("corrected p")  # the pairs
    assert "summary()" not in first + whole
    assert "\x1b" not in first + whole


# --- The frame of a comparison --------------------------------------------------------------------


def test_the_frame_of_a_comparison_has_the_pairs_with_their_counts(weka):
    frame = weka.to_frame()
    assert len(frame) == 21 and frame.equals(weka.to_frame("pairs"))
    assert frame["state"].value_counts().to_dict() == {
        "open": 11, "possible trade-off": 4, "win": 3, "ahead": 2, "trade-off": 1,
    }  # fmt: skip
    for line, row in zip(frame.itertuples(), weka.pairs, strict=True):
        assert (line.a, line.b, line.state) == (row.a, row.b, row.state)
        assert (line.wins_a_auc, line.wins_b_auc) == (row.wins_a["auc"], row.wins_b["auc"])
        assert line.p_a_mae == row.p_a["mae"] and line.dominates_b == row.dominates_b
    board = weka.to_frame("board")
    assert tuple(board["algorithm"]) == weka.order
    with pytest.raises(errors.OptionError, match='must be one of "pairs", "board"'):
        weka.to_frame("wins")
