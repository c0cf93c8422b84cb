"""Generators of cases, and the tests on arrays of counts, against exact values."""

import numpy as np
import pytest
from scipy.special import betainc, betaincc

import jointstats as js
from jointstats.joint import kernel_decisions as decisions
from jointstats.network import kernel_average as averages
from jointstats.network import kernel_bdeu, kernel_dags, kernel_edges
from jointstats.planning import kernel_simulation as studies


def gaps(shares):
    ordered = np.sort(shares, axis=1)
    return ordered[:, -1] - ordered[:, -2]


def test_full_shares_are_uniform_over_the_simplex():
    shares = studies.draw_shares(
        studies.SimulationDesign(2, 2, 10), 20000, np.random.default_rng(1)
    )
    assert shares.sum(axis=1) == pytest.approx(np.ones(20000))
    # Each share is Beta(1, 3), and so is the lead of the largest over the next.
    for x in (shares[:, 2], gaps(shares)):
        assert np.mean(x > 0.2) == pytest.approx(0.8**3, abs=0.015)


def test_independent_shares_are_products_of_uniform_marginals():
    shares = studies.draw_shares(
        studies.SimulationDesign(3, 2, 10, independent=True), 5000, np.random.default_rng(1)
    )
    joint = shares.reshape(-1, 6, 6)
    marginals = joint.sum(axis=2), joint.sum(axis=1)
    assert joint == pytest.approx(marginals[0][:, :, None] * marginals[1][:, None, :])
    for marginal in marginals:  # Beta(1, 5)
        assert np.mean(marginal[:, 4] > 0.2) == pytest.approx(0.8**5, abs=0.03)


@pytest.mark.parametrize("independent", [True, False])
def test_positive_cases_lead_by_the_margin(independent):
    design = studies.SimulationDesign(2, 3, 10, independent, margin=0.1)
    shares = np.array(
        [studies.true_shares(design, True, studies.child_generator(1, i)) for i in range(200)]
    )
    assert gaps(shares).min() > 0.1


def test_the_lead_of_a_thousand_statements_is_one_over_the_second():
    # The margin is as far as two of 1024 are apart on average.
    design = studies.SimulationDesign(2, 10, 10, margin=0.001)
    shares = np.array(
        [studies.true_shares(design, True, studies.child_generator(3, i)) for i in range(20)]
    )
    assert 0.001 < gaps(shares).min() < 0.002


@pytest.mark.parametrize("negatives", ["near", "averaged"])
def test_negative_cases_have_two_equal_leaders(negatives):
    design = studies.SimulationDesign(2, 3, 10, True, negatives=negatives)
    for i in range(50):
        shares = studies.true_shares(design, False, studies.child_generator(1, i))
        assert gaps(shares[None]) == 0.0
        assert shares.sum() == pytest.approx(1.0)


def test_near_negatives_are_hardly_changed_and_averaged_ones_are():
    # With independent measures p00 p11 = p01 p10; only a change of single cells breaks that.
    def broken(negatives):
        design = studies.SimulationDesign(2, 2, 10, True, negatives=negatives)
        drawn = [
            studies.true_shares(design, False, studies.child_generator(2, i)) for i in range(100)
        ]
        return np.array([abs(a * d - b * c) for a, b, c, d in drawn])

    assert broken("near").max() < 0.0005
    assert np.median(broken("averaged")) > 0.005


@pytest.mark.parametrize(
    "design, message",
    [({"n_algorithms": 6, "n_measures": 3}, "373248000"), ({"margin": 0.0}, "averaged")],
)
def test_designs_that_cannot_be_simulated(design, message):
    with pytest.raises(studies.SimulationDesignError, match=message):
        studies.SimulationDesign(**{"n_algorithms": 2, "n_measures": 2, "n": 10} | design)


def test_up_to_a_million_statements_are_simulated():
    assert studies.SimulationDesign(6, 2, 1).n_states == 720**2
    with pytest.raises(studies.SimulationDesignError, match=r"1679616 statements.* limited to"):
        studies.SimulationDesign(3, 8, 1)


