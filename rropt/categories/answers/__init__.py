"""What answers are like where they are not free: of labels that conditions name."""
