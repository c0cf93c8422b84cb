"""What is made of the lectures' sources: pages of the site, and slides."""

import json
import os
import re
import subprocess
from pathlib import Path

import lectures
import pytest
import slides
from lecture_source import CHECK, SLIDE, SOURCES, Check, Chunk, outputs, pieces, plan, shown, title

LIBRARY = Path(__file__).parents[2] / "build" / "r" / "library"

SOURCE = """---
title: "1. One"
---

<!-- teach
picture: drawn
needs: nothing
aim: To count.
40: Counting.
20: Counting on.
ask: What comes next?
pitfalls: None.
-->

## Aims

After this lecture you can

- count to 2<!-- = x -->.

Text of $a_1$ and `$b$`, and `seq(3)`<!-- python `range(3)` -->.

<!-- slide
## First

Seen 2{= x} times.

@code both
@output both 1
@picture drawn
-->

```{r both}
x <- 2
print(x)
```

```{python hidden, include = FALSE}
secret = 1
```

```{python both_py}
x = 2
print(x)
```

```{r differ}
print("a")
```

```{python differ_py}
print("b")
```

```{python drawn_py, eval = figures, fig.alt = "A line"}
plt.show()
```

**Exercise 1.** Count to
three.

<!-- check
ask: the last number & no other
answer: 3{= x + 1}
wrong: x
-->

<details>
<summary>Hint</summary>

Begin with one. See [the next](b-two.html#aims).

</details>

<details>
<summary>Answer</summary>

```{r solution1}
print(3)
```

```{python solution1_py}
print(3)
```

</details>
"""


