"""The network test through its public door: structure, probabilities, averages, ties, words."""

import itertools
import json
import math

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import drawn_states, largest_states
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.joint import result as joint_result
from jointstats.network import (
    kernel_average,
    kernel_bdeu,
    kernel_best_dag,
    kernel_dags,
    kernel_leads,
    structure,
)

# Small tables: the plain Bayesian test rightly warns of its prior.
pytestmark = pytest.mark.filterwarnings("ignore::jointstats.base.errors.PriorSensitivityWarning")
TWO = {"accuracy": "max", "time": "min"}
EXAMPLE_1 = js.StatementCounts.from_vector([1, 2, 3, 6], measures=TWO)
# Example 1, one measure at a time: P(Beta(9.5, 3.5) > 1/2), P(Beta(8.5, 4.5) > 1/2), by mpmath.
P_ACCURACY, P_TIME = 0.9605553504995425, 0.8762762752694969


def dirichlet_multinomial(counts, a):
    """Log marginal likelihood of one table, Dirichlet parameters a each, total mass 1."""
    return -math.lgamma(1 + sum(counts)) + sum(math.lgamma(a + x) - math.lgamma(a) for x in counts)


NO_ARC = dirichlet_multinomial([3, 9], 0.5) + dirichlet_multinomial([4, 8], 0.5)
ARC = dirichlet_multinomial([1, 2, 3, 6], 0.25)
WEIGHT = 2 * math.exp(ARC) / (2 * math.exp(ARC) + math.exp(NO_ARC))  # two graphs of three


def matrices(codes, algorithms=2):
    """Results whose orderings have the given codes (n, m)."""
    names = [chr(65 + a) for a in range(algorithms)]
    orders = np.array(list(itertools.permutations(range(algorithms))))
    position = np.argsort(orders, axis=1)  # of every algorithm in every ordering
    values = -position[np.asarray(codes)].astype(float)
    ways = {f"m{j}": "max" for j in range(values.shape[1])}
    return js.results_table({a: values[:, :, k] for k, a in enumerate(names)},
                                     measures=ways)  # fmt: skip


