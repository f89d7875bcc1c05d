"""Surveys: estimate a population's shares from answers randomized by a known mechanism, and plan how many are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.survey.draws import draw as draw
    from rropt.survey.draws import draw_floating as draw_floating
    from rropt.survey.halves.estimate import two_samples as two_samples
    from rropt.survey.mean_alone import estimate_mean as estimate_mean
    from rropt.survey.planning.epsilons import plan_epsilons as plan_epsilons
    from rropt.survey.planning.scale import plan_mean as plan_mean
    from rropt.survey.regression.fit import regress as regress
    from rropt.survey.relations.association import associate as associate
    from rropt.survey.relations.comparison import compare_estimates as compare_estimates
    from rropt.survey.relations.comparison import compare_groups as compare_groups
    from rropt.survey.samples import check_samples as check_samples
    from rropt.survey.sets.estimate import estimate_sets as estimate_sets
    from rropt.survey.strata import mean_over_strata as mean_over_strata
    from rropt.survey.strata import over_strata as over_strata
    from rropt.survey.weights import estimator_weights as estimator_weights

__getattr__, __dir__ = lazy_names(__name__)
