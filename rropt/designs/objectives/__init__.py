"""The objectives by which designs are chosen, one per file: its value, its sense, its fields in JSON and its words."""
