"""The largest component of a Dirichlet vector, its bounds and its shares."""

import numpy as np
import pytest

from jointstats.kernels.dirichlet import InvalidPosteriorError, probability_largest

# name: (counts, number of states, total prior mass, probabilities of the observed states,
#        probability of all unobserved states together); 40-digit arithmetic
REFERENCE = {
    "paper example 3": (
        [1, 2, 3, 6],
        4,
        1.0,
        [0.012363334853171115, 0.051922986072691954, 0.1375000918389505, 0.7982135872351864],
        0.0,
    ),
    "paper example 3, Jeffreys prior (1/2 each)": (
        [1, 2, 3, 6],
        4,
        2.0,
        [0.015176521782605942, 0.05655311347393488, 0.14235799790833922, 0.78591236683512],
        0.0,
    ),
    "fractional counts from ties": (
        [0.5, 2.25, 3.25, 6],
        4,
        1.0,
        [0.0038836285759006224, 0.06458789661670805, 0.16000857872181584, 0.7715198960855755],
        0.0,
    ),
    "three measures, two algorithms, five states seen": (
        [9, 7, 7, 1, 1],
        8,
        1.0,
        [
            0.5468255418726805,
            0.2261976917649976,
            0.2261976917649976,
            0.0003798462950305528,
            0.0003798462950305528,
        ],
        1.938200726315841e-05,
    ),
    "three algorithms, two measures": (
        [12, 9, 9, 5, 3, 1, 1],
        36,
        1.0,
        [
            0.6062959161794299,
            0.18913234100359355,
            0.18913234100359355,
            0.013890670640001402,
            0.0014817504220461972,
            3.209137515445922e-05,
            3.209137515445922e-05,
        ],
        2.7980010264796805e-06,
    ),
    "three algorithms, three measures": (
        [20, 11, 8, 8, 2, 2, 1, 1, 1],
        216,
        1.0,
        [
            0.9375622554913803,
            0.04729612255188333,
            0.007565396992786901,
            0.007565396992786901,
            4.82347690846519e-06,
            4.82347690846519e-06,
            3.8366525497701755e-07,
            3.8366525497701755e-07,
            3.8366525497701755e-07,
        ],
        3.002158070443229e-08,
    ),
    "eight algorithms, six measures": (
        [9, 8, 3, 1, 1, 1],
        4296582355504620109824000000,
        1.0,
        [
            0.5908226180672074,
            0.39609759846013587,
            0.011769613416861752,
            0.0004162602426186761,
            0.0004162602426186761,
            0.0004162602426186761,
        ],
        6.138932793901271e-05,
    ),
    "large counts": (
        [40000, 39800, 100],
        8,
        1.0,
        [0.7605259068455963, 0.23947409315440374, 0.0],
        0.0,
    ),
    "no data": (
        [],
        6,
        1.0,
        [],
        1.0,
    ),
}


def posterior(counts, states, mass):
    """Parameters and multiplicities: the observed states one by one, then the others."""
    alpha = mass / states
    return [*(n + alpha for n in counts), alpha], [*(1 for _ in counts), states - len(counts)]


@pytest.mark.parametrize("name", REFERENCE)
def test_reference_cases_to_1e_12(name):
    counts, states, mass, observed, unobserved = REFERENCE[name]
    result = probability_largest(*posterior(counts, states, mass))
    np.testing.assert_allclose(result, [*observed, unobserved], rtol=0, atol=1e-12)
    assert result.sum() == pytest.approx(1, abs=1e-12)


def test_no_mass_at_all_is_an_error():
    with pytest.raises(InvalidPosteriorError, match="needs a parameter greater than 0"):
        probability_largest([0.0, 0.0])
