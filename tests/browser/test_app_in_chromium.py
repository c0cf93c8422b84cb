"""The page of `jointstats app` in Chromium: file in, verdict, other settings, report out."""

import base64
import json
import os
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from driver import PHONE

import jointstats as js
from jointstats.interfaces import figures
from jointstats.interfaces.app import server as app_server

DESK = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}
FORMS = Path(__file__).parents[1] / "python" / "formats"
# What a table cautions of is on the page; here answers are computed once more to compare.
pytestmark = pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")

EVIL = "<img src=x onerror=window.hurt=1>"


@pytest.fixture(scope="module")
def server():
    with app_server.PageServer() as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield made
        made.shutdown()


class Visitor:
    """What a visitor does, and waits for."""

    def __init__(self, browser, server):
        self.browser, self.server = browser, server

    def come(self, screen=DESK, link=""):
        self.browser.command("Emulation.setDeviceMetricsOverride", **screen)
        self.browser.send("POST", "/url", {"url": "about:blank"})
        self.browser.send("POST", "/url", {"url": self.server.address + link})
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def run(self, script):
        return self.browser.run(script)

    def wait(self, condition, seconds=60):
        until = time.monotonic() + seconds
        while not self.run(f"return !!({condition})"):
            assert time.monotonic() < until, (condition, self.text(), self.browser.log())
            time.sleep(0.05)

    def idle(self):
        self.wait("!document.body.classList.contains('busy')")

    def text(self, what="body"):
        return self.run(f"return document.querySelector({json.dumps(what)})?.innerText ?? ''")

    def click(self, what):
        self.run(f"document.querySelector({json.dumps(what)}).click()")
        self.idle()

    def press(self, words):
        self.run(
            "[...document.querySelectorAll('button')].find(b => b.checkVisibility() && "
            f"b.textContent === {json.dumps(words)}).click()"
        )
        self.idle()

    def give(self, *paths, to="#file"):
        document = self.browser.command("DOM.getDocument", depth=1)
        node = self.browser.command(
            "DOM.querySelector", nodeId=document["root"]["nodeId"], selector=to
        )
        self.browser.command(
            "DOM.setFileInputFiles", nodeId=node["nodeId"], files=[str(path) for path in paths]
        )
        self.wait("document.querySelector('#compare, .wrong p')")
        self.idle()

    def choose(self, measure, way):
        self.run(
            "[...document.querySelectorAll('.measure')].find(m => m.dataset.name === "
            f"{json.dumps(measure)}).querySelector('input[value={way}]').click()"
        )

    def head(self, place, role):
        """Choose what a column is, above it in the preview."""
        self.run(
            f"const s = document.querySelectorAll('.preview select')[{place}]; s.value = '{role}';"
            "s.dispatchEvent(new Event('change', { bubbles: true }))"
        )

    def compare(self):
        self.click("#compare")
        self.wait("document.querySelector('#verdict, .wrong p')")

    def key(self, key, code=None, **more):
        for kind in ("keyDown", "keyUp"):
            self.browser.command(
                "Input.dispatchKeyEvent", type=kind, key=key, code=code or key, **more
            )

    def as_wide_as(self, screen):
        return self.run("return document.documentElement.scrollWidth") <= screen["width"]


@pytest.fixture
def visitor(browser, server):
    browser.log()
    made = Visitor(browser, server)
    made.come()
    return made


def written(path, frame):
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    frame = js.load_frame("weka")[["dataset", "algorithm", "accuracy", "training_time"]]
    frame = frame[frame["algorithm"].isin(["AODE", "Logistic", "J48graft"])]
    written(folder / "good.csv", frame)
    written(folder / "hole.csv", frame.drop(index=frame.index[3]))
    board = frame.pivot(index="algorithm", columns="dataset", values="accuracy").iloc[:, :6]
    board = board.rename_axis("model").reset_index().assign(params=[7, 13, 70], licence="free")
    written(folder / "board.csv", board)
    evil = frame.replace({"AODE": EVIL, "asah": EVIL})
    evil.columns = ["dataset", "algorithm", EVIL, "training_time"]
    written(folder / "evil.csv", evil)
    with pd.ExcelWriter(folder / "two.xlsx") as book:
        frame.head(2).to_excel(book, sheet_name="first", index=False)
        frame.to_excel(book, sheet_name="second", index=False)
    (folder / "ragged.csv").write_text("a,b\n1,2\n1,2,3\n")
    (folder / "words.csv").write_text("dataset,algorithm,accuracy\niris,A,good\niris,B,bad\n")
    return folder


