"""What stands around every lesson: frame, session, controls, the current fit, guesses, code."""
