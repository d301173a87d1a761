"""scikit-learn's habits around it all: parameters, checks of what is handed in, and the seven estimators."""
