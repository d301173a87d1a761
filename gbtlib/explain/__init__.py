"""What a model is made of: the ledger of a row, what features contribute, and their importance."""
