"""The three errors are the built-in kinds that callers expect."""

import pytest

from rropt.exact.errors import Disagreement, InputError, Undecided


@pytest.mark.parametrize(
    ("error", "kind"), [(InputError, ValueError), (Undecided, ArithmeticError), (Disagreement, AssertionError)]
)
def test_each_error_is_of_its_built_in_kind(error: type[Exception], kind: type[Exception]) -> None:
    assert issubclass(error, kind)


def test_bad_input_and_an_undecided_comparison_are_told_apart() -> None:
    assert not issubclass(Undecided, ValueError)
    assert not issubclass(InputError, ArithmeticError)
