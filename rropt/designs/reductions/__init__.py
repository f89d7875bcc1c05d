"""Problems rewritten: solved as another problem, whose answer is written back."""
