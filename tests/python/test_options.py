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


# Levels above one half are taken for their complement.
LEVELS = ((0.95, 0.05), (0.9, 0.1), (0.5, 0.05), (0.501, 0.499), (0.9999999999, 1e-10))
ONE_OF = r'^p_adjust must be one of "holm", "BH"; got '
REFUSED = {
    errors.OptionError: [
        (options.whole_number, ("draws", 2.5, 1), r"must be a whole number; got 2\.5"),
        (options.whole_number, ("draws", "many", 1, ["auto"]), '"auto" or'),
        (options.whole_number, ("draws", "many", 1), '^draws must be a number; got "many"'),
        (options.number, ("width", "x"), "^width must be"),
        (options.number, ("The seed of it", "x"), "^The seed of it must be"),
        *((options.level, (x,), rf"got {x}: did you mean {meant}\?$") for x, meant in LEVELS),
        (options.ropes, (0.25, "ab"), r'different units, such as rope=\{"a":'),
        (options.ropes, (-1, "a"), r"^rope must be a finite number at least 0; got"),
        (options.ropes, ({"b": -0.5}, "ab"), r'^The rope of measure "b" must be .* at least'),
        (options.refuse_unknown, ("abc", "ab"), r"^There is no option c; known: .a., .b.\.$"),
        (
            options.one_of,
            ("p_adjust", "Holm", ("holm", "BH")),
            ONE_OF + r'"Holm": did .* "holm"\?$',
        ),
        (options.one_of, ("p_adjust", "fdr", ("holm", "BH")), ONE_OF + r'"fdr": did .* "BH"\?$'),
        (options.one_of, ("p_adjust", "x", ("holm", "BH")), ONE_OF + r'"x"\.$'),
        (options.one_of, ("p_adjust", 3, ("holm", "BH")), ONE_OF + r"3\.$"),
        (options.one_of, ("p_adjust", "fdr", ("holm",)), r'got "fdr"\.$'),
        (options.page_path, ("there/a.pdf",), r'^"a\.pdf" must end in \.html'),
        (options.generator, (-1,), r"^The seed \(rng\) must be .* at least 0; got"),
        (options.flag, ("x", 1), r"^x must be True or False; got 1\.$"),
    ],
    errors.ColumnError: [
        (options.ropes, ({"c": 0.5}, "a"), r'^There is no measure \(named in rope\) "c";'),
        (
            options.known_names,
            ("measure", ["ac"], ["time", "acc"]),
            'no measure "ac"; did you mean',
        ),
        (
            options.known_names,
            ("measure", ["x"], ["time", "acc"]),
            'no measure "x"; known: "time",',
        ),
        (
            options.known_names,
            ("measure", list("ccbab"), "abc"),
            r'^The measure "b" is given twice\.$',
        ),
    ],
    errors.DirectionError: [
        (options.directions, (["acc"],), r"every measure .*accuracy"),
        (
            options.directions,
            (["p"], "per_algorithm", "property"),
            r"every property ((?!accuracy).)*$",
        ),
        (
            options.directions,
            ({},),
            "^measures is empty: name at least one measure and its direction",
        ),
        (
            options.directions,
            ({"a": 1},),
            'direction of measure "a" must be "max" .* or "min" .* 1',
        ),
        (options.directions, ({"a": "up"},), r'of measure "a" must be .*; got "up"\.$'),
        (
            options.directions,
            ({"1": "max", 1: "min"},),
            '^The measure "1" is named twice in measures',
        ),
    ],
}


@pytest.mark.parametrize("error", REFUSED)
def test_what_is_refused_in_a_sentence(error):
    for refused, given, said in REFUSED[error]:
        with pytest.raises(error, match=said):
            refused(*given)


def test_what_is_taken():
    assert options.whole_number("draws", 3, 1) == 3
    assert options.level(0.499) == 0.499
    assert options.ropes(None, "ab") == {}
    assert options.ropes(0, "ab") == {"a": 0.0, "b": 0.0}
    assert options.ropes(0.25, "a") == {"a": 0.25}
    assert options.ropes({"b": 0.25}, "ab") == {"b": 0.25}
    assert options.ropes({"b": 0}, "ab") == {"b": 0.0}
    assert options.known_names("measure", "acc", ["time", "acc"]) == ["acc"]
    assert options.known_names("measure", (2, 1.0), ["1", "2"]) == ["2", "1"]
    assert [options.one_or_several(one) for one in ("ab", b"ab", 3, ("a", "b"), {"a": 1})] == [
        ["ab"], [b"ab"], [3], ["a", "b"], ["a"],
    ]  # fmt: skip
    assert options.refuse_unknown("ab", "ab") is None
    assert options.one_of("p_adjust", "BH", ("holm", "BH")) == "BH"
    assert options.directions({"a": "maximise", 1.0: "minimize"}) == {"a": "max", "1": "min"}
    assert options.flag("x", np.True_) is True and options.flag("x", False) is False
    for name in ("a", "a.html", "a.HTM"):
        assert str(options.page_path(name)) == name


def test_long_lists_and_long_names_are_shortened():
    assert options.shorten("abc", 3) == '"a", "b", "c"'
    assert options.shorten("abcd", 3) == '"a", "b", "c" and 1 more'
    assert options.shorten([str(i) for i in range(8)]).count('"') == 16
    assert options.shorten([str(i) for i in range(9)]).endswith('"7" and 1 more')
    assert options.shorten(["x" * 200]) == f'"{"x" * 200}"'
    assert options.shorten(["x" * 201]) == f'"{"x" * 199}…"'


def test_a_seed_is_kept_and_a_new_one_is_small_enough_to_copy():
    generator, seed = options.generator(None)
    assert 0 <= seed < 2**31
    assert generator.integers(10**9) == np.random.default_rng(seed).integers(10**9)
    given = np.random.default_rng(1)
    assert options.generator(given) == (given, None)
    assert options.generator(2**63 + 1)[1] == 2**63 + 1  # a float would lose digits
