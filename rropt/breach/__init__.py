"""The demands that a mechanism keeps exactly if its parity is at most one number, B(h): that number, shown and certified."""
