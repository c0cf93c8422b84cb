"""Lectures that run, in Chromium: every Python cell of the built pages prints what was recorded."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
import live  # noqa: E402
from driver import PHONE  # noqa: E402
from lecture_source import SOURCES, Chunk, outputs, shown  # noqa: E402
from serving import serving  # noqa: E402

SITE = ROOT / "build" / "site"
ENGINE = ROOT / "build" / "engine"
AXE = ROOT / "build" / "axe" / "package" / "axe.min.js"
PATIENCE = 240  # seconds, on a busy machine
FIRST = "lecture-a-first-comparison.html"

pytestmark = [
    pytest.mark.skipif(
        not (ENGINE / "manifest.json").exists(), reason="NOT RUN: make engine brings build/engine"
    ),
    pytest.mark.skipif(
        not (SITE / FIRST).exists(), reason="NOT RUN: make vignettes site builds the lectures"
    ),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The pages of the lectures, with the engine beside them."""
    folder = tmp_path_factory.mktemp("site")
    for path in SITE.glob("lecture*.html"):
        shutil.copy(path, folder)
    for name in ("assets", "figures"):
        shutil.copytree(SITE / name, folder / name)
    live.write(folder, ENGINE, next((SITE / "live").glob("*.whl")))
    (folder / "bare.html").write_text(
        '<!doctype html><link rel="icon" href="data:,"><script type="module">'
        'import { WorkerEngine } from "./live/worker-engine.js";'
        'window.engine = new WorkerEngine("live/");</script>',
        encoding="utf-8",
    )
    with serving(folder) as (made, _):
        yield made


@pytest.fixture(scope="module")
def engine(browser, address):
    """One engine for the cells of all lectures."""
    browser.go(address + "bare.html")
    yield lambda code: browser.promise(f"await engine.run({json.dumps(code)})", PATIENCE)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_cell_prints_what_was_recorded(engine, path):
    engine("globals().clear()")
    recorded = outputs(path.stem)
    cells = [
        piece for piece in shown(path.read_text(encoding="utf-8"), "python")
        if isinstance(piece, Chunk)
    ]  # fmt: skip
    assert len(cells) > 5
    for cell in cells:
        reply = engine(cell.code)
        assert reply.get("fault") is None and "message" not in reply, (cell.label, reply)
        before = recorded.get(cell.label)
        text, pictures = (before.text, before.pictures) if before else ("", ())
        assert reply["text"].split() == text.split(), cell.label
        if "matplotlib" not in cell.code:  # which the engine in the page has not
            assert len(reply["figures"]) == len(pictures), cell.label
        assert not reply["notes"], cell.label


class Reader:
    """Who reads a lecture, and runs its cells."""

    def __init__(self, browser, page):
        self.browser = browser
        browser.command("Emulation.setDeviceMetricsOverride", **PHONE)
        browser.log()
        browser.go(page)
        browser.promise("(await lectureCells()).cells.length")

    def press(self, what, index):
        """Press a button of a cell, and wait until nothing runs."""
        self.browser.promise(
            f"(async () => {{ const one = (await lectureCells()).cells[{index}];"
            f"one.{what}.click();"
            "while (one.runs.disabled) await new Promise(r => setTimeout(r, 50)); })()",
            PATIENCE,
        )

    def output(self, index):
        return self.browser.promise(
            f"(await lectureCells()).cells[{index}].output.node.innerText"
        ).strip()

    def write(self, text, index):
        self.browser.promise(
            f"(await lectureCells()).cells[{index}].area.value = {json.dumps(text)}"
        )


@pytest.fixture(scope="module")
def reader(browser, address):
    return Reader(browser, address + FIRST)


def test_a_run_runs_what_stands_above_it_and_keeps_its_names(reader):
    recorded = outputs("a-first-comparison")
    labels = reader.browser.promise("(await lectureCells()).cells.map(c => c.block.id)")
    counts = labels.index("cell-counts_py")
    reader.press("runs", counts)
    assert reader.output(counts).split() == recorded["counts_py"].text.split()
    first = labels.index("cell-data_py")
    assert reader.output(first).split() == recorded["data_py"].text.split()
    drawn = reader.browser.run(
        "const i = document.querySelector('img.live-figure'); return [i.naturalWidth, i.alt]"
    )
    assert drawn[0] > 500 and drawn[1].startswith("The differences of the two algorithms")
    assert reader.browser.log() == []


