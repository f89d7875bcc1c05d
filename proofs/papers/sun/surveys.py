"""Small surveys run exactly: the paper's Algorithms 1-4 as they are printed, and as its text and formulas mean them.

A respondent's program takes `chance`, the truth x (1 or 0) and the device's numbers, which may be functions of t. For
a device that keeps its cards a whole survey is one program.
"""

from __future__ import annotations


# the algorithms as printed


# as the text means them


# what is counted
