"""D- and E-optimal designs: the determinant of the covariance of estimated shares, and its largest eigenvalue."""
