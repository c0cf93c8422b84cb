"""Critical-difference diagrams in TikZ: what they say, and that LaTeX reads them."""

import re
import shutil
import subprocess

import pytest

import jointstats as js
from jointstats.drawing import figure_rankings
from jointstats.interfaces import figures


def nemenyi():
    return js.friedman_test(js.load_dataset("weka"), on=["auc", "f_measure"], post_hoc="nemenyi")


@pytest.mark.warns("Nemenyi's test is approximate")
def test_every_algorithm_stands_at_its_mean_rank():
    result = nemenyi()
    text = result.to_tikz()
    assert text == figures.figure(result, "rankings").tikz
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 2
    for order in figures.figure(result).orders:
        for name, rank in zip(order.algorithms, order.mean_ranks, strict=True):
            place = 6 * (rank - 1) / (len(order.algorithms) - 1)
            label = rf"  \draw ({place:.3f}, 0) |- "
            assert any(
                line.startswith(label) and f"{{{name} ({rank:.2f})}}" in line
                for line in text.splitlines()
            )
    assert text.count(rf"CD {result.critical_difference:.2f}") == 2


@pytest.mark.warns("Nemenyi's test is approximate")
def test_cliques_have_a_bar_and_a_dot_for_each_member():
    shown = figures.figure(nemenyi())
    text = shown.tikz
    cliques = [group for order in shown.orders for group in order.cliques]
    assert text.count("very thick") == len(cliques)
    assert text.count("circle") == sum(map(len, cliques))


def test_without_one_test_for_all_pairs_there_is_no_critical_difference():
    table = js.load_dataset("weka").select(algorithms=["AODE", "Bagging", "Logistic"])
    result = js.friedman_test(table, post_hoc="exact")
    assert "|-|" not in result.to_tikz() and r"\node" in result.to_tikz()
    with pytest.raises(js.JointStatsError, match="no figure"):
        js.mardia_test(js.load_dataset("weka"), draws=99).to_tikz()


@pytest.mark.warns("Nemenyi's test is approximate")
def test_names_cannot_break_latex():
    assert figure_rankings.escaped("a_b{c}$50% \\x") == r"a\_b\{c\}\$50\% \textbackslash{}x"
    text = nemenyi().to_tikz()
    assert r"f\_measure" in text and not re.search(r"(?<!\\)f_measure", text.split("{document}")[1])
    assert text.count("{") == text.count("}")


def has_tikz():
    """Whether LaTeX and TikZ are installed."""
    if shutil.which("pdflatex") is None:
        return False
    return (
        subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(not has_tikz(), reason="needs LaTeX with TikZ")
@pytest.mark.warns("Nemenyi's test is approximate")
def test_the_document_compiles(tmp_path):
    (tmp_path / "cd.tex").write_text(nemenyi().to_tikz(), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "cd.tex"], cwd=tmp_path,
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-500:]
    assert (tmp_path / "cd.pdf").stat().st_size > 1000
