"""The data sets: their list, their makers, and which rows a model does not see."""
