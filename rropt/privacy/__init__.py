"""Privacy notions. Each notion can tell exactly whether a mechanism meets it, show what breaks it, and say what a respondent could
be told.
"""

from rropt.privacy.bayes_factor import BayesFactor
from rropt.privacy.beta import BetaFactor
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear
from rropt.privacy.boundary.infimum import largest_factor
from rropt.privacy.csip import CSIP
from rropt.privacy.enclosure import Boundaries, Enclosure
from rropt.privacy.ldp import LDP
from rropt.privacy.leakage import Capacity, Leakage, leakage, shannon_capacity, worst_prior
from rropt.privacy.measures import Measures, measure, renyi_divergence, total_variation, trade_off
from rropt.privacy.notion import Breach, Notion, Violation
from rropt.privacy.pairs.metric import Metric
from rropt.privacy.pairs.pairwise import PairwiseLDP
from rropt.privacy.pairs.sensitive import Sensitive
from rropt.privacy.parity import Parity
from rropt.privacy.profile import Profile, ProfileBounds, profile
from rropt.privacy.ratios import Ratio, largest_ratio
from rropt.privacy.repeated.composed import compose
from rropt.privacy.repeated.shuffled import shuffled
from rropt.privacy.rho import RhoBreach
from rropt.privacy.sip import SIP
from rropt.privacy.together import All
from rropt.privacy.vulnerability import Vulnerability

__all__ = [
    "Capacity",
    "Leakage",
    "leakage",
    "shannon_capacity",
    "worst_prior",
    "All",
    "BayesFactor",
    "BetaFactor",
    "Boundaries",
    "BreachFunction",
    "Breach",
    "CSIP",
    "Enclosure",
    "LDP",
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
    "Violation",
    "Vulnerability",
    "compose",
    "largest_factor",
    "largest_ratio",
    "Measures",
    "measure",
    "renyi_divergence",
    "shuffled",
    "total_variation",
    "trade_off",
    "piecewise_linear",
    "profile",
]