@pytest.fixture
def found(tmp_path):
    """What the chunks of the lecture printed and drew."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "drawn_py-1.png").write_bytes(b"a picture")
    rows = [
        ("both", "output", "2\n"), ("both_py", "output", "2\nmore\n"), ("differ", "output", "a\n"),
        ("differ_py", "output", "b\n"), ("drawn_py", "plot", "drawn_py-1.png"),
        ("solution1", "output", "[1] 3\n"), ("solution1_py", "output", "3\n"),
    ]  # fmt: skip
    lines = (json.dumps({"label": a, "kind": b, "value": c}) for a, b, c in rows)
    (tmp_path / "one.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return outputs("one", tmp_path)


def page(found, tmp_path, language="python"):
    return lectures.page(SOURCE, found, tmp_path / "figures", "one", language)


def test_a_page_has_one_language_and_nothing_hidden(found, tmp_path):
    python, r = page(found, tmp_path), page(found, tmp_path, "r")
    printed = "\n```\n\n``` { .text .printed }\n2\n"
    assert f"``` {{ .python .live #cell-both_py }}\nx = 2\nprint(x){printed}more\n" in python
    assert f"```r\nx <- 2\nprint(x){printed}```" in r
    assert "`range(3)`" in python and "seq(3)" not in python and "<-" not in python
    assert "`seq(3)`" in r and not re.search(r"range|ython|_py|plt|x = 2", r)
    for text in (python, r):
        assert "count to 2." in text
        assert "secret" not in text and "<!--" not in text and "@code" not in text


def test_pictures_have_their_words_and_are_copied(found, tmp_path):
    assert "![A line](figures/one-python-drawn-0.png)" in page(found, tmp_path)
    assert (tmp_path / "figures" / "one-python-drawn-0.png").read_bytes() == b"a picture"


def test_folds_formulas_and_links_are_those_of_the_site(found, tmp_path):
    text = page(found, tmp_path)
    assert '??? tip "Hint"\n\n    Begin with one. See [the next](lecture-b-two.md#aims).' in text
    assert '??? success "Answer"\n\n    ``` { .python .live #cell-solution1_py }' in text
    assert "<msub><mi>a</mi><mn>1</mn></msub>" in text and "annotation" not in text
    assert "`$b$`" in text
    assert "(lecture-b-two-r.md#aims)" in page(found, tmp_path, "r")


def test_an_answer_can_be_checked_where_it_is_requested(found, tmp_path):
    text = page(found, tmp_path)
    asked = 'data-ask="the last number &amp; no other" data-answer="3" data-within="0.001"'
    assert text.index("**Exercise 1.**") < text.index(asked) < text.index('??? tip "Hint"')
    assert f'\n\n<div class="live-exercise" {asked} hidden></div>\n\n' in text
    assert "x + 1" not in text
    for line, other in (("wrong: ", "bad: "), ("3{= x + 1}", "3")):
        with pytest.raises(ValueError, match="A check has lines ask, answer"):
            lectures.page(SOURCE.replace(line, other), found, tmp_path, "one", "r")


def test_a_check_takes_what_is_printed_and_no_more():
    check = Check.of(CHECK.search("<!-- check\nask: p\nanswer: 0.12{= p}\nwrong: 1\n-->\n"))
    assert [check.accepts(p) for p in (0.12, 0.1249, 0.1261, 0.13)] == [True, True, False, False]
    named = Check.of(CHECK.search("<!-- check\nask: a\nanswer: AODE{= a}\nwrong: b\n-->\n"))
    assert named.accepts("aode") and not named.accepts("Bagging")


def test_a_script_has_the_code_of_r_and_parses(tmp_path):
    text = lectures.script(SOURCE)
    assert text.startswith("# 1. One\n\n# Aims ----\n")
    assert "x <- 2\nprint(x)\n" in text and "# Exercise 1\n" in text
    assert "secret" not in text and "x = 2" not in text
    for path in SOURCES:
        (tmp_path / f"{path.stem}.R").write_text(lectures.script(path.read_text("utf-8")), "utf-8")
    parse = f'for (file in list.files("{tmp_path}", full.names = TRUE)) parse(file)'
    assert subprocess.run(["Rscript", "-e", parse], check=False).returncode == 0


def test_the_overview_has_time_needs_picture_and_plan(found, tmp_path):
    card = lectures.card("one", SOURCE)
    assert card.startswith(
        "## [1. One](lecture-one.md)\n\n![A line](figures/one-python-drawn-0.png)"
    )
    assert "60 minutes · needs nothing" in card and "| 40 | Counting. |" in card


def test_a_deck_has_aims_slides_and_exercises(found):
    text = slides.deck(SOURCE, found)
    assert re.findall("^## (.*)$", text, re.M) == ["Aims", "First", "Exercise 1"]
    assert "- count to 2." in text and "Text of" not in text
    assert "Seen 2 times." in text and "Count to\nthree." in text
    assert "::: {.code .python}\n```python\nx = 2\nprint(x)\n```\n:::" in text
    assert "::: {.code .r}\n```r\nx <- 2" in text
    assert "``` {.printed}\n2\n…\n```" in text
    assert "drawn_py-1.png){alt='A line'}" in text


def test_a_slide_that_asks_for_what_is_not_there_is_refused(found):
    with pytest.raises(ValueError, match="@picture both, and there is no such picture"):
        slides.deck(SOURCE.replace("@picture drawn", "@picture both"), found)
    with pytest.raises(ValueError, match="@code nothing"):
        slides.deck(SOURCE.replace("@code both", "@code nothing"), found)


def test_slides_are_one_page_that_loads_nothing(found, tmp_path):
    source = re.sub("^@.*\n", "", SOURCE, flags=re.M)
    slides.html(slides.deck(source, found), title(source), tmp_path / "deck.html")
    html = (tmp_path / "deck.html").read_text(encoding="utf-8")
    assert html.count("<section") == 4 and "<title>1. One</title>" in html
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", html)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_lecture_keeps_to_the_form(path):
    source = path.read_text(encoding="utf-8")
    chunks = [piece for piece in pieces(source) if isinstance(piece, Chunk)]
    labels = [chunk.label for chunk in chunks]
    assert len(set(labels)) == len(labels)
    seen = [chunk for chunk in chunks if not chunk.hidden]
    assert all(c.label.endswith("_py") == (c.language == "python") for c in seen)
    alone = {c.twin for c in seen if sum(c.twin == other.twin for other in seen) == 1}
    assert not alone, f"{alone} is in one language only"
    for piece in shown(source, "r"):
        text = piece.code if isinstance(piece, Chunk) else piece.text
        assert not re.search(r"ython|\bjs\.|\bimport\b", text), text
        if not isinstance(piece, Chunk):  # a number at the head of a line would begin a list
            assert not re.search(r"^\s*\d+\.(?: [^*]|$)", text, re.M), text
    lesson = plan(source)
    assert 45 <= lesson.minutes <= 90
    assert lesson.picture in {chunk.twin for chunk in seen if chunk.alternative}
    words = sum(len(getattr(p, "text", getattr(p, "code", "")).split()) for p in shown(source, "r"))
    assert words <= 1600, "more than 90 minutes"
    asked = {name for slide in SLIDE.findall(source) for _, name, _ in slides.ASKED.findall(slide)}
    assert asked <= {chunk.twin for chunk in seen}
    assert len(SLIDE.findall(source)) >= 5
    tasks = source.split("**Exercise ")[1:]
    assert tasks, "no exercise"
    assert len(CHECK.findall(source)) >= len(tasks) - 1, "an answer that no page can check"
    for task in tasks:
        order = [task.find(f"<summary>{fold}</summary>") for fold in ("Hint", "Answer")]
        assert 0 < order[0] < order[1]


def test_the_share_that_the_first_lecture_teaches_is_right():
    source = next(path for path in SOURCES if path.stem == "a-first-comparison")
    check = Check.of(CHECK.search(source.read_text("utf-8").split("**Exercise 3.**")[1]))
    seen, of_all = 100 * 39 / 51, 100 * (39 + 1 / 4) / (51 + 1)  # a prior of mass 1, evenly spread
    assert all(map(check.accepts, (76.5, 76.4706, 76, 75.5, seen, of_all)))
    assert not any(map(check.accepts, (99.9, 0.999, 0.765, 61.1, 87.2)))


def test_a_lecture_knitted_without_python_names_what_installs_it(tmp_path):
    if not (LIBRARY / "jointstats").is_dir():
        pytest.fail("This test needs the R package in build/r/library: make r-library")
    page = tmp_path / "page.md"
    knit = f'knitr::knit("a-first-comparison.Rmd", "{page}", quiet = TRUE)'
    environment = {"R_LIBS": str(LIBRARY), "RETICULATE_PYTHON": "/nonexistent", "LC_ALL": "C.UTF-8"}
    subprocess.run(
        ["Rscript", "-e", knit], cwd=SOURCES[0].parent, env=os.environ | environment, check=True
    )
    before, _, after = page.read_text(encoding="utf-8").partition("## Aims")
    assert "made without Python" in before and "`jointstats::install_jointstats()`" in before
    assert "made without Python" not in after
