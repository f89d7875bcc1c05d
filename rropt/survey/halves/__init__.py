"""Two half-samples asked with other chances: the shares of which one alone tells too little."""
