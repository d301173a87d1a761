"""The controls of a component that steps with rounds.js, through rounds or other steps."""

from __future__ import annotations


def buttons(step: str) -> str:
    """Five buttons. step: what one goes through, a word in the singular."""
    return "".join(
        f'<button type="button" data-go="{name.lower()}" title="{words}">{name}</button>'
        for name, words in (
            ("First", f"To the first {step} (Home)"),
            ("Back", f"One {step} back (arrow left)"),
            ("Play", f"Play the {step}s (space)"),
            ("Next", f"One {step} forth (arrow right)"),
            ("Last", f"To the last {step} (End)"),
        )
    )


BUTTONS = buttons("round")
