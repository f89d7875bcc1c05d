"""A demand that a command line states and the same one in JSON are read by the notion's own hook, into equal demands."""

import pytest

from rropt import LDP, BayesFactor, BetaFactor, Metric, Parity, RhoBreach, Sensitive
from rropt.cli.reading.demands import StatedDemands
from rropt.privacy import Notion
from rropt.privacy.stored import read_demand_fields

STATED: dict[str, Notion] = {
    "ldp:epsilon=ln3": LDP("ln3"),
    "ldp:epsilon=1/2,delta=1/10": LDP("1/2", delta="1/10"),
    "ldp:epsilon=ln3,delta=1/(t+1)": LDP("ln3", delta="1/4"),
    "parity:gamma=inf": Parity("inf"),
    "rho:rho1=1/5,rho2=1/2": RhoBreach("1/5", "1/2"),
    "beta:beta=2": BetaFactor(2),
    "bayes:factor=3": BayesFactor(3),
    "line:epsilon=ln2": Metric("line", "ln2"),
    "sensitive:inputs=yes+maybe,epsilon=1": Sensitive(["yes", "maybe"], 1),
    "sensitive:inputs=yes,epsilon=1,delta=1/10": Sensitive(["yes"], 1, delta="1/10"),
}


@pytest.mark.parametrize("text", STATED)
def test_a_stated_demand_is_the_one_of_its_json(text: str) -> None:
    stated, labels = StatedDemands(further=[text]).read()
    assert isinstance(stated, Notion)
    demand = STATED[text]
    assert (labels, stated.to_dict()["demands"]) == (None, [demand.to_dict()])
    assert read_demand_fields(demand.to_dict()) == demand
