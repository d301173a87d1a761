"""Colours that read on light and on dark ground, and that colour-blind people can tell apart."""

# Okabe and Ito's palette, in shades that keep a contrast of 3:1 on white and on Streamlit's dark ground.
BLUE, ORANGE, GREEN, VIOLET, GREY = "#2f7fc1", "#d9730d", "#1c9a78", "#b0609a", "#808791"
POSITIVE, NEGATIVE = (255, 190, 120), (140, 190, 245)  # leaf weights above and below 0
NEUTRAL = (238, 240, 243)
INK = "#111111"


def tone(value: float) -> str:
    """A fill for a weight from -1 to 1: blue below 0, orange above, nearly white at 0; ink reads on all."""
    end = POSITIVE if value > 0 else NEGATIVE
    share = min(abs(value), 1.0)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(NEUTRAL, end, strict=True))
