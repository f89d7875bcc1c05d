"""What a command reads: options that need more than a word, and files beside the mechanism's."""
