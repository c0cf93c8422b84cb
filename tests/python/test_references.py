"""What a result rests on: every test has its papers, every key its entry."""

import json
import re

import pytest

import jointstats as js
from jointstats import errors
from jointstats.base import declare, references
from jointstats.base.references import entries
from jointstats.interfaces.cli import main

WEKA = js.load_dataset("weka")
TWO = js.load_dataset("example1")


def keys_in(bibtex):
    return re.findall(r"^@\w+\{(\w+),", bibtex, flags=re.M)


def test_every_key_has_an_entry_and_every_entry_is_used():
    used = {key for one in declare.catalogue().values() for key in one.rests_on}
    used |= {*references.OF_OPTION.values()}
    assert used == set(entries())


@pytest.mark.parametrize("entry", entries().values(), ids=entries())
def test_an_entry_has_what_a_bibliography_needs(entry):
    assert {"author", "title", "year"} <= set(entry.fields)
    assert 1900 < int(entry.fields["year"]) < 2027
    assert entry.text.count("{") == entry.text.count("}")
    assert not set("{}\\") & set("".join(entry.fields.values()))  # no TeX is left


def test_no_entry_is_overlooked():
    kept = references.BIBLIOGRAPHY.read_text(encoding="utf-8")
    assert "".join(one.text for one in entries().values()) == kept


def test_articles_name_their_doi_where_the_journal_gives_one():
    without = {"holm1979simple", "demsar2006statistical", "benavoli2017time"}
    for key, entry in entries().items():
        doi = re.fullmatch(r"10\.\d{4,}/\S+", entry.fields.get("doi", ""))
        assert bool(doi) == (entry.kind == "article" and key not in without) or (
            key == "benavoli2016joint"
        ), key


@pytest.mark.warns("Nemenyi's test is approximate")
def test_a_test_cites_its_paper_and_its_correction():
    assert keys_in(js.glrt_test(TWO).references()) == [
        "jointstats", "benavoli2016joint", "hung2019rank",
    ]  # fmt: skip
    wilcoxon = js.wilcoxon_test(WEKA, p_adjust="hommel")
    assert references.keys(wilcoxon)[-1] == "hommel1988stagewise"
    assert references.keys(js.friedman_test(WEKA))[-1] == "holm1979simple"
    nemenyi = js.friedman_test(WEKA, post_hoc="nemenyi")
    assert references.keys(nemenyi)[-1] == "nemenyi1963distribution"
    assert references.keys(js.friedman_test(WEKA, post_hoc="none"))[-1] == "demsar2006statistical"


def test_a_comparison_cites_its_parts_each_once():
    assert references.keys(js.compare_algorithms(WEKA)) == (
        "goeman2010sequential", "mogstad2024inference",
    )  # fmt: skip
    two = references.keys(js.compare_algorithms(TWO))
    assert two[:3] == ("goeman2010sequential", "benavoli2016joint", "hung2019rank")
    assert len(two) == len(set(two)) and "heckerman1995learning" in two


def test_pairs_cite_the_test_of_each():
    keys = references.keys(js.pairwise_tests(WEKA, test="glrt", p_adjust="BH"))
    assert {"hung2019rank", "benjamini1995controlling"} <= set(keys)


def test_citation_managers_read_the_same_papers():
    items = json.loads(js.glrt_test(TWO).references(form="csl-json"))
    assert [one["id"] for one in items] == ["jointstats", "benavoli2016joint", "hung2019rank"]
    own, benavoli, hung = items
    assert own["version"] == js.__version__
    assert benavoli == {
        "id": "benavoli2016joint",
        "type": "paper-conference",
        "author": [
            {"family": "Benavoli", "given": "Alessio"},
            {"family": "de Campos", "given": "Cassio P."},
        ],
        "title": "Statistical Tests for Joint Analysis of Performance Measures",
        "container-title": "Advanced Methodologies for Bayesian Networks",
        "collection-title": "Lecture Notes in Computer Science",
        "publisher": "Springer",
        "volume": "9505",
        "page": "76–92",
        "DOI": "10.1007/978-3-319-28379-1_6",
        "issued": {"date-parts": [[2016]]},
    }
    assert (hung["type"], hung["issue"]) == ("article-journal", "2")
    with pytest.raises(errors.OptionError, match=r'^form must be one of "bibtex", "csl-json"; got'):
        js.glrt_test(TWO).references(form="ris")


def test_letters_that_tex_spells_are_letters():
    families = {family for one in entries().values() for family, _ in one.authors}
    assert {"Demšar", "Myllymäki", "Yıldız", "Alpaydın"} <= families


def test_the_shell_prints_the_bibliography(capsys):
    assert main(["references"]) == 0
    printed = capsys.readouterr().out
    assert keys_in(printed) == ["jointstats", *entries()]
    assert main(["references", "holm1979simple", "--to", "csl-json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == [
        "jointstats",
        "holm1979simple",
    ]
    assert main(["references", "holm1979"]) == 2
    assert 'no reference "holm1979"; did you mean "holm1979simple"?' in capsys.readouterr().err
    assert main(["references", "--to", "ris"]) == 2
