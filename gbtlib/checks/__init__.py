"""What may be given, and what is said of the rest: rules of parameters, arrays, names."""
