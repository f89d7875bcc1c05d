"""Blackwell's order of two mechanisms for every t = e^ε of an interval. The interval is divided into pieces, and on each piece the
answer is the same.

A garbling or a decision problem that is found at one t is also tried at other values of t near it.
"""
