"""Whatever names a winner names the price."""

import re

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.claims.leaderboard_result import COUNTED

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy")
LEADS = re.compile(
    r"\b(?!and |algorithm )(\w+) (?:wins against|is ahead of|is jointly better than"
    r"|is better than) "
    r"|win is that of (\w+) "
)
END = re.compile(r"\.(?:\s|$)|$")
COUNT = re.compile(r"(\d+) of (\d+)(?: data sets?| famil(?:y|ies))?, the reverse (?:on|in) (\d+)")


def table(seed, *, l=5, m=3, n=40, gaps=0, trade=1.5, **more):
    """Algorithms with gains on some measures that cost others."""
    rng = np.random.default_rng(seed)
    shift = rng.normal(0, trade, size=(m, l))
    x = rng.normal(size=(n, 1, 1)) + shift + rng.normal(0, 1, size=(n, m, l)).round(2)
    if gaps:
        x[rng.random(size=x.shape) < gaps] = np.nan
    return js.results_table(
        {name: x[:, :, i] for i, name in enumerate(NAMES[:l])},
        measures={f"m{j}": "max" for j in range(m)},
        **more,
    )


def with_prices(seed):
    """The same with a known number of each algorithm, the better the later its name."""
    made = table(seed)
    rows = [
        {"data": i, "name": name, "price": 9 - j, "m0": x[0, j], "m1": x[1, j], "m2": x[2, j]}
        for i, x in enumerate(made.values)
        for j, name in enumerate(made.algorithms)
    ]
    return js.results_table(
        pd.DataFrame(rows), dataset="data", algorithm="name",
        measures=dict.fromkeys(("m0", "m1", "m2"), "max"), per_algorithm={"price": "min"},
    )  # fmt: skip


def families(n=40, of=2):
    return {str(i + 1): f"f{i // of}" for i in range(n)}


GROUPS = {"first": ["m0", "m1"], "second": ["m2"]}
DESIGNS = {
    "plain": lambda seed: js.compare_algorithms(table(seed)),
    "two": lambda seed: js.compare_algorithms(table(seed, l=2)),
    "one measure": lambda seed: js.compare_algorithms(table(seed, m=1, trade=0.5)),
    "many": lambda seed: js.compare_algorithms(table(seed, l=9, m=2)),
    "ropes": lambda seed: js.compare_algorithms(table(seed, rope={"m0": 1.0, "m1": 0.5})),
    "wide ropes": lambda seed: js.compare_algorithms(
        table(seed, trade=0.6, rope={"m0": 2.0, "m1": 1.0, "m2": 0})
    ),
    "families": lambda seed: js.compare_algorithms(table(seed, cluster=families())),
    "dropped": lambda seed: js.compare_algorithms(table(seed, gaps=0.05, missing="drop")),
    "unknown": lambda seed: js.compare_algorithms(table(seed, gaps=0.05, missing="unknown")),
    "groups": lambda seed: js.compare_algorithms(table(seed), groups=GROUPS),
    "control": lambda seed: js.compare_algorithms(table(seed), control="Bob"),
    "properties": lambda seed: js.compare_algorithms(with_prices(seed)),
}  # fmt: skip


def outputs(result):
    """Every text of the core that can name a winner."""
    yield from result.findings
    yield from (str(result), result.summary(), result.summary(width=60))
    for made in (result.to_latex("pairs"), result.to_markdown("pairs"), result.to_latex()):
        yield from made.splitlines()
    yield result.report_text()


def named(text):
    """Who is said to lead, and the rest of the sentence up to the next leader."""
    found = list(LEADS.finditer(text))
    for match, following in zip(found, [*found[1:], None], strict=False):
        end = END.search(text, match.end()).start()
        if following is not None:
            end = min(end, following.start())
        yield match[1] or match[2], text[match.end() : end]


