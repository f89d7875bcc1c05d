"""The objectives by which designs are chosen. Each has a file, with its value, its sense, its fields in JSON and its words."""
