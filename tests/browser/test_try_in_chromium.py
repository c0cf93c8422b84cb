"""The page that computes by itself, in Chromium: Python in a worker, from build/engine."""

import json
import os
import shutil
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from driver import chromium
from serving import ISOLATED, serving
from test_app_in_chromium import Visitor

import jointstats as js

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "build" / "engine"
sys.path.insert(0, str(ROOT / "docs" / "site"))
import live  # noqa: E402

pytestmark = pytest.mark.skipif(
    not (ENGINE / "manifest.json").exists(), reason="NOT RUN: make engine brings build/engine"
)
PATIENCE = 240  # seconds for Python to start on a busy machine
BARE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<link rel="icon" href="data:,"><script type="module">
import { WorkerEngine } from "./live/worker-engine.js";
window.engine = new WorkerEngine("live/");
</script></head><body></body></html>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for any plain web server, with the engine inside."""
    made = tmp_path_factory.mktemp("site")
    live.write(made, ENGINE)
    (made / "bare.html").write_text(BARE, encoding="utf-8")
    return made


class Patient(Visitor):
    """A visitor who waits until Python has started."""

    def wait(self, condition, seconds=PATIENCE):
        super().wait(condition, seconds)


@pytest.fixture(scope="module")
def visitor(browser, folder):
    """The page, started once; every test opens a table of its own."""
    with serving(folder) as (address, asked):
        made = Patient(browser, SimpleNamespace(address=f"{address}try.html"))
        made.asked = asked
        made.come()
        yield made


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A file of three algorithms, and what it was made of."""
    frame = js.load_frame("weka")[["dataset", "algorithm", "accuracy", "training_time"]]
    frame = frame[frame["algorithm"].isin(["AODE", "Logistic", "J48graft"])]
    path = tmp_path_factory.mktemp("tables") / "good.csv"
    frame.to_csv(path, index=False)
    return path


def compared(visitor, table):
    visitor.give(table)
    visitor.choose("accuracy", "max")
    visitor.choose("training_time", "min")
    visitor.compare()


def test_a_file_becomes_a_verdict_that_is_tried_and_a_report(visitor, table):
    assert "it is sent nowhere" in visitor.text(".private")
    compared(visitor, table)
    expected = js.compare_algorithms(
        pd.read_csv(table), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
    )  # fmt: skip
    assert visitor.text("#verdict") == expected.verdict
    visitor.press("Where does it hold?")
    said = visitor.text(".setting .note[role=status]")
    assert said.startswith(
        f"Threshold (alpha): {js.sensitivity(expected, factors=['level']).verdict}"
    )
    visitor.run(
        "[...document.querySelectorAll('summary')].find(s => s.textContent.startsWith("
        "'The whole report')).click()"
    )
    visitor.wait("document.querySelector('iframe.report')")
    visitor.idle()
    report = visitor.run("return document.querySelector('iframe.report').srcdoc")
    assert expected.verdict in report and report.count("<svg") >= 1
    assert not any("matplotlib" in path for path in visitor.asked)
    assert visitor.browser.log() == []


def test_a_file_that_is_no_table_is_said_to_be_none(visitor, tmp_path):
    path = tmp_path / "numbers.json"
    path.write_text("[1, 2]")
    visitor.give(path)
    visitor.wait("document.querySelector('.wrong p')")
    assert "numbers.json" in visitor.text(".wrong") and "Traceback" not in visitor.text(".wrong")
    assert visitor.browser.log() == []


