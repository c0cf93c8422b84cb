"""The HTML report in Chromium: no console error, no sideways scroll on a phone, figures present."""

import base64
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from driver import PHONE

import jointstats as js


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    weka = js.load_dataset("weka")
    tables = {
        "two": js.load_dataset("example1"),
        "many": weka,
        "pair": weka.select(algorithms=["RandomForest", "Logistic"]),
    }
    for name, table in tables.items():
        js.compare_algorithms(table).to_html(folder / f"{name}.html")
    every = {"fpr": "min", "training_time": "min", **dict(weka.measures)}
    eight = js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm", measures=every
    )
    js.compare_algorithms(eight).to_html(folder / "eight.html")
    js.compare_algorithms(weka, control="AODE").to_html(folder / "control.html")
    js.pairwise_tests(weka, test="glrt").to_html(folder / "other.html")
    skill = np.linspace(1.2, 0, 40)
    values = np.random.default_rng(40).normal(size=(40, 3, 40)) + skill
    forty = js.results_table(
        {f"algorithm-{i:03d}": values[:, :, i] for i in range(40)},
        measures=dict.fromkeys(["accuracy", "auc", "speed"], "max"),
    )
    js.compare_algorithms(forty).to_html(folder / "forty.html")
    long = long_names()
    js.compare_algorithms(long).to_html(folder / "long.html")
    against = js.compare_algorithms(long, control=long.algorithms[0])
    against.to_html(folder / "long-control.html")
    return folder


