"""The battery every family passes: it describes itself, its stated parity is that of its matrix, its members are read back,
designs of the checker's world, and refused in a sentence where a parameter is none.

A family is here because it stands in `FAMILIES`.
"""

import inspect
import math
from pathlib import Path

import pytest

import rropt.families
from rropt.certificate.judge import judge
from rropt.certificate.statements import satisfies, text_of
from rropt.exact.errors import InputError
from rropt.families import FAMILIES, Family, from_spec, parity_of_spec
from rropt.families.registry import REGISTERED
from rropt.mechanism import Mechanism
from rropt.order.dominance import dominates
from rropt.privacy import LDP, Parity
from tests.definitions import parity_of

every_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda f: f.name)


def test_each_family_is_public_and_no_file_of_the_room_bears_its_name() -> None:
    files = {path.stem for path in Path(rropt.families.__file__).parent.rglob("*.py")}
    assert set(FAMILIES) == set(REGISTERED) <= set(rropt.families.__all__)
    assert not files & set(rropt.families.__all__)
    assert all(getattr(rropt.families, name) is family.make for name, family in FAMILIES.items())


@every_family
def test_it_describes_itself(family: Family) -> None:
    assert "\n\n" in family.definition
    parameters = inspect.signature(family.make).parameters.values()
    assert all(x.kind is inspect.Parameter.KEYWORD_ONLY for x in parameters)


@every_family
def test_its_example_needs_no_quotes_and_survives_its_text_forms(family: Family) -> None:
    mechanism = from_spec(family.example)
    assert family.example.startswith(f"{family.name}:")
    assert not set(family.example) & set(" '\"*?[]{}()<>|&;$`\\#~!")
    assert Mechanism.from_csv(mechanism.to_csv(exact=True)) == mechanism
    assert Mechanism.from_json(mechanism.to_json()) == mechanism


@every_family
def test_its_stated_parity_is_that_of_its_matrix_and_the_checker_agrees(family: Family) -> None:
    mechanism, stated = from_spec(family.example), parity_of_spec(family.example)
    assert stated == parity_of(mechanism) == Parity(1).tightest(mechanism)
    assert LDP(1).tightest(mechanism).t == stated
    if stated != math.inf:
        certificate = judge(text_of(satisfies(mechanism, Parity(stated))))
        assert certificate.is_accepted, certificate.reason


@every_family
def test_it_is_as_informative_as_itself_with_its_outputs_in_another_order(family: Family) -> None:
    mechanism = from_spec(family.example)
    if mechanism.k * mechanism.m > 64:
        pytest.skip("its example is large")
    moved = mechanism.reorder(outputs=range(mechanism.m)[::-1])
    assert dominates(mechanism, moved) and dominates(moved, mechanism)


@every_family
@pytest.mark.parametrize("value", ["nonsense", "-1", "1e999999"])
def test_what_is_no_value_of_a_parameter_is_one_sentence(family: Family, value: str) -> None:
    name, _, rest = family.example.partition(":")
    stated = dict(item.split("=") for item in rest.split(","))
    for parameter in stated:
        spec = ",".join(f"{x}={value if x == parameter else y}" for x, y in stated.items())
        with pytest.raises(InputError) as error:
            from_spec(f"{name}:{spec}")
        assert "\n" not in str(error.value)
