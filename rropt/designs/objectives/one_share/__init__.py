"""The variance of one share: its value for a mechanism, and its minimisation over designs with two outputs."""
