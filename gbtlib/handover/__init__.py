"""Settings of other libraries: what they are called there and here, and what their values become."""
"""Models from elsewhere: trees that are given, checked and put together."""