def count_of(row, measure, first, other):
    """How often one is better, the reverse, and of how many; with families also theirs."""
    said = f"{row.wins(first)[measure]} to {row.wins(other)[measure]} of {row.n}"
    if row.votes_a is None:
        return said
    votes = {row.a: row.votes_a[measure], row.b: row.votes_b[measure]}
    return f"{said}; in {votes[first]} to {votes[other]} of {row.n_families}"


def check(text, result):
    """That every named pair has every measure on which the other one is better more often."""
    checked = 0
    without_statements = re.sub('"[^"]*"', "", " ".join(text.split()))  # of the papers' tests
    for winner, said in named(COUNT.sub(r"\1 to \3 of \2", without_statements)):
        others = set(re.findall(r"\w+", said)) & set(result.algorithms) - {winner}
        assert others, said
        for other in others:
            row = result.pair(winner, other)
            if row.subject is None:  # a claim that is not shown
                assert row.state == "open"
                continue
            assert row.subject == winner
            for measure in row.price(winner):
                count = count_of(row, measure, other, winner)
                alone = rf"{other} is more often better on .*?\b{measure} \({count}\)"
                together = rf"\b{other} \({count}\)(?:(?! on ).)*? on {measure}"
                assert re.search(f"{alone}|{together}", said), (winner, other, measure, said)
                checked += 1
            for known in row.worse_properties(winner):
                for name, value in known.values.items():
                    assert f"{value:g} ({name})" in said
                checked += 1
    return checked


@pytest.mark.parametrize("design", DESIGNS)
def test_every_winner_is_named_with_the_price(design):
    checked = states = 0
    for seed in range(6):
        result = DESIGNS[design](seed)
        states += sum(row.winner is not None for row in result.pairs)
        for text in outputs(result):
            checked += check(text, result)
    assert states > 0
    # With one measure the winner is more often better on it: there is no price to tell.
    assert checked > 0 or design == "one measure"


@pytest.mark.parametrize("design", DESIGNS)
def test_the_numbers_of_pairs_add_up(design):
    for seed in range(4):
        result = DESIGNS[design](seed)
        if len(result.pairs) == 1:
            continue
        first, *rest = result.findings
        lines = "\n".join(rest)
        told = re.findall(r"^([A-Z][a-z -]+) \((\d+) pairs?\)", lines, re.M)
        states = {state: int(n) for state, n in told}
        # The wins have a paragraph of their own where the verdict has no room for them.
        assert states.setdefault("Win", len(result.wins)) == len(result.wins)
        assert sum(states.values()) == len(result.pairs)
        assert first.startswith("No algorithm wins") == (not result.wins)
        counted = [getattr(row, name) or 0 for row in result.leaderboard.rows for name in COUNTED]
        assert sum(counted) == 2 * len(result.pairs)
        shown = sum(row.state != "open" for row in result.pairs)
        if not shown:
            assert f"a difference in any of the {len(result.pairs)} pairs." in lines
            continue
        decided = re.search(r"^Something is shown for (\d+) of (\d+) pairs: (.*?)\.", lines, re.M)
        assert int(decided[1]) == shown
        assert int(decided[2]) == len(result.pairs)
        assert sum(map(int, re.findall(r"\d+", decided[3]))) == int(decided[1])
        wins = re.search(r"(\d+) wins?\b", decided[3])
        assert (int(wins[1]) if wins else 0) == len(result.wins)


def test_the_best_on_a_measure_is_named_with_what_it_costs():
    told = 0
    for design in ("plain", "many", "ropes", "control", "dropped"):
        for seed in range(4):
            result = DESIGNS[design](seed)
            for line in result.findings:
                best = re.match(
                    r"Best mean rank on (.*?): (\w+)( \(unbeaten\))?, better than (\w+) on ", line
                )
                if best is None:
                    continue
                name, other = best[2], best[4]
                row = result.pair(name, other)
                costs = line.partition("; worse on ")[2]
                for measure in set(row.price(name)) - set(re.findall(r"\w+", best[1])):
                    assert f"{row.wins(other)[measure]} of {row.n} on {measure}" in costs
                    told += 1
    assert told > 20
