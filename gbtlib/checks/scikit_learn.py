"""What scikit-learn's tools ask of an estimator. It is imported here alone, and only when they ask."""

from __future__ import annotations

import sys
from typing import Any


def tags(task: str) -> Any:
    """sklearn.utils.Tags of an estimator for "regression" or "classification".

    Errors: ImportError without scikit-learn 1.6 or later, which is what asks for them.
    """
    from sklearn.utils import ClassifierTags, InputTags, RegressorTags, Tags, TargetTags

    is_classifier = task == "classification"
    return Tags(
        estimator_type="classifier" if is_classifier else "regressor",
        target_tags=TargetTags(required=True),
        classifier_tags=ClassifierTags() if is_classifier else None,
        regressor_tags=None if is_classifier else RegressorTags(),
        input_tags=InputTags(allow_nan=True),
    )


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


def metadata_request(owner: str, requests: Requests) -> Any:
    """sklearn.utils.metadata_routing.MetadataRequest of an estimator; made only when its tools ask."""
    from sklearn.utils.metadata_routing import MetadataRequest

    found = MetadataRequest(owner=owner)
    for method, wishes in requests.items():
        for name, wish in wishes.items():
            getattr(found, method).add_request(param=name, alias=wish)
    return found
