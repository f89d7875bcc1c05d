"""Surveys: estimate a population's shares from answers randomized by a known mechanism, and plan how many are needed."""

from __future__ import annotations

from rropt.next.survey.contrast import compare_estimates as compare_estimates
from rropt.next.survey.contrast import compare_groups as compare_groups
from rropt.next.survey.contrast import estimate_mean as estimate_mean
from rropt.next.survey.contrast import mean_over_strata as mean_over_strata
from rropt.next.survey.contrast import over_strata as over_strata
from rropt.next.survey.estimates import estimate as estimate
