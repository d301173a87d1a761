"""Compute the splits that come with the workbench.

`python -m workbench.lessons.sonar_laboratory.first_splits` writes datasets/sonar_splits.jsonl,
in about a minute.
"""

from workbench.lessons.sonar_laboratory.notebook import FIRST_SPLITS, N_FIRST, line_of
from workbench.lessons.sonar_laboratory.splits import Splits
from workbench.lessons.sonar_laboratory.variants import VARIANTS


def main() -> None:
    """All variants on the first splits of seed 0."""
    lines = [line_of(k, name, Splits().ranks(k, name)) for k in range(N_FIRST) for name in VARIANTS]
    FIRST_SPLITS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
