"""What a colour means, the same on every page: roles, each with a hue of its own. Pure.

All read on light and on dark ground, at 3:1 or better, and keep apart under each kind of colour blindness.
Unseen rows have the model's colour, dashed or hollow. Left and right: by place, by the letters L and R,
and by solid and dashed lines.
"""

from gbtlib.pictures.colours import ABOVE as ABOVE
from gbtlib.pictures.colours import BELOW as BELOW
from gbtlib.pictures.colours import CLASSES as CLASSES
from gbtlib.pictures.colours import FADED as FADED
from gbtlib.pictures.colours import FAINT_LINE as FAINT_LINE
from gbtlib.pictures.colours import GROUND as GROUND
from gbtlib.pictures.colours import INK as INK
from gbtlib.pictures.colours import MODEL as MODEL
from gbtlib.pictures.colours import OTHER as OTHER
from gbtlib.pictures.colours import PAPER as PAPER
from gbtlib.pictures.colours import PATH as PATH
from gbtlib.pictures.colours import channels as channels
from gbtlib.pictures.colours import class_fill as class_fill
from gbtlib.pictures.colours import mixed as mixed
from gbtlib.pictures.colours import sign_fill as sign_fill

TRUTH = "#11714d"
RESIDUAL = "#d47b1a"  # the negative gradient
GUESS = "#a128b5"  # the reader's
CHOSEN = "currentColor"  # what is looked at: the colour of text, in either theme
