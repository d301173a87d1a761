"""What a colour means, the same on every page: roles, each with a hue of its own.

All read on light and on dark ground, at 3:1 or better, and keep apart under each kind of colour blindness.
Unseen rows have the model's colour, dashed or hollow. Left and right: by place, and by the letters L and R.
"""

TRUTH = "#11714d"
MODEL = "#2f90e8"
RESIDUAL = "#d47b1a"  # the negative gradient
GUESS = "#a128b5"  # the reader's
OTHER = "#82868f"  # the model before, and whatever stands beside what is looked at
CLASSES = ("#8a6508", "#6956fb", "#da6b97")  # with a shape of their own
POSITIVE, NEGATIVE = (255, 190, 120), (140, 190, 245)  # leaf weights above and below 0
NEUTRAL = (238, 240, 243)
INK = "#111111"

# Names of hues, while pages still ask for them.
BLUE, ORANGE, GREEN, VIOLET, GREY = MODEL, RESIDUAL, TRUTH, GUESS, OTHER


def tone(value: float) -> str:
    """A fill for a weight from -1 to 1: blue below 0, orange above, nearly white at 0; ink reads on all."""
    end = POSITIVE if value > 0 else NEGATIVE
    share = min(abs(value), 1.0)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(NEUTRAL, end, strict=True))