def long_names():
    """Seven algorithms with names of 35 characters; one beats four, another leads on a measure."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(30, 7, 6)) + np.array([2.0, 1, 0, 0, 0, 0, 0])[:, None]
    values[:, 1, 0] += 2
    values[:15, 2, 1] += 5
    return js.results_table(
        {f"algorithm number {i} {'of a long name':.<17}": values[:, i] for i in range(7)},
        measures=dict.fromkeys(["accuracy", "f_measure", "auc", "kappa", "recall", "f2"], "max"),
    )


LONG = ["long", "long-control"]


@pytest.mark.parametrize("name", ["two", "many", "pair", "control", *LONG])
def test_phone(browser, reports, name):
    browser.open(reports / f"{name}.html", PHONE)
    assert browser.log() == []
    wide, screen = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    assert (wide, screen) == (390, 390)
    # Whatever is wider than the screen stands in a box that scrolls by itself.
    stray = browser.run(
        "return [...document.querySelectorAll('body *')].filter(e => !e.closest('.wide') && "
        "e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))"
    )
    assert stray == []
    picture = browser.run(
        "const box = document.querySelector('.on-narrow svg').getBoundingClientRect();"
        "return [box.width, box.bottom]"
    )
    assert 300 < picture[0] <= 390 and picture[1] <= 844, "the picture is on the first screen"


DESK = PHONE | {"width": 1280, "height": 800, "mobile": False}


@pytest.mark.parametrize(("name", "least"), [("two", 2), ("many", 1), ("pair", 3), ("control", 1)])
def test_every_figure_has_a_text_and_letters(browser, reports, name, least):
    browser.open(reports / f"{name}.html", DESK)
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    figures = browser.run(
        "return [...document.querySelectorAll('svg[role=img]')]"
        ".filter(e => e.checkVisibility()).map(e => ["
        "e.getBoundingClientRect().width, e.getAttribute('aria-label').length, "
        "e.querySelectorAll('text').length])"
    )
    assert len(figures) >= least
    assert all(width > 300 and alt > 30 and letters > 2 for width, alt, letters in figures)


def test_words_in_figures_stay_inside(browser, reports):
    """Also with the letters that this browser has."""
    browser.open(reports / "many.html", DESK)
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    out = browser.run(
        "return [...document.querySelectorAll('svg[role=img]')]"
        ".filter(e => e.checkVisibility()).flatMap(e => {"
        "const box = e.getBoundingClientRect();"
        "return [...e.querySelectorAll('text')].filter(t => {"
        "const r = t.getBoundingClientRect();"
        "return r.left < box.left - 2 || r.right > box.right + 2 || r.top < box.top - 2 || "
        "r.bottom > box.bottom + 2; }).map(t => t.textContent); })"
    )
    assert out == []


@pytest.mark.parametrize(("name", "screens"), [("two", 6), ("many", 6), ("forty", 6)])
def test_the_page_as_opened_is_short(browser, reports, name, screens):
    browser.open(reports / f"{name}.html", DESK)
    high = browser.run("return document.documentElement.scrollHeight")
    assert high <= screens * 800
    first = browser.run(
        "return [...document.querySelectorAll('.verdict, .answers, .first .on-wide svg')]"
        ".map(e => e.getBoundingClientRect().top)"
    )
    assert len(first) == 3 and max(first) < 800
    size = (reports / f"{name}.html").stat().st_size
    assert size < {"two": 200_000, "many": 600_000, "forty": 1_000_000}[name]


def test_tables_sort_and_filter(browser, reports):
    browser.open(reports / "many.html", DESK)
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    table = "[...document.querySelectorAll('table')].find(t => t.tHead.innerText.includes('state'))"
    seen = (
        f"[...{table}.tBodies[0].rows].filter(r => !r.hidden).map(r => "
        "[...r.cells].slice(0, 5).map(c => c.textContent))"
    )
    whole = browser.run(f"return {seen}")
    assert len(whole) == 21
    head = f"[...{table}.tHead.rows[0].cells][4]"
    assert browser.run(f"return {head}.textContent") == "corrected p"
    for _ in range(2):
        browser.run(f"{head}.querySelector('[role=button]').click()")
    assert browser.run(f"return {head}.getAttribute('aria-sort')") == "descending"
    sorted_ = [row[4] for row in browser.run(f"return {seen}")]
    numbers = [float(cell.removeprefix("< ")) for cell in sorted_]
    assert numbers == sorted(numbers, reverse=True) and sorted_[-1] == "< 0.001"
    for by, value, at in (("state", "win", 2), ("algorithm", "AODE", slice(0, 2))):
        choose = (
            f"const bar = {table}.parentElement.previousElementSibling;"
            "const s = [...bar.querySelectorAll('label')].find("
            f"l => l.textContent.startsWith('{by}')).querySelector('select');"
        )
        browser.run(f"{choose} s.value = '{value}'; s.dispatchEvent(new Event('change'))")
        expected = [row for row in whole if value in (row[at] if at != 2 else [row[2]])]
        assert sorted(browser.run(f"return {seen}")) == sorted(expected) and expected
        said = browser.run(f"return {table}.parentElement.previousElementSibling.innerText")
        assert f"{len(expected)} of 21 rows" in said
        browser.run(f"{choose} s.value = ''; s.dispatchEvent(new Event('change'))")
    measure = "[...document.querySelectorAll('table')][0]"
    choose = (
        f"const bar = {measure}.parentElement.previousElementSibling;"
        "const s = bar.querySelectorAll('select')[0];"
        "s.value = 'auc'; s.dispatchEvent(new Event('change'));"
    )
    browser.run(choose)
    left = browser.run(
        f"return [...{measure}.tHead.querySelectorAll('th[data-of]')].filter(e => !e.hidden)"
        ".map(e => e.dataset.of)"
    )
    assert len(left) == 2 and all(name.startswith("auc") for name in left)


def test_a_table_is_saved_as_it_is_shown(browser, reports):
    browser.open(reports / "many.html", DESK)
    text = browser.send(
        "POST", "/execute/async",
        {"args": [], "script":
            "const done = arguments[0];"
            "URL.createObjectURL = b => { b.text().then(done); return '#'; };"
            "[...document.querySelectorAll('.bar button')]"
            ".find(b => b.textContent === 'CSV').click()"},
    )  # fmt: skip
    lines = text.removeprefix("\ufeff").splitlines()
    assert lines[0].startswith("algorithm,wins,ahead,") and "accuracy ↑ mean rank" in lines[0]
    assert len(lines) == 8 and len({line.count(",") for line in lines}) == 1


def test_without_scripts_everything_is_there(browser, reports):
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(reports / "many.html", DESK)
        document = browser.command("DOM.getDocument", depth=1)
        body = browser.command("DOM.querySelector", nodeId=document["root"]["nodeId"],
                               selector="main")  # fmt: skip
        text = browser.command("DOM.getOuterHTML", nodeId=body["nodeId"])["outerHTML"]
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)
    pairs = text.split("<caption>Every pair")[1].split("</table>")[0]
    assert pairs.count("<tr>") == 22 and text.count("<details") >= 8
    assert "<button" not in text


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["two", "many", "forty", "other"])
def test_nothing_is_hard_to_reach_or_to_read(browser, reports, name, scheme, screen):
    """axe-core finds nothing, all parts open."""
    axe = os.environ.get("AXE_CORE")
    if not axe:
        pytest.skip("make test-browser says where axe-core is")
    preferred = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.command("Emulation.setEmulatedMedia", features=preferred)
    browser.open(reports / f"{name}.html", screen)
    ground = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    browser.run(Path(axe).read_text(encoding="utf-8") + ";window.axe = axe;")
    found = browser.send(
        "POST", "/execute/async",
        {"args": [], "script": "const done = arguments[0]; axe.run().then(r => done("
         "r.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 120)])))"},
    )  # fmt: skip
    browser.command("Emulation.setEmulatedMedia", features=[])
    assert found == []


def test_paper(browser, reports):
    """Nothing is cut off at the right of an A4 page; the widest table is printed across."""
    browser.open(reports / "eight.html", PHONE)
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    browser.command("Emulation.setEmulatedMedia", media="print")
    wide = {}
    for kind, width in (("A4", 673), ("across", 1009)):
        browser.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        wide[kind] = browser.run(
            "return Object.fromEntries([true, false].map(a => [a, Math.max(...["
            "...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && "
            "!!e.closest('.across') === a).map(e => e.getBoundingClientRect().right))]))"
        )
    pages = browser.command("Page.printToPDF", preferCSSPageSize=True)
    browser.command("Emulation.setEmulatedMedia", media="")
    assert wide["A4"]["false"] < 674
    assert wide["across"]["true"] <= 1009
    assert base64.b64decode(pages["data"]).startswith(b"%PDF")


def test_paper_has_heads_and_open_parts_on_four_pages(browser, reports):
    """Of seven algorithms; what is not printed open is not printed at all."""
    weka = js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
    )  # fmt: skip
    js.compare_algorithms(weka).to_html(reports / "weka.html")
    browser.open(reports / "weka.html", DESK)
    printed = browser.command("Page.printToPDF", preferCSSPageSize=True)
    (reports / "weka.pdf").write_bytes(base64.b64decode(printed["data"]))
    said = subprocess.run(
        ["pdftotext", "-layout", str(reports / "weka.pdf"), "-"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said.count("\f") <= 4
    for head in ("algorithm", "wins", "mean rank", "what the data show", "corrected p"):
        assert head in said
    assert "How to repeat this" in said and "js.compare_algorithms" in said
    assert "Paragraphs for a paper" not in said


def test_by_night_figures_have_light_words_on_dark_paper(browser, reports):
    preferred = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.command("Emulation.setEmulatedMedia", features=preferred)
    browser.open(reports / "many.html", DESK)
    names = browser.run(
        "return [...document.querySelectorAll('svg text')].filter(t => "
        "t.textContent === 'RandomForest').map(t => getComputedStyle(t).fill)"
    )
    browser.command("Emulation.setEmulatedMedia", features=[])
    assert names and set(names) == {"rgb(240, 240, 240)"}
