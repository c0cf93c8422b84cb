"""The help of Python in R's words: reStructuredText as roxygen's Markdown."""

from __future__ import annotations

import ast
import re

from jointstats.interfaces.bridge.spelling import in_r

_WORDS = {"True": "`TRUE`", "False": "`FALSE`", "None": "`NULL`"}
_MARKUP = re.compile(
    r":func:`(?:jointstats\.)?(?P<function>\w+)`"
    r"|:(?:class|meth|attr):`~?(?:jointstats\.)?(?P<name>[^`]*)`"
    r"|``(?P<code>[^`]*)``"
    r"|`(?P<argument>\w+)`"
    r"|(?P<word>\bTrue\b|\bFalse\b|\bNone\b)"
)
_ARGUMENT = re.compile(r"(?<=\w)=(?=\S)")
_FILE = re.compile(r"[^.]*`docs/[^`]*`[^.]*\.\s*")  # a sentence about a page that R's help lacks
# Letters that the LaTeX of R's manual, or the C locale, lacks.
_LETTERS = str.maketrans(
    {"−": "-", "½": "1/2", "–": "-", "’": "'", "≥": ">=", "≤": "<=", "ᵀ": "'", "\u0304": "bar"}
    | {"α": "alpha", "θ": "theta", "λ": "lambda", "χ": "chi", "⌊": "floor(", "⌋": ")"}
)
_RAISED = re.compile("[⁰¹²³⁴-⁹⁻]{2,}|[⁰⁴-⁹]")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def markdown(text: str) -> str:
    """The help's reStructuredText as roxygen's Markdown, in words for R.

    Examples
    --------
    >>> markdown("``p_value`` of :func:`jointstats.glrt_test`; None if `on` is.")
    '`p_value` of [glrt_test()]; `NULL` if `on` is.'
    >>> markdown("k d̄ᵀ S⁻¹ d̄, more than 2¹⁴, θ²")
    "k dbar' S^-1 dbar, more than 2^14, theta²"
    >>> markdown('``{"quality": ["f1", "auc"]}``, ``{"f1": "max"}``. See `docs/a.md` for more.')
    '`list(quality = c("f1", "auc"))`, `c(f1 = "max")`.'
    """

    def spelled(found: re.Match[str]) -> str:
        if found["function"]:
            return f"[{found['function']}()]"
        if found["word"]:
            return _WORDS[found["word"]]
        return f"`{_code(found['name'] or found['code'] or found['argument'])}`"

    text = _FILE.sub("", text)
    text = _RAISED.sub(lambda found: "^" + found[0].translate(_LOWERED), text)
    return _MARKUP.sub(spelled, text).translate(_LETTERS)


def _code(text: str) -> str:
    """Code of Python as R writes it: values, and arguments with theirs."""
    head, equals, value = text.rpartition("=") if re.match(r"\w+=", text) else ("", "", text)
    try:
        value = in_r(ast.literal_eval(value))
    except (ValueError, SyntaxError):
        return _ARGUMENT.sub(" = ", text)
    return f"{head} = {value}" if equals else value
