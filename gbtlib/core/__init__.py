"""The part to print and read first: from losses to boosting. It imports nothing of gbtlib outside itself."""
