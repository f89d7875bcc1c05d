"""A spec has the parameters of the function that its word names: what is read, and what is refused with an example."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rropt import InputError
from rropt.specs import Word


def made(
    share: str, weights: Iterable[object] = (), *, rows: Iterable[Iterable[object]] = (), alone: bool = False
) -> None:
    """One value, a list, a table and a flag; the last two are given by their names alone."""


def of_pairs(delta: str = "0", **pairs: str) -> None:
    """A value by its place, and values by pairs of labels."""


MADE, PAIRS = Word("made", made, "made:1/2,1,2"), Word("pairs", of_pairs, "pairs:a/b=1")
READ: dict[str, dict[str, Any]] = {
    "1/2": {"share": "1/2"},
    " 1/2 , 1 , 2 ": {"share": "1/2", "weights": ["1", "2"]},
    "weights=1,2,share=1/2": {"share": "1/2", "weights": ["1", "2"]},
    "1/2,weights=1,2:3,4": {"share": "1/2", "weights": [["1", "2"], ["3", "4"]]},
    "1/2,rows=1,2": {"share": "1/2", "rows": [["1", "2"]]},
    "alone,1/2": {"share": "1/2", "alone": True},
    "Share=1/2,ALONE,3": {"share": "1/2", "alone": True, "weights": ["3"]},
    "1/2,label=no/yes": {"share": "1/2", "label": "no/yes"},
}


@pytest.mark.parametrize("text", READ)
def test_what_follows_a_word_are_the_parameters_of_its_function(text: str) -> None:
    assert MADE.read(text, also=["label"]) == READ[text]


def test_values_may_stand_beside_a_spec() -> None:
    assert MADE.read("1/2", {"weights": "1,2", "rows": [[1]]}) == {"share": "1/2", "weights": ["1", "2"], "rows": [[1]]}
    assert Word("one", lambda epsilon: None, "one:1").read("0,25") == {
        "epsilon": "0,25"
    }  # its reader knows what is wrong


def test_pairs_of_labels_are_names_where_a_function_takes_any() -> None:
    assert PAIRS.read("a/b=1,B/a=2,1/9") == {"a/b": "1", "B/a": "2", "delta": "1/9"}
    assert not PAIRS.required and PAIRS.parameters == ("delta",) and MADE.required == ["share"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "made needs share, as in made:1/2,1,2; it takes share, weights, rows, alone"),
        ("1/2,shares=3", "did you mean 'share'? give one of share, weights, rows, alone, as in made:1/2,1,2"),
        ("1/2,share=3", "made is given share twice, as 1/2 and 3; keep one"),
        ("1/2,alone,alone", "made is given alone twice; keep one"),
        ("1/2,alone=no", "the parameter alone of made takes no value; write alone alone"),
        ("1/2,rows=", "the parameter rows of made takes a value; write rows=..."),
        ("1/2,rows", "the parameter rows of made takes a value; write rows=..."),
        ("1/2,1,,2", "made:1/2,1,,2 has '' in the place of a parameter; write it as in made:1/2,1,2"),
        ("1/2,weights=w.CSV", "'w.CSV' names a file; give its numbers"),
    ],
)
def test_a_wrong_spec_is_refused_with_an_example(text: str, told: str) -> None:
    with pytest.raises(InputError) as refusal:
        MADE.read(text)
    assert told in str(refusal.value)


def test_a_value_needs_a_name_if_the_function_takes_names_alone() -> None:
    def by_name(*, p: str) -> None:
        """One value by its name."""

    with pytest.raises(InputError, match="has '3/4' in the place of a parameter; write it as in one:p=3/4"):
        Word("one", by_name, "one:p=3/4").read("3/4")
    with pytest.raises(InputError, match="one needs p, as in one:p=3/4; give a p"):
        Word("one", by_name, "one:p=3/4", "give a p").read("")
    with pytest.raises(InputError, match="pairs has no parameter 'ab'"):
        PAIRS.read("ab=1")
    with pytest.raises(InputError, match="twice, as 1 and 2"):
        PAIRS.read("a/b=1,a/b=2")
    with pytest.raises(InputError, match="made is given share twice, as 1/2 and 3; keep one"):
        MADE.read("1/2", {"share": 3})
