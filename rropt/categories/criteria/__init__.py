"""The criteria on the covariance of estimated shares, one a file, and for those with a witness of their own their programs."""
