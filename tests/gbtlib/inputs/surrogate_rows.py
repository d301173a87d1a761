"""Eight rows and the side of each: the worked example of surrogates."""

import numpy as np

from gbtlib.loops.trees import LEFT, RIGHT

# Eight rows; the first feature sends rows 1 to 4 left.
EIGHT = np.column_stack(
    ([1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 6, 4, 5, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1], [1, 5, 2, 6, 3, 7, 4, 8])
).astype(float)
EIGHT_SIDES = np.array([LEFT] * 4 + [RIGHT] * 4, dtype=np.int8)
