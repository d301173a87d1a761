"""AdaBoost: weights, error and vote, round by round."""
