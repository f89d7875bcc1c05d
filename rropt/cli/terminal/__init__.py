"""What a command prints: lists of facts, words, progress, streams, and how it stops."""
