"""Formulas of LaTeX as MathML: by hand, and all of the clinic's."""

from xml.etree import ElementTree

import pytest

from workbench.lessons.clinic.records import PATIENTS
from workbench.text.mathml import mathml


@pytest.mark.parametrize(
    ("latex", "inside"),
    [
        ("x", "<mi>x</mi>"),
        ("10^{-2}", '<msup><mn>10</mn><mrow><mo stretchy="false">−</mo><mn>2</mn></mrow></msup>'),
        (r"\frac{G}{H}", "<mfrac><mrow><mi>G</mi></mrow><mrow><mi>H</mi></mrow></mfrac>"),
        (r"\tfrac12 x", "<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>"),
        (r"G_L^2", "<msubsup><mi>G</mi><mi>L</mi><mn>2</mn></msubsup>"),
        (r"\sqrt{\alpha}", "<msqrt><mrow><mi>α</mi></mrow></msqrt>"),
        (r"\bar y", '<mover accent="true"><mi>y</mi><mo>¯</mo></mover>'),
        (r"\text{a < b}", "<mtext>a &lt; b</mtext>"),
        (r"\text{leaf if }p", "<mtext>leaf if\u00a0</mtext><mi>p</mi>"),
        (r"\left(a\right)", '<mo stretchy="true">(</mo><mi>a</mi><mo stretchy="true">)</mo>'),
        (r"a\le 0.95", "<mi>a</mi><mo>≤</mo><mn>0.95</mn>"),
        (r"\textstyle\sum_i", "<msub><mo>∑</mo><mi>i</mi></msub>"),
        (r"\operatorname{sign}\!\eta\,", '<mi>sign</mi><mi>η</mi><mspace width=".17em"></mspace>'),
    ],
)
def test_by_hand(latex: str, inside: str) -> None:
    assert mathml(latex) == f"<math><mrow>{inside}</mrow></math>"


@pytest.mark.parametrize(
    ("latex", "words"), [(r"\hat y", r"has \\hat"), ("{x", "ends where"), ("x^", "ends where")]
)
def test_what_is_not_known_says_so(latex: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        mathml(latex)


def test_every_formula_of_the_clinic_is_well_formed() -> None:
    for patient in PATIENTS.values():
        for latex in (patient.wrong, patient.right):
            assert ElementTree.fromstring(mathml(latex)).tag == "math"
