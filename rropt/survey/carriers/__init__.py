"""What data frames of different libraries need: partitions that are counted one by one, and numbers that become doubles."""
