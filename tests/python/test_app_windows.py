"""Several windows of one page: each is answered about its own table, or told that it is not."""

import base64
import json
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from windows import Window

import jointstats
from jointstats.evidence.messages import visible
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.app import server as app_server

ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
APP = Path(jointstats.__file__).parent / "interfaces" / "app"
ABOUT_ANSWERS = (
    {"ask": "report"},
    {"ask": "download", "what": "json"},
    {"ask": "download", "what": "python"},
    {"ask": "figure", "format": "svg"},
    {"ask": "explore", "setting": "level"},
)


def table(better, worse):
    """Twelve data sets, on all of which one is better."""
    lines = [f"d{i},{better},0.9{i:02}\nd{i},{worse},0.1{i:02}" for i in range(12)]
    return "\n".join(["data,method,acc", *lines]).encode()


FOX, OWL = table("Fox", "Owl"), table("Owl", "Fox")


def opened(window, data, name="x.csv", **settings):
    """The answer to a window's table."""
    assert window.ask(data, ask="open", file=name)["ok"]
    return window.ask(ask="compare", roles=ROLES, settings=settings)["answer"]


def verdict(window):
    return document(window)["verdict"]


def document(window):
    file = window.ask(ask="download", what="json")["file"]
    return json.loads(base64.b64decode(file["base64"]))


@pytest.fixture
def two():
    desk = app_desk.Desk()
    return Window(desk.answer), Window(desk.answer)


def test_two_windows_with_opposite_tables_never_mix_them_up(two):
    fox, owl = two
    first, second = opened(fox, FOX), opened(owl, OWL)
    assert first["verdict"].startswith("Fox") and second["verdict"].startswith("Owl")
    for request in (*ABOUT_ANSWERS, {"ask": "compare", "roles": ROLES}):
        reply = fox.ask(**request)
        assert reply["about"] == "elsewhere", request
        assert "Another table than that of this window is open" in reply["error"]
        assert owl.ask(**request)["ok"], request
    # Opened again, it is the first one's turn.
    assert opened(fox, FOX)["verdict"] == first["verdict"] == verdict(fox)
    assert owl.ask(ask="report")["about"] == "elsewhere"


def test_every_answer_names_its_table(two):
    window, _ = two
    known = window.ask(FOX, ask="open", file="fox.csv")["table"]
    answer = window.ask(ask="compare", roles=ROLES)
    assert (answer["answer"]["table"], known["name"]) == ("fox.csv", "fox.csv")
    for request in (*ABOUT_ANSWERS, {"ask": "compare", "roles": ROLES}):
        named = window.ask(**request)["table"]
        assert named == {"name": "fox.csv", "mark": known["mark"]}, request


def test_two_windows_with_one_table_have_answers_of_their_own(two):
    one, other = two
    first, second = opened(one, FOX), opened(other, FOX, alpha=0.2)
    assert one.marks["table"] == other.marks["table"]
    assert (first["number"], second["number"]) == (1, 2)  # both were given about this table
    for request in ABOUT_ANSWERS:
        reply = one.ask(**request)
        assert reply["about"] == "elsewhere" and "Another answer than that" in reply["error"]
        assert other.ask(**request)["ok"]


def test_the_same_bytes_read_otherwise_are_another_table(two):
    one, other = two
    data = FOX.replace(b",", b",;")
    marks = [window.ask(data, ask="open", file=name, format=kind)["table"]["mark"]
             for window, kind, name in ((one, "csv", "x.csv"), (other, "csv2", "x.csv"),
                                        (other, "csv2", "y.csv"))]  # fmt: skip
    assert len(set(marks)) == 3
    assert one.ask(ask="compare", roles=ROLES)["about"] == "elsewhere"


@pytest.mark.parametrize("mark", [None, "", 1, [], {}, "0" * 64])
def test_a_request_without_its_mark_is_refused(two, mark):
    window, _ = two
    opened(window, FOX)
    for name in ("table", "answer"):
        bare = Window(window.send)
        bare.marks = window.marks | {name: mark}
        assert bare.ask(ask="report")["about"] == "elsewhere"
    bare.marks = {}
    assert bare.ask(ask="compare", roles=ROLES)["about"] == "elsewhere"


def test_what_was_tried_is_told_after_another_window_was_used(two):
    fox, owl = two
    opened(fox, FOX)
    said = fox.ask(**ABOUT_ANSWERS[-1])["explored"]["said"]
    opened(owl, OWL), opened(fox, FOX)
    assert document(fox)["explored"] == [said]


def test_what_one_window_stops_is_lost_for_the_other_and_it_is_told():
    desk = app_desk.DeskProcess()
    try:
        window = Window(
            lambda words, data: json.dumps(json.loads(list(desk.ask(words, data))[-1])["reply"])
        )
        opened(window, FOX)
        lines = desk.ask('{"ask": "open", "packaged": "weka_folds"}', None)
        next(lines)
        lines.close()  # the other window was closed while it computed
        assert window.ask(ask="report")["about"] == "elsewhere"
    finally:
        desk.close()


