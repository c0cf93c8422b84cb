"""The Bayesian test where data sets come in families, given draws that are known."""

from types import SimpleNamespace as Row

import numpy as np
import pytest

import jointstats as js
from jointstats.kernels.joint import deciding
from jointstats.kernels.joint.leads import probability_leads
from jointstats.kernels.joint.many_largest import largest_of_many
from jointstats.kernels.joint.uncertain import PossibleCounts
from jointstats.labelled.joint import bayes_families
from jointstats.labelled.joint.posterior import SENSITIVITY_STRENGTH, Posterior
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.result import chosen_share

WAYS = {"x": "max", "y": "min"}


def known(monkeypatch, weights, drawn, *, chains=4, prior="symmetric", worth=None, level=0.9):
    """A posterior of these counts whose draws of what data sets are worth are these rows."""
    counts = js.StatementCounts.from_vector(weights, measures=WAYS)
    drawn = np.asarray(drawn, dtype=np.int64)
    tables = PossibleCounts(drawn, np.full(len(drawn), 1 / len(drawn)), chains)
    monkeypatch.setattr(bayes_families, "_tables", lambda of, prior: tables)
    families = Row(worth=worth or Row(careful_n=counts.n), counts=None)
    return bayes_families.FamilyPosterior(counts, prior_of(counts, prior), level, families)


@pytest.mark.parametrize("weights", [[2, 0, 3, 9], [4, 1, 4, 2], [7, 0, 0, 0]])
@pytest.mark.parametrize("prior", ["symmetric", "jeffreys"])
def test_data_sets_worth_what_they_are_have_the_plain_posterior(monkeypatch, weights, prior):
    seen = [w for w in weights if w]
    own = known(monkeypatch, weights, [seen] * 4000, prior=prior)
    plain = Posterior(own.counts, own.prior, 0.9)
    every = np.arange(len(seen))
    np.testing.assert_allclose(own.probability, plain.probability, atol=1e-9)
    assert own.probability_unseen == pytest.approx(plain.probability_unseen, abs=1e-9)
    assert own.mcse == pytest.approx(0, abs=1e-15)
    assert own.leaders().tolist() == plain.leaders().tolist()
    np.testing.assert_allclose(own.means(every), plain.means(every))
    for found, exact in zip(own.intervals(every), plain.intervals(every), strict=True):
        np.testing.assert_allclose(found, exact, atol=0.03)  # of 4000 draws
    for i in every:
        for mass in (None, 1.0, 3.0):
            assert own.lower_bound(i, mass) == pytest.approx(plain.lower_bound(i, mass), abs=1e-9)
        assert own.chosen_share(i) == plain.chosen_share(i)
        for rule in ("lower", "probability"):
            found, exact = own.decision(i, rule, 0.1), plain.decision(i, rule, 0.1)
            assert found.decisive == pytest.approx(exact.decisive, abs=1e-9)
            assert (found.rule, found.alpha, found.mass) == (rule, 0.1, deciding.LOWER_MASS)
            assert found.probability == found.papers == float(own.probability[i])
            assert not found.imprecise
    lead, exact = own.lead(1.25), plain.lead(1.25)
    assert lead.probability == pytest.approx(exact.probability, abs=1e-9)
    assert lead.difference == pytest.approx(exact.difference)
    assert (lead.ratio, lead.mcse) == (1.25, 0)


