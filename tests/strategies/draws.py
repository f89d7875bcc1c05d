"""How often the battery draws: few times by default, more with `slow`."""

from collections.abc import Callable

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

BATTERY = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def drawn(few: int, many: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a test of a function of a name and drawn data: `few` draws by default; with `slow` `many`, which begin with these."""

    def of(function: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.first(draws=1)
        @pytest.mark.parametrize("draws", [few, many])
        def test(name: str, draws: int) -> None:
            settings(BATTERY, max_examples=draws)(given(data=st.data())(function))(name=name)

        test.__name__, test.__doc__, test.__module__ = function.__name__, function.__doc__, function.__module__
        return test

    return of
