import sys

import pytest

from tests.calls import TooManyCalls, within_calls


def test_work_beyond_the_limit_is_broken_off() -> None:
    assert within_calls(30, lambda: sum(abs(x) for x in range(5))) == 10
    with pytest.raises(TooManyCalls, match="more than 30"):
        within_calls(30, lambda: sum(abs(x) for x in range(10**12)))
    assert sys.getprofile() is None
