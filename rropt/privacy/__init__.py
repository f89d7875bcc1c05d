"""Privacy demands: whether a mechanism meets one, what breaks it, and what a respondent could be told.

`notion` says what every demand can do; `ldp`, `pairs`, `beliefs` and `vulnerability` have the demands. `profile`, `uses` and
`crowd` say what answers disclose by δ as a function of ε, `measures` by other measures, and `words` has the texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.privacy.beliefs import (
        CSIP as CSIP,
        SIP as SIP,
        BayesFactor as BayesFactor,
        BetaFactor as BetaFactor,
        Boundaries as Boundaries,
        RhoBreach as RhoBreach,
    )
    from rropt.privacy.boundary import (
        BreachFunction as BreachFunction,
        largest_factor as largest_factor,
        piecewise_linear as piecewise_linear,
    )
    from rropt.privacy.crowd import shuffled as shuffled
    from rropt.privacy.curves import ProfileBounds as ProfileBounds
    from rropt.privacy.ldp import LDP as LDP, Parity as Parity
    from rropt.privacy.measures import (
        Capacity as Capacity,
        Leakage as Leakage,
        Measures as Measures,
        TradeOff as TradeOff,
        leakage as leakage,
        measure as measure,
        renyi_divergence as renyi_divergence,
        shannon_capacity as shannon_capacity,
        total_variation as total_variation,
        trade_off as trade_off,
        worst_prior as worst_prior,
    )
    from rropt.privacy.notion import All as All, Breach as Breach, Notion as Notion, Violation as Violation
    from rropt.privacy.pairs import Metric as Metric, PairwiseLDP as PairwiseLDP, Sensitive as Sensitive
    from rropt.privacy.profiles import Profile as Profile
    from rropt.privacy.ratios import Ratio as Ratio, largest_ratio as largest_ratio
    from rropt.privacy.uses import compose as compose, profile as profile
    from rropt.privacy.vulnerability import Vulnerability as Vulnerability
    from rropt.privacy.words import read_demand as read_demand

__getattr__, __dir__ = lazy_names(__name__)
