"""The rows (probabilities of one answer by input) of which the mechanisms of a demand are made: lists and column generation."""
