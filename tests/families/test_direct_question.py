import math

from rropt.families.direct_question import direct_question, tight_parity
from rropt.mechanism import Mechanism


def test_definition():
    assert direct_question() == Mechanism([[1, 0], [0, 1]])
    assert direct_question(k=3) == Mechanism([[1, 0, 0], [0, 1, 0], [0, 0, 1]])


def test_parity(parity):
    assert tight_parity() == math.inf == parity(direct_question())
    assert tight_parity(k=5) == math.inf == parity(direct_question(k=5))
