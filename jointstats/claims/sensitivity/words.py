"""What would change a verdict: sentences, text and tables."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.base import wording
from jointstats.claims.sensitivity.factors import ALGORITHM, DATASET, FAMILY, MEASURE
from jointstats.claims.sensitivity.sensitivity import SensitivityResult, Setting
from jointstats.drawing import document as doc
from jointstats.drawing.words import Words

MOST_NAMED = 3  # changes, or data sets, in the verdict


def _part(k: int, n: int) -> str:
    if k == n:
        return f"all {n}" if n > 1 else "the one"
    return f"{k or 'none'} of {n}"


def _where(changed: Sequence[Setting]) -> list[str]:
    """The settings that change most; data sets left out are counted together."""
    single = [row for row in changed if row.factor == DATASET]
    others = sorted(
        (row for row in changed if row.factor != DATASET), key=lambda row: -row.n_changed
    )
    named = [f"{_clause(row)} ({_change(row)})" for row in others]
    where = [wording.some(named, MOST_NAMED)] if named else []
    if single:
        names = [row.setting.removeprefix("without ") for row in single]
        worst = max(single, key=lambda row: row.n_changed)
        alike = len({(row.gone, row.new) for row in single}) == 1
        what = _change(worst) if alike else f"up to {wording.plural(worst.n_changed, 'pair')}"
        where.append(f"without {wording.any_of(names, MOST_NAMED)} ({what})")
    return where


def _clause(row: Setting) -> str:
    """A setting as part of a sentence."""
    left_out = row.factor in (DATASET, FAMILY, MEASURE, ALGORITHM)
    return row.setting if left_out else f"with {row.setting}"


def _change(row: Setting) -> str:
    """What is decided there instead; of several pairs, how many."""
    return f"{row.n_changed} pairs" if row.n_changed > 1 else _changes(str(row.gone), str(row.new))


class SensitivityWords(Words):
    """The words of what would change a verdict."""

    result: SensitivityResult

    def rows(self) -> doc.Part | None:
        return factors(self.result)

    def verdict(self) -> str:
        """Where the verdict holds, and where it changes."""
        result = self.result
        tried = [row for row in result.settings if not row.limit]
        if not tried:
            return "No other setting was tried."
        changed = [row for row in tried if row.changed]
        settings = "setting" if len(tried) == 1 else "settings"
        if result.n_pairs == 1:
            unchanged = _part(len(tried) - len(changed), len(tried))
            said, subject = f"The verdict holds under {unchanged} other {settings}", "It changes"
        else:
            n = result.n_pairs
            unchanged = wording.capital(_part(n - result.n_pairs_changed, n))
            every = f"{_part(len(tried), len(tried))} other {settings}"
            said, subject = f"{unchanged} pairs keep their state under {every}", "Others change"
        return " ".join([f"{said}.", *(f"{subject} {where}." for where in _where(changed))])

    def title(self, figure: str | None = None) -> str:
        result = self.result
        k, n = result.n_changed, result.n_settings
        if not k:
            return f"The verdict is the same under all {n} other settings"
        if result.n_pairs > 1:
            return f"{result.n_pairs_changed} of {result.n_pairs} pairs change under other settings"
        return f"{k} of {n} other settings change the verdict"

    def before(self) -> Sequence[doc.Part | None]:
        result = self.result
        further = len(result.statements) - MOST_STATEMENTS
        more = [f"and {further} more"] if further > 0 else []
        decided = "; ".join([*result.statements[:MOST_STATEMENTS], *more])
        decides = f": {decided}" if decided else " decides nothing"
        return [doc.Paragraph(f"The result itself ({result.of}){decides}.")]

    def after(self) -> Sequence[doc.Part | None]:
        result = self.result
        changes, left = changing(result)
        more = doc.left_out(left, 0, "setting")
        return [
            _titled("Where something changes", changes),
            doc.Paragraph(more) if more else None,
            _titled("How many data sets must go", fewest(result)),
            doc.stack(*(doc.Paragraph(f"Not tried: {line}", "  ") for line in result.not_tried)),
        ]

    def table(self) -> doc.Grid:
        """The settings that change something; of a verdict that nothing changes, the factors."""
        shown, left = changing(self.result, doc.MOST)
        content = factors(self.result) if shown is None else shown
        of = len(content.rows) + left
        return content.noted(doc.left_out(of, len(content.rows), "setting"), of)


MOST_STATEMENTS = 5


def _titled(title: str, rows: doc.Grid | None) -> doc.Stack | None:
    return None if rows is None else doc.stack(doc.Paragraph(f"{title}:"), rows)


NAMED = 4  # data sets, or statements, in a cell


def factors(result: SensitivityResult) -> doc.Grid:
    """What was varied, and how often that changed something."""
    rows = [[row.factor, str(row.tried), str(row.changed), row.said] for row in result.factors]
    return doc.grid(["varied", "settings", "change", "what came out"], rows, "lrrl")


def changing(result: SensitivityResult, most: int = doc.MOST_ROWS) -> tuple[doc.Grid | None, int]:
    """The settings that change something, and how many have no room; data sets come last."""
    ranked = sorted(
        (row for row in result.settings if row.changed), key=lambda row: row.factor == DATASET
    )
    if not ranked:
        return None, 0
    rows = [[row.setting, _changes(_some(row.gone), _some(row.new))] for row in ranked[:most]]
    return doc.grid(["setting", "what changes"], rows, "ll"), max(len(ranked) - most, 0)


def _changes(gone: str, new: str) -> str:
    """What is no longer decided, and what is instead, or too."""
    return "; ".join(
        f"{word}: {said}" for word, said in (("no longer", gone), ("new", new)) if said
    )


def _some(names: Sequence[str]) -> str:
    return "; ".join([*names[:NAMED], *([f"{len(names) - NAMED} more"] if names[NAMED:] else [])])


def fewest(result: SensitivityResult) -> doc.Grid | None:
    """As few data sets as were found whose removal changes the state of a pair."""
    if not result.fewest:
        return None
    rows = [
        [
            row.statement,
            "not found" if row.found is None else f"{row.found}{'' if row.exact else ' or fewer'}",
            wording.some(row.datasets, NAMED) or "–",
        ]
        for row in result.fewest
    ]
    return doc.grid(["decided", "data sets to leave out", "such as"], rows, "lrl")
