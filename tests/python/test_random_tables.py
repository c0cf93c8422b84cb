"""The verdict on thousands of random tables, read once more from its definition, pair by pair.

Claims, step-down and states are worked out here with loops over data sets, from their definition
in `docs/what-is-shown.md` alone. It takes a minute: make test-thorough; a small part always runs.
"""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import binom

import jointstats as js
from jointstats.claims import kernel_states
from jointstats.claims.shown import shown_of
from jointstats.table import gaps

ALPHA = 0.05
MANY = pytest.mark.thorough


def random_table(rng):
    """A small table: some algorithms are better, ropes, gaps and families come and go."""
    l, m, n = int(rng.integers(2, 5)), int(rng.integers(1, 5)), int(rng.integers(4, 45))
    shift = rng.choice([0.0, 0.5, 1.5], size=(m, l)) * rng.choice([-1, 1], size=(m, 1))
    x = rng.normal(size=(n, m, l)) + shift
    if rng.random() < 0.5:
        x = np.round(x)  # ties
    if rng.random() < 0.4:
        x[rng.random(x.shape) < 0.1] = np.nan
    rope = {f"m{j}": float(rng.choice([0, 0, 0, 0.3, 1])) for j in range(m)}
    roped = tuple(name for name, width in rope.items() if width or rng.random() < 0.3)
    names = tuple(f"d{i}" for i in range(n))
    families = None
    if rng.random() < 0.4:
        families = {name: f"f{rng.integers(max(2, n // 2))}" for name in names}
    table = js.ResultsTable(
        x, names, tuple("ABCD"[:l]), dict.fromkeys(rope, "max"), rope,
        str(rng.choice(["unknown", "drop"])), roped=roped, families=families,
    )  # fmt: skip
    return gaps.drop_incomplete(table)


def shown(table):
    return shown_of(table, ALPHA)


# --- The definition ---------------------------------------------------------------------------


def outcome(table, a, b, name):
    """better, equal, worse or unknown; None if the data set is left out."""
    if np.isnan(a) or np.isnan(b):
        return "unknown" if table.missing == "unknown" else None
    if abs(a - b) > table.rope[name]:
        return "better" if a > b else "worse"
    return "equal" if name in table.declared_rope else "unknown"


MIRROR = {"better": "worse", "worse": "better", "equal": "equal", "unknown": "unknown", None: None}
SCORES = {
    "not worse": {"better": 1, "equal": 1, "worse": -1, "unknown": -1},
    "more often": {"better": 1, "equal": 0, "worse": -1, "unknown": -1},
    "most": {"better": 1, "equal": -1, "worse": -1, "unknown": -1},
    "equal": {"better": -1, "equal": 1, "worse": -1, "unknown": -1},
}


def dominates(row):
    return set(row) <= {"better", "equal"} and "better" in row


def may_dominate(row):
    return set(row) <= {"better", "equal", "unknown"} and set(row) & {"better", "unknown"}


def jointly(rows, claim):
    found = []
    for row in rows:
        other = [MIRROR[one] for one in row]
        if None in row:
            found.append(0)
        elif dominates(row):
            found.append(1)
        elif claim == "most" or may_dominate(other):
            found.append(-1)
        else:
            found.append(0)
    return found


def lead(scores, families):
    """Votes for and against."""
    sums = {}
    for score, family in zip(scores, families, strict=True):
        sums[family] = sums.get(family, 0) + score
    return sum(one > 0 for one in sums.values()), sum(one < 0 for one in sums.values())


def p_value(scores, families):
    yes, no = lead(scores, families)
    return binom.sf(yes - 1, yes + no, 0.5) if yes + no else 1.0


def evidence(table):
    """Of each pair its outcomes on each data set, and the family of that."""
    values, names = table.everything()
    of = table.families or {name: name for name in names}
    pairs = {}
    for i, j in combinations(range(len(table.algorithms)), 2):
        pairs[i, j] = [
            [outcome(table, x[k, i], x[k, j], name) for k, name in enumerate(table.measures)]
            for x in values
        ]
    return pairs, [of[name] for name in names]


def chains_of(table):
    """(pair, what, side) to weight and the p-values of its claims, from weak to strong."""
    pairs, families = evidence(table)
    m, found = len(table.measures), {}
    for pair, rows in pairs.items():
        for side in (0, 1):
            seen = [[MIRROR[one] for one in row] for row in rows] if side else rows
            for k, name in enumerate(table.measures):
                claims = ["not worse"] * (table.rope[name] > 0) + ["more often", "most"]
                p = {
                    claim: p_value([SCORES[claim].get(row[k], 0) for row in seen], families)
                    for claim in [*claims, "equal"]
                }
                found[pair, k, side] = 1, {claim: p[claim] for claim in claims}
                if table.rope[name] > 0:
                    found[pair, k, "equal"] = 1, {"equal": p["equal"]}
            if m > 1:
                p = {c: p_value(jointly(seen, c), families) for c in ("more often", "most")}
                found[pair, "joint", side] = m, p
    return found


