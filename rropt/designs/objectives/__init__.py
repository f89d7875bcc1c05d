"""What designs are chosen by, one objective a file: its value, its sense, its fields and its words."""
