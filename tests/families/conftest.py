import pytest

from tests.definitions import parity_of


@pytest.fixture
def parity():
    return parity_of
