"""The language of statements: its tokens and grammar, statements as trees, functions, and trees written as text again."""
