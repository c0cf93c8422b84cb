"""Chromium driven by as much of the WebDriver protocol as these tests need."""

import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--hide-scrollbars",
]  # fmt: skip
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


class Browser:
    """As much of the WebDriver protocol as these tests need."""

    patience = 60  # seconds to wait for a reply

    def __init__(self, port, flags=()):
        self.root = f"http://127.0.0.1:{port}"
        chosen = {
            "goog:chromeOptions": {"args": [*FLAGS, *flags]},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        made = self.send("POST", "/session", {"capabilities": {"alwaysMatch": chosen}})
        self.root += f"/session/{made['sessionId']}"

    def send(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.root + path, data, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=self.patience) as reply:
            return json.load(reply)["value"]

    def command(self, name, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def run(self, script):
        return self.send("POST", "/execute/sync", {"script": script, "args": []})

    def promise(self, expression, seconds=60):
        """What a promise is kept with; if it is broken, an object with its name and message."""
        self.send("POST", "/timeouts", {"script": 1000 * seconds})
        self.patience = seconds + 10
        try:
            return self.send("POST", "/execute/async", {"args": [], "script":
                "const done = arguments[0];"
                f"(async () => ({expression}))().then(done, e => done("
                "{name: e.name, kind: e.kind, message: e.message}))"})  # fmt: skip
        finally:
            self.patience = Browser.patience

    def go(self, address):
        self.send("POST", "/url", {"url": address})

    def open(self, path, screen):
        self.command("Emulation.setDeviceMetricsOverride", **screen)
        self.send("POST", "/url", {"url": path.as_uri()})

    def log(self):
        return [line["message"] for line in self.send("POST", "/se/log", {"type": "browser"})]


@contextmanager
def chromium(*flags):
    """A browser, started on a free port with more flags, and ended."""
    if shutil.which("chromedriver") is None:
        raise FileNotFoundError("This needs Chromium: apt-get install chromium chromium-driver")
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
        made = Browser(port, flags)
        yield made
        made.send("DELETE", "")
    finally:
        driver.terminate()
        driver.wait(timeout=30)
