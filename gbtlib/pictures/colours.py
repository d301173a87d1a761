"""What a colour means in every picture of gbtlib and the workbench: all read on light and dark ground."""

MODEL = "#2f90e8"
OTHER = "#82868f"  # the model before, and whatever stands beside what is looked at
CLASSES = ("#8a6508", "#6956fb", "#da6b97")  # with a shape of their own

INK, FADED, PAPER = "#111111", "#555b63", "#eef0f3"  # of the boxes of a tree, in either theme
GROUND, FAINT_LINE, PATH = "#ffffff", "#c4c8ce", "#0b57d0"  # of a picture outside the page: see the themes
BELOW, ABOVE = "#259a92", "#b98318"  # numbers below and above 0, and the ends of a scale


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#rrggbb", from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """So much of the other colour in the first: 0 is the first, 1 the other."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def sign_fill(value: float) -> str:
    """A fill for a number from -1 to 1, nearly white at 0; ink reads on all."""
    return mixed(PAPER, ABOVE if value > 0 else BELOW, 0.55 * min(abs(value), 1.0))


def class_fill(code: int, share: float) -> str:
    """A fill in the hue of a class, nearly white at 0; ink reads on all. A fourth class is as the third."""
    return mixed(PAPER, CLASSES[min(code, len(CLASSES) - 1)], 0.5 * min(share, 1.0))
