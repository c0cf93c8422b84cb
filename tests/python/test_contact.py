"""contact.toml is the one place where it is said who answers for the package."""

import importlib.util
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("contact", ROOT / "tools" / "contact.py")
contact = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(contact)

EMPTY = {"maintainer": "The jointstats developers", "email": "", "url": "", "issues": ""}
FILLED = EMPTY | {
    "maintainer": "Ada L. Ovelace",
    "email": "ada@example.org",
    "url": "https://example.org/jointstats",
    "issues": "https://example.org/jointstats/issues",
}


@pytest.mark.parametrize("name", contact.FILES)
def test_files_are_as_contact_says(name):
    said = tomllib.loads((ROOT / "contact.toml").read_text())
    text = (ROOT / name).read_text()
    assert contact.FILES[name](text, said) == text


@pytest.mark.parametrize("name", contact.FILES)
def test_an_address_is_written_and_taken_out_again(name):
    write = contact.FILES[name]
    empty = write((ROOT / name).read_text(), EMPTY)
    filled = write(empty, FILLED)
    assert FILLED["url"] in filled
    assert write(filled, FILLED) == filled
    assert write(filled, EMPTY) == empty


def test_the_project_file_stays_readable():
    filled = contact.pyproject((ROOT / "pyproject.toml").read_text(), FILLED)
    project = tomllib.loads(filled)["project"]
    assert project["urls"] == {"Homepage": FILLED["url"], "Issues": FILLED["issues"]}
    assert project["authors"] == [{"name": FILLED["maintainer"], "email": FILLED["email"]}]