def test_impossible_cases_end_with_an_error(monkeypatch):
    monkeypatch.setattr("jointstats.planning.kernel_simulation._MOST_NUMBERS", 10**4)
    with pytest.raises(studies.SimulationDesignError) as error:
        studies.true_shares(
            studies.SimulationDesign(3, 3, 10, margin=0.9), True, np.random.default_rng(1)
        )
    assert str(error.value) == (
        "no positive case was found: a margin of 0.9 does not suit 216 statements"
    )
    with pytest.raises(studies.SimulationDesignError, match=r"no negative case .* a margin of"):
        studies.true_shares(
            studies.SimulationDesign(2, 1, 10, margin=1e-12), False, np.random.default_rng(1)
        )


def test_the_smallest_design_has_two_statements_of_one_data_set():
    design = studies.SimulationDesign(2, 1, 1, negatives="averaged", margin=0.0)
    assert (design.orders, design.states, design.n_states) == (2, (2,), 2)
    assert studies.true_shares(design, False, np.random.default_rng(1)).tolist() == [0.5, 0.5]
    assert studies.case_counts(design, range(4), False, seed=0).sum(axis=1).tolist() == [1] * 4
    plain = studies.SimulationDesign(2, 1, 1)
    assert (plain.independent, plain.negatives, plain.margin) == (False, "near", 0.001)


def test_positive_and_negative_cases_have_random_numbers_of_their_own():
    # With these two ways of averaging both kinds of a case would otherwise begin alike.
    design = studies.SimulationDesign(2, 3, 10)
    for positive in (True, False):
        counts = studies.case_counts(design, range(2, 4), positive, seed=9)
        for row, case in zip(counts, (2, 3), strict=True):
            rng = studies.child_generator(9, int(positive), case)
            assert (
                row.tolist()
                == rng.multinomial(10, studies.true_shares(design, positive, rng)).tolist()
            )


# --- tests on arrays of counts --------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_glrt_and_bayes_are_the_labelled_tests():
    design = studies.SimulationDesign(2, 3, 25)
    counts = studies.case_counts(design, range(12), True, seed=1)
    codes = studies.state_codes(design.states)
    glrt = decisions.claims("glrt", counts, codes, (2, 2, 2), decisions.Options())
    bayes = decisions.claims(
        "bayes", counts, codes, (2, 2, 2), decisions.Options(prior_strength=2.0)
    )
    for i, row in enumerate(counts):
        table = js.StatementCounts.from_vector(row, measures={"a": "max", "b": "max", "c": "max"})
        one, two = js.glrt_test(table), js.bayes_test(table, prior_strength=2.0)
        assert glrt.score[i] == pytest.approx(one.statistic, abs=1e-12)
        assert glrt.p_error[i] == pytest.approx(one.p_value, abs=1e-12)
        assert bayes.score[i] == pytest.approx(two.statements[0]["probability"], abs=1e-12)
        if glrt.winner[i] >= 0:
            assert two.best == table.order(codes[glrt.winner[i]])


def test_networks_on_the_papers_example():
    codes, counts = (
        studies.state_codes(studies.SimulationDesign(2, 2, 12).states),
        np.array([[1, 2, 3, 6]]),
    )
    # Exact: P(Beta(9.5, 3.5) > .5) P(Beta(8.5, 4.5) > .5) for two independent measures, the best
    # graph; .798214 (the paper's Example 3) for dependent ones, whose posterior weight is .2904.
    best = decisions.claims("network", counts, codes, (2, 2), decisions.Options())
    average = decisions.claims("network_average", counts, codes, (2, 2), decisions.Options())
    assert (int(best.winner[0]), int(average.winner[0])) == (3, 3)
    independent = betaincc(9.5, 3.5, 0.5) * betaincc(8.5, 4.5, 0.5)
    assert best.score[0] == pytest.approx(independent, abs=1e-12)
    assert average.score[0] == pytest.approx(0.7096 * independent + 0.2904 * 0.798214, abs=1e-5)