def test_a_file_becomes_an_answer_and_a_report(visitor, files):
    visitor.give(files / "good.csv")
    assert "153 rows, 4 columns" in visitor.text("#about")
    # Columns are proposed as such; directions are not: comparing needs the visitor's choice.
    assert "Proposed from the name: dataset" in visitor.text(".roles")
    visitor.compare()
    assert "Choose at least one measure" in visitor.text(".wrong")
    visitor.choose("accuracy", "max")
    visitor.choose("training_time", "min")
    visitor.compare()
    table = js.read_results(
        files / "good.csv", dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
    )  # fmt: skip
    expected = js.compare_algorithms(table)
    assert visitor.text("#verdict") == expected.verdict
    visitor.run("document.querySelectorAll('.answer details')[1].open = true")
    assert expected.verdict in visitor.text(".answer")
    assert visitor.text(".wrong") == ""
    visitor.run(
        "[...document.querySelectorAll('summary')].find(s => s.textContent.startsWith("
        "'The whole report')).click()"
    )
    visitor.wait("document.querySelector('iframe.report')")
    visitor.idle()
    frame = visitor.browser.send(
        "POST", "/element", {"using": "css selector", "value": "iframe.report"}
    )
    time.sleep(0.5)
    visitor.browser.send("POST", "/frame", {"id": frame})
    sorts = visitor.run("return document.querySelectorAll('th [role=button]').length")
    origin = visitor.run("return origin")
    heading = visitor.text("h1")
    visitor.browser.send("POST", "/frame/parent")
    assert heading == "Which algorithm is better?"
    assert sorts > 0  # the report's own script runs, and no other may
    assert origin == "null"  # it can reach nothing of the page
    assert visitor.browser.log() == []


def test_the_heads_of_the_preview_say_and_change_what_a_column_is(visitor, files):
    visitor.give(files / "good.csv")
    heads = "return [...document.querySelectorAll('.preview select')].map(s => s.value)"
    assert visitor.run(heads) == ["dataset", "algorithm", "", ""]
    visitor.press("Accept all 2 proposed directions")
    assert visitor.run(heads) == ["dataset", "algorithm", "max", "min"]
    visitor.run(
        "const s = document.querySelectorAll('.preview select')[3]; s.value = '';"
        "s.dispatchEvent(new Event('change'))"
    )
    assert visitor.run("return document.querySelectorAll('.measure input:checked')[1].value") == ""
    visitor.head(3, "also")  # every key column is named there
    assert visitor.run(heads) == ["dataset", "algorithm", "max", "also"]
    visitor.head(3, "")
    visitor.compare()
    assert "1 measure" in visitor.text(".answer")
    # The answer starts with the picture.
    tops = visitor.run(
        "return ['figure', '.answers', 'table'].map(s => "
        "document.querySelector(`.answer ${s}`).getBoundingClientRect().top)"
    )
    assert tops[0] <= tops[1] + 8 < tops[2]


def test_every_cure_of_missing_results_is_a_button(visitor, files):
    visitor.give(files / "hole.csv")
    visitor.press("Accept all 2 proposed directions")
    visitor.compare()
    cures = visitor.run(
        "return [...document.querySelectorAll('#cures button')].map(b => b.innerText)"
    )
    assert len(cures) == 3
    visitor.press(cures[0])
    visitor.wait("document.querySelector('#verdict')")
    assert visitor.text(".wrong") == ""


def test_a_leaderboard_of_one_row_a_model_is_read_on_request(visitor, files):
    visitor.give(files / "board.csv")
    assert "needs results on several" in visitor.text("#one-row")
    visitor.press("Read these columns as data sets")
    heads = "return [...document.querySelectorAll('.preview select')].map(s => s.value)"
    assert visitor.run(heads) == ["algorithm", *["one"] * 6, "", ""]
    visitor.run("document.querySelector('.measure input[value=max]').click()")
    visitor.compare()
    assert "6 data sets" in visitor.text(".answer")


