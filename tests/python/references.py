"""What several tests compare with: numbers of other programs, and brute force."""

import json
import warnings
from itertools import product
from pathlib import Path

import numpy as np

from jointstats.network import kernel_dags

HERE = Path(__file__).parent


def _numbers(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))


NORMAL_THEORY = _numbers("reference/normal_theory.json")  # of R
SEPARATE = _numbers("reference/separate.json")  # of R
VERDICTS = _numbers("reference/verdict.json")
DIRICHLET = _numbers("reference/dirichlet.json")  # of integrals with 45 digits
NETWORKS = _numbers("bdeu_reference.json")


def quiet(test, /, *given, **options):
    """A result whose warnings do not matter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return test(*given, **options)


def drawn_states(cases, parents, size, rng):
    """Logarithms of the probabilities of all joint states, drawn with numpy's own Dirichlet."""
    states = cases.states.astype(int)
    joint = np.array(list(product(*(range(r) for r in states))))
    log_p = np.zeros((size, len(joint)))
    for i, mask in enumerate(parents):
        axes = [*kernel_dags.members(int(mask)), i]
        table = np.zeros(states[axes])
        np.add.at(table, tuple(cases.codes[:, axes].T), cases.weights)
        rows = (table + cases.ess / table.size).reshape(-1, states[i])
        theta = np.stack([rng.dirichlet(row, size) for row in rows], axis=1)
        with np.errstate(divide="ignore"):
            log_theta = np.log(theta).reshape(size, -1)
        log_p += log_theta[:, np.ravel_multi_index(tuple(joint[:, axes].T), states[axes])]
    return joint, log_p


def largest_states(cases, parents, size, rng):
    """Share of draws in which each joint state is the most probable one."""
    joint, log_p = drawn_states(cases, parents, size, rng)
    return np.bincount(log_p.argmax(axis=1), minlength=len(joint)) / size
