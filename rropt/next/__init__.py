"""Parts that are written anew beside those that they replace. Nothing here is public."""
