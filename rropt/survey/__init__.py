"""Surveys: estimate a population's shares from answers randomized by a known mechanism, and plan how many are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.survey.association import associate as associate
    from rropt.survey.blackbox import check_samples as check_samples
    from rropt.survey.draws import draw as draw
    from rropt.survey.estimates import estimate as estimate
    from rropt.survey.groups import (
        compare_estimates as compare_estimates,
        estimate_mean as estimate_mean,
        over_strata as over_strata,
    )
    from rropt.survey.halves import two_samples as two_samples
    from rropt.survey.plans import plan as plan
    from rropt.survey.regression import regress as regress
    from rropt.survey.simulation import simulate as simulate
    from rropt.survey.tables import compare_plans as compare_plans, plan_epsilons as plan_epsilons

__getattr__, __dir__ = lazy_names(__name__)
