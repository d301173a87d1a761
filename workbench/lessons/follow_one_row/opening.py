"""What the lesson opens with: one round before a patient changes sides, with two bricks laid. Pure."""

from typing import Any

from workbench.link.values import ROUND, ROW

OPENING: dict[str, Any] = {"data": "breast_cancer", "learning_rate": 0.2, ROW: 36, ROUND: 2}
