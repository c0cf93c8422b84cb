"""What is made of the lectures' sources: pages of the site, and slides."""

import json
import re

import lectures
import pytest
import slides
from lecture_source import (
    CHECK,
    SLIDE,
    SOURCES,
    Check,
    Chunk,
    Output,
    outputs,
    pieces,
    same,
    shown,
    title,
)

from jointstats.presentation.app.lesson import is_right

SOURCE = """---
title: "1. One"
---

## Aims

After this lecture you can

- count to 2<!-- = x -->.

Text of $a_1$ and `$b$`.

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
ask: Let answer be the last number & no other.
holds: answer == 3
right: x + 1
wrong: x
-->

<details>
<summary>Hint</summary>

Begin with one. See [the next](b-two.html#aims).

</details>

<details>
<summary>Answer</summary>

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
        ("solution1_py", "output", "3\n"),
    ]  # fmt: skip
    lines = (json.dumps({"label": a, "kind": b, "value": c}) for a, b, c in rows)
    (tmp_path / "one.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return outputs("one", tmp_path)


def page(found, tmp_path):
    return lectures.page(SOURCE, found, tmp_path / "figures", "one")


def test_python_stands_before_r_in_tabs_and_nothing_hidden_is_shown(found, tmp_path):
    text = page(found, tmp_path)
    python = text.index('=== "Python"\n\n    ``` { .python .live #cell-both_py }\n    x = 2')
    assert python < text.index('=== "R"\n\n    ```r\n    x <- 2')
    assert "count to 2." in text
    assert "secret" not in text and "<!--" not in text and "@code" not in text


def test_an_output_that_is_the_same_stands_once_below_the_tabs(found, tmp_path):
    found["both_py"] = Output("2 \n", ())
    text = page(found, tmp_path)
    assert text.count(".printed }\n2") == 1
    assert "\n``` { .text .printed }\n2\n```" in text
    for printed in "ab":
        assert f"    ``` {{ .text .printed }}\n    {printed}\n" in text


def test_pictures_have_their_words_and_are_copied(found, tmp_path):
    assert "![A line](figures/one-drawn-0.png)" in page(found, tmp_path)
    assert (tmp_path / "figures" / "one-drawn-0.png").read_bytes() == b"a picture"


def test_folds_formulas_and_links_are_those_of_the_site(found, tmp_path):
    text = page(found, tmp_path)
    assert '??? tip "Hint"\n\n    Begin with one. See [the next](lecture-b-two.md#aims).' in text
    assert '??? success "Answer"\n\n    === "Python"\n\n        ``` {' in text
    assert "{ .python .live #cell-solution1_py }\n        print(3)" in text
    assert "<msub><mi>a</mi><mn>1</mn></msub>" in text and "annotation" not in text
    assert "`$b$`" in text


def test_an_answer_can_be_checked_where_it_is_asked_for(found, tmp_path):
    text = page(found, tmp_path)
    asked = 'data-ask="Let answer be the last number &amp; no other." data-holds="answer == 3"'
    assert text.index("**Exercise 1.**") < text.index(asked) < text.index('??? tip "Hint"')
    assert f'\n\n<div class="live-exercise" {asked} hidden></div>\n\n' in text
    assert "x + 1" not in text
    with pytest.raises(ValueError, match="A check has lines ask, holds, right, wrong"):
        lectures.page(SOURCE.replace("right: ", "good: "), found, tmp_path, "one")


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


def test_same_forgives_white_space_alone():
    assert same("a  b\n", "a b") and not same("a b", "ab")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_lecture_keeps_to_the_form(path):
    source = path.read_text(encoding="utf-8")
    chunks = [piece for piece in pieces(source) if isinstance(piece, Chunk)]
    labels = [chunk.label for chunk in chunks]
    assert len(set(labels)) == len(labels)
    seen = [chunk for chunk in shown(source) if isinstance(chunk, Chunk)]
    assert all(c.label.endswith("_py") == (c.language == "python") for c in seen)
    # The other language may be missing where random numbers differ.
    alone = {c.twin for c in seen if sum(c.twin == other.twin for other in seen) == 1}
    assert alone <= {"solution3"}, f"{alone} is in one language only"
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
    task = source.read_text(encoding="utf-8").split("**Exercise 3.**")[1]
    holds = Check.of(next(CHECK.finditer(task))).holds
    seen, of_all = 100 * 39 / 51, 100 * (39 + 1 / 4) / (51 + 1)  # a prior of mass 1, evenly spread
    for share in (76.5, 76.4706, 76, 75.5, seen, of_all):
        assert is_right(share, holds), share
    for other in (99.9, 0.999, 0.765, 61.1, 87.2):
        assert not is_right(other, holds), other
