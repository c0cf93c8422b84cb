"""The HTML report in Chromium: no console error, no sideways scroll on a phone, figures present."""

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from itertools import pairwise

import numpy as np
import pytest

import jointstats as js

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--hide-scrollbars",
]  # fmt: skip
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


class Browser:
    """As much of the WebDriver protocol as these tests need."""

    def __init__(self, port):
        self.root = f"http://127.0.0.1:{port}"
        chosen = {"goog:chromeOptions": {"args": FLAGS}, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self.send("POST", "/session", {"capabilities": {"alwaysMatch": chosen}})
        self.root += f"/session/{made['sessionId']}"

    def send(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.root + path, data, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)["value"]

    def command(self, name, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def run(self, script):
        return self.send("POST", "/execute/sync", {"script": script, "args": []})

    def open(self, path, screen):
        self.command("Emulation.setDeviceMetricsOverride", **screen)
        self.send("POST", "/url", {"url": path.as_uri()})

    def log(self):
        return [line["message"] for line in self.send("POST", "/se/log", {"type": "browser"})]


@pytest.fixture(scope="module")
def browser():
    if shutil.which("chromedriver") is None:
        pytest.fail("This test needs Chromium: apt-get install chromium chromium-driver")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(50):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=5)
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        made = Browser(port)
        yield made
        made.send("DELETE", "")
    finally:
        driver.terminate()
        driver.wait(timeout=30)


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
    js.compare_algorithms(weka, control="AODE").to_html(folder / "control.html")
    long = long_names()
    for prior in ("symmetric", "imprecise"):
        js.compare_algorithms(long, prior=prior).to_html(folder / f"long-{prior}.html")
        against = js.compare_algorithms(long, control=long.algorithms[0], prior=prior)
        against.to_html(folder / f"long-control-{prior}.html")
    return folder


def long_names():
    """Seven algorithms with names of 35 characters; one beats four, another leads on a measure."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(30, 7, 6)) + np.array([2.0, 1, 0, 0, 0, 0, 0])[:, None]
    values[:, 1, 0] += 2
    values[:15, 2, 1] += 5
    return js.results_table_matrices(
        {f"algorithm number {i} {'of a long name':.<17}": values[:, i] for i in range(7)},
        measures=dict.fromkeys(["accuracy", "f_measure", "auc", "kappa", "rmse", "mae"], "max"),
    )


LONG = ["long-symmetric", "long-imprecise", "long-control-symmetric", "long-control-imprecise"]


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
    bottom = browser.run("return document.querySelector('.answers').getBoundingClientRect().bottom")
    assert bottom <= 844, "the four answers do not fit the first screen"


@pytest.mark.parametrize(("name", "least"), [("two", 4), ("many", 4), ("pair", 4), ("control", 4)])
def test_every_figure_is_drawn_and_has_a_text(browser, reports, name, least):
    browser.open(reports / f"{name}.html", PHONE)
    images = browser.run(
        "return [...document.images].map(e => [e.complete, e.naturalWidth, e.alt.length])"
    )
    assert len(images) >= least
    assert all(done and width > 300 and alt > 30 for done, width, alt in images)


@pytest.mark.parametrize("name", ["two", "many", "control", "long-symmetric"])
def test_what_reaches_beyond_the_screen_says_so(browser, reports, name):
    browser.open(reports / f"{name}.html", PHONE)
    cut = browser.run(
        "return [...document.querySelectorAll('.wide')].filter(e => "
        "e.scrollWidth > e.clientWidth + 1).map(e => [e.getAttribute('aria-label'), "
        "!!e.parentElement.querySelector('.hint')?.checkVisibility()])"
    )
    assert cut, "no table is wider than a phone: this test sees nothing"
    assert [label for label, said in cut if not said] == []


def test_figures_of_bars_are_drawn_for_the_screen(browser, reports):
    widths = []
    for screen in (PHONE, PHONE | {"width": 1280, "mobile": False}):
        browser.open(reports / "two.html", screen)
        widths.append(browser.run(
            "const e = document.querySelector('picture img');"
            "return [e.naturalWidth, e.getBoundingClientRect().right, innerWidth]"
        ))  # fmt: skip
    (narrow, right, screen), (broad, *_) = widths
    assert right <= screen and narrow < 400 < broad


@pytest.mark.parametrize("name", ["two", "many"])
def test_headings_and_tables_are_accessible(browser, reports, name):
    browser.open(reports / f"{name}.html", PHONE)
    levels = browser.run(
        "return [...document.querySelectorAll('h1,h2,h3,h4')].map(e => +e.tagName[1])"
    )
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert browser.run("return document.querySelectorAll('th:not([scope])').length") == 0
    assert browser.run(
        "return [...document.querySelectorAll('table')].every(t => t.caption?.innerText.length)"
    )
    anchors = browser.run(
        "return [...document.querySelectorAll('a[href^=\"#\"]')].filter(a => "
        "!document.getElementById(a.hash.slice(1))).length"
    )
    assert anchors == 0


def test_paper(browser, reports):
    """Nothing is cut off at the right of an A4 page."""
    browser.open(reports / "many.html", PHONE)
    browser.command("Emulation.setEmulatedMedia", media="print")
    browser.command(
        "Emulation.setDeviceMetricsOverride", width=673, height=1000, deviceScaleFactor=1,
        mobile=False,
    )  # fmt: skip
    wide = browser.run("return document.documentElement.scrollWidth")
    pages = browser.command("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
    browser.command("Emulation.setEmulatedMedia", media="")
    assert wide <= 673
    assert base64.b64decode(pages["data"]).startswith(b"%PDF")
