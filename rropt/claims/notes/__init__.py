"""The errata note of a paper, as its author reads it: what it says, and the two pages that say it."""
