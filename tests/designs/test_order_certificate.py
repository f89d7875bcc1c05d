from fractions import Fraction as F

import pytest

from rropt.certificate.order import AT_LEAST, comparison
from rropt.designs.order_certificate import certified
from rropt.exact.errors import Disagreement
from rropt.mechanism import Mechanism

P = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_a_false_statement_is_never_passed_on():
    text, sentence = certified(comparison(P, P, AT_LEAST, ((F(1), F(0)), (F(0), F(1)))))
    assert "at least as informative" in sentence and text.endswith("}\n")
    with pytest.raises(Disagreement, match="nothing is concluded"):
        certified(comparison(P, P, AT_LEAST, ((F(0), F(1)), (F(1), F(0)))))
