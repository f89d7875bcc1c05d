"""The question and its answer: the contract of objectives, the problem, the door `design`, its result and its words."""