COVERED = """
document.querySelectorAll('details').forEach(one => { one.open = true; });
const free = (button) => {
  button.scrollIntoView({block: 'center'});
  const {left, right, top, bottom} = button.getBoundingClientRect();
  return [left + 3, right - 3].every(x => [top + 3, bottom - 3].every(
    y => document.elementFromPoint(x, y) === button));
};
const shown = [...document.querySelectorAll('.live-button')].filter(one => one.offsetParent);
return [shown.length, shown.filter(one => !free(one)).map(one => one.getAttribute('aria-label'))];
"""


def test_nothing_covers_the_buttons_of_cells(reader):
    for _ in ("as they are", "edited"):
        number, covered = reader.browser.run(COVERED)
        assert number > 10 and covered == []
        reader.press("edits", 0)  # and back


def test_a_cell_is_edited_and_set_back(reader):
    reader.press("edits", 0)
    reader.write("frame = 'mine'\nframe.upper()", 0)
    reader.press("runs", 0)
    assert reader.output(0) == "'MINE'"
    reader.write("print(fram)", 0)
    reader.press("runs", 0)
    assert reader.output(0) == "Line 1: NameError: name 'fram' is not defined"
    reader.press("edits", 0)
    reader.press("runs", 0)
    assert "accuracy" in reader.output(0)


def test_a_run_can_be_cancelled_and_the_next_one_begins_anew(reader):
    reader.press("edits", 0)
    reader.write("while True: pass", 0)
    said = reader.browser.promise(
        "await (async () => { const one = (await lectureCells()).cells[0]; one.runs.click();"
        "await new Promise(r => setTimeout(r, 300));"
        "one.bar.querySelector('button:last-child').click();"
        "while (one.runs.disabled) await new Promise(r => setTimeout(r, 50));"
        "return one.output.said.textContent; })()",
        PATIENCE,
    )
    assert said.startswith("Stopped. The engine was ended for it")
    reader.press("edits", 0)
    reader.press("runs", 1)
    assert "accuracy" in reader.output(0), "the cell above was not run again"


def test_nothing_of_it_is_hard_to_reach_or_to_read(reader):
    """axe-core finds nothing in the lecture, apart from the copy buttons, which are the theme's."""
    axe = Path(os.environ.get("AXE_CORE", AXE))
    if not axe.exists():
        pytest.skip("NOT RUN: make test-browser brings axe-core")
    reader.press("edits", 3)
    reader.press("runs", 0)
    reader.browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    reader.browser.run(axe.read_text(encoding="utf-8") + ";window.axe = axe;")
    found = reader.browser.promise(
        "(await axe.run({include: 'article', exclude: '.md-code__nav'})).violations"
        ".map(v => [v.id, ...v.nodes.map(n => n.html.slice(0, 160))])"
    )
    assert found == []


def test_without_an_engine_the_page_is_read_and_answers_are_checked(browser, address, tmp_path):
    source = (SITE / FIRST).read_text(encoding="utf-8")
    assert 'class="live-bar"' not in source
    assert re.search(r'<div class="live-exercise"[^>]* hidden></div>', source)
    shutil.copy(SITE / FIRST, tmp_path)
    shutil.copytree(SITE / "assets", tmp_path / "assets")
    (tmp_path / "live").mkdir()
    for name in ("answers.js", "lecture.js", "worker-engine.js"):
        shutil.copy(SITE / "live" / name, tmp_path / "live")
    with serving(tmp_path) as (bare, _):
        browser.go(bare + FIRST)
        browser.promise("await lectureCells()")
        count = browser.run("return document.querySelectorAll('div.live-bar, .live-note').length")
        text = browser.run("return document.querySelector('article').innerText")
        browser.log()
    assert count == 0 and "Check yourself" in text