def copied(n, m, noise, seed=1, states=2):
    """The first two measures depend; the others do not."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, states, (n, m))
    same = rng.random(n) > noise
    codes[same, 1] = codes[same, 0]
    return codes


def graph_of(arcs, measures):
    graph = nx.DiGraph()
    graph.add_nodes_from(measures)
    graph.add_edges_from(arcs)
    return graph


def complete(measures):
    return graph_of(itertools.combinations(measures, 2), measures)


def by_order(result):
    return {json.dumps(row["order"], sort_keys=True): row for row in result.statements}


def edge(result, a, b):
    return next(e["probability"] for e in result.edges if {e["a"], e["b"]} == {a, b})


# --- the paper's example ------------------------------------------------------------------------


def test_example_1_is_the_product_of_two_one_measure_tests():
    result = js.network_test(EXAMPLE_1)
    assert (result.arcs, result.method, result.mcse) == ((), "exact", 0.0)
    assert result.score == pytest.approx(-17.3705779, abs=1e-7)
    assert result.best == {"accuracy": ["B", "A"], "time": ["B", "A"]}
    assert result.probability == pytest.approx(P_ACCURACY * P_TIME, abs=1e-14)
    alone = [js.bayes_test(EXAMPLE_1.select(measures=[m])).probability for m in TWO]
    assert result.probability == pytest.approx(alone[0] * alone[1], abs=1e-14)
    assert [c["probability"] for c in result.components] == pytest.approx(alone, abs=1e-14)
    assert sum(row["probability"] for row in result.statements) == pytest.approx(1, abs=1e-12)
    expected = {"a": "accuracy", "b": "time", "probability": pytest.approx(WEIGHT, abs=1e-12)}
    assert [dict(edge) for edge in result.edges] == [expected]


@pytest.mark.parametrize("arc", [("accuracy", "time"), ("time", "accuracy")])
def test_example_1_with_an_arc(arc):
    result = js.network_test(EXAMPLE_1, structure=[arc])
    assert result.score == pytest.approx(-18.9573, abs=1e-4)
    assert result.score_lead_empty == pytest.approx(-18.9573 + 17.3706, abs=1e-4)
    assert result.score_lead_complete == pytest.approx(0, abs=1e-12)
    assert [(a["from"], a["to"], a["compelled"]) for a in result.arcs] == [(*arc, False)]
    assert result.structure == "given" and result.max_parents is None


def test_example_1_averaged_by_hand():
    # Three graphs: none, and two equivalent ones whose answer is the plain Bayesian test's.
    result = js.network_test(EXAMPLE_1, structure="average")
    w = WEIGHT
    bayes = js.bayes_test(EXAMPLE_1)
    expected = (1 - w) * P_ACCURACY * P_TIME + w * bayes.probability
    assert result.probability == pytest.approx(expected, abs=1e-12)
    assert result.method == "exact"
    assert result.average["classes"] == 2 and result.average["graph_draws"] == 0
    assert result.average["best_weight"] == pytest.approx(1 - w, abs=1e-12)
    assert result.average["probability_best"] == pytest.approx(P_ACCURACY * P_TIME, abs=1e-14)
    assert result.average["difference"] == pytest.approx(expected - P_ACCURACY * P_TIME, abs=1e-12)
    share = (1 - w) * (9.5 / 13) * (8.5 / 13) + w * 6.25 / 13
    assert result.share.mean == pytest.approx(share, abs=1e-12)
    second = (1 - w) * 9.5 * 10.5 * 8.5 * 9.5 / (13 * 14) ** 2 + w * 6.25 * 7.25 / (13 * 14)
    ends = np.ravel(kernel_leads.moment_interval(share, second))
    assert [result.share.low, result.share.high] == pytest.approx(ends, abs=1e-12)


# --- given graphs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithms, m, ess", [(2, 3, 1.0), (2, 5, 4.0), (3, 3, 2.5)])
def test_complete_graph_is_the_plain_bayesian_test(algorithms, m, ess):
    table = matrices(copied(25, m, 0.3, states=math.factorial(algorithms)), algorithms)
    names = list(table.measures)
    result = js.network_test(table, structure=complete(names), ess=ess)  # beyond the limit
    plain = js.bayes_test(table, prior_strength=ess)
    assert result.method == "exact" and len(result.arcs) == m * (m - 1) // 2
    mine, theirs = by_order(result), by_order(plain)
    for key, row in theirs.items():
        assert mine[key]["probability"] == pytest.approx(row["probability"], abs=1e-12)
        for column in ("share", "share_low", "share_high"):
            assert mine[key][column] == pytest.approx(row[column], abs=1e-9)
    assert result.lead.probability == pytest.approx(plain.lead.probability, abs=1e-12)
    assert result.lead.mcse == 0


def test_a_graph_goes_in_and_comes_out():
    table = matrices(copied(60, 4, 0.2))
    names = list(table.measures)
    arcs = [("m0", "m2"), ("m1", "m2"), ("m2", "m3")]
    result = js.network_test(table, structure=graph_of(arcs, names))
    out = result.graph()
    assert isinstance(out, nx.DiGraph) and list(out.nodes) == names
    assert sorted(out.edges) == sorted(arcs)
    # A collider compels all three directions (Meek's first rule for the last).
    assert all(data["compelled"] for *_, data in out.edges(data=True))
    again = js.network_test(table, structure=out)
    assert again.statements == result.statements and again.score == result.score
    # The call says the arcs, whatever they were given as: plain data of a graph has its nodes only.
    assert sorted(map(tuple, again.to_dict()["call"]["structure"])) == sorted(arcs)


@pytest.mark.parametrize(
    "structure, message",
    [
        ([("m0", "m1"), ("m1", "m0")], "cycle"),
        ([("m0", "m1"), ("m1", "m2"), ("m2", "m0")], "cycle"),
        ([("m0", "mx")], "mx"),
        ([("m0", "m0")], "itself"),
        (nx.Graph([("m0", "m1")]), "directed"),
        (nx.DiGraph([("m0", "speed")]), "speed"),
        ("worst", "structure"),
        (3, "structure must be"),
        ([("m0", "m1", "m2")], "structure must be"),
    ],
)
def test_wrong_graphs_are_refused(structure, message):
    with pytest.raises(js.JointStatsError, match=message):
        js.network_test(matrices(copied(10, 3, 0.2)), structure=structure)


# --- learned structure ----------------------------------------------------------------------------


def test_the_dependence_that_is_there_is_found():
    result = js.network_test(matrices(copied(80, 4, 0.1)))
    assert [{a["from"], a["to"]} for a in result.arcs] == [{"m0", "m1"}]
    assert [c["measures"] for c in result.components] == [["m0", "m1"], ["m2"], ["m3"]]
    assert edge(result, "m0", "m1") > 0.999 and edge(result, "m2", "m3") < 0.5
    assert result.edges_method == "exact" and len(result.edges) == 6
    product = math.prod(c["probability"] for c in result.components)
    assert result.probability == pytest.approx(product, abs=1e-12)


def test_score_and_edges_against_all_graphs_of_three_measures():
    codes = copied(20, 3, 0.3, seed=5)
    result = js.network_test(matrices(codes), max_parents=None)

    def family(i, above):  # textbook BDeu, ess 1
        q, total = 2 ** len(above), 0.0
        for config in itertools.product((0, 1), repeat=len(above)):
            rows = codes[(codes[:, list(above)] == config).all(axis=1), i]
            total += math.lgamma(1 / q) - math.lgamma(1 / q + len(rows))
            for k in (0, 1):
                a = 1 / (2 * q)
                total += math.lgamma(a + (rows == k).sum()) - math.lgamma(a)
        return total

    scores, adjacent = [], []
    pairs = [(0, 1), (0, 2), (1, 2)]
    for kinds in itertools.product((0, 1, 2), repeat=3):
        arcs = [(a, b) if k == 1 else (b, a) for (a, b), k in zip(pairs, kinds, strict=True) if k]
        if nx.is_directed_acyclic_graph(nx.DiGraph(arcs)):
            scores.append(sum(family(i, [a for a, b in arcs if b == i]) for i in range(3)))
            adjacent.append([k > 0 for k in kinds])
    assert len(scores) == 25
    assert result.score == pytest.approx(max(scores), abs=1e-9)
    weight = np.exp(np.array(scores) - max(scores))
    expected = weight @ np.array(adjacent) / weight.sum()
    assert [e["probability"] for e in result.edges] == pytest.approx(expected.tolist(), abs=1e-9)


def test_the_limit_of_parents_is_used_and_reported():
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 2, (60, 3))
    codes[:, 2] = codes[:, 0] ^ codes[:, 1]  # no pair depends, all three do
    table = matrices(codes)
    free = js.network_test(table, max_parents=None)
    assert len(free.arcs) == 2 and free.max_parents is None
    assert js.network_test(table, max_parents=1).arcs == ()
    assert js.network_test(table).max_parents == 2  # as for 60 data sets below
    assert js.network_test(table, max_parents=0).max_parents == 0


@pytest.mark.parametrize(
    "n, states, limit",
    [(5, 2, 1), (40, 2, 2), (79, 2, 2), (80, 2, 3), (300, 2, 4), (359, 6, 1), (360, 6, 2)],
)
def test_default_limit_asks_for_ten_data_sets_a_configuration(n, states, limit):
    assert kernel_best_dag.default_parent_limit(n, [states] * 4) == limit
    assert limit == 1 or n / states**limit >= 10 > n / states ** (limit + 1)


def test_default_limit_of_no_cases_of_rounded_ones_and_of_too_many_measures():
    assert [kernel_best_dag.default_parent_limit(n, [2, 2]) for n in (0, 10, 10.5)] == [1, 1, 1]
    rounded = 80 - 1e-9  # of parts that were added up
    assert kernel_best_dag.default_parent_limit(rounded, [2, 2]) == 3
    assert [kernel_best_dag.default_parent_limit(5000, [2] * m) for m in (22, 23)] == [8, 1]


@pytest.mark.parametrize(
    "n, states, mass",
    [(12, 2, 1), (5000, 2, 1), (9, 6, 1), (30, 6, 3), (900, 6, 25), (900, 24, 90)],
)
def test_default_prior_has_a_case_for_each_parameter_of_an_arc_but_a_tenth_of_the_data_at_most(
    n, states, mass
):
    assert kernel_best_dag.default_ess(n, [states] * 3) == pytest.approx(mass, abs=1e-12)


def test_the_default_prior_finds_the_dependence_that_the_papers_misses():
    # Forty data sets, three algorithms: on a third of them the second measure repeats the first.
    rng = np.random.default_rng(8)
    codes = rng.integers(0, 6, (40, 2))
    codes[::3, 1] = codes[::3, 0]
    table = matrices(codes, 3)
    papers, ours = js.network_test(table, ess=1), js.network_test(table)
    assert (papers.ess, ours.ess, ours.call["ess"]) == (1.0, 4.0, "auto")
    assert papers.arcs == () and len(ours.arcs) == 1
    same = js.network_test(table, ess=4.0)
    assert (same.statements, same.arcs) == (ours.statements, ours.arcs)
    with pytest.raises(errors.OptionError, match='ess must be "auto" or a finite number above 0'):
        js.network_test(table, ess=0)


def test_unlimited_graphs_degenerate_with_a_warning_and_the_default_does_not():
    table = matrices(np.random.default_rng(2).integers(0, 6, (60, 6)), 3)  # no true edge
    with pytest.warns(errors.JointStatsWarning, match="mean little.*max_parents"):
        free = js.network_test(table, max_parents=None, target_mcse=0.02)
    assert len(free.arcs) >= 4
    result = js.network_test(table, target_mcse=0.02)
    assert result.arcs == () and not result.warnings


@settings(max_examples=10, deadline=None)
@given(
    st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=6, max_size=25),
    st.permutations([0, 1, 2]),
)
def test_mirrored_algorithms_and_permuted_measures_give_the_same_answer(rows, order):
    codes = np.array(rows)
    first = js.network_test(matrices(codes), target_mcse=0.005)
    mirrored = js.network_test(matrices(1 - codes), target_mcse=0.005)
    assert mirrored.score == pytest.approx(first.score, abs=1e-9)
    table = js.results_table(
        {
            "A": pd.DataFrame(1.0 - codes[:, order], columns=[f"m{j}" for j in order]),
            "B": pd.DataFrame(0.0 + codes[:, order], columns=[f"m{j}" for j in order]),
        },
        measures={f"m{j}": "max" for j in order},
    )
    permuted = js.network_test(table, target_mcse=0.005)
    assert permuted.score == pytest.approx(first.score, abs=1e-9)
    for a, b in itertools.combinations(["m0", "m1", "m2"], 2):
        assert edge(permuted, a, b) == pytest.approx(edge(first, a, b), abs=1e-9)
        assert edge(mirrored, a, b) == pytest.approx(edge(first, a, b), abs=1e-9)
    swap = {"A": "B", "B": "A"}
    others = by_order(mirrored)
    for row in first.statements:
        order_swapped = {m: [swap[a] for a in names] for m, names in row["order"].items()}
        other = others.get(json.dumps(order_swapped, sort_keys=True))
        if other is not None:
            error = 5 * math.hypot(row["mcse"], other["mcse"]) + 1e-9
            assert other["probability"] == pytest.approx(row["probability"], abs=error)


# --- sampling -------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithms, m, seed", [(2, 3, 1), (2, 4, 2), (3, 3, 3)])
def test_sampled_answers_agree_with_brute_force(algorithms, m, seed):
    r = math.factorial(algorithms)
    codes = copied(25, m, 0.4, seed, r)
    arcs = [(j, j + 1) for j in range(m - 1)]  # a chain is not complete
    table = matrices(codes, algorithms)
    names = list(table.measures)
    result = js.network_test(
        table, structure=[(names[a], names[b]) for a, b in arcs], ess=1, target_mcse=0.003
    )
    assert result.method == "monte_carlo" and 0 < result.mcse <= 0.003
    draws = 20_000
    cases = kernel_bdeu.coded_cases(codes, np.ones(25), [r] * m)
    rng = np.random.default_rng(seed)
    share = largest_states(cases, kernel_dags.parents_of(arcs, m), draws, rng)
    orders = list(itertools.permutations([chr(65 + a) for a in range(algorithms)]))
    expected = dict(zip(itertools.product(range(r), repeat=m), share, strict=True))
    for row in result.statements:
        p = expected[tuple(orders.index(tuple(row["order"][name])) for name in names)]
        error = math.hypot(row["mcse"], math.sqrt((p * (1 - p) + 1 / draws) / draws))
        assert row["probability"] == pytest.approx(p, abs=4.5 * error)


@pytest.mark.parametrize("arcs", [[], [(0, 1)], [(0, 1), (1, 2)], [(0, 2), (1, 2)]])
def test_shares_and_leads_agree_with_sampled_tables(arcs):
    rng = np.random.default_rng(4)
    codes, parents = copied(30, 3, 0.3), kernel_dags.parents_of(arcs, 3)
    cases = kernel_bdeu.coded_cases(codes, np.ones(30), [2, 2, 2])
    statements = np.array(list(itertools.product((0, 1), repeat=3)))
    draws = 40_000
    theta = np.exp(drawn_states(cases, parents, draws, rng)[1])
    mean, second = kernel_leads.average_moments(cases, [parents], [1.0], statements)
    assert mean.sum() == pytest.approx(1, abs=1e-12)
    assert mean == pytest.approx(theta.mean(axis=0), abs=4.5 * theta.std(axis=0).max() / 200)
    assert second == pytest.approx((theta**2).mean(axis=0), abs=0.005)
    for k, ratio in itertools.product((0, 7, 3), (1.0, 1.25, 2.0)):
        p, mcse = kernel_average.lead_probability(
            cases, [parents], [1.0], statements[k], ratio, 20_000, rng
        )
        expected = (theta[:, k] > ratio * np.delete(theta, k, axis=1).max(axis=1)).mean()
        error = np.hypot(mcse, 0.5 / np.sqrt(draws))
        assert p == pytest.approx(expected, abs=5 * error)
        assert (mcse == 0) == (arcs in ([], [(0, 1)]))  # all groups of measures are complete


@pytest.mark.parametrize(("a", "b"), [(3.25, 9.75), (0.5, 20.0), (40.0, 2.0), (0.25, 0.25)])
def test_the_interval_of_a_share_with_a_beta_distribution_is_exact(a, b):
    mean = a / (a + b)
    second = mean * (a + 1) / (a + b + 1)
    low, high = kernel_leads.moment_interval([mean], [second], 0.9)
    expected = stats.beta.ppf([0.05, 0.95], a, b)
    assert [low[0], high[0]] == pytest.approx(expected, rel=1e-9)
    wide = kernel_leads.moment_interval(mean, second)
    assert wide == pytest.approx(tuple(stats.beta.ppf([0.025, 0.975], a, b)), rel=1e-9)


@pytest.mark.parametrize("mean", [0.001, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("rounding", [-1e-15, 0.0, 1e-15])
def test_shares_that_are_as_good_as_known_have_a_short_interval(mean, rounding):
    # Of 10^16 data sets the moments differ by less than their last digits.
    low, high = kernel_leads.moment_interval(mean, mean**2 * (1 + rounding))
    assert mean - 1e-6 < low < mean < high < mean + 1e-6
    # And one that is nearly always 0 or 1 may be either.
    low, high = kernel_leads.moment_interval(mean, mean * (1 - rounding), 0.9999)
    assert low < 1e-300 and high == 1.0


def test_the_lead_over_all_never_exceeds_leading_at_all():
    for how in ("best", "average", [("m0", "m1"), ("m1", "m2")]):
        for seed in range(4):
            table = matrices(np.random.default_rng(seed).integers(0, 2, (7, 3)))
            result = js.network_test(table, structure=how)
            assert result.lead.probability <= result.statements[0].probability


# --- averages -------------------------------------------------------------------------------------


def test_average_over_drawn_graphs_states_its_error():
    table = matrices(copied(150, 6, 0.35))
    runs = [
        js.network_test(table, structure="average", target_mcse=0.03, rng=seed) for seed in range(2)
    ]
    assert {r.average["graph_draws"] for r in runs} == {1000}
    assert {r.method for r in runs} <= {"mixed", "monte_carlo"}
    error = math.hypot(runs[0].mcse, runs[1].mcse)
    assert runs[0].probability != runs[1].probability
    assert runs[0].probability == pytest.approx(runs[1].probability, abs=4.5 * error)
    facts = runs[0].average
    assert facts["difference"] == pytest.approx(runs[0].probability - facts["probability_best"])
    assert "Averaged over" in runs[0].summary()


def test_average_is_for_few_measures():
    with pytest.raises(errors.OptionError, match="limited to 14"):
        js.network_test(matrices(copied(20, 15, 0.3)), structure="average")


# --- ties -----------------------------------------------------------------------------------------


def tied_table(n=80, share=0.4, noise=0.3, seed=0):
    """Two dependent measures, the second tied in some of the data sets."""
    rng = np.random.default_rng(seed)
    codes = copied(n, 2, noise, seed)
    b = codes.astype(float)
    b[rng.random(n) < share, 1] = 0.5
    return js.results_table(
        {"A": 1 - b, "B": b}, measures={"m0": "max", "m1": "max"}
    ), b  # fmt: skip


def test_splitting_hides_dependence_and_the_result_says_so():
    table, b = tied_table(n=80, noise=0.5, seed=8)
    with pytest.warns(errors.JointStatsWarning) as caught:
        result = js.network_test(table)
    assert any("Ties change the structure" in str(w.message) for w in caught)
    assert result.arcs == ()
    assert sum("m0–m1" in text for text in result.warnings) == 1
    whole = b[b[:, 1] != 0.5]
    apart = js.network_test(js.results_table(
        {"A": 1 - whole, "B": whole}, measures={"m0": "max", "m1": "max"}))  # fmt: skip
    assert result.untied_arcs == apart.arcs != []
    with pytest.warns(errors.JointStatsWarning, match="have.* ties"):
        ignoring = js.network_test(table, ties="ignore")
    assert ignoring.arcs == result.untied_arcs and ignoring.tie_rule == "ignore"
    assert ignoring.n == result.n  # the posterior still counts all of them


def test_counts_do_not_know_which_data_sets_tied():
    table, _ = tied_table()
    counts = js.statement_counts(table)
    with pytest.raises(errors.OptionError, match="needs the results table"):
        js.network_test(counts, ties="ignore")
    with pytest.warns(errors.JointStatsWarning, match="have.* ties"):
        assert js.network_test(counts).untied_arcs is None


def test_without_ties_all_rules_agree():
    table = matrices(copied(40, 3, 0.2))
    results = [js.network_test(table, ties=rule) for rule in ("split", "ignore")]
    assert results[0].untied_arcs is None
    assert results[0].statements == results[1].statements


# --- verdicts -------------------------------------------------------------------------------------


def test_decision_and_verdict():
    result = js.network_test(js.StatementCounts.from_vector([0, 0, 1, 29], measures=TWO))
    assert result.decided and result.probability > 0.99
    assert result.verdict.startswith('"B is better than A on accuracy and time" reaches 0.95, the')
    assert "for which no error rate is known" in result.verdict
    strict = js.network_test(EXAMPLE_1)
    assert not strict.decided and strict.verdict.startswith("No dominance statement reaches 0.95")
    assert js.network_test(EXAMPLE_1, alpha=0.2).decided


# --- results as data ------------------------------------------------------------------------------


def test_a_thousand_statements_are_listed_at_most(monkeypatch):
    monkeypatch.setattr(joint_result, "MOST_LISTED", 5)
    result = js.network_test(matrices(copied(40, 5, 0.5)))
    assert len(result.statements) == 5 and result.n_observed > 5
    assert result.unobserved["states"] == 2**5 - 5
    listed = sum(row["probability"] for row in result.statements)
    assert listed + result.unobserved["probability"] == pytest.approx(1, abs=1e-9)


# --- size -----------------------------------------------------------------------------------------


def test_many_measures():
    result = js.network_test(matrices(copied(80, 16, 0.1)), max_parents=1, target_mcse=0.01)
    assert result.edges_method == "pairwise"
    assert {"m0", "m1"} in [{a["from"], a["to"]} for a in result.arcs]
    # Two measures alone: two graphs with the edge, one without, as in Example 1.
    pair = js.network_test(matrices(copied(80, 16, 0.1)[:, 4:6]))
    assert edge(result, "m4", "m5") == pytest.approx(pair.edges[0]["probability"], abs=1e-12)


def test_twenty_measures_and_more():
    codes = copied(80, 20, 0.1)
    result = js.network_test(matrices(codes), target_mcse=0.01)
    assert result.max_parents == 3 and len(result.edges) == 190
    # All of 25 measures depend on each other: one parent is the limit that always works.
    rng = np.random.default_rng(5)
    same = np.where(rng.random((80, 25)) < 0.6, rng.integers(0, 2, (80, 1)), codes[:, :1])
    wide = js.network_test(matrices(same), target_mcse=0.02)
    assert wide.max_parents == 1 and len(wide.arcs) >= 20
    with pytest.raises(errors.OptionError, match="max_parents=1"):
        js.network_test(matrices(same), max_parents=3)


def test_compare_shows_the_network_of_two_algorithms():
    result = js.compare_algorithms(matrices(copied(40, 3, 0.1)))
    assert result.tests["network"].components[0]["measures"] == ["m0", "m1"]


@pytest.mark.parametrize("parent, expected", [([0, 0, 1, 2], []), ([0, 0, 1, 2, 3], [1])])
def test_arcs_mean_little_if_more_than_half_of_the_cases_stand_alone(parent, expected):
    codes = np.column_stack([parent, np.zeros(len(parent), dtype=int)])
    cases = kernel_bdeu.coded_cases(codes, np.ones(len(parent)), [6, 6], 1.0)
    found = structure.given_structure(cases, [("a", "b")], ["a", "b"])
    assert structure.degenerate(found) == expected  # 2 of 4 alone, and 3 of 5
