"""Objectives as text: what is written is read as the same, and what is misspelt is refused."""

import pytest

from rropt.exact.errors import InputError
from rropt.objectives.base import worst
from rropt.objectives.covariance import Contrast, TotalVariance
from rropt.objectives.divergence import Divergence
from rropt.objectives.information import Information
from rropt.objectives.linear import Linear, Trace, Utility
from rropt.objectives.variance import Variance
from rropt.objectives.words import NAMES, read_objective, spell_objective

LISTS = [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"]]
WRITTEN = {
    "trace:1,2,3": Trace([1, 2, 3]),
    "utility:1,0:0,1,prior=1/4,3/4": Utility([[1, 0], [0, 1]], ["1/4", "3/4"]),
    "loss:1,0:0,1": Utility([[1, 0], [0, 1]], sense="min"),
    "linear:0,1/2:1,0,sense=max": Linear([[0, "1/2"], [1, 0]], sense="max"),
    "variance:1/4": Variance("1/4"),
    "variance:1/10..2/5,positive=0,warner": Variance("1/10..2/5", warner=True, positive=0),
    "variance:every": Variance("every"),
    "Total_Variance:1/2,1/4,1/4:1/3,1/3,1/3,worst": TotalVariance(LISTS, worst=True),
    "total-variance:1/2,1/4,1/4:1/3,1/3,1/3,weights=1/4,3/4": TotalVariance(LISTS, weights=["1/4", "3/4"]),
    "contrast:1,2,3,prevalence=1/2,1/4,1/4": Contrast([1, 2, 3], LISTS[0]),
    "information:1/2,1/4,1/4": Information(LISTS[0]),
    "divergence:hockey-stick,between=0/2,gamma=2": Divergence("hockey_stick", 0, 2, gamma=2),
    "divergence:kl,between=1/2,1/4,1/4:1/3,1/3,1/3": Divergence("kl", *LISTS),
    "trace + 1/2*utility:1,0:0,1": Trace() + Utility([[1, 0], [0, 1]]) * "1/2",
    "worst(trace,2*utility:1,0:0,1)": worst(Trace(), 2 * Utility([[1, 0], [0, 1]])),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_an_objective_is_read_and_written_again(text):
    assert read_objective(text) == WRITTEN[text]
    assert read_objective(spell_objective(WRITTEN[text])) == WRITTEN[text]


def test_inputs_are_named_by_labels():
    assert read_objective("divergence:kl,between=yes/no", ["no", "yes"]) == Divergence("kl", 1, 0)


def test_numbers_are_given_beside_the_text():
    assert read_objective("contrast", given={"contrast": [1, 2, 3], "prevalence": LISTS[0]}) == Contrast(
        [1, 2, 3], LISTS[0]
    )
    with pytest.raises(InputError, match="prior"):
        read_objective("trace", given={"prior": [1]})


@pytest.mark.parametrize("name", NAMES)
def test_every_example_can_be_read(name):
    assert read_objective(NAMES[name].example.partition(" ")[0]) is not None


@pytest.mark.parametrize(
    "text",
    [
        "tracee ",
        "",
        " 3 ",
        " trace+ ",
        " 2* ",
        " x*trace ",
        " trace:colour=3 ",
        " trace:1,weights=2 ",
        " utility ",
        " worst(trace) ",
        " contrast:1,1 ",
        " divergence:kl,between=no/yes ",
        " trace:__import__('os') ",
        " worst(trace,total-variance)",
        "variance:1/4,warner=no",
        "variance:1/4,warner,warner",
        "trace:1,,3",
        "utility:1,0:0,1,prior",
    ],
)
def test_what_is_no_objective_is_refused_in_one_sentence(text):
    with pytest.raises(InputError) as caught:
        read_objective(text)
    assert "\n" not in str(caught.value)
    assert ";" in str(caught.value)


@pytest.mark.parametrize(
    ("word", "meant"), [("accuracy", "trace"), ("MSE", "total-variance"), ("varience", "variance")]
)
def test_a_word_that_is_no_name_leads_to_the_objective_of_that_purpose(word, meant):
    with pytest.raises(InputError) as error:
        read_objective(word)
    assert f"give {meant} (" in str(error.value)


def test_of_a_strange_word_every_objective_is_told_with_its_purpose():
    with pytest.raises(InputError) as error:
        read_objective("banana")
    assert all(f"{name} ({words.purpose})" in str(error.value) for name, words in NAMES.items())


def test_a_file_is_not_read_as_numbers():
    with pytest.raises(InputError, match=r"'u\.csv' names a file; give its numbers"):
        read_objective("utility", given={"utilities": "u.csv"})
