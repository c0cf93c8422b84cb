"""What a result rests on: the papers of its tests, corrections and claims, with their entries.

Entries are kept as BibTeX, and written as that or as citation managers read them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from jointstats.base import options
from jointstats.base.declare import declared
from jointstats.base.facts import words_of
from jointstats.base.kinds import ReferenceForm
from jointstats.base.result import Result

# Option and its value -> the paper of the procedure.
OF_OPTION = {
    ("p_adjust", "holm"): "holm1979simple",
    ("p_adjust", "hochberg"): "hochberg1988sharper",
    ("p_adjust", "hommel"): "hommel1988stagewise",
    ("p_adjust", "BH"): "benjamini1995controlling",
    ("p_adjust", "BY"): "benjamini2001control",
    ("post_hoc", "nemenyi"): "nemenyi1963distribution",
    ("post_hoc", "exact"): "holm1979simple",
    ("correction", "nadeau-bengio"): "nadeau2003inference",
}


def keys(result: Result) -> tuple[str, ...]:
    """The keys in the bibliography of what a result rests on, each once."""
    return tuple(dict.fromkeys([*words_of(result).papers(), *_of_options(result)]))


def references(result: Result, form: Any = "bibtex") -> str:
    """The papers that a result rests on, after jointstats itself."""
    return listed(keys(result), form)


def of_test(*names: str) -> tuple[str, ...]:
    """The papers that a test declares, by the first of these names that is one."""
    tests = filter(None, map(declared, names))
    return next((test.rests_on for test in tests), ())


def _of_options(result: Result) -> Iterator[str]:
    for option, value in result.call.items():
        key = OF_OPTION.get((option, value)) if isinstance(value, str) else None
        if key is not None:
            yield key


BIBLIOGRAPHY = Path(__file__).with_name("references.bib")
TITLE = "jointstats: statistical tests that compare algorithms on several performance measures"
DEVELOPERS = "The jointstats developers"

_ENTRY = re.compile(r"^@(\w+)\{(\w+),\n(.*?)^\}\n", re.M | re.S)
_FIELD = re.compile(r"^  (\w+) = \{(.*?)\}(?=,?\n)", re.M | re.S)
_ACCENT = re.compile(r"\\([v\"'`^~c])\{?(\w)\}?")
_COMBINING = dict(zip("v\"'`^~c", "\u030c\u0308\u0301\u0300\u0302\u0303\u0327", strict=True))
# The Citation Style Language's names for what BibTeX has.
_TYPES = {
    "article": "article-journal",
    "inproceedings": "paper-conference",
    "phdthesis": "thesis",
    "misc": "article",
    "manual": "software",
}
_FIELDS = {
    "title": "title",
    "journal": "container-title",
    "booktitle": "container-title",
    "series": "collection-title",
    "publisher": "publisher",
    "school": "publisher",
    "volume": "volume",
    "number": "issue",
    "pages": "page",
    "doi": "DOI",
}


@dataclass(frozen=True)
class Entry:
    """One reference.

    Attributes
    ----------
    key : str
    kind : str
        Of BibTeX: ``"article"``, ``"inproceedings"``.
    fields : dict
        As plain text, without TeX.
    text : str
        As it is kept.
    """

    key: str
    kind: str
    fields: dict[str, str]
    text: str

    @property
    def authors(self) -> list[tuple[str, str]]:
        """Family and given names."""
        parted = [name.partition(", ") for name in self.fields["author"].split(" and ")]
        return [(family, given) for family, _, given in parted]

    def csl(self) -> dict[str, Any]:
        """As an item of CSL-JSON."""
        item: dict[str, Any] = {"id": self.key, "type": _TYPES[self.kind]}
        item["author"] = [{"family": family, "given": given} for family, given in self.authors]
        item |= {name: self.fields[key] for key, name in _FIELDS.items() if key in self.fields}
        item["issued"] = {"date-parts": [[int(self.fields["year"])]]}
        if "eprint" in self.fields:
            item |= {"publisher": "arXiv", "number": self.fields["eprint"]}
        return item


def plain(tex: str) -> str:
    r"""A field of BibTeX as plain text.

    Examples
    --------
    >>> plain(r"Dem{\v{s}}ar, Y{\i}ld{\i}z: {Bayesian}"), plain("1--30")
    ('Demšar, Yıldız: Bayesian', '1–30')
    """
    text = _ACCENT.sub(lambda match: match[2] + _COMBINING[match[1]], " ".join(tex.split()))
    text = text.replace("{\\i}", "ı").replace("--", "–").replace("{", "").replace("}", "")
    return unicodedata.normalize("NFC", text)


@cache
def entries() -> dict[str, Entry]:
    """The references by key, in their order."""
    text = BIBLIOGRAPHY.read_text(encoding="utf-8")
    return {
        match[2]: Entry(
            match[2],
            match[1],
            {name: plain(tex) for name, tex in _FIELD.findall(match[3])},
            match[0],
        )
        for match in _ENTRY.finditer(text)
    }


def cited(key: str) -> str:
    """A reference as it is cited, by authors and year; empty for what has neither.

    Examples
    --------
    >>> cited("goeman2010sequential"), cited("walley1996inferences")
    ('Goeman & Solari, 2010', 'Walley, 1996')
    >>> cited("jointstats")
    ''
    """
    entry = entries().get(key)
    if entry is None:
        return ""
    surnames = [surname for surname, _ in entry.authors]
    names = " & ".join(surnames) if len(surnames) < 3 else f"{surnames[0]} et al."
    return f"{names}, {entry.fields['year']}"


def listed(keys: Iterable[str], form: Any = "bibtex") -> str:
    """Some references, after that of jointstats.

    Parameters
    ----------
    keys : iterable of str
    form : {"bibtex", "csl-json"}, default "bibtex"

    Raises
    ------
    OptionError
        If there is no such form.
    """
    form = options.one_of("form", form, get_args(ReferenceForm))
    chosen = [entries()[key] for key in keys]
    if form == "bibtex":
        return "\n".join([_own_bibtex(), *(entry.text for entry in chosen)])
    items = [_own_csl(), *(entry.csl() for entry in chosen)]
    return json.dumps(items, ensure_ascii=False, indent=1)


def _own_bibtex() -> str:
    from jointstats import __version__

    first, last = TITLE.rsplit(" ", 1)
    return (
        "@manual{jointstats,\n"
        f"  author = {{{{{DEVELOPERS}}}}},\n"
        f"  title = {{{first}\n           {last}}},\n"
        f"  note = {{Version {__version__}}}\n"
        "}\n"
    )


def _own_csl() -> dict[str, Any]:
    from jointstats import __version__

    item = {"id": "jointstats", "type": "software", "author": [{"literal": DEVELOPERS}]}
    return item | {"title": TITLE, "version": __version__}
