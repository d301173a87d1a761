"""Models and settings from elsewhere: trees that are given, and parameters with the names that others use."""