def test_what_a_program_wrote_says_what_is_where(visitor):
    visitor.give(FORMS / "weka/experiment.csv")
    assert "Read as the WEKA Experimenter (weka)." in visitor.text("#about")
    assert "Stated by the file." in visitor.text(".roles")
    assert not visitor.run("return document.querySelector('#layout').checkVisibility()")
    visitor.compare()
    assert "Choose at least one measure" in visitor.text(".wrong")  # WEKA states no direction
    visitor.choose("Percent_correct", "max")
    visitor.compare()
    expected = js.read_results(FORMS / "weka/experiment.csv", measures={"Percent_correct": "max"})
    assert visitor.text("#verdict") == js.compare_algorithms(expected).verdict

    # What had failed is told before anything is compared; a stated direction cannot be turned.
    visitor.give(FORMS / "amlb/results.csv")
    visitor.wait("document.querySelector('#notes')?.innerText.includes('jobs failed')")
    result = "[...document.querySelectorAll('.measure')].find(m => m.dataset.name === 'result')"
    assert "higher better: stated by the file" in visitor.run(f"return {result}.innerText")
    assert visitor.run(f"return {result}.querySelector('input[value=max]').checked")
    assert visitor.run(f"return {result}.querySelector('input[value=min]').disabled")
    visitor.compare()
    assert "“Where a result is missing”" in visitor.text(".wrong")
    visitor.run("document.querySelector('#missing').value = 'worst'")
    visitor.compare()
    expected = js.read_results(FORMS / "amlb/results.csv", missing="worst")
    assert visitor.text("#verdict") == js.compare_algorithms(expected).verdict
    assert "jobs failed" in visitor.text(".cautions")
    assert visitor.browser.log() == []


def test_several_files_and_a_folder_are_one_table(visitor):
    verdict = js.compare_algorithms(js.read_results(FORMS / "lm-eval/output")).verdict
    visitor.give(*sorted((FORMS / "lm-eval/output").rglob("results_*.json")))
    visitor.compare()
    assert visitor.text("#verdict") == verdict
    visitor.come()
    visitor.give(FORMS / "tsml/table", to="#folder")
    assert "Read as tsml-eval (tsml)." in visitor.text("#about")
    visitor.compare()
    expected = js.compare_algorithms(js.read_results(FORMS / "tsml/table"))
    assert visitor.text("#verdict") == expected.verdict


def test_a_sheet_that_has_to_be_named_can_be_named(visitor, files):
    visitor.give(files / "two.xlsx")
    assert "has 2 sheets" in visitor.text(".wrong")
    visitor.run(
        "const field = document.querySelector('#own-sheet'); field.value = 'second';"
        "field.dispatchEvent(new Event('change'))"
    )
    visitor.wait("document.querySelector('#compare')?.checkVisibility()")
    visitor.idle()
    assert visitor.text(".wrong") == "" and "153 rows" in visitor.text("#about")
    assert visitor.run("return document.querySelector('#own-sheet').value") == "second"


def test_names_of_the_file_are_only_text(visitor, files):
    visitor.give(files / "evil.csv")
    visitor.head(0, "dataset")  # nothing is proposed beside a measure without a direction
    visitor.head(1, "algorithm")
    visitor.choose(EVIL, "max")
    visitor.choose("training_time", "min")
    visitor.compare()
    visitor.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    visitor.wait("document.querySelector('iframe.report, .drawn')")
    visitor.idle()
    assert EVIL in visitor.text("#verdict") + visitor.text(".answer")
    assert visitor.run("return window.hurt === undefined")
    assert visitor.run("return document.querySelectorAll('img[src=x]').length") == 0
    srcdoc = visitor.run("return document.querySelector('iframe.report')?.srcdoc ?? ''")
    assert "<img src=x" not in srcdoc


def test_where_the_verdict_holds_and_a_changed_setting_says_so(visitor):
    visitor.click("[data-packaged=example1]")
    visitor.wait("document.querySelector('#compare')")
    visitor.compare()
    visitor.press("Where does it hold?")
    said = visitor.text(".setting:nth-child(1) .note[role=status]")
    assert said.startswith("Threshold (alpha): The verdict holds")
    assert "same at every alpha" in visitor.text(".setting:nth-child(1) table")
    visitor.press("Try all of them")
    assert "Where does it hold?" not in visitor.text(".settings")
    visitor.run("document.querySelector('#alpha').value = 0.2")
    visitor.compare()
    visitor.wait("document.querySelector('.changed')")
    note = visitor.text(".changed")
    assert "this is answer 2" in note
    assert "First answer: “The data do not establish a difference between" in note
    assert "“Threshold” from 0.05 to 0.2" in note
    assert visitor.text("#three") == "3. The answer: number 2"
    visitor.run("document.querySelector('.measure input.rope').value = 1.5")
    visitor.compare()
    visitor.wait("document.querySelector('#three').textContent.endsWith('number 3')")
    assert "differences that do not matter on accuracy from none to 1.5" in visitor.text(".changed")


