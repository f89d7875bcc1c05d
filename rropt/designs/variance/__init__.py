"""Problem 1: the least variance of an estimated prevalence over the mechanisms that keep a demand."""
