"""Presentation: text, tables, the command line, and the plain-data bridge for R.

What results ask of the upper layers is registered here, and loaded when it is first used.
"""

from __future__ import annotations

from typing import Any

from jointstats.kernels.progress import watches_by_default
from jointstats.labelled import presenters
from jointstats.presentation.progress import ProgressLine


def _verdict(result: Any) -> str:
    from jointstats.words.results import verdict

    return verdict(result)


def _findings(result: Any) -> tuple[str, ...]:
    from jointstats.words.results import findings

    return findings(result)


def _state(row: Any) -> str:
    from jointstats.words.pair_sentences import state

    return state(row)


def _summary(result: Any, width: int | None = None) -> str:
    from jointstats.presentation.text import summary

    return summary(result, width)


def _shown(result: Any) -> str:
    from jointstats.presentation.text import shown

    return shown(result)


def _report_text(result: Any, to: Any) -> str:
    from jointstats.presentation.paper import report_text

    return report_text(result, to)


def _latex(result: Any, table: str | None = None) -> str:
    from jointstats.presentation.tables import to_latex

    return to_latex(result, table)


def _tikz(result: Any) -> str:
    from jointstats.presentation.figures import figure

    shown: Any = figure(result, "rankings")
    return str(shown.tikz)


def _markdown(result: Any, table: str | None = None) -> str:
    from jointstats.presentation.tables import to_markdown

    return to_markdown(result, table)


def _html_of_data(table: Any) -> str:
    from jointstats.presentation.notebook import cell_of_data

    return cell_of_data(table)


def _html(result: Any) -> str:
    from jointstats.presentation.notebook import cell

    return cell(result)


def _page(result: Any, path: Any, **more: bool) -> None:
    from jointstats.presentation.report.page import write

    write(result, path, **more)


def _references(result: Any, form: Any = "bibtex") -> str:
    from jointstats.words.references import references

    return references(result, form)


def _figures(result: Any) -> Any:
    from jointstats.presentation.figures import figures_of

    return figures_of(result)


def _plot(result: Any, *how: Any, **options: Any) -> Any:
    from jointstats.presentation.plot import draw

    return draw(result, *how, **options)


def _svg(result: Any, figure: str | None = None, **how: Any) -> str:
    from jointstats.presentation.plot import drawing

    return drawing(result, figure, **how).svg()


def _caption(result: Any, *how: Any, **options: Any) -> str:
    from jointstats.presentation.plot import caption

    return caption(result, *how, **options)


presenters.update(
    verdict=_verdict,
    findings=_findings,
    state=_state,
    summary=_summary,
    shown=_shown,
    report_text=_report_text,
    latex=_latex,
    tikz=_tikz,
    markdown=_markdown,
    html=_html,
    html_of_data=_html_of_data,
    page=_page,
    references=_references,
    figures=_figures,
    plot=_plot,
    svg=_svg,
    caption=_caption,
)

watches_by_default(ProgressLine())