def test_what_is_stopped_goes_on_with_the_table_that_was_open(visitor, table):
    compared(visitor, table)
    before = visitor.text("#verdict")
    visitor.run(
        "const b = [...document.querySelectorAll('button')].find(b => b.checkVisibility() && "
        "b.textContent === 'Where does it hold?'); b.click();"
        "[...document.querySelectorAll('.work button')].find(b => b.textContent === 'Stop').click()"
    )
    visitor.idle()
    assert visitor.text(".wrong").startswith("Stopped.")
    visitor.press("Where does it hold?")
    visitor.idle()
    assert "All 3 pairs keep their state" in visitor.text(".setting .note[role=status]")
    assert visitor.text("#verdict") == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_hard_to_reach_or_to_read(visitor, table, scheme):
    """axe-core finds nothing."""
    axe = os.environ.get("AXE_CORE")
    if not axe:
        pytest.skip("make test-browser says where axe-core is")
    preferred = [{"name": "prefers-color-scheme", "value": scheme}]
    visitor.browser.command("Emulation.setEmulatedMedia", features=preferred)
    compared(visitor, table)
    visitor.run(Path(axe).read_text(encoding="utf-8") + ";window.axe = axe;")
    found = visitor.browser.promise(
        "(await axe.run()).violations.map(v => [v.id, v.nodes[0].html.slice(0, 120)])"
    )
    visitor.browser.command("Emulation.setEmulatedMedia", features=[])
    assert found == []


def test_a_plain_server_without_any_other_host_will_do(folder):
    """As in a lecture room: plain HTTP, one host, whose files the browser itself compares."""
    rules = "MAP lecture.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with serving(folder) as (address, _), chromium(f"--host-resolver-rules={rules}") as browser:
        browser.go(address.replace("127.0.0.1", "lecture.test") + "bare.html")
        assert browser.run("return [isSecureContext, typeof crypto.subtle]") == [
            False, "undefined"
        ]  # fmt: skip
        code = "import jointstats; print(jointstats.__version__)"
        reply = browser.promise(f"await engine.run({json.dumps(code)})", PATIENCE)
        assert reply["text"].strip() == js.__version__, reply


@pytest.fixture(scope="module")
def started(browser, folder):
    """A bare page whose engine comes from another address, as that of the published page does.

    It is isolated, so that Python can be interrupted.
    """
    allowed = {"Access-Control-Allow-Origin": "*"}
    with serving(folder / "engine", allowed) as (elsewhere, _), serving(folder, ISOLATED) as (
        address, _,
    ):  # fmt: skip
        browser.go(address + "bare.html")
        browser.promise(f"(await engine.known()).address = '{elsewhere}'")
        browser.promise("(window.told = [], await engine.run('', p => told.push(p)))", PATIENCE)
        yield browser
        browser.run("engine.end(new Error('over'))")


def test_progress_is_told_from_the_first_moment(started):
    told = started.run("return told")
    assert told[0] == {"text": "Loading the engine", "share": None}
    loading = [one["share"] for one in told if one["share"] is not None]
    assert loading and loading == sorted(loading) and 0 < loading[0] < 1
    stages = list(dict.fromkeys(one["text"].split(":")[0] for one in told))
    assert stages == ["Loading the engine", "Unpacking the packages", "Computing"]


def test_python_is_interrupted_and_keeps_what_it_has(started):
    assert started.run("return crossOriginIsolated")
    code = "x = 1\\nwhile True:\\n    x += 1"
    how, fault, after = started.promise(
        f"await (async () => {{ const run = engine.run('{code}').catch(e => [e.kind, e.message]);"
        "await new Promise(r => setTimeout(r, 400));"
        "return [engine.cancel(), await run, await engine.run('x > 1000')]; })()"
    )
    assert (how, fault, after["text"]) == ("interrupted", ["stopped", "Stopped."], "True\n")
    assert started.run("return engine.cancel()") == "idle"


def test_a_cell_prints_draws_and_fails_in_a_sentence(started):
    def run(code):
        return started.promise(f"await engine.run({json.dumps(code)})", PATIENCE)

    assert run("x = 3\nx + 1")["text"] == "4\n"
    drawn = run("import jointstats as js\naxes = js.load_dataset('weka').plot()\nprint(x)")
    assert drawn["text"] == "3\n" and len(drawn["figures"]) == 1 and drawn["fault"] is None
    assert run("x\ny")["fault"] == "Line 2: NameError: name 'y' is not defined"
    assert run("x = (")["fault"] == "Line 1: '(' was never closed."
    said = run("import jointstats as js\njs.glrt_test(3)")["fault"]
    assert said.startswith("Line 2: ") and "Traceback" not in said


