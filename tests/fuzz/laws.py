"""What must hold for every input, whoever gets it."""

import json
import math
import re
import signal
import unicodedata
import warnings
from contextlib import contextmanager
from html.parser import HTMLParser

import jointstats as js
from jointstats.base import rows

LONGEST = 5.0  # seconds of computing
ASLEEP = 120.0  # seconds by the clock: for who waits and does not compute
_ORDERS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # turn the direction of writing


class Fault(Exception):  # noqa: N818 - what was found, not what went wrong here
    """A law was broken."""


class Hang(BaseException):
    """It took too long. No part of the package catches this."""


def _stop(number, frame):
    raise Hang


@contextmanager
def in_time():
    """End what computes or waits too long."""
    before = [(one, signal.signal(one, _stop)) for one in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    signal.setitimer(signal.ITIMER_REAL, ASLEEP)
    try:
        yield
    except Hang as hang:
        raise Fault(f"more than {LONGEST:g} s") from hang
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in before:
            signal.signal(one, handler)


def lawful(act):
    """What `act()` gives; None if it refused in a sentence of the package's own.

    Raises
    ------
    Fault
        If it raised, warned of or took what it must not.
    """
    with warnings.catch_warnings(record=True) as caught, in_time():
        warnings.simplefilter("always")
        try:
            made = act()
        except js.JointStatsError as error:
            one_sentence(str(error))
            made = None
        except Fault:
            raise
        except Exception as error:
            raise Fault(f"raised {type(error).__name__}: {str(error)[:200]}") from error
    for one in caught:
        if issubclass(
            one.category, DeprecationWarning | PendingDeprecationWarning | ResourceWarning
        ):
            continue
        if str(one.message).startswith("Glyph "):  # matplotlib's: a letter is drawn as a box
            continue
        if not issubclass(one.category, js.JointStatsWarning):
            place = re.sub(r".*/", "", one.filename)
            raise Fault(f"{one.category.__name__} in {place}:{one.lineno}: {one.message}")
        visible(str(one.message), "a warning")
    return made


def one_sentence(text):
    """A complaint can be shown anywhere, and says something."""
    visible(text, "a complaint")
    if not text.strip() or len(text) > 3000:
        raise Fault(f"a complaint of {len(text)} letters")
    if "Traceback" in text or "\n  File " in text:
        raise Fault("a complaint with a traceback")


def visible(text, where):
    """No letter that commands a terminal, turns the writing or cannot be encoded."""
    odd = {
        c for c in text if c in _ORDERS or (unicodedata.category(c) in ("Cc", "Cs") and c != "\n")
    }
    if odd:
        raise Fault(f"{where} holds {sorted(map(ascii, odd))}")


class _Page(HTMLParser):
    """What a browser would do with names in a page."""

    def __init__(self):
        super().__init__()
        self.inside = ""

    def handle_starttag(self, tag, attrs):
        self.inside = tag
        if tag in ("img", "iframe", "x-evil") or any("alert(1)" in (v or "") and k != "aria-label"
                                                      and k.startswith("on") for k, v in attrs):  # fmt: skip
            raise Fault(f"a name became a tag of HTML: {tag}")

    def handle_data(self, data):
        if self.inside == "script" and data.lstrip().startswith("alert(1)"):
            raise Fault("a name became a script")


def safe_html(text, where):
    """No name of the input became markup."""
    visible(text.replace("\t", " "), where)
    _Page().feed(text)


def safe_markdown(text):
    """No name became HTML, a link or a cell of a table."""
    visible(text, "Markdown")
    if re.search(r"(?<!\\)<(?!/?u>)[a-zA-Z/!]", text):
        raise Fault("HTML in Markdown")
    if re.search(r"(?<!\\)\]\(", text):
        raise Fault("a link in Markdown")
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        if len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) > 1:
            raise Fault("a table of Markdown with rows of different lengths")


def safe_latex(text):
    """No name became a command; what a line has after a percent sign is none."""
    visible(text, "LaTeX")
    if re.search(r"\\(input|write)\b", re.sub(r"(?m)^%.*$", "", text)):
        raise Fault("a name became a command of LaTeX")


def sound(result):
    """Every number of a result is what its column promises."""
    try:
        json.dumps(result.to_dict(), allow_nan=False).encode()
    except ValueError as error:
        raise Fault(f"to_dict() is no JSON: {error}") from error
    table = result.table()
    for column, values in zip(table.columns, table.values, strict=True):
        if column.kind in (rows.Kind.PROBABILITY, rows.Kind.P_VALUE, rows.Kind.SHARE):
            for x in values:
                if x is not None and not -1e-12 <= x <= 1 + 1e-12:
                    raise Fault(f"{column.name} of {type(result).__name__} is {x}")
        elif column.kind in (rows.Kind.WHOLE, rows.Kind.COUNT, rows.Kind.NUMBER, rows.Kind.ERROR):
            for x in values:
                if x is not None and math.isnan(x):
                    raise Fault(f"{column.name} of {type(result).__name__} is NaN")


def shown(result, page=None):
    """Every way of showing a result is safe; with the path of a page, its report as well."""
    visible(str(result), "print()")
    visible(result.summary(), "summary()")
    visible(result.summary(width=40), "summary()")
    visible(result.verdict, "verdict")
    for warning in result.warnings:
        visible(warning, "a warning")
    safe_markdown(result.to_markdown())
    safe_latex(result.to_latex())
    safe_html(result._repr_html_(), "_repr_html_()")
    visible(result.references(), "references()")
    (result.to_csv() or "").encode()
    if "rankings" in result.figures:
        safe_latex(result.to_tikz())
    if page is not None:
        result.to_html(page)
        safe_html(page.read_text(encoding="utf-8"), "to_html()")
