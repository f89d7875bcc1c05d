"""The language of statements: words, grammar, trees, functions, and back to text."""
