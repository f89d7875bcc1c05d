"""Answers for a range of epsilon, delta or the prevalence. The range is divided into parts, on each of which one formula holds or
one pair of bounds."""