@pytest.mark.parametrize("test", ["glrt", "bayes"])
@pytest.mark.parametrize("number", [1, 2, 3, 5])
@pytest.mark.parametrize("states", [(2,), (3,), (2, 2)])
def test_cases_together_give_what_each_gives_alone(test, number, states):
    codes = np.argwhere(np.ones(states))
    counts = np.random.default_rng(number).multinomial(9, [1 / len(codes)] * len(codes), number)
    together = decisions.claims(test, counts, codes, states, decisions.Options())
    alone = [
        decisions.claims(test, row[None], codes, states, decisions.Options()) for row in counts
    ]
    assert together.winner.tolist() == [one.winner[0] for one in alone]
    np.testing.assert_allclose(together.score, [one.score[0] for one in alone], rtol=1e-12)
    np.testing.assert_allclose(together.p_error, [one.p_error[0] for one in alone], atol=1e-12)


def test_the_error_of_the_lower_bound_is_twice_what_it_leaves_and_one_at_most():
    codes = studies.state_codes(studies.SimulationDesign(2, 2, 12).states)
    counts = np.array([[6, 0, 0, 0], [0, 3, 9, 0], [5, 5, 0, 0], [9, 0, 3, 0]])
    found = decisions.claims("bayes", counts, codes, (2, 2), decisions.Options())
    # all mass on the rival: P(Beta(6, 1) < 1/2) and P(Beta(9, 4) < 1/2), twice
    assert found.p_error[:2] == pytest.approx([2 * 0.5**6, 2 * betainc(9, 4, 0.5)], rel=1e-12)
    assert found.p_error[2:].tolist() == [1.0, found.p_error[1]]
    assert found.winner.tolist() == [0, 2, -1, 0]
    papers = decisions.claims("bayes", counts, codes, (2, 2), decisions.Options(rule="probability"))
    assert papers.p_error.tolist() == (1 - papers.score).tolist()
    assert papers.score[2] == pytest.approx(1 / 2, abs=1e-3)


def test_what_is_assumed_by_default_is_as_documented():
    assert decisions.Options() == decisions.Options(1.0, 1.0, None, 1000, "lower")


@pytest.mark.parametrize(("states", "listed"), [(2, True), (6, False)])
def test_of_more_measures_statements_are_drawn_if_they_can_be_listed(states, listed):
    """Then the probability is a share of the draws."""
    rng = np.random.default_rng(1)
    m = 4 if listed else 6
    codes = np.unique(rng.integers(0, states, (8, m)), axis=0)
    counts = rng.integers(1, 4, (1, len(codes)))
    found = decisions.claims(
        "network_average", counts, codes, (states,) * m, decisions.Options(draws=100)
    )
    assert float(100 * found.score[0]).is_integer() == listed


def test_of_three_measures_every_class_of_graphs_is_averaged():
    """The probability is not a share of the draws, however few they are."""
    codes = np.array([[0, 0, 0], [0, 1, 1], [1, 1, 1]])
    counts = np.array([[6, 2, 1]])
    found = decisions.claims(
        "network_average", counts, codes, (2, 2, 2), decisions.Options(draws=3)
    )
    assert not float(3 * found.score[0]).is_integer()


def test_one_possible_statement_leads_with_nobody_next():
    leader, most, following = decisions.leaders(np.array([[5], [0]]))
    assert (leader.tolist(), most.tolist(), following.tolist()) == ([0, 0], [5, 0], [0, 0])
    assert leader.dtype == np.int64  # a number of a statement
    leader, most, following = decisions.leaders(np.array([[2, 5, 3], [4, 1, 4]]))
    assert (leader.tolist(), most.tolist(), following.tolist()) == ([1, -1], [5, 4], [3, 4])


def test_the_number_of_a_drawn_state_puts_the_first_measure_first():
    cases = kernel_bdeu.coded_cases([[1, 2, 0]], [1e6], [2, 3, 4])
    found = averages.draw_most_probable(cases, None, 5, np.random.default_rng(0))
    assert found.tolist() == [int(np.ravel_multi_index((1, 2, 0), (2, 3, 4)))] * 5


def test_drawn_graphs_have_their_posterior_weights():
    cases = kernel_bdeu.coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    graphs = averages.draw_graphs(
        kernel_bdeu.set_scores(cases), None, 1000, np.random.default_rng(1)
    )
    # .709639 the empty graph, the rest in halves; systematic draws are off by one at most
    assert np.sum((graphs == 0).all(axis=1)) in (709, 710)
    assert np.sum(graphs[:, 0] == 2) in (145, 146)
    limited = averages.draw_graphs(kernel_bdeu.set_scores(cases), 0, 10, np.random.default_rng(1))
    assert not limited.any()


