"""What a model is made of: the ledger of a row, and the importance of features."""