REPLAY = """
import base64, io, json, sys, zipfile
zipfile.ZipFile(io.BytesIO(base64.b64decode(packed))).extractall("/home/pyodide/tests")
sys.path[:0] = ["/home/pyodide/tests/cross_language", "/home/pyodide/tests/wasm"]
import replay
print(json.dumps([*replay.replies()]))
"""


def test_every_recorded_reply_is_given_again(started, folder):
    """The same decisions, counts and sentences, and the same numbers within 1e-12."""
    with zipfile.ZipFile(folder / "tests.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(ROOT / "tests" / "wasm" / "replay.py", "wasm/replay.py")
        record = ROOT / "tests" / "cross_language" / "record_replies.py"
        packed.write(record, f"cross_language/{record.name}")
        recorded = sorted((ROOT / "tests" / "testthat" / "replies").glob("*.json"))
        for path in recorded:
            packed.write(path, f"testthat/replies/{path.name}")
    reply = started.promise(
        "await (async () => { const blob = await (await fetch('tests.zip')).blob();"
        "const read = new FileReader();"
        "await new Promise(r => { read.onload = r; read.readAsDataURL(blob); });"
        "const packed = `packed = '${read.result.split(',')[1]}'`;"
        f"return engine.run(packed + {json.dumps(REPLAY)}); }})()",
        PATIENCE,
    )
    assert reply.get("fault") is None and "text" in reply, reply
    rows = json.loads(reply["text"])
    assert len(rows) == len(recorded) >= 26
    assert [row for row in rows if row["faults"]] == []


def test_no_more_memory_is_said(started):
    code = "x = [bytearray(2**31 - 1) for _ in range(3)]"
    reply = started.promise(f"await engine.run('{code}')", PATIENCE)
    assert reply.get("message", "").startswith("The browser has no more memory for this."), reply
    assert started.promise("await engine.run('1 + 1')", PATIENCE)["text"] == "2\n"


def broken(folder, tmp_path, change):
    """A copy of the folder with other settings."""
    made = tmp_path / "site"
    shutil.copytree(folder, made, ignore=shutil.ignore_patterns("*.wasm", "scipy*", "openblas*"))
    path = made / "live" / "engine.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    change(settings, made)
    path.write_text(json.dumps(settings), encoding="utf-8")
    return made


def another_byte(settings, made):
    (made / "engine" / "pyodide.js").write_bytes(b"alert(1)")


def no_server(settings, made):
    settings["address"] = "http://127.0.0.1:9/"


def no_file(settings, made):
    (made / "engine" / "pyodide.js").unlink()


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        (another_byte, "differs", "pyodide.js from this site is not the file that this page was"),
        (no_server, "network", "could not be loaded from 127.0.0.1:9. Is there a network"),
        (no_file, "network", "from this site (status 404)"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_a_sentence(
    browser, folder, tmp_path, change, kind, words
):
    with serving(broken(folder, tmp_path, change)) as (address, _):
        browser.go(address + "bare.html")
        fault = browser.promise("await engine.run('1')")
        browser.log()
    assert (fault["name"], fault["kind"]) == ("EngineFault", kind), fault
    assert words in fault["message"], fault


def test_an_old_browser_and_a_file_are_told_so(browser, folder):
    with serving(folder) as (address, _):
        browser.go(address + "bare.html")
        browser.run("delete window.BigInt64Array")
        fault = browser.promise("await engine.run('1')")
    assert fault["message"].startswith("This browser is too old to compute: it lacks 64-bit")


def test_the_page_without_the_engine_is_small(folder):
    size = sum(path.stat().st_size for path in (folder / "live").iterdir())
    assert size + (folder / "try.html").stat().st_size <= 1_500_000


def test_the_published_engine_is_the_one_that_is_tested(folder):
    """Bytes of the same SHA-256, but for networkx, which is packed anew there."""
    pinned = json.loads(live.PINNED.read_text(encoding="utf-8"))
    assert pinned == json.loads(json.dumps(live.as_published(live.engine_of(ENGINE))))
    files = {file["name"]: file for file in pinned["files"]}
    used = live.engine_of(ENGINE)["files"]
    others = [f["name"] for f in used if files[f["name"]] != f]
    assert others == ["networkx-3.4.2-py3-none-any.whl"]
