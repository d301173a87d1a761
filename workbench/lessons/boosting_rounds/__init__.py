"""Boosting, round by round: what each new tree adds to the prediction."""
