"""Every named family for k categories at one ε, best first, beside the certified optimum."""
