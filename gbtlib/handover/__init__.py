"""Models and settings from elsewhere: given trees, models of other libraries, and names that others use.

xgboost_models, lightgbm_models, sklearn_models,
catboost_models                                   a model of theirs as an opened.OpenedModel
xgboost_file, lightgbm_file, onnx_file            a model of ours for XGBoost, LightGBM or ONNX
solve_xgboost, solve_lightgbm, solve_kept         what a file does not say: settings, G, and the doubt
mistakes                                          the mistake behind a number that does not add up
collapsed                                         a model as a constant, curves and grids
model_builder, saved_models                       models of trees that are given, or saved
replayed                                          an opened model on rows, as if gbtlib had boosted it
names, onedal, settings_out                       parameters, what others call them, and our settings there
"""

from gbtlib.handover.catboost_models import from_catboost as from_catboost
from gbtlib.handover.collapsed import collapse as collapse
from gbtlib.handover.lightgbm_file import to_lightgbm as to_lightgbm
from gbtlib.handover.lightgbm_models import from_lightgbm as from_lightgbm
from gbtlib.handover.mistakes import HandComputation as HandComputation
from gbtlib.handover.onnx_file import to_onnx as to_onnx
from gbtlib.handover.opened import OpenedModel as OpenedModel
from gbtlib.handover.opened import OpenedTree as OpenedTree
from gbtlib.handover.opened import tree_of as tree_of
from gbtlib.handover.replayed import replay as replay
from gbtlib.handover.settings_out import SettingsThere as SettingsThere
from gbtlib.handover.settings_out import to_lightgbm_params as to_lightgbm_params
from gbtlib.handover.settings_out import to_onedal_params as to_onedal_params
from gbtlib.handover.settings_out import to_sklearn_params as to_sklearn_params
from gbtlib.handover.settings_out import to_xgboost_params as to_xgboost_params
from gbtlib.handover.sklearn_models import from_sklearn as from_sklearn
from gbtlib.handover.solve_kept import solve_catboost as solve_catboost
from gbtlib.handover.solve_kept import solve_sklearn as solve_sklearn
from gbtlib.handover.solve_lightgbm import solve_lightgbm as solve_lightgbm
from gbtlib.handover.solve_xgboost import solve_xgboost as solve_xgboost
from gbtlib.handover.xgboost_file import to_xgboost as to_xgboost
from gbtlib.handover.xgboost_models import from_xgboost as from_xgboost
