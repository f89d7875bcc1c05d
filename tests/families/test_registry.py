import pytest

from rropt.exact.errors import InputError
from rropt.families import find_family, from_spec, parity_of_spec
from tests.definitions import parity_of


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
        ("warner:p=10**10**10", "a number may be too large"),
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


ENDS = ["0", "1", "1/2", "1/3", "1/1000000000000"]
BUDGETS = ["0", "1/100000000", "1", "25", "log(1000000000000)", "inf"]
ALONE = [
    "warner:p={}",
    "flip:p={}",
    "two_coin:q={}",
    "unrelated_coin:p={}",
    "mangat:p={}",
    "krr:k=3,p={}",
    "geometric:k=4,alpha={}",
]
ALONE += ["hadamard_response:k=3,p={}", "subset_selection:k=4,size=2,p={}", "optimised_unary_encoding:k=3,q={}"]
ALONE += ["symmetric_unary_encoding:k=3,p={}", "iterated_bisymmetric:bits=2,a={}", "rappor:mode=permanent,bits=2,f={}"]
PAIRS = [
    "generalised_binary:p00={},p11={}",
    "forced_response:yes={},no={}",
    "kuk:p={},q={},cards=2",
    "simmons:unrelated={},p={}",
]
PAIRS += ["unary_encoding:k=3,p={},q={}", "four_output:delta={},p={}", "rappor:mode=instantaneous,bits=2,p={},q={}"]
AT = ["forced_response:epsilon={}", "kuk:epsilon={},cards=3", "simmons:unrelated=1/4,epsilon={}", "krr:k=3,epsilon={}"]
AT += ["christofides:epsilon={},middle=1/3", "geometric:k=4,epsilon={}", "subset_selection:k=4,size=2,epsilon={}"]
SPECS = [text.format(x) for text in ALONE for x in ENDS] + [text.format(e) for text in AT for e in BUDGETS]
SPECS += [text.format(x, y) for text in PAIRS for x in ENDS for y in ENDS]


def refusal_or(number, spec):
    try:
        return number(spec)
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("spec", SPECS)
def test_the_closed_form_is_the_parity_of_the_matrix_or_refuses_as_it_does(spec):
    assert refusal_or(parity_of_spec, spec) == refusal_or(lambda text: parity_of(from_spec(text)), spec)
