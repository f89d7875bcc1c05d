"""Planning a survey: sample sizes, comparisons of devices at equal privacy, and simulation."""
