"""The core against R's own statistics, computed by R on the same numbers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import rpy2.robjects as ro

import jointstats
from jointstats.evidence import multiplicity

TWO = {"gain": "max", "loss": "min"}
CLOSE = 1e-12


def r_vector(x):
    return ro.FloatVector(np.asarray(x, dtype=float))


def r_number(code, **values):
    """Evaluate R code in which the named vectors are known; a warning of R is an error."""
    frame = ro.r["new.env"]()
    for name, value in values.items():
        frame[name] = value
    strict = f"local({{ old <- options(warn = 2); on.exit(options(old)); {code} }})"
    return np.array(ro.r["eval"](ro.r["parse"](text=strict), frame))


def quiet(call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call()


def matrices(rng, algorithms, n, digits=None):
    made = {}
    for i, name in enumerate(algorithms):
        x = rng.normal(size=(n, 2)) + 0.3 * i
        made[name] = x if digits is None else x.round(digits)
    return made


@pytest.mark.parametrize("digits", [None, 1, 0])
@pytest.mark.parametrize("n", [2, 5, 10, 25, 49, 50, 80])
def test_wilcoxon_test_is_wilcox_test(n, digits):
    """R's p where it is exact, or both are approximate; V with ties and zeros, too."""
    made = matrices(np.random.default_rng(n), "AB", n, digits)
    result = jointstats.wilcoxon_test(made, measures=TWO, p_adjust="none")
    for j, row in enumerate(result.tests):
        sign = 1 if row["measure"] == "gain" else -1  # V counts the data sets on which a is better
        x, y = sign * made["A"][:, j], sign * made["B"][:, j]
        if (x == y).all():
            continue
        # 0.9 - 0.8 and 0.8 - 0.7 tie here, in R if they are rounded.
        code = """
        d <- round(x - y, 12)
        exact <- length(d) < 50 && all(d != 0) && !anyDuplicated(abs(d)) # R's own rule
        r <- wilcox.test(d, exact = exact); c(r$statistic, r$p.value)
        """
        v, p = r_number(code, x=r_vector(x), y=r_vector(y))
        moved = np.abs(np.round(x - y, 12))
        moved = moved[moved > 0]
        assert row["statistic"] == v
        if len(set(moved)) == len(moved) == n or row["method"] == "approximate":
            assert row["p_value"] == pytest.approx(min(p, 1.0), rel=CLOSE)
        else:
            code = """
            r <- rank(abs(d)); law <- 1 # the law of the doubled sum, a rank at a time
            for (one in 2 * r) law <- (c(law, numeric(one)) + c(numeric(one), law)) / 2
            v <- sum(2 * r[d > 0]) + 1
            min(1, 2 * min(sum(law[1:v]), sum(law[v:length(law)])))
            """
            signed = np.round(x - y, 12)
            exact = r_number(code, d=r_vector(signed[signed != 0]))[0]
            assert row["p_value"] == pytest.approx(exact, rel=CLOSE)


@pytest.mark.parametrize("n", [1, 2, 9, 30, 200])
def test_sign_test_is_binom_test(n):
    made = matrices(np.random.default_rng(n), "AB", n, 1)
    for row in jointstats.sign_test(made, measures=TWO, p_adjust="none").tests:
        wins, trials = row["wins_a"], row["wins_a"] + row["wins_b"]
        p = r_number("binom.test(w, n)$p.value", w=r_vector([wins]), n=r_vector([trials]))[0]
        assert row["p_value"] == pytest.approx(p, rel=CLOSE)


@pytest.mark.parametrize("counts", [[6, 3, 2, 1], [40, 10, 0, 0], [7, 7, 1, 0], [500, 440, 9, 3]])
def test_glrt_test_is_pchisq_and_binom_test(counts):
    given = jointstats.StatementCounts.from_vector(counts, measures=TWO)
    result = quiet(lambda: jointstats.glrt_test(given))
    n_a, n_b, *_ = sorted(counts, reverse=True)
    numbers = {"a": r_vector([n_a]), "b": r_vector([n_b])}
    code = "2 * (a * log(a) + b * log(b) - (a + b) * log((a + b) / 2))"
    assert result.statistic == pytest.approx(r_number(code, **numbers)[0], rel=1e-9, abs=1e-12)
    p = r_number("pchisq(s, 1, lower.tail = FALSE)", s=r_vector([result.statistic]))[0]
    assert result.p_value_asymptotic == pytest.approx(p, rel=CLOSE)
    exact = r_number("binom.test(c(a, b))$p.value", **numbers)[0]
    assert result.p_value == pytest.approx(exact, rel=CLOSE)


@pytest.mark.parametrize("method", multiplicity.METHODS)
def test_p_adjust_is_p_adjust(method):
    """All pairs of five algorithms, through a test's own option."""
    made = matrices(np.random.default_rng(5), "ABCDE", 12)
    rows = jointstats.sign_test(made, measures=TWO, p_adjust=method).tests
    raw = r_vector([row["p_value"] for row in rows])
    wanted = r_number(f"p.adjust(p, '{method}')", p=raw)
    assert [row["p_adjusted"] for row in rows] == pytest.approx(wanted, rel=CLOSE)
