"""Questions that ask oracles and show the checker: designs, comparisons, admissibility, breach bounds."""
