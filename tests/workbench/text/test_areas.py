"""The standard error of an area under a ROC curve, by hand."""

from workbench.text.areas import area_formula


def test_the_formula_of_an_area_has_its_numbers() -> None:
    """A = 3/4 of 8 and 12 rows: Q1 = 0.6, Q2 = 9/14, and the error is the root of 0.013895."""
    formula = area_formula(0.75, 8, 12)
    assert r"A=0.75,\;n_+=8,\;n_-=12,\;Q_1=\tfrac{A}{2-A}=0.6,\;" in formula
    assert "=0.6429" in formula
    assert "=0.1179" in formula
