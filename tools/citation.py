"""Write CITATION.cff and inst/CITATION: of contact.toml, the version, and the bibliography.

Run by ``make contact``; a test says when the files are stale.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from jointstats import __version__
from jointstats.base.references import TITLE, Entry, entries

ROOT = Path(__file__).parents[1]
ASKED = "If you use jointstats, please cite it and the papers whose tests it implements."
FIRST = "benavoli2016joint"  # the paper that the package began with
_TYPES = {
    "article": "article",
    "book": "book",
    "inproceedings": "conference-paper",
    "phdthesis": "thesis",
    "misc": "generic",
}


def cff(contact: dict[str, str]) -> str:
    """The text of CITATION.cff."""
    lines = [
        "# Written by `make contact`: change contact.toml or jointstats/base/references.bib.",
        "cff-version: 1.2.0",
        f"message: {quoted(ASKED)}",
        f"title: {quoted(TITLE)}",
        "type: software",
        f"version: {__version__}",
        *([f"url: {quoted(contact['url'])}"] if contact["url"] else []),
        "license: MIT",
        "authors:",
        f"  - name: {quoted(contact['maintainer'])}",
        "references:",
    ]
    for entry in entries().values():
        lines += _indented(_reference(entry))
    return "\n".join(lines) + "\n"


def _reference(entry: Entry) -> dict[str, Any]:
    """One of the references, with the names of the Citation File Format."""
    has = entry.fields
    people = [{"family-names": family, "given-names": given} for family, given in entry.authors]
    reference: dict[str, Any] = {
        "type": _TYPES[entry.kind],
        "title": has["title"],
        "authors": people,
    }
    names = {"journal": "journal", "booktitle": "collection-title", "volume": "volume"}
    reference |= {new: has[old] for old, new in names.items() if old in has}
    if "number" in has:
        reference["issue"] = has["number"]
    if "pages" in has:
        start, _, end = has["pages"].partition("–")
        reference |= {"start": start} | ({"end": end} if end else {})
    for old, new in (("publisher", "publisher"), ("school", "institution")):
        if old in has:
            reference[new] = {"name": has[old]}
    reference["year"] = int(has["year"])
    if "doi" in has:
        reference["doi"] = has["doi"]
    if "eprint" in has:
        reference["url"] = f"https://arxiv.org/abs/{has['eprint']}"
    return reference


def _indented(reference: dict[str, Any]) -> list[str]:
    lines = []
    for name, value in reference.items():
        if isinstance(value, list):
            lines.append(f"{name}:")
            lines += [f"  - {{{', '.join(_pairs(row))}}}" for row in value]
        elif isinstance(value, dict):
            lines.append(f"{name}: {{{', '.join(_pairs(value))}}}")
        else:
            lines.append(f"{name}: {value if isinstance(value, int) else quoted(value)}")
    first, *more = lines
    return [f"  - {first}", *(f"    {line}" for line in more)]


def _pairs(mapping: dict[str, str]) -> list[str]:
    return [f"{name}: {quoted(value)}" for name, value in mapping.items()]


def quoted(text: str) -> str:
    """A text in double quotes, which YAML reads as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def for_r(contact: dict[str, str]) -> str:
    """The text of inst/CITATION; R puts the version of the installed package into it."""
    paper = entries()[FIRST].fields
    people = ", ".join(
        f'person("{given}", "{family}")' for family, given in entries()[FIRST].authors
    )
    url = f'\n  url = "{contact["url"]}",' if contact["url"] else ""
    first, second = TITLE.split("compare ")
    pages = paper["pages"].replace("–", "--")
    return f'''\
# Written by `make contact`: change contact.toml or jointstats/base/references.bib.
citHeader("{ASKED}")
bibentry(
  "Manual",
  title = paste0(
    "{first}compare ",
    "{second}"
  ),
  author = person("{contact["maintainer"]}"),{url}
  year = "{_year()}",
  note = paste("R package version", meta$Version)
)
bibentry(
  "InProceedings",
  title = "{paper["title"]}",
  author = c({people}),
  booktitle = "{paper["booktitle"]}",
  publisher = "{paper["publisher"]}",
  pages = "{pages}",
  year = "{paper["year"]}",
  doi = "{paper["doi"]}"
)
'''


def _year() -> str:
    """The year of the licence, which is that of the release."""
    match = re.search(r"Copyright \(c\) (\d{4})", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    if match is None:
        raise ValueError("LICENSE states no year, as in: Copyright (c) 2026.")
    return match[1]


FILES = {"CITATION.cff": cff, "inst/CITATION": for_r}


def main() -> None:
    """Write both."""
    contact = tomllib.loads((ROOT / "contact.toml").read_text(encoding="utf-8"))
    for name, written in FILES.items():
        (ROOT / name).write_text(written(contact), encoding="utf-8")


if __name__ == "__main__":
    main()
