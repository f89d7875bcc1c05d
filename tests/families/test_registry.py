import pytest

from rropt.exact.errors import InputError
from rropt.families import find_family, from_spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("warnre:p=1/2", "'warnre' is neither a file nor a family; did you mean warner"),
        ("", "neither a file nor a family"),
        ("warner", "exactly one of p, epsilon"),
        ("warner:q=1/2", "no parameter 'q'; it takes p, epsilon"),
        ("warner:p", "p of warner has no value"),
        ("warner:p=", "p of warner has no value"),
        ("warner:p=1/2,p=1/3", "p twice"),
        ("krr:p=1/2", "krr needs k"),
        ("krr:k=8.5,epsilon=1", "k = 8.5"),
        ("warner:p=10**10**10", "number that is too long"),
        ('warner:p=__import__("os")', "cannot read"),
        ("w" * 20_000, "20000 characters"),
    ],
)
def test_a_bad_spec_is_one_sentence(text, message):
    with pytest.raises(InputError, match=message) as error:
        from_spec(text)
    assert "\n" not in str(error.value)


def test_a_name_that_is_no_family_is_said_to_be_none():
    with pytest.raises(InputError, match=r"^'nope' is no family; the families are .*krr"):
        find_family("nope")


def test_spelling_is_lenient_in_case_hyphens_and_spaces():
    assert from_spec("KRR: k=3, epsilon=ln3") == from_spec("krr:epsilon=ln3,k=3")


def test_a_spec_that_is_no_text_is_refused_in_one_sentence():
    with pytest.raises(InputError, match="is text, such as warner:p=3/4, not '3'"):
        from_spec(3)
