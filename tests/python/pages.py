"""The report as a reader has it: the page that ``to_html`` writes, and what stands in it."""

import html
import re
import shlex
import tempfile
from pathlib import Path


def page(result, **options):
    """The HTML of a result's report."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        result.to_html(path, **options)
        return path.read_bytes().decode()


def calls(result):
    """The calls that repeat a comparison, by language; None for a command that there is not."""
    part = page(result).split('id="repeat"', 1)[1]
    found = {name: html.unescape(code) for name, code in
             re.findall(r"<h3>([^<]*)</h3><pre>(.*?)</pre>", part, flags=re.S)}  # fmt: skip
    return found["Python"], found["R"], found.get("Command line")


def repeated(path):
    """What the Python code of a report makes, by name, and the words of its command."""
    text = html.unescape(path.read_text(encoding="utf-8"))
    scope = {}
    exec(re.search(r"import jointstats as js.*?(?=</pre>)", text, re.DOTALL)[0], scope)
    command = re.search(r"jointstats (compare .*?)</pre>", text)
    return scope, command and shlex.split(command[1])