def test_graphs_of_very_many_data_sets_can_still_be_weighed():
    cases = kernel_bdeu.coded_cases([[0, 0], [1, 1], [0, 1]], [2000.0, 3000.0, 10.0], [2, 2])
    graphs = averages.draw_graphs(
        kernel_bdeu.set_scores(cases), None, 100, np.random.default_rng(1)
    )
    assert (graphs > 0).any(axis=1).all()


def test_graphs_on_five_measures_are_drawn_as_often_as_their_weights_say():
    rng = np.random.default_rng(2)
    rows = rng.integers(0, 2, (12, 5))
    scores = kernel_bdeu.set_scores(kernel_bdeu.coded_cases(rows, np.ones(12), [2] * 5))
    found, times = np.unique(
        averages.draw_graphs(scores, None, 5000, rng), axis=0, return_counts=True
    )
    graphs = kernel_dags.all_dags(5)
    weight = np.exp(kernel_edges.local_scores(scores, None)[np.arange(5), graphs].sum(axis=1))
    place = {
        tuple(graph): w for graph, w in zip(graphs.tolist(), weight / weight.sum(), strict=True)
    }
    expected = np.array([5000 * place[tuple(graph)] for graph in found.tolist()])
    assert (np.abs(times - expected) < 1 + 1e-6).all()


def test_a_place_rounded_up_to_the_end_is_that_of_the_last_graph():
    class Largest:
        def random(self):
            return np.nextafter(1.0, 0.0)

    scores = kernel_bdeu.set_scores(
        kernel_bdeu.coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    )
    assert (
        averages.draw_graphs(scores, None, 1000, Largest())[-1] == kernel_dags.all_dags(2)[-1]
    ).all()


def test_statements_that_are_not_listed_count_for_the_prior():
    codes, counts = (
        studies.state_codes(studies.SimulationDesign(2, 2, 12).states),
        np.array([[5, 0, 2, 0]]),
    )
    for test in ("bayes", "network"):
        whole = decisions.claims(test, counts, codes, (2, 2), decisions.Options())
        listed = decisions.claims(
            test, counts[:, [0, 2]], codes[[0, 2]], (2, 2), decisions.Options()
        )
        assert listed.score == pytest.approx(whole.score, abs=1e-12)
    two = decisions.claims("bayes", np.array([[7, 3]]), codes[:2, 1:], (2,), decisions.Options())
    assert two.score[0] == pytest.approx(betaincc(7.5, 3.5, 0.5), abs=1e-13)
    assert decisions.leaders(np.array([[4]]))[0].tolist() == [0]


def test_the_automatic_parent_limit_is_obeyed():
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (9, 3))
    codes, counts = np.unique(rows, axis=0, return_counts=True)
    auto = decisions.claims(
        "network", counts[None], codes, (2, 2, 2), decisions.Options(max_parents="auto")
    )
    one = decisions.claims(
        "network", counts[None], codes, (2, 2, 2), decisions.Options(max_parents=1)
    )
    assert auto.score == one.score


def test_many_measures_are_answered_from_drawn_graphs(monkeypatch):
    """Of four measures graphs are drawn; worked out one by one, the answer is the same."""
    rng = np.random.default_rng(3)
    rows = (rng.random((25, 4)) < 0.7).astype(int)
    codes, counts = np.unique(rows, axis=0, return_counts=True)
    options = decisions.Options(draws=20_000)
    drawn = decisions.claims("network_average", counts[None], codes, (2,) * 4, options)
    monkeypatch.setattr(decisions, "_FEW_GRAPHS", 4)
    exact = decisions.claims("network_average", counts[None], codes, (2,) * 4, options)
    assert drawn.winner.tolist() == exact.winner.tolist() == [15]
    assert 0.2 < exact.score[0] < 0.98
    assert drawn.score == pytest.approx(exact.score, abs=0.02)
    assert drawn.p_error == pytest.approx(1 - drawn.score, abs=1e-15)
