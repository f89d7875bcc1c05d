"""Privacy demands: whether a mechanism meets one, what breaks it, and what a respondent could be told.

`notion` says what every demand can do; `ldp`, `pairs`, `beliefs` and `vulnerability` have the demands. `profile`, `uses` and
`shuffled` say what answers disclose by δ as a function of ε, `measures` by other measures, and `words` has the texts.
"""

from rropt.privacy.beliefs import CSIP, SIP, BayesFactor, BetaFactor, Boundaries, RhoBreach
from rropt.privacy.boundary import BreachFunction, largest_factor, piecewise_linear
from rropt.privacy.curves import ProfileBounds
from rropt.privacy.excess import Enclosure
from rropt.privacy.ldp import LDP, Parity
from rropt.privacy.measures import (
    Capacity,
    Leakage,
    Measures,
    TradeOff,
    leakage,
    measure,
    renyi_divergence,
    shannon_capacity,
    total_variation,
    trade_off,
    worst_prior,
)
from rropt.privacy.notion import All, Breach, Notion, Violation
from rropt.privacy.pairs import Metric, PairwiseLDP, Sensitive
from rropt.privacy.profiles import Profile
from rropt.privacy.ratios import Ratio, largest_ratio
from rropt.privacy.shuffled import shuffled
from rropt.privacy.uses import compose, profile
from rropt.privacy.vulnerability import Vulnerability
from rropt.privacy.words import read_demand

__all__ = [
    "All",
    "BayesFactor",
    "BetaFactor",
    "Boundaries",
    "Breach",
    "BreachFunction",
    "CSIP",
    "Capacity",
    "Enclosure",
    "LDP",
    "Leakage",
    "Measures",
    "Metric",
    "Notion",
    "PairwiseLDP",
    "Parity",
    "Profile",
    "ProfileBounds",
    "Ratio",
    "RhoBreach",
    "SIP",
    "Sensitive",
    "TradeOff",
    "Violation",
    "Vulnerability",
    "compose",
    "largest_factor",
    "largest_ratio",
    "leakage",
    "measure",
    "piecewise_linear",
    "profile",
    "read_demand",
    "renyi_divergence",
    "shannon_capacity",
    "shuffled",
    "total_variation",
    "trade_off",
    "worst_prior",
]
