"""One leaf: why its weight is −G / (H + λ)."""