def test_a_bad_file_is_a_sentence(visitor, files):
    visitor.give(files / "ragged.csv")
    assert "Expected 2 fields in line 3, saw 3" in visitor.text(".wrong")
    assert not visitor.run("return document.querySelector('#compare')?.checkVisibility()")


def test_a_table_without_numbers_says_so(visitor, files):
    visitor.give(files / "words.csv")
    assert "No column holds only numbers" in visitor.text("#about")
    visitor.head(0, "dataset")
    visitor.head(1, "algorithm")
    visitor.compare()
    assert "Choose at least one measure" in visitor.text(".wrong")


def test_with_the_keyboard_alone(visitor):
    """Tab, Enter, Space and arrows lead from the packaged table to the verdict."""
    for _ in range(12):
        visitor.key("Tab", windowsVirtualKeyCode=9)
        if visitor.run("return document.activeElement.dataset.packaged") == "example1":
            break
    assert visitor.run("return document.activeElement.dataset.packaged") == "example1"
    visitor.key("Enter", windowsVirtualKeyCode=13, text="\r")
    visitor.wait("document.querySelector('#compare')")
    visitor.idle()
    for _ in range(40):
        visitor.key("Tab", windowsVirtualKeyCode=9)
        if visitor.run("return document.activeElement.id") == "compare":
            break
    visitor.key("Enter", windowsVirtualKeyCode=13, text="\r")
    visitor.wait("document.querySelector('#verdict')")
    assert visitor.run("return document.activeElement.id") == "verdict"
    for _ in range(40):
        visitor.key("Tab", windowsVirtualKeyCode=9)
        if visitor.run("return document.activeElement.textContent") == "Where does it hold?":
            break
    visitor.key("Enter", windowsVirtualKeyCode=13, text="\r")
    visitor.wait("document.querySelector('.setting .note[role=status]').textContent")


def test_what_is_computed_can_be_stopped_and_work_goes_on(visitor, tmp_path):
    rng = np.random.default_rng(1)  # large, so that there is time to stop
    frame = pd.DataFrame(rng.random((20_000, 3)), columns=["accuracy", "f1", "auc"])
    frame.insert(0, "dataset", [f"d{i // 20}" for i in range(len(frame))])
    frame.insert(1, "algorithm", [f"A{i % 20}" for i in range(len(frame))])
    written(tmp_path / "long.csv", frame)
    visitor.give(tmp_path / "long.csv")
    visitor.wait("document.querySelector('#compare')")
    for measure in ("accuracy", "f1", "auc"):
        visitor.choose(measure, "max")
    visitor.compare()
    visitor.run("[...document.querySelectorAll('.setting button')][3].click()")
    visitor.wait("document.querySelector('.doing').textContent.startsWith('Leaving out')")
    shown = visitor.run(
        "const r = document.querySelector('.work').getBoundingClientRect();"
        "return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight"
    )
    assert shown, "progress is in sight, wherever the page is scrolled to"
    visitor.run("document.querySelector('.work button').click()")
    visitor.wait("document.querySelector('.wrong p')")
    visitor.idle()
    assert "Stopped" in visitor.text(".wrong")
    visitor.run(
        "window.made = []; URL.createObjectURL = (b) => { window.made.push(b); return '#'; }"
    )
    visitor.press("JSON")  # the table is opened again, and the answer made again, by itself
    visitor.wait("window.made.length")
    assert visitor.text(".wrong") == ""


def test_a_file_that_is_too_large_is_refused_in_the_page(browser, tmp_path):
    (tmp_path / "large.csv").write_text("a,b\n" + "1,2\n" * 600_000)
    with app_server.PageServer(largest=0.1) as small:
        threading.Thread(target=small.serve_forever, args=(0.05,), daemon=True).start()
        visitor = Visitor(browser, small)
        visitor.come()
        visitor.give(tmp_path / "large.csv")
        assert "The file has 2 MB, and at most 0.1 MB are taken" in visitor.text(".wrong")
        small.shutdown()


def test_what_was_left_alone_is_ended_and_the_page_loads_again(visitor):
    visitor.click("[data-packaged=weka]")
    visitor.wait("document.querySelector('#compare')")
    visitor.compare()
    visitor.run("[...document.querySelectorAll('.setting button')][3].click()")
    visitor.wait("document.querySelector('.doing').textContent.startsWith('Leaving out')")
    visitor.come()  # leaves the page while it computes
    visitor.click("[data-packaged=example1]")
    assert "24 rows" in visitor.text("#about")
    assert visitor.text(".wrong") == ""


