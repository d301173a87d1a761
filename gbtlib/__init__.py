"""gbtlib"""
from gbtlib.estimators import GradientBoostingClassifier, GradientBoostingRegressor
