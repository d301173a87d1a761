"""Terms of one system in another's: there and back, and by hand."""

from typing import Any

import pytest

from workbench.models.systems import NESTED, SYSTEMS, Terms, from_plain, to_plain, translated

ALL = SYSTEMS | {"nested": NESTED}
PAIRS = [(name, loss) for name, system in ALL.items() for loss in system.scale]
SAID = Terms(1.5, 0.75, 0.25)


@pytest.mark.parametrize(("name", "loss"), PAIRS)
def test_there_and_back(name: str, loss: str) -> None:
    gamma = SAID.gamma if ALL[name].names[1] else None
    said = SAID._replace(gamma=gamma)
    assert from_plain(name, loss, to_plain(name, loss, said)) == pytest.approx(said)
    plain = SAID if gamma is not None else SAID._replace(gamma=0.0)
    assert to_plain(name, loss, from_plain(name, loss, plain)) == pytest.approx(plain)


@pytest.mark.parametrize(
    ("name", "loss", "said", "here"),
    [
        ("xgboost", "squared", (1, 3, 0.3), (1, 1.5, 0.3)),
        ("lightgbm", "logistic", (1, 3, 0.3), (1, 1.5, 0.3)),
        ("onedal", "logistic", (2, 1, 0.1), (2, 0.5, 0.1)),
        ("scikit-learn", "squared", (2, None, 0.1), (2, 0, 0.1)),
        # Derivatives (2r, 2) with (2 lambda, 2 gamma) are (r, 1) with (lambda, gamma).
        ("pluggable", "squared", (2, 2, 1), (1, 1, 1)),
        # A rate inside g and h is lambda over its square, and leaves over it.
        ("scratch", "logistic", (1, 0.5, 0.1), (100, 0.5, 10)),
        ("pluggable", "squared", (2, 2, 0.5), (4, 1, 2)),
        ("scratch", "logistic", (1, 0, 0.001), (1e6, 0, 1000)),
        # Half of the hessian: half of lambda, twice the leaf.
        ("scikit-learn", "softmax", (1, None, 0.1), (2, 0, 0.2)),
        ("lightgbm", "softmax", (1.5, 1, 0.3), (2, 0.375, 0.4)),
        ("nested", "squared", (0, None, 0.001), (0, 0, 0.001)),
    ],
)
def test_by_hand(name: str, loss: str, said: tuple[Any, ...], here: tuple[float, ...]) -> None:
    assert from_plain("gbtlib", loss, to_plain(name, loss, Terms(*said))) == pytest.approx(here)


def test_what_cannot_be_said() -> None:
    assert translated("xgboost", "scratch", "squared", SAID) is None
    assert translated("xgboost", "scikit-learn", "squared", SAID) is None
    assert translated("xgboost", "scikit-learn", "squared", SAID._replace(gamma=0.0)) == (1.5, None, 0.25)
    for translate in (to_plain, from_plain):
        with pytest.raises(ValueError, match="rate=0 must be greater than 0"):
            translate("xgboost", "squared", SAID._replace(rate=0))
