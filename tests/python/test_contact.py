"""contact.toml is the one place where it is said who answers for the package."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


contact, citation = tool("contact"), tool("citation")

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


@pytest.mark.parametrize("name", citation.FILES)
def test_citations_are_as_contact_and_the_bibliography_say(name):
    said = tomllib.loads((ROOT / "contact.toml").read_text())
    assert citation.FILES[name](said) == (ROOT / name).read_text(), "make contact writes it anew"
    filled = citation.FILES[name](FILLED)
    assert FILLED["url"] in filled
    assert FILLED["maintainer"] in filled


def test_the_citation_file_says_what_its_format_wants():
    yaml = pytest.importorskip("yaml")
    said = yaml.safe_load(citation.cff(FILLED))
    assert said["cff-version"] == "1.2.0"
    assert said["authors"] == [{"name": FILLED["maintainer"]}]
    assert len(said["references"]) == len(citation.entries())
    first = said["references"][0]
    assert first["authors"][1] == {"family-names": "de Campos", "given-names": "Cassio P."}
    assert (first["start"], first["end"], first["year"]) == ("76", "92", 2016)
    thesis = next(one for one in said["references"] if one["type"] == "thesis")
    assert thesis["institution"] == {"name": "Princeton University"}


def test_all_files_name_one_maintainer_one_licence_and_one_version():
    said = tomllib.loads((ROOT / "contact.toml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    description = (ROOT / "DESCRIPTION").read_text()
    assert project["authors"][0]["name"] == said["maintainer"]
    assert f'person("{said["maintainer"]}"' in description
    assert project["license"] == "MIT"
    assert re.search("^License: MIT ", description, re.M)
    assert f"version: {project['version']}\n" in (ROOT / "CITATION.cff").read_text()


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
