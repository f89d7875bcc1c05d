"""What a survey's analysis section needs: a command a file."""
