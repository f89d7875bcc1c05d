"""Surveys whose respondents were drawn in clusters."""