def test_of_several_draws_everything_is_the_average(monkeypatch):
    """Four chains of two draws each, worth more and less."""
    drawn = np.array([[2, 8, 1], [4, 4, 1]] * 2 + [[1, 3, 0], [5, 2, 2]] * 2)
    own = known(monkeypatch, [3, 9, 0, 2], drawn)
    prior = own.prior
    a = drawn + prior.observed
    each = [
        largest_of_many(
            row[None], prior.unobserved_mass, prior.unobserved_number,
            diffuse_mass=prior.diffuse_mass,
        )[0]
        for row in a
    ]  # fmt: skip
    np.testing.assert_allclose(own.probability, np.mean(each, axis=0)[:3])
    assert own.probability_unseen == pytest.approx(np.mean(each, axis=0)[3:].sum())
    means = np.reshape(each, (4, 2, -1)).mean(axis=1)
    np.testing.assert_allclose(own.mcse, means.std(axis=0, ddof=1)[:3] / 2)
    total = drawn.sum(axis=1) + prior.strength
    np.testing.assert_allclose(own.means(np.array([2, 0])), (a.T / total).mean(axis=1)[[2, 0]])
    lead = own.lead(2.0)
    number = np.concatenate([np.ones(3), prior.unobserved_number])
    of_chains = [
        probability_leads(
            np.concatenate([row, prior.unobserved_mass]), 1, 2.0,
            multiplicities=number, diffuse_mass=prior.diffuse_mass,
        )
        for row in a[::2]
    ]  # fmt: skip
    assert lead.probability == pytest.approx(np.mean(of_chains))
    assert lead.mcse == pytest.approx(np.std(of_chains, ddof=1) / 2)
    second = np.maximum(a[:, 0], a[:, 2])
    assert lead.difference == pytest.approx(np.mean((a[:, 1] - second) / total))


def test_all_prior_mass_goes_to_the_strongest_rival_of_every_draw(monkeypatch):
    drawn = np.array([[5, 2, 3], [5, 3, 2]] * 2)
    own = known(monkeypatch, [9, 4, 0, 4], drawn)
    worst = [[5.0, 2, 3 + SENSITIVITY_STRENGTH, 0], [5.0, 3 + SENSITIVITY_STRENGTH, 2, 0]]
    expected = largest_of_many(np.array(worst))[:, 0].mean()
    assert own.lower_bound(0) == pytest.approx(float(expected))
    alone = known(monkeypatch, [9, 0, 0, 0], [[9]] * 4)
    new = largest_of_many(np.array([[9.0, 1.0]]))[0, 0]  # a statement never seen
    assert alone.lower_bound(0, 1.0) == pytest.approx(float(new))


def test_statements_lead_together_that_are_as_frequent_and_as_probable_as_can_be_told(monkeypatch):
    own = known(monkeypatch, [6, 6, 6, 5], [[6, 6, 6, 5]] * 4)
    own.mcse = np.full(4, 0.01)
    own.probability = np.array([0.30, 0.34, 0.28, 0.34])
    assert own.leaders().tolist() == [0, 1]  # 0.28 is six errors behind, the last less frequent
    own.mcse = np.zeros(4)
    assert own.leaders().tolist() == [1]


def test_the_interval_of_the_chosen_share_is_that_of_what_data_sets_are_worth(monkeypatch):
    worth = Row(careful_n=7.0)
    own = known(monkeypatch, [2, 0, 3, 9], [[2, 3, 9]] * 4, worth=worth)
    assert own.chosen_share(0) is None
    found = own.chosen_share(2)
    assert found == chosen_share(own.counts, 9.0, 0.9, worth)
    assert found.low < Posterior(own.counts, own.prior, 0.9).chosen_share(2).low


def test_fractions_are_rounded_once_for_every_chain(monkeypatch):
    seen = {}

    def tables(counts, prior, rest, **how):
        seen.update(counts=counts, prior=prior, rest=rest, **how)
        return Row(tables=None)

    monkeypatch.setattr(bayes_families, "family_tables", tables)
    prior = Row(
        observed=np.full(2, 0.25), unobserved_mass=np.array([0.25]),
        unobserved_number=np.array([2.0]), diffuse_mass=0.5,
    )  # fmt: skip
    bayes_families._tables(np.array([[2.0, 1.0], [0.0, 3.0]]), prior)
    assert seen["counts"].tolist() == [[2, 1], [0, 3]]
    assert seen["rest"] == 0.25 * 2 + 0.5 and seen["draws"] == 2048
    assert seen["prior"].tolist() == [0.25, 0.25]
    bayes_families._tables(np.array([[1.5, 1.5], [0.0, 3.0]]), prior)
    assert seen["counts"].shape == (bayes_families.CHAINS, 2, 2)
    assert (seen["counts"].sum(axis=2) == 3).all() and (seen["counts"][:, 1] == [0, 3]).all()
    assert set(seen["counts"][:, 0, 0].tolist()) == {1, 2}
