import pytest

from rropt.exact.errors import InputError
from rropt.families import FAMILIES, find_family, from_spec, parity_of_spec
from rropt.mechanism import Mechanism


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("warnre:p=1/2", "'warnre' is neither a file nor a family; the families are .*warner"),
        ("", "neither a file nor a family"),
        ("warner", "exactly one of p, epsilon"),
        ("warner:q=1/2", "no parameter 'q'; it takes p, epsilon"),
        ("warner:p", "p of warner has no value"),
        ("warner:p=", "p of warner has no value"),
        ("warner:p=1/2,p=1/3", "p twice"),
        ("krr:p=1/2", "krr needs k"),
        ("krr:k=8.5,epsilon=1", "k = 8.5"),
        ("warner:p=10**10**10", "number too long"),
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


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda f: f.name)
def test_every_family_describes_itself(family):
    import inspect

    assert family.sentence.endswith(".")
    assert "\n\n" in family.definition
    parameters = inspect.signature(family.make).parameters.values()
    assert all(x.kind is inspect.Parameter.KEYWORD_ONLY for x in parameters)
    assert inspect.signature(family.parity).parameters.keys() == inspect.signature(family.make).parameters.keys()


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda f: f.name)
def test_every_example_has_the_stated_parity_and_survives_its_text_forms(family, parity):
    mechanism = from_spec(family.example)
    assert family.example.startswith(f"{family.name}:")
    assert parity_of_spec(family.example) == parity(mechanism)
    assert Mechanism.from_csv(mechanism.to_csv()) == mechanism
    assert Mechanism.from_json(mechanism.to_json()) == mechanism
    assert not set(family.example) & set(" '\"*?[]{}()<>|&;$`\\#~!")


def test_the_functions_of_the_package_are_functions_even_after_their_modules_are_imported():
    import importlib

    import rropt.families

    for name, family in FAMILIES.items():
        importlib.import_module(f"rropt.families.{name}")
        assert getattr(rropt.families, name) is family.make


def test_a_spec_that_is_no_text_is_refused_in_one_sentence():
    with pytest.raises(InputError, match="is text, such as warner:p=3/4, not '3'"):
        from_spec(3)
