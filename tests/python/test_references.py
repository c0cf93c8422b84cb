"""What a result rests on: every test has its papers, every key its entry."""

import re

import pytest

import jointstats as js
from jointstats.labelled.declare import catalogue
from jointstats.words import references

WEKA = js.load_dataset("weka")
TWO = js.load_dataset("example1")


def keys_in(bibtex):
    return re.findall(r"^@\w+\{(\w+),", bibtex, flags=re.M)


def test_every_key_has_an_entry_and_every_entry_is_used():
    used = {key for keys in references.OF_TEST.values() for key in keys}
    used |= {*references.OF_OPTION.values(), "piepho2004algorithm"}
    assert used == set(references.bibliography())


def test_every_declared_test_is_known():
    names = {one.short for one in catalogue().values()} - {"compare_algorithms", "pairwise_tests"}
    translated = {"learn_measures": "learned", "plan_datasets": "plan", "watch_claim": "watch",
                  "watch_leader": "leader"}  # fmt: skip
    assert {translated.get(name, name) for name in names} <= set(references.OF_TEST)


@pytest.mark.parametrize("entry", references.bibliography().values(), ids=references.bibliography())
def test_an_entry_has_what_a_bibliography_needs(entry):
    fields = dict(re.findall(r"^  (\w+) = \{(.*?)\}(?=,?\n)", entry, flags=re.M | re.S))
    assert {"author", "title", "year"} <= set(fields)
    assert 1900 < int(fields["year"]) < 2027
    assert entry.count("{") == entry.count("}")


def test_articles_name_their_doi_where_the_journal_gives_one():
    without = {"holm1979simple", "demsar2006statistical", "benavoli2017time"}
    for key, entry in references.bibliography().items():
        doi = re.search(r"^  doi = \{(10\.\d{4,}/\S+)\}$", entry, flags=re.M)
        assert bool(doi) == (entry.startswith("@article") and key not in without) or (
            key == "benavoli2016joint"
        ), key


def test_a_test_cites_its_paper_and_its_correction():
    assert keys_in(js.glrt_test(TWO).references()) == [
        "jointstats", "benavoli2016joint", "hung2019rank",
    ]  # fmt: skip
    wilcoxon = js.wilcoxon_test(WEKA, p_adjust="hommel")
    assert references.keys(wilcoxon)[-1] == "hommel1988stagewise"
    assert references.keys(js.friedman_test(WEKA))[-1] == "nemenyi1963distribution"
    assert references.keys(js.friedman_test(WEKA, post_hoc="none"))[-1] == "demsar2006statistical"


def test_a_comparison_cites_its_parts_each_once():
    keys = references.keys(js.compare_algorithms(WEKA))
    assert len(keys) == len(set(keys))
    assert {"benavoli2016joint", "goeman2010sequential", "wilcoxon1945individual"} <= set(keys)
    assert {"holm1979simple", "mogstad2024inference", "piepho2004algorithm"} <= set(keys)
    two = references.keys(js.compare_algorithms(TWO))
    assert not {"mogstad2024inference", "piepho2004algorithm"} & set(two)


def test_pairs_cite_the_test_of_each():
    keys = references.keys(js.pairwise_tests(WEKA, test="glrt", p_adjust="BH"))
    assert {"hung2019rank", "benjamini1995controlling"} <= set(keys)
