"""Every named family for k categories at one ε, ranked by its exact variances or by another objective."""
