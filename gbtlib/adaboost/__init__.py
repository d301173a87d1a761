"""AdaBoost for K classes."""
