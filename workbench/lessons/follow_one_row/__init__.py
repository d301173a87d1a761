"""Follow one row: how its prediction comes about."""
