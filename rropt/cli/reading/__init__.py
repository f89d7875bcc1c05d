"""What a command reads: options whose text has a structure of its own, and files other than the mechanism's."""