def test_on_paper_nothing_is_cut_off(visitor):
    visitor.click("[data-packaged=example1]")
    visitor.wait("document.querySelector('#compare')")
    visitor.compare()
    visitor.browser.command("Emulation.setEmulatedMedia", media="print")
    try:
        visitor.browser.command(
            "Emulation.setDeviceMetricsOverride", width=673, height=1000, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        assert visitor.as_wide_as({"width": 673})
        shown = visitor.run(
            "return ['.drop', '.files', '.work', '#verdict'].map(s => "
            "document.querySelector(s).checkVisibility())"
        )
    finally:
        visitor.browser.command("Emulation.setEmulatedMedia", media="")
    assert shown == [False, False, False, True]


def test_the_page_makes_pixels_of_a_drawing_itself(visitor):
    drawing = figures.drawing(js.leaderboard(js.load_dataset("weka")), width=3.3)
    given = {"name": "front.svg", "type": "image/svg+xml",
             "base64": base64.b64encode(drawing.encoded(".svg")).decode()}  # fmt: skip
    made = visitor.browser.promise(
        f"(await import('./dom.js')).inPixels({json.dumps(given)})"
    )  # fmt: skip
    data = base64.b64decode(made["base64"])
    assert (made["name"], data[:8]) == ("front.png", b"\x89PNG\r\n\x1a\n")
    wide = int.from_bytes(data[16:20], "big")
    assert wide == pytest.approx(3 * 96 * drawing.width, abs=6) and len(data) > 10_000


def test_a_link_restores_the_choices_and_no_more(visitor):
    visitor.click("[data-packaged=example1]")
    visitor.wait("document.querySelector('#compare')")
    visitor.choose("time", "max")
    visitor.compare()
    said = visitor.text("#verdict")
    visitor.run(
        "window.copied = ''; navigator.clipboard.writeText = async (w) => { window.copied = w; }"
    )
    visitor.press("Copy a link to these choices")
    link = visitor.run("return window.copied")
    assert link.startswith("#") and len(link) < 2000
    visitor.come(link=link)
    visitor.wait("document.querySelector('#verdict')")
    assert visitor.text("#verdict") == said


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_is_hard_to_reach_or_to_read(visitor, screen, scheme):
    """It fits the screen, and axe-core finds nothing, up to the other settings."""
    axe = os.environ.get("AXE_CORE")
    preferred = [{"name": "prefers-color-scheme", "value": scheme}]
    visitor.browser.command("Emulation.setEmulatedMedia", features=preferred)
    try:
        visitor.come(screen)
        assert visitor.as_wide_as(screen)
        found = [violations(visitor, axe)]
        visitor.click("[data-packaged=weka]")
        visitor.wait("document.querySelector('#compare')")
        for name in ("f_measure", "auc", "kappa", "rmse", "mae"):
            visitor.run(
                f"[...document.querySelectorAll('.measure')].find(m => m.dataset.name === '{name}')"
                ".querySelector('input').click()"
            )
        visitor.compare()
        visitor.press("Where does it hold?")
        visitor.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        visitor.idle()
        assert visitor.as_wide_as(screen)
        found.append(violations(visitor, axe))
    finally:
        visitor.browser.command("Emulation.setEmulatedMedia", features=[])
    if not axe:
        pytest.skip("make test-browser says where axe-core is")
    assert found == [[], []]


def violations(visitor, axe):
    if not axe:
        return []
    visitor.run(Path(axe).read_text(encoding="utf-8") + ";window.axe = axe;")
    script = (
        "const done = arguments[0]; axe.run(document, {iframes: false}).then(r => done("
        "r.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 160)])))"
    )
    return visitor.browser.send("POST", "/execute/async", {"args": [], "script": script})


def test_a_file_that_the_command_names_is_open_and_metrics_in_rows_are_read(browser, tmp_path):
    rows = [f"{d},{a},{m},{x}" for d in "xyz" for a, x in (("A", 0.9), ("B", 0.8))
            for m in ("accuracy", "ms")]  # fmt: skip
    text = "\n".join(["task,method,metric,value", *rows])
    with app_server.PageServer(given={"results.csv": text.encode()}) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        visitor = Visitor(browser, made)
        visitor.come()
        assert "12 rows, 4 columns" in visitor.text("#about")
        assert visitor.run("return document.querySelector('#metric').value") == "metric"
        assert visitor.run("return document.querySelector('#value').value") == "value"
        visitor.click("#accept")
        visitor.compare()
        assert "A" in visitor.text("#verdict") and "accuracy" in visitor.text("#verdict")
        made.shutdown()
