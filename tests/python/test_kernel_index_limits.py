"""Counts beyond 2^31 are right where an index has 32 bits, and statements beyond are numbered."""

import numpy as np
import pytest

from jointstats.evidence import counts, tails
from jointstats.evidence.arrays import special
from jointstats.single import kernel_paired, kernel_signed_rank

N = 70_000  # N² and N (N + 1) / 2 are more than 2^31


def test_ranks_of_many_differences_add_up():
    found = kernel_signed_rank.signed_ranks(np.arange(1.0, N + 1)[None])
    assert found.positive.tolist() == [N * (N + 1)]
    assert found.ties.tolist() == [0]
    assert kernel_signed_rank.wilcoxon_tests(np.arange(1.0, N + 1)[None]).statistic.tolist() == [
        N * (N + 1) / 2
    ]


def test_ties_of_a_thousand_are_cubed():
    found = kernel_signed_rank.signed_ranks(np.ones((1, 2000)))
    assert found.ties.tolist() == [2000**3 - 2000]


def test_half_of_many_pairs():
    a = np.arange(N, dtype=float)
    delta = kernel_paired.cliffs_deltas(a[None], (a - 0.5)[None])[0]
    assert delta.tolist() == [1 / N]  # (n(n + 1)/2 − n(n − 1)/2) / n²


def test_the_spread_of_many_wins_is_that_of_the_few_losses():
    a = np.arange(N, dtype=float) + N
    a[0] = N - 1.5  # below one of b, -1 to N - 1
    delta, low, high = (
        one[0] for one in kernel_paired.cliffs_deltas(a[None], (np.arange(N) + 0.0)[None])
    )
    assert delta == 1 - 2 / N**2
    # Sums of signs are 2 N, but two less for two data sets: a variance of 8 / N^4, nearly, and
    # with u = 4 / N^2 and v = 1.96^2 · 8 / N^4 a lower end of 1 - 3.9e-9; u has eight digits.
    assert 2e-9 < 1 - low < 6e-9 and delta < high <= 1


def test_wins_of_many_data_sets():
    assert kernel_paired.sign_test_p_values([N], [N]).tolist() == [1.0]


def test_statements_are_numbered_beyond_thirty_two_bits():
    states = [3] * 39
    last = [2] * 39
    assert int(counts.numbers_of(last, states)) == 3**39 - 1
    assert counts.codes_of([3**39 - 1, 3**38], states).tolist() == [last, [1] + [0] * 38]


def test_tails_of_beta_are_numbers_however_small():
    # P(Beta(1, b) > x) = (1 − x)^b, and the same from the other side
    assert tails.beta_above(1.0, 300.0, 0.75) == pytest.approx(0.25**300, rel=1e-12)
    assert tails.beta_above(1.0, 2000.0, 0.75) == 0.0
    assert tails.beta_above(2000.0, 1.0, 0.5) == 1.0


def test_a_tail_that_scipy_loses_is_found_from_its_other_side(monkeypatch):
    monkeypatch.setattr(special, "betaincc", lambda a, b, x: np.array([np.nan, 0.25]))
    # P(Beta(1, 3) > 1/4) = (3/4)^3; what was not lost stays as it was said
    assert tails.beta_above([1.0, 1.0], [3.0, 3.0], [0.25, 0.25]) == pytest.approx([27 / 64, 0.25])
