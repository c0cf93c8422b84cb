"""What is wrong with a table before its columns have roles, in the words of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jointstats.labelled import options, wording

if TYPE_CHECKING:
    import pandas as pd


def problems(frame: pd.DataFrame, described: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wrong with a table before anybody has said what it holds."""
    names = [column["name"] for column in described]
    said = []
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        said.append(f"Several columns have the same name: {options.shorten(twice)}. Rename them.")
    nameless = sum(not name.strip() for name in names)
    if nameless:
        said.append(f"{wording.plural(nameless, 'column')} without a name.")
    for column in described:
        if column["kind"] == "number with text":
            shown = ", ".join(f"“{cell}”" for cell in column["odd"])
            said.append(
                f"The column “{column['name']}” holds numbers, and text in "
                f"{wording.plural(column['n_odd'], 'cell')} ({shown}): it can be a measure once "
                "every cell is a number or empty."
            )
        elif column.get("cure"):
            marked = " Or mark it as “in percent” below." if column["percent"] else ""
            said.append(
                f"The column “{column['name']}” is no measure, because {column['why']}. "
                f"{column['cure']}{marked}"
            )
    said += [column["written"] for column in described if "written" in column]
    empty = [column["name"] for column in described if column["kind"] == "empty"]
    if empty:
        said.append(f"Empty: {options.shorten(empty)}.")
    lacking = [column for column in described if column["kind"] == "number" and column["missing"]]
    if lacking:
        cells = ", ".join(f"{column['name']} ({column['missing']})" for column in lacking[:6])
        said.append(f"Cells without a value: {cells}. Choose below what happens with them.")
    if not any(column["kind"] == "number" for column in described):
        said.append("No column holds only numbers, so there is nothing to compare yet.")
    return said
