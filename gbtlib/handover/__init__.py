"""Models and settings from elsewhere: given trees, models of other libraries, and names that others use.

xgboost_models, lightgbm_models, sklearn_models,
catboost_models                                   a model of theirs as an opened.OpenedModel
xgboost_file, lightgbm_file, onnx_file            a model of ours for XGBoost, LightGBM or ONNX
solve_xgboost, solve_lightgbm, solve_sklearn      what a file does not say: settings, G, and the doubt
mistakes                                          the mistake behind a number that does not add up
collapsed                                         a model as a constant, curves and grids
model_builder, saved_models                       models of trees that are given, or saved
replayed                                          an opened model on rows, as if gbtlib had boosted it
names, onedal, settings_out                       parameters, what others call them, and our settings there
"""

from gbtlib.handover.catboost_models import from_catboost
from gbtlib.handover.collapsed import collapse
from gbtlib.handover.lightgbm_file import to_lightgbm
from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.mistakes import HandComputation
from gbtlib.handover.onnx_file import to_onnx
from gbtlib.handover.opened import OpenedModel, OpenedTree, tree_of
from gbtlib.handover.replayed import replay
from gbtlib.handover.settings_out import (
    SettingsThere,
    to_lightgbm_params,
    to_onedal_params,
    to_sklearn_params,
    to_xgboost_params,
)
from gbtlib.handover.sklearn_models import from_sklearn
from gbtlib.handover.solve_lightgbm import solve_lightgbm
from gbtlib.handover.solve_sklearn import solve_sklearn
from gbtlib.handover.solve_xgboost import solve_xgboost
from gbtlib.handover.solved import solve_catboost
from gbtlib.handover.xgboost_file import to_xgboost
from gbtlib.handover.xgboost_models import from_xgboost

__all__ = [
    "HandComputation",
    "OpenedModel",
    "OpenedTree",
    "SettingsThere",
    "collapse",
    "from_catboost",
    "from_lightgbm",
    "from_sklearn",
    "from_xgboost",
    "replay",
    "solve_catboost",
    "solve_lightgbm",
    "solve_sklearn",
    "solve_xgboost",
    "to_lightgbm",
    "to_lightgbm_params",
    "to_onedal_params",
    "to_onnx",
    "to_sklearn_params",
    "to_xgboost",
    "to_xgboost_params",
    "tree_of",
]
