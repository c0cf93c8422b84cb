"""The network of the measures: how probable each dependence is, and what the data cannot tell."""

from __future__ import annotations

from jointstats.base import wording
from jointstats.base.worded import words_of
from jointstats.drawing.content import Edge, Network
from jointstats.drawing.figure_wins import EACH, NOBODY, ROW, UNCLEAR, Cell, Key, Wins
from jointstats.network import structure
from jointstats.network.network_result import NetworkResult

SURE = 0.95
GRAPH = 4  # measures of a graph; of more a triangle


def network(result: NetworkResult) -> Network | Wins:
    """Measures and their dependences: a graph, or from five measures on a triangle."""
    return graph(result) if len(result.measures) <= GRAPH else triangle(result)


def graph(result: NetworkResult) -> Network:
    """The dependences that are probable or unclear; measures without one are separate."""
    to = _arrows(result)
    shown = [edge for edge in result.edges if _drawn(result, edge)]
    joined = {name for edge in shown for name in (edge.a, edge.b)}
    notes = _cautions(result)
    if any(map(result.tells, shown)):
        notes.append(
            "Lines: probability that two measures depend on each other directly; grey is unclear."
            + " Arrows: directions of all equivalent graphs." * bool(to)
        )
    left = len(result.edges) - len(shown)
    if left:
        are = "pair is" if left == 1 else "pairs are"
        notes.append(f"{left} {are} improbable and not drawn.")
    return Network(
        title=words_of(result).title("network"),
        alt=_alt(result),
        notes=tuple(notes),
        measures=tuple(name for name in result.measures if name in joined),
        alone=tuple(name for name in result.measures if name not in joined),
        edges=tuple(
            Edge(
                edge.a, edge.b, edge.probability, _number(result, edge),
                to.get((edge.a, edge.b)), result.tells(edge),
            )
            for edge in shown
        ),
    )  # fmt: skip


def _drawn(result: NetworkResult, edge: structure.Edge) -> bool:
    """Whether a dependence is probable, or unclear."""
    return edge.probability >= 0.5 or not result.tells(edge)


def _number(result: NetworkResult, edge: structure.Edge) -> str:
    """The probability; a question mark where the data are too few for one to mean anything."""
    if _too_few(result, edge):
        return "?"
    return wording.narrow(wording.probability(edge.probability))


def _too_few(result: NetworkResult, edge: structure.Edge) -> bool:
    return result.cases_each(edge) < structure.CASES_EACH


def triangle(result: NetworkResult) -> Wins:
    """The probability of every dependence; measures of a connected group are together."""
    to, cells = _arrows(result), []
    order = [name for part in result.components for name in part.measures]
    for edge in result.edges:
        row, column = sorted((edge.a, edge.b), key=order.index)
        target = to.get((edge.a, edge.b))
        arrow = "" if target is None else "→ " if target == column else "↓ "
        number = f"{arrow}{_number(result, edge)}"
        cells.append(Cell(row, column, EACH, "", _letter(result, edge), number))
    stripes = {cell.stripes for cell in cells}
    said = {
        ROW.upper(): f"probable: {SURE:g} or more",
        ROW: "rather probable: 2 to 1 or more",
        UNCLEAR: "unclear",
        NOBODY: "improbable",
    }
    number = "Number: probability that the two depend on each other directly, given the others."
    if to:
        number += " Arrow: a direction of all equivalent graphs, → to the column, ↓ to the row."
    return Wins(
        title=words_of(result).title("network"),
        alt=_alt(result),
        notes=(number, *_cautions(result)),
        algorithms=tuple(order),
        measures=("",),
        cells=tuple(cells),
        keys=tuple(Key(look, words) for look, words in said.items() if look in stripes),
        number=number,
        total=len(result.measures),
        noun="measure",
    )


def _arrows(result: NetworkResult) -> dict[tuple[str, str], str]:
    """Two measures, in either order, to the one at which the arrow between them points."""
    compelled = [arc for arc in result.arcs if arc.compelled]
    return {
        pair: arc.to for arc in compelled for pair in ((arc.from_, arc.to), (arc.to, arc.from_))
    }


def _letter(result: NetworkResult, edge: structure.Edge) -> str:
    if not result.tells(edge):
        return UNCLEAR
    if edge.probability < 0.5:
        return NOBODY
    return ROW.upper() if edge.probability >= SURE else ROW


def _cautions(result: NetworkResult) -> list[str]:
    """What the data cannot tell, and the warnings of the result."""
    clear = [edge for edge in result.edges if result.tells(edge)]
    notes = []
    few = [edge for edge in result.edges if _too_few(result, edge)]
    if few:
        each = wording.significant(max(result.cases_each(edge) for edge in few), 2)
        which = "any" if len(few) == len(result.edges) else f"{len(few)} of {len(result.edges)}"
        notes.append(
            f"The data are too few to tell of {which} of the dependences: for each combination of "
            f"what two measures may say there {'is' if each == '1' else 'are'} "
            f"{each if float(each) >= 0.1 else 'fewer than 0.1'} data sets, and two are needed."
        )
    about = len(result.edges) - len(clear) - len(few)
    if about:
        notes.append(
            f"Unclear: {wording.plural(about, 'pair')} with odds below 2 to 1 either way; read "
            f"nothing into {'it' if about == 1 else 'them'}."
        )
    return [*notes, *result.warnings]


def _alt(result: NetworkResult) -> str:
    joined = [
        f"{edge.a} and {edge.b}"
        for edge in result.edges
        if result.tells(edge) and edge.probability > 0.5
    ]
    return (
        "Network of the measures. More probably dependent than not: "
        f"{wording.listing(joined) or 'none that the data tell'}."
    )
