"""What options may be: seeds, whole numbers, directions, places; where it holds and where not."""

import warnings

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.base import options


def test_a_generator_gives_a_seed_of_its_own():
    seeds = [options.seed(np.random.default_rng(i)) for i in range(4)]
    assert len(set(seeds)) == 4 and max(seeds) > 2**40
    assert seeds[0] == int(np.random.default_rng(0).integers(2**53))
    assert options.seed(7) == 7


def test_a_whole_number_or_the_words_beside_it():
    assert options.whole_number("draws", 3, 1) == 3
    with pytest.raises(errors.OptionError, match=r"must be a whole number; got 2\.5"):
        options.whole_number("draws", 2.5, 1)
    with pytest.raises(errors.OptionError, match='"auto" or'):
        options.whole_number("draws", "many", 1, also=["auto"])
    with pytest.raises(errors.OptionError) as caught:
        options.whole_number("draws", "many", 1)
    assert '"auto"' not in str(caught.value)


def test_the_example_is_of_what_has_a_direction():
    with pytest.raises(errors.DirectionError, match=r"every measure .*accuracy"):
        options.directions(["acc"])
    with pytest.raises(errors.DirectionError, match=r"every property .*price") as caught:
        options.directions(["price"], "per_algorithm", "property")
    assert "accuracy" not in str(caught.value)


FAR = {
    "alpha": 0.2, "level": 0.8, "p_adjust": "BH", "control": "B", "prior_strength": 2.5,
    "post_hoc": "nemenyi", "test": "glrt",
}  # fmt: skip
TESTS = {
    js.sign_test: ("alpha", "level", "p_adjust", "control"),
    js.wilcoxon_test: ("alpha", "level", "p_adjust", "control"),
    js.bayes_sign_test: ("alpha", "level", "control", "prior_strength"),
    js.friedman_test: ("alpha", "post_hoc"),
    js.glrt_test: ("alpha", "level"),
    js.bayes_test: ("alpha", "level"),
    js.pairwise_tests: ("alpha", "p_adjust", "control", "test"),
    js.compare_algorithms: ("alpha", "control"),
    js.leaderboard: ("alpha",),
}


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_a_result_says_the_options_and_has_the_measures_and_algorithms_asked_for(test):
    x = np.random.default_rng(5).normal(size=(9, 3, 4))
    ways = {"x": "max", "y": "min", "z": "max"}
    made = js.results_table({name: x[:, :, i] for i, name in enumerate("ABCD")}, measures=ways)
    options = {name: FAR[name] for name in TESTS[test]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = test(made, only=["D", "B", "A"], on=["z", "y"], **options)
        plain = test(made.select(["D", "B", "A"], ["z", "y"]), **options)
    assert (found.algorithms, list(found.measures)) == (("D", "B", "A"), ["z", "y"])
    kept = [name for name in options if name != "test" and hasattr(found, name)]
    assert {*kept} >= options.keys() - {"p_adjust", "test"}
    assert [getattr(found, name) for name in kept] == [options[name] for name in kept]
    assert list(found.rows) == list(plain.rows)


# --- Words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "limits", "said"),
    [
        (-1, {"low": 0}, "a finite number at least 0; got -1."),
        (2, {"low": 0, "high": 1}, "a finite number at least 0 and at most 1; got 2."),
        (1, {"high": 1, "open_high": True}, "a finite number below 1; got 1."),
        (2.5, {"high": 2}, "a finite number at most 2; got 2.5."),
        (0, {"low": 0, "open_low": True}, "a finite number above 0; got 0."),
        (0, {"low": 0, "high": 1, "open_low": True, "open_high": True},
         "a finite number above 0 and below 1; got 0."),
        (1e-301, {"low": 0, "open_low": True}, "a finite number at least 1e-300; got 1e-301."),
        (float("nan"), {}, "a finite number; got nan."),
        (True, {}, "a finite number; got True."),
        ("x", {"low": 0}, 'a number; got "x".'),
        ("x", {"also": ("auto", "none")}, '"auto" or "none" or a number; got "x".'),
        (-1, {"low": 0, "also": ("auto",)}, '"auto" or a finite number at least 0; got -1.'),
    ],
)  # fmt: skip
def test_the_sentence_says_the_range_of_a_number(value, limits, said):
    with pytest.raises(errors.OptionError) as caught:
        options.number("width", value, **limits)
    assert str(caught.value) == f"width must be {said}"


def test_numbers_at_their_limits_are_taken():
    assert options.number("x", 0, 0, 1) == 0 and options.number("x", 1, 0, 1) == 1
    assert options.number("x", options.TINY, 0, open_low=True) == options.TINY
    assert options.number("x", 1e-301, 0) == 1e-301  # small numbers lose digits in quotients only
    assert options.number("x", 1e-301, -1, open_low=True) == 1e-301
    assert options.number("x", "2.5") == 2.5
    assert options.whole_number("x", 2.0, 2) == 2


def test_a_phrase_is_told_as_it_is_and_an_option_by_its_name():
    for name, subject in (("width", "width"), ("The seed of it", "The seed of it")):
        with pytest.raises(errors.OptionError, match=f"^{subject} must be"):
            options.number(name, "x")


