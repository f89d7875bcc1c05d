"""The parameters of RRreg and rr, as docs/coming_from.md maps them, have the chances that these packages define."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from rropt.families import from_spec

PAGE = Path(__file__).parents[2] / "docs" / "coming_from.md"
A, B = Fraction(5, 7), Fraction(2, 9)


def of_kuk(chance: Fraction, cards: int) -> list[Fraction]:
    return [comb(cards, i) * chance**i * (1 - chance) ** (cards - i) for i in range(cards + 1)]


# Pr(1 | truth 0), Pr(1 | truth 1) by the definitions of the packages; of Kuk's device the whole law of the red cards
YES = {
    "warner:p=p": (1 - A, A),
    "simmons:p=p[1],unrelated=p[2]": ((1 - A) * B, A + (1 - A) * B),
    "mangat:p=p": (1 - A, Fraction(1)),
    "forced_response:yes=p[2],no=p[1]": (B, 1 - A),
    "forced_response:yes=p1,no=p0": (B, 1 - A),
    "simmons:p=p,unrelated=q": ((1 - A) * B, A + (1 - A) * B),
}
VALUES = {"p[1]": A, "p[2]": B, "p0": A, "p1": B, "p": A, "q": B}


def at_numbers(spec: str, values: dict[str, object]) -> str:
    family, _, settings = spec.partition(":")
    pairs = (x.split("=") for x in settings.split(","))
    return f"{family}:" + ",".join(f"{name}={values[letter]}" for name, letter in pairs)


@pytest.mark.parametrize("spec", YES)
def test_the_table_s_parameters_have_the_chances_of_the_package(spec: str) -> None:
    assert f"| `{spec}` |" in PAGE.read_text("utf-8")
    # of forced responses p[1] + p[2] = 1 − the share of truths that are told, here 1 − 5/7 − 2/9
    assert from_spec(at_numbers(spec, VALUES)).rows[1] == YES[spec]


def test_the_cards_of_kuk_s_device() -> None:
    spec = "kuk:p=p[1],q=p[2],cards=Kukrep"
    assert f"| `{spec}` |" in PAGE.read_text("utf-8")
    p = from_spec(at_numbers(spec, VALUES | {"Kukrep": 3}))
    assert [row[0] for row in p.rows] == of_kuk(B, 3) and [row[1] for row in p.rows] == of_kuk(A, 3)
