"""Variances of the estimated share of one of two inputs: a polygon for two answers, one best mechanism for any number."""

from rropt.lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
