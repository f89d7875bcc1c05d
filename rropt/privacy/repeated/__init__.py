"""What many answers disclose: of one person by one mechanism or by several, and of one person in a crowd."""
