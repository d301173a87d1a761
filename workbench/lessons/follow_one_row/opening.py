"""What the lesson opens with: one round before a row of Sonar changes its side. Pure."""

from typing import Any

from workbench.link.values import ROUND, ROW

OPENING: dict[str, Any] = {"data": "sonar", "learning_rate": 0.2, ROW: 35, ROUND: 8}
