"""From the text of a certificate to parsed values, and from these to the words of a sentence."""
