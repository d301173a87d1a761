"""What a colour means, the same on every page: roles, each with a hue of its own. Pure.

All read on light and on dark ground, at 3:1 or better, and keep apart under each kind of colour blindness.
Unseen rows have the model's colour, dashed or hollow. Left and right: by place, by the letters L and R,
and by solid and dashed lines.
"""

from gbtlib.pictures.colours import ABOVE as ABOVE
from gbtlib.pictures.colours import BELOW as BELOW
from gbtlib.pictures.colours import CLASSES as CLASSES
from gbtlib.pictures.colours import MODEL as MODEL
from gbtlib.pictures.colours import OTHER as OTHER
from gbtlib.pictures.colours import channels as channels

TRUTH = "#11714d"
RESIDUAL = "#d47b1a"  # the negative gradient
GUESS = "#a128b5"  # the reader's
CHOSEN = "currentColor"  # what is looked at: the colour of text, in either theme
