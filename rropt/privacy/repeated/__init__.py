"""What several answers disclose together: answers of one person by one mechanism or several, or one person's answer in a crowd."""
