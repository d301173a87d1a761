"""The search by histogram: values in bins, and the sums of each bin in place of those of each row."""
