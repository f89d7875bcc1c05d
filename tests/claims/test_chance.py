"""Every path of a drawing program, with its exact probability."""

from fractions import Fraction

import pytest

from rropt.claims.chance import Chance, expectation, outcomes
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError

F = Fraction


def test_two_dice() -> None:
    law = outcomes(lambda chance: chance.choose(range(1, 7)) + chance.choose(range(1, 7)))
    assert law[7] == F(1, 6) and law[2] == F(1, 36) and sum(law.values()) == 1
    assert expectation(law) == 7 and expectation(law, lambda x: x * x) == F(329, 6)


def test_branches_that_depend_on_draws() -> None:
    def walk(chance: Chance) -> int:
        steps = 0
        while steps < 3 and chance.flip(F(1, 3)):
            steps += 1
        return steps

    assert outcomes(walk) == {3: F(1, 27), 2: F(2, 27), 1: F(2, 9), 0: F(2, 3)}


def test_probabilities_may_be_functions_of_t_and_zero_branches_are_not_run() -> None:
    t = read_epsilon("every").t
    law = outcomes(lambda chance: chance.choose("abc", (t / (t + 1), 1 / (t + 1), F(0))))
    assert law == {"a": t / (t + 1), "b": 1 / (t + 1)}


@pytest.mark.parametrize(
    "program",
    [
        lambda chance: chance.choose("ab", (F(1, 2), F(1, 3))),
        lambda chance: chance.choose("ab", (F(1),)),
        lambda chance: chance.choose("ab", (F(3, 2), F(-1, 2))),
        lambda chance: chance.flip(2),
        lambda chance: chance.flip(1 - read_epsilon("ln2").t / 3 * 4),
        lambda chance: chance.flip(0.5),
        lambda chance: chance.choose(""),
    ],
)
def test_what_is_no_experiment_is_refused(program: object) -> None:
    with pytest.raises(InputError):
        outcomes(program)  # type: ignore[arg-type]


def test_too_many_paths_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.claims.chance.MOST_PATHS", 1000)
    assert len(outcomes(lambda chance: tuple(chance.choose(range(10)) for _ in range(3)))) == 1000
    with pytest.raises(InputError, match="more than 1000 paths"):
        outcomes(lambda chance: [chance.choose(range(10)) for _ in range(6)] and 0)
