"""Surveys: estimate a population's shares from answers randomized by a known mechanism, and plan how many are needed."""

from __future__ import annotations

from rropt.next.survey.association import associate as associate
from rropt.next.survey.blackbox import check_samples as check_samples
from rropt.next.survey.contrast import compare_estimates as compare_estimates
from rropt.next.survey.contrast import compare_groups as compare_groups
from rropt.next.survey.contrast import estimate_mean as estimate_mean
from rropt.next.survey.contrast import mean_over_strata as mean_over_strata
from rropt.next.survey.contrast import over_strata as over_strata
from rropt.next.survey.draws import draw as draw
from rropt.next.survey.draws import draw_floating as draw_floating
from rropt.next.survey.estimates import estimate as estimate
from rropt.next.survey.halves import two_samples as two_samples
from rropt.next.survey.plans import plan as plan
from rropt.next.survey.plans import plan_mean as plan_mean
from rropt.next.survey.regression import regress as regress
from rropt.next.survey.sets import estimate_sets as estimate_sets
from rropt.next.survey.simulation import simulate as simulate
from rropt.next.survey.tables import compare_plans as compare_plans
from rropt.next.survey.tables import plan_epsilons as plan_epsilons
