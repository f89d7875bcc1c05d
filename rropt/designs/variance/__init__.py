"""The least variance of an estimated prevalence, over the mechanisms of two inputs that keep a demand."""