def step_down(chains):
    """The claims that are shown if each chain costs the level at which it is tested."""
    every = sum(weight for weight, _ in chains.values())
    decided, finished = set(), -1
    while True:
        done = sum(
            weight for key, (weight, claims) in chains.items() if (key, list(claims)[-1]) in decided
        )
        if done == finished:
            return decided
        finished = done
        level = ALPHA / (every - finished) if every > finished else 1.0
        decided |= {
            (key, claim)
            for key, (weight, claims) in chains.items()
            for claim, p in claims.items()
            if p <= weight * level
        }


def claims_shown(table, found):
    """The claims whose corrected p-value is at most alpha."""
    every = {}
    for i, pair in enumerate(combinations(range(len(table.algorithms)), 2)):
        kind = found.kind[i]
        for side in (0, 1):
            for k in range(len(table.measures)):
                claims = found.corrected.measures[kind, k, side]
                for claim, p in zip(("not worse", "more often", "most"), claims, strict=True):
                    every[(pair, k, side), claim] = p
                every[(pair, k, "equal"), "equal"] = found.corrected.equal[kind, k]
            for claim, p in zip(
                ("more often", "most"), found.corrected.joint[kind, side], strict=True
            ):
                every[(pair, "joint", side), claim] = p
    return {claim for claim, p in every.items() if p <= ALPHA}


def state(table, pair, decided):
    """The first state that applies, and who wins or is ahead."""
    pairs, families = evidence(table)
    rows, m = pairs[pair], range(len(table.measures))

    def holds(what, side, *claims):
        return any(((pair, what, side), claim) in decided for claim in claims)

    def more(one, two):
        """Whether the first side has more, by data sets or by votes."""
        in_units = lead([a - b for a, b in zip(one, two, strict=True)], families)
        return sum(one) > sum(two) or in_units[0] > in_units[1]

    equal = [holds(k, "equal", "equal") for k in m]
    better = [[holds(k, side, "more often", "most") for k in m] for side in (0, 1)]
    ahead = [[b and not e for b, e in zip(one, equal, strict=True)] for one in better]
    joint = [holds("joint", side, "more often", "most") for side in (0, 1)]
    complete = [row if None not in row else ["unknown"] for row in rows]
    mirrored = [[MIRROR[one] for one in row] for row in complete]
    dominations = [[int(dominates(row)) for row in seen] for seen in (complete, mirrored)]
    wins = [[[int(row[k] == word) for row in rows] for k in m] for word in ("better", "worse")]
    if all(equal):
        return "practically equal", None
    if any(ahead[0]) and any(ahead[1]):
        return "trade-off", None
    for side in (0, 1):
        b, fewer = better[side], not more(dominations[1 - side], dominations[side])
        everywhere = any(b) and all(x or e for x, e in zip(b, equal, strict=True))
        none_more = not any(more(wins[1 - side][k], wins[side][k]) and not equal[k] for k in m)
        if fewer and (everywhere or (joint[side] and not any(ahead[1 - side]) and none_more)):
            return "win", side
    leads = [[more(wins[s][k], wins[1 - s][k]) and not equal[k] for k in m] for s in (0, 1)]
    for side in (0, 1):
        if any(ahead[side]) and not any(leads[1 - side]) and not joint[1 - side]:
            return "ahead", side
    if any(ahead[0]) or any(ahead[1]):
        return "possible trade-off", None
    for side in (0, 1):
        if joint[side]:
            return "jointly better", side
    return ("not worse" if any(key[0] == pair for key, _ in decided) else "open"), None


# --- The tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *(pytest.param(s, marks=MANY) for s in range(1, 100))])
def test_the_state_of_every_pair_follows_from_the_definition(seed):
    rng = np.random.default_rng(seed)
    for _ in range(100):
        table = random_table(rng)
        found = shown(table)
        decided = claims_shown(table, found)
        assert step_down(chains_of(table)) <= decided  # exact sizes lose nothing
        for k, pair in enumerate(combinations(range(len(table.algorithms)), 2)):
            side = int(found.states.side[k])
            given = kernel_states.STATES[found.states.state[k]], None if side < 0 else side
            assert given == state(table, pair, decided), (table, pair)
