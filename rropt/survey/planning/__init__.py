"""Plan a survey: how many people it needs, which device it uses, and how wrong it gets if people do not comply."""
