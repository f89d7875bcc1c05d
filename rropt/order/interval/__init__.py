"""The order for every t of an interval: candidates, the runs on which they hold, and the pieces that they make."""
