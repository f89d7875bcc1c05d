"""Blackwell's order of two mechanisms for every t of an interval, which is divided into pieces with one answer each.

A garbling or a decision problem found at one t is a candidate for the t around it.
"""
