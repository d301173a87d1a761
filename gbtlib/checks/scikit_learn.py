"""What scikit-learn's tools ask of an estimator. It is imported here alone, and only when they ask."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any, ClassVar

METHODS = ("fit", "predict", "predict_proba", "predict_log_proba", "decision_function", "score")
OF_EVERY_METHOD = ("self", "X", "y")


def not_fitted(message: str) -> ValueError:
    """The error of an estimator that has learned nothing: scikit-learn's own, a ValueError too, where it is
    loaded, since its tools wait for that one.
    """
    kind: type[ValueError] = getattr(sys.modules.get("sklearn.exceptions"), "NotFittedError", ValueError)
    return kind(message)


def column_warning() -> type[Warning]:
    """The kind of a warning of a column in place of a vector: scikit-learn's own where it is loaded."""
    kind: type[Warning] = getattr(sys.modules.get("sklearn.exceptions"), "DataConversionWarning", UserWarning)
    return kind


class Requests(dict[str, dict[str, Any]]):
    """What an estimator wants of the metadata that scikit-learn routes: by method and parameter."""

    def __sklearn_clone__(self) -> Requests:
        return Requests({method: dict(wishes) for method, wishes in self.items()})


def metadata_of(kind: type, method: str) -> list[str]:
    """The names of what a method takes beside X and y."""
    if not hasattr(kind, method):
        return []
    return [
        name for name in inspect.signature(getattr(kind, method)).parameters if name not in OF_EVERY_METHOD
    ]


def asking(method: str) -> Callable[..., Any]:
    """The method that says what another one wants, as scikit-learn's estimators have it."""

    def set_request(self: Any, **wishes: bool | str | None) -> Any:
        known = metadata_of(type(self), method)
        for name, wish in wishes.items():
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes nothing beside X and y"
                raise TypeError(f"{name} is no argument of {method} of {type(self).__name__}; {takes}")
            if not (wish is None or isinstance(wish, bool | str)):
                raise TypeError(f"{name}={wish!r} must be True, False, None, or another name of it")
        requests = self._requests()
        requests[method] |= wishes
        self._metadata_request = requests
        return self

    set_request.__name__ = f"set_{method}_request"
    set_request.__doc__ = f"""Say which arguments of {method} beside X and y scikit-learn's tools hand on.

    Each by its name: True: they hand it on where they are given it; False: they do not; None: that is an
    error; or the name under which they are given it. It matters after
    sklearn.set_config(enable_metadata_routing=True). Errors: TypeError for what {method} does not take.
    """
    return set_request


class AtHome:
    """What scikit-learn's tools ask of an estimator: made only when they ask."""

    task: ClassVar[str]
    _metadata_request: Requests

    set_fit_request = asking("fit")
    set_predict_request = asking("predict")
    set_score_request = asking("score")

    def __sklearn_tags__(self) -> Any:
        """What it is and takes. Errors: ImportError without scikit-learn 1.6, which asks for them."""
        from sklearn.utils import ClassifierTags, InputTags, RegressorTags, Tags, TargetTags

        is_classifier = self.task == "classification"
        return Tags(
            estimator_type="classifier" if is_classifier else "regressor",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags() if is_classifier else None,
            regressor_tags=None if is_classifier else RegressorTags(),
            input_tags=InputTags(allow_nan=True),
        )

    def get_metadata_routing(self) -> Any:
        """Which further arguments of its methods it wants."""
        from sklearn.utils.metadata_routing import MetadataRequest

        found = MetadataRequest(owner=type(self).__name__)
        for method, wishes in self._requests().items():
            for name, wish in wishes.items():
                getattr(found, method).add_request(param=name, alias=wish)
        return found

    def _requests(self) -> Requests:
        found = Requests({method: dict.fromkeys(metadata_of(type(self), method)) for method in METHODS})
        for method, wishes in getattr(self, "_metadata_request", {}).items():
            found[method] |= wishes
        return found
