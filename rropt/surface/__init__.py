"""What a person meets first: names found when asked for, wrong calls answered in a sentence, tables that fit the screen."""
