"""Answers for a range of epsilon, delta or the prevalence. The range is divided into parts, and each part has one formula or one
pair of bounds."""
