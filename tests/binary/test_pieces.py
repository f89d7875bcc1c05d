import json
import random
from fractions import Fraction

import pytest

from rropt import LDP, Design, InputError, PairwiseLDP, Variance, design
from rropt.engine.found import Minimisers
from rropt.engine.pieces import Piece
from rropt.exact.substitute import value_at
from rropt.privacy.notion import Notion
from rropt.problem.pieces import DesignByShare, DesignInPieces
from rropt.problem.stored import read_design
from rropt.solvers.rational import fraction
from tests.binary import brute

EPSILONS = ["every", "0..3", "ln(3/2)..ln10", "1/2..2"]
DELTAS = ["every", "0..1/10", "1/100..1", "1/3..1/2"]
HALF = Fraction(1, 2)


def minimisers(piece: Piece, x: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The best p00 and p11 of a piece at a number of it."""
    assert isinstance(piece.found.prices, Minimisers)
    return sorted((value_at(rows[0][0], x), value_at(rows[1][1], x)) for rows, _ in piece.found.prices.faces)


def inside(found: DesignInPieces, rng: random.Random) -> list[tuple[Piece, Fraction]]:
    """A rational number of each piece."""
    drawn = []
    for piece in found.pieces:
        low = fraction(piece.start.high)
        high = low + 5 if piece.end is None else fraction(piece.end.low)
        x = low if piece.is_point else low + (high - low) * Fraction(rng.randint(1, 999), 1000)
        if not piece.is_point or piece.start.low == piece.start.high:
            drawn.append((piece, x))
    return drawn


def at_one(pi: object, t: Fraction, delta: object, *, warner: bool = False) -> list[tuple[Fraction, Fraction]]:
    """The best p00 and p11 at one ratio and slack, by a design of its own."""
    found = design(Variance(pi, warner=warner), LDP(f"ln({t})", delta=delta))
    assert isinstance(found, Design) and isinstance(found.found.prices, Minimisers)
    return sorted((rows[0][0], rows[1][1]) for rows, _ in found.found.prices.faces)


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(60))
def test_pieces_in_epsilon_are_the_designs_at_each_number(seed: int) -> None:
    rng = random.Random(seed)
    pi, warner = brute.draw_share(rng), rng.random() < 0.2
    delta = Fraction(rng.randint(1, 19), 20)
    found = design(Variance(pi, warner=warner), LDP(rng.choice(EPSILONS), delta=delta))
    for piece, t in inside(found, rng):
        assert minimisers(piece, t) == at_one(pi, t, delta, warner=warner)


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(60))
def test_pieces_in_delta_are_the_designs_at_each_number(seed: int) -> None:
    rng = random.Random(seed)
    pi, warner = brute.draw_share(rng), rng.random() < 0.2
    t = 1 + Fraction(rng.randint(1, 30), rng.randint(1, 20))
    found = design(Variance(pi, warner=warner), LDP(f"ln({t})", delta=rng.choice(DELTAS)))
    for piece, delta in inside(found, rng):
        assert minimisers(piece, delta) == at_one(pi, t, delta, warner=warner)


def test_where_one_formula_only_touches_another_both_are_listed() -> None:
    # h = m(T−1+2δ)² − δ(T+δ) has a double root at δ = T(T−1)/2 if m = T²/(4(T²−1)): here T = 3/2, m = 9/20, δ = 3/8
    found = design(Variance("9/20"), LDP("ln(3/2)", delta="1/5..1/2"))
    touch = [piece for piece in found.pieces if piece.is_point and piece.start.stated == "3/8"]
    assert len(touch) == 1 and len(minimisers(touch[0], Fraction(3, 8))) == 2
    assert minimisers(touch[0], Fraction(3, 8)) == at_one("9/20", Fraction(3, 2), "3/8")


def test_a_range_that_ends_where_vertices_tie_has_the_end_alone() -> None:
    # π = g at T = 2, δ = 1/10
    for epsilon, place in (("ln2..3", 0), ("1/10..ln2", -1)):
        found = design(Variance("7/48"), LDP(epsilon, delta="1/10"))
        assert found.pieces[place].is_point and len(minimisers(found.pieces[place], Fraction(2))) == 2
        assert found.value_at("ln2") == design(Variance("7/48"), LDP("ln2", delta="1/10")).value


@pytest.mark.parametrize(
    ("epsilon", "delta"), [("0..1", 0), ("ln1", "0..1/2"), ("every", "every")], ids=["epsilon", "delta", "both"]
)
def test_a_range_that_begins_where_nothing_is_told_is_refused(epsilon: str, delta: object) -> None:
    with pytest.raises(InputError):
        design(Variance("1/4"), LDP(epsilon, delta=delta))


@pytest.mark.parametrize(
    ("objective", "demand", "options"),
    [
        (Variance("1/10..2/5"), LDP("every", delta="1/10"), {}),
        (Variance("1/4"), LDP("every") & LDP("2"), {}),
        (Variance("1/4"), LDP("every"), {"subject_to": ["P[0,0] >= 1/2"]}),
        (Variance("every"), LDP("every"), {}),
        (Variance("every"), LDP("0"), {}),
        (Variance("every"), LDP("1"), {"subject_to": ["P[0,0] >= 1/2"]}),
        (Variance("1/4"), LDP("ln3", delta="every"), {"outputs": "free"}),
    ],
)
def test_what_has_no_formulas_is_refused(objective: Variance, demand: LDP, options: dict[str, object]) -> None:
    with pytest.raises(InputError):
        design(objective, demand, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("share", ["1/5", "1/10..2/5", "0..1", "0", "1"])
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_any_number_of_answers_along_epsilon(share: str, delta: str) -> None:
    found = design(Variance(share), LDP("1/2..3", delta=delta), outputs="free")
    for epsilon in ("1/2", "ln2", "ln7", "3"):
        assert found.value_at(epsilon) == design(Variance(share), LDP(epsilon, delta=delta), outputs="free").value


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(40))
def test_pieces_by_share_are_the_designs_at_each_share(seed: int) -> None:
    rng = random.Random(seed)
    demand, _ = brute.draw_demand(rng)
    low, high = sorted(Fraction(n, 20) for n in rng.sample(range(21), 2))
    positive, outputs = rng.choice([0, 1]), rng.choice([None, None, "free"])
    found = design(Variance(f"every:{low}..{high}", positive=positive), demand, outputs=outputs)
    assert isinstance(found, DesignByShare)
    assert (found.pieces[0].lower, found.pieces[-1].upper) == (low, high)
    for piece in found.pieces:
        for part in (Fraction(0), Fraction(1, 3), Fraction(1)):
            pi = piece.lower + (piece.upper - piece.lower) * part
            own = design(Variance(pi, positive=positive), demand, outputs=outputs)
            assert found.value_at(pi) == own.value
            if outputs is None and 0 < part < 1:
                assert len(piece.mechanisms) == len(own.found.prices.faces)
                assert own.mechanism.rows in piece.mechanisms


def test_formulas_by_share_at_an_irrational_ratio() -> None:
    found = design(Variance("every"), LDP("1/2", delta="1/10"))
    assert len(found.pieces) == 3 and found.pieces[0].upper + found.pieces[1].upper == 1
    assert found.value_at("1/4") == design(Variance("1/4"), LDP("1/2", delta="1/10")).value
    both = PairwiseLDP([["0", "1/2"], ["1", "0"]], deltas=[["0", "1/10"], ["1/5", "0"]])
    assert design(Variance("every"), both).value_at("1/3") == design(Variance("1/3"), both).value


@pytest.mark.parametrize(
    ("objective", "demand", "other", "outputs"),
    [
        (Variance("1/4"), LDP("every", delta="1/10"), LDP("every", delta="1/5"), None),
        (Variance("2/5"), LDP("ln(11/10)", delta="every"), LDP("ln2", delta="every"), None),
        (Variance("0"), LDP("1/2..2", delta="1/10"), LDP("1/2..3", delta="1/10"), "free"),
        (Variance("every:1/10..1", positive=0), LDP("1/2", delta="1/10"), LDP("1/2", delta="1/5"), None),
        (Variance("every", warner=True), LDP("ln3"), LDP("ln2"), None),
        (Variance("every"), LDP("1") & LDP("1/2", delta="1/10"), LDP("1"), "free"),
    ],
)
def test_a_file_is_read_as_the_same_pieces_and_no_other_question(
    objective: Variance, demand: Notion, other: Notion, outputs: str | None
) -> None:
    found = design(objective, demand, outputs=outputs)
    again = read_design(found.to_json())
    assert again.to_json() == found.to_json() and again.value_at("1/2") == found.value_at("1/2")
    key = "certificates" if isinstance(found, DesignByShare) else "certificate"
    forged = json.loads(found.to_json()) | {key: json.loads(design(objective, other, outputs=outputs).to_json())[key]}
    with pytest.raises(InputError):
        read_design(json.dumps(forged))


def test_a_file_with_a_part_of_the_range_is_refused() -> None:
    told = json.loads(design(Variance("every"), LDP("ln2", delta="1/10")).to_json())
    with pytest.raises(InputError):
        read_design(json.dumps(told | {"certificates": told["certificates"][:2]}))
