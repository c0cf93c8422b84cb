"""The ledger of a gate's candidate: one file for all claims, which the run must not contradict."""

from __future__ import annotations

from pathlib import Path

from jointstats.base.errors import LedgerError
from jointstats.claims import ledger_file
from jointstats.claims.bets import GateBets
from jointstats.claims.gate.file import BASELINE, GateFile
from jointstats.claims.ledger import Ledger, looked_at, outdated
from jointstats.evidence.messages import Option, asked
from jointstats.table.results_table import ResultsTable


def path_of(folder: Path, name: str) -> str:
    """The file of a candidate: one for all claims, so that a look is written whole or not."""
    if (folder / name).is_dir():
        raise outdated(str(folder / name))
    return str(folder / f"{name}.json")


def look(
    path: str, file: GateFile, table: ResultsTable, name: str, *, rerun: bool
) -> tuple[GateBets | None, int]:
    """What the ledger has of the claims by now, and how many tasks have other results than first.

    One lock and one write for all claims.
    """
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with ledger_file.alone(path, changes=True):
        known = ledger_file.read(path, ledger_file.GATE)
        book = known or _begun(file, name)
        _require_same_file(book, file, path)
        source = ledger_file.later(book, path, table, {}, (name, BASELINE))
        changed = _changed_tasks(book, table if source is None else source, path, rerun)
        book, bets = looked_at(book, 0, source, path, GateBets, name if rerun else None)
        if book != known:
            ledger_file.write(book, path)
    return bets, changed


def _begun(file: GateFile, name: str) -> Ledger:
    facts = {"claims": file.claims, "table": file.roles}
    return ledger_file.begun(
        ledger_file.GATE,
        facts,
        {"alpha": file.alpha},
        (name, BASELINE),
        file.measures,
        file.rope,
        beforehand=True,
    )


def _require_same_file(book: Ledger, file: GateFile, path: str) -> None:
    """Refuse claims that are not those with which the ledger was begun."""
    was = book.facts["table"] | {"claims": book.facts["claims"]}
    now = file.roles | {"claims": file.claims}
    for key in ("measures", "rope", "alpha"):
        was[key], now[key] = getattr(book, key), getattr(file, key)
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            raise LedgerError(
                f"{file.path} has changed since the ledger {path} was begun: {key} differs. Give "
                "the candidate another name, or restore the file."
            )


def _changed_tasks(book: Ledger, table: ResultsTable, path: str, rerun: bool) -> int:
    """How many tasks have other results of the candidate than first; refuse all other changes."""
    lacking = book.results.keys() - set(table.datasets)
    if lacking:
        raise LedgerError(
            f'The baseline of this run lacks the task "{min(lacking)}", which the ledger {path} '
            "has: give the results of all tasks, or give the candidate another name."
        )
    changes = list(book.changes(table))
    for change in changes:
        if change.algorithm == BASELINE:
            raise LedgerError(
                f"{change.said(path)}: the baseline has changed. Use the baseline of the first "
                "run, or give the candidate another name."
            )
        if not rerun:
            raise LedgerError(
                f"{change.said(path)}. Give another candidate another name (",
                asked("name"),
                "); for another run of the same one, add ",
                Option("rerun", True),
                ".",
            )
    return len({change.dataset for change in changes})
