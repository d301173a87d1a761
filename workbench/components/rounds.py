"""The controls of a component that steps through rounds with rounds.js."""

from __future__ import annotations

BUTTONS = "".join(
    f'<button type="button" data-go="{name.lower()}" title="{words}">{name}</button>'
    for name, words in (
        ("First", "To the first round (Home)"),
        ("Back", "One round back (arrow left)"),
        ("Play", "Play the rounds (space)"),
        ("Next", "One round forth (arrow right)"),
        ("Last", "To the last round (End)"),
    )
)
