"""Before a survey: how many people, which device, and what non-compliance does."""
