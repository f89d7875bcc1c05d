"""z3 finds no counterexample to what is proved; brute force finds none to what each prover proves."""

from fractions import Fraction

import pytest

from rropt.claims import Claim, decide
from rropt.claims.claim import read
from rropt.claims.language.elaborate import elaborate
from rropt.claims.language.syntax import conjunction
from rropt.claims.normal import leaves
from rropt.claims.prove import prove

z3 = pytest.importorskip("z3")

PROVED = [
    Claim("z.fraction", "(t-1)/(t+1) <= t/(t+1)", given={"t": "t > 1"}),
    Claim("z.corner", "2*x*y - x - y + 1 >= 0", given={"x, y": "[0, 1]"}),
    Claim("z.posterior", "x <= g*y implies a*x/(a*x+(1-a)*y) <= g*a/(1+(g-1)*a)",
          given={"g": "g >= 1", "a": "(0, 1)", "x, y": "(0, 1]"}),
    Claim("z.chord", "(u + s*(v-u))*(w + s*(z-w)) >= (1-s)*u*w + s*v*z",
          given={"u, v, w, z": "[0, inf)", "s": "[0, 1]"}, assuming=("(v-u)*(w-z) >= 0",)),
    Claim("z.split", "abs(x) + abs(y) >= abs(x + y) and max(x, y) + min(x, y) = x + y", given={"x, y": "real"}),
    Claim("z.cubic", "x^3 - 3*x + 2 >= 0", given={"x": "x >= -2"}),
    Claim("z.sum", "z^2/x + w^2/y >= (z+w)^2/(x+y)", given={"x, y": "(0, inf)", "z, w": "real"}),
]  # fmt: skip
FALSE = [
    Claim("z.strict", "2*x*y - x - y + 1 > 0", given={"x, y": "[0, 1]"}),
    Claim("z.below", "x^3 - 3*x + 2 >= 0", given={"x": "x >= -201/100"}),
]


class Z3Ring:
    """Leaves as z3 terms: no code is shared with the provers' polynomials."""

    def __init__(self) -> None:
        self.made: dict[str, object] = {}

    def constant(self, value: Fraction) -> object:
        return z3.RatVal(value.numerator, value.denominator)

    def variable(self, name: str) -> object:
        return self.made.setdefault(name, z3.Real(name))

    def value(self, x: object) -> Fraction | None:
        return Fraction(x.numerator_as_long(), x.denominator_as_long()) if z3.is_rational_value(x) else None

    def exponents(self, x: object) -> list[tuple[int, ...]]:
        return []  # nothing is multiplied out


def opinion(claim: Claim) -> set[str]:
    reading = read(claim)
    statement = elaborate(reading.hypotheses, reading.conclusion)
    formulas = (*statement.facts, *statement.hypotheses)
    found = set()
    for leaf in leaves(formulas, statement.conclusion, Z3Ring()):
        solver = z3.Solver()
        solver.set("timeout", 4000)
        for poly, relation in leaf:
            solver.add({">": poly > 0, ">=": poly >= 0, "=": poly == 0, "!=": poly != 0}[relation])
        found.add(str(solver.check()))
    return found


@pytest.mark.slow_at("z.split")
@pytest.mark.parametrize("claim", PROVED, ids=lambda c: c.id)
def test_z3_agrees_that_no_counterexample_exists(claim: Claim) -> None:
    assert decide(claim).kind == "proved"
    assert "sat" not in opinion(claim)


@pytest.mark.parametrize("claim", FALSE, ids=lambda c: c.id)
def test_z3_agrees_that_a_counterexample_exists(claim: Claim) -> None:
    assert decide(claim).kind == "refuted"
    assert "sat" in opinion(claim)


def test_a_proof_is_about_the_statement_it_was_asked_for() -> None:
    reading = read(PROVED[1])
    found = prove(reading.hypotheses, reading.conclusion, [])
    assert found is not None and found.added == ()
    assert prove(reading.hypotheses[:-1], conjunction([reading.conclusion]), []) is None