# --- The page's own side --------------------------------------------------------------------------


# Two windows: what the page does when it is opened, compared in, and asked for a file.
def node(folder, script, files, *words):
    """What a script of Node.js prints as JSON, next to files of the page."""
    (folder / "run.js").write_text(script, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    for file in files:
        shutil.copy(APP / file, folder)
    done = subprocess.run(
        ["node", str(folder / "run.js"), *words], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


PAGE = """
const address = new URL(process.argv[2]);
const headers = { Origin: address.origin };
const own = globalThis.fetch;
globalThis.fetch = (name, how) =>
  own(new URL(name, address), { ...how, headers: { ...how.headers, ...headers } });
const names = ["append", "addEventListener", "setAttribute", "removeAttribute"];
const element = () => Object.fromEntries(names.map((name) => [name, () => {}]));
globalThis.document = {
  baseURI: import.meta.url, createElement: element, body: { classList: { add() {}, remove() {} } },
  querySelector: () => ({ dataset: { engine: `${process.argv[3]}/engine-server.js` } }) };
const { Work } = await import(`${process.argv[3]}/work.js`);

const opened = async (text, settings) => {
  const work = new Work(), bytes = new TextEncoder().encode(text);
  const request = { ask: "compare", roles: JSON.parse(process.argv[4]), settings };
  const open = (send) => send({ ask: "open", file: "x.csv" }, bytes);
  work.renew = async (send) => {
    const reply = await open(send);
    return reply.ok ? send(request, null) : reply;
  };
  await open((one, data) => work.ask(one, "", data));
  const { answer } = await work.ask(request, "");
  return { work, answer };
};
const taken = async ({ work }) => {
  const reply = await work.ask({ ask: "download", what: "json" }, "");
  if (!reply.ok) throw new Error(reply.error);
  return JSON.parse(Buffer.from(reply.file.base64, "base64")).verdict;
};
const [fox, owl, strict] = [await opened(process.argv[5], {}), await opened(process.argv[6], {}),
  await opened(process.argv[6], { alpha: 0.01 })];
const said = [];
for (const one of [fox, owl, strict, fox]) said.push([one.answer.verdict, await taken(one)]);
fox.work.renew = null;
await taken(owl);
said.push((await fox.work.ask({ ask: "report" }, "")).about);
console.log(JSON.stringify(said));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="JavaScript is run by Node.js")
def test_the_page_opens_its_own_table_again_by_itself(tmp_path):
    files = [file.name for file in APP.glob("*.js")]
    with app_server.PageServer() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        words = [server.address, tmp_path.as_uri(), json.dumps(ROLES), FOX.decode(), OWL.decode()]
        *windows, without = node(tmp_path, PAGE, files, *words)
        server.shutdown()
    assert [answer == file for answer, file in windows] == [True] * 4
    first = [min(("Fox", "Owl"), key=answer.index) for answer, _ in windows]
    assert first == ["Fox", "Owl", "Owl", "Fox"]
    assert without == "elsewhere"


PREVIEW = """
import { Preview } from "./preview.js";
import { visible } from "./dom.js";

const element = () => ({
  inside: [], length: 0, setAttribute() {}, addEventListener() {},
  append(...more) { this.inside.push(...more); },
  replaceChildren(...more) { this.inside = more; } });
globalThis.document = { createElement: element };
const { table, every } = JSON.parse(process.argv[2]);
const roles = { shown: element(), marks: (one) => [[one.name, one.name]], markOf: () => "" };
const texts = (one) => typeof one === "string" ? [one] : (one.inside ?? []).flatMap(texts);
const shown = texts(new Preview(table, roles).shown);
console.log(JSON.stringify({ shown, every: visible(every) }));
"""
UNSEEN = "\u200b\u202e\u2028\u2029\ufeff\xad\u2066\U000e0041"


@pytest.mark.skipif(shutil.which("node") is None, reason="JavaScript is run by Node.js")
def test_the_preview_shows_letters_without_width_by_their_numbers(tmp_path):
    """In cells, in heads and in what can be chosen, as the desk writes them."""
    data = f"data,met{UNSEEN}hod,acc\niris,A{UNSEEN},1\niris,B,2\n".encode()
    asked = json.dumps({"ask": "open", "file": "x.csv"})
    table = json.loads(app_desk.Desk().answer(asked, data))["table"]
    every = "".join(
        map(chr, [*range(1, 0x3000), *range(0xFE00, 0x10000), *range(0xE0000, 0xE0100)])
    )
    words = json.dumps({"table": table, "every": every})
    reply = node(tmp_path, PREVIEW, ("preview.js", "dom.js"), words)
    assert {f"A{visible(UNSEEN)}", f"met{visible(UNSEEN)}hod"} <= set(reply["shown"])
    assert not set(UNSEEN) & set("".join(reply["shown"]))
    assert reply["every"] == visible(every)