def test_a_level_above_one_half_is_taken_for_its_complement():
    for given, meant in (
        (0.95, 0.05),
        (0.9, 0.1),
        (0.5, 0.05),
        (0.501, 0.499),
        (0.9999999999, 1e-10),
    ):
        with pytest.raises(errors.OptionError, match=rf"got {given}: did you mean {meant}\?$"):
            options.level(given)
    assert options.level(0.499) == 0.499


def test_one_rope_is_for_one_measure():
    assert options.ropes(None, "ab") == {}
    assert options.ropes(0, "ab") == {"a": 0.0, "b": 0.0}
    assert options.ropes(0.25, "a") == {"a": 0.25}
    assert options.ropes({"b": 0.25}, "ab") == {"b": 0.25}
    assert options.ropes({"b": 0}, "ab") == {"b": 0.0}
    with pytest.raises(errors.OptionError, match=r'different units, such as rope=\{"a":'):
        options.ropes(0.25, "ab")
    with pytest.raises(errors.OptionError, match=r"^rope must be a finite number at least 0; got"):
        options.ropes(-1, "a")
    with pytest.raises(errors.OptionError, match=r'^The rope of measure "b" must be .* at least'):
        options.ropes({"b": -0.5}, "ab")
    with pytest.raises(errors.ColumnError, match=r'^There is no measure \(named in rope\) "c";'):
        options.ropes({"c": 0.5}, "a")


def test_names_are_known_and_named_once():
    assert options.known_names("measure", "acc", ["time", "acc"]) == ["acc"]
    assert options.known_names("measure", (2, 1.0), ["1", "2"]) == ["2", "1"]
    with pytest.raises(errors.ColumnError, match=r'^There is no measure "ac"; did you mean'):
        options.known_names("measure", ["ac"], ["time", "acc"])
    with pytest.raises(errors.ColumnError, match=r'^There is no measure "x"; known: "time",'):
        options.known_names("measure", ["x"], ["time", "acc"])
    with pytest.raises(errors.ColumnError, match=r'^The measure "b" is given twice\.$'):
        options.known_names("measure", ["c", "c", "b", "a", "b"], "abc")
    assert [options.one_or_several(one) for one in ("ab", b"ab", 3, ("a", "b"), {"a": 1})] == [
        ["ab"], [b"ab"], [3], ["a", "b"], ["a"],
    ]  # fmt: skip


def test_long_lists_and_long_names_are_shortened():
    assert options.shorten("abc", 3) == '"a", "b", "c"'
    assert options.shorten("abcd", 3) == '"a", "b", "c" and 1 more'
    assert options.shorten([str(i) for i in range(8)]).count('"') == 16
    assert options.shorten([str(i) for i in range(9)]).endswith('"7" and 1 more')
    assert options.shorten(["x" * 200]) == f'"{"x" * 200}"'
    assert options.shorten(["x" * 201]) == f'"{"x" * 199}…"'
    with pytest.raises(errors.OptionError, match=r"^There is no option c; known: .a., .b.\.$"):
        options.refuse_unknown("abc", "ab")
    assert options.refuse_unknown("ab", "ab") is None


def test_a_word_in_other_letters_or_of_r_is_meant():
    assert options.one_of("p_adjust", "BH", ("holm", "BH")) == "BH"
    for given, hint in (("Holm", r"\"Holm\": did you mean \"holm\"\?"), ("x", r"\"x\"\."),
                        ("fdr", r"\"fdr\": did you mean \"BH\"\?"), (3, r"3\.")):  # fmt: skip
        with pytest.raises(
            errors.OptionError, match=rf'^p_adjust must be one of "holm", "BH"; got {hint}$'
        ):
            options.one_of("p_adjust", given, ("holm", "BH"))
    with pytest.raises(errors.OptionError, match=r'got "fdr"\.$'):
        options.one_of("p_adjust", "fdr", ("holm",))


def test_directions_are_words_for_every_measure():
    assert options.directions({"a": "maximise", 1.0: "minimize"}) == {"a": "max", "1": "min"}
    for given, said in (
        ({}, r"^measures is empty: name at least one measure and its direction\.$"),
        ({"a": 1}, r'^The direction of measure "a" must be "max" .* or "min" .*; got 1\.$'),
        ({"a": "up"}, r'of measure "a" must be .*; got "up"\.$'),
        ({"1": "max", 1: "min"}, r'^The measure "1" is named twice in measures\.$'),
    ):
        with pytest.raises(errors.DirectionError, match=said):
            options.directions(given)


def test_a_page_ends_in_html_or_in_nothing():
    for name in ("a", "a.html", "a.HTM"):
        assert str(options.page_path(name)) == name
    with pytest.raises(errors.OptionError, match=r'^"a\.pdf" must end in \.html'):
        options.page_path("there/a.pdf")


def test_a_seed_is_kept_and_a_new_one_is_small_enough_to_copy():
    generator, seed = options.generator(None)
    assert 0 <= seed < 2**31
    assert generator.integers(10**9) == np.random.default_rng(seed).integers(10**9)
    given = np.random.default_rng(1)
    assert options.generator(given) == (given, None)
    assert options.generator(2**63 + 1)[1] == 2**63 + 1  # a float would lose digits
    with pytest.raises(errors.OptionError, match=r"^The seed \(rng\) must be .* at least 0; got"):
        options.generator(-1)
    assert options.flag("x", np.True_) is True and options.flag("x", False) is False
    with pytest.raises(errors.OptionError, match=r"^x must be True or False; got 1\.$"):
        options.flag("x", 1)
