"""A model that boosts by itself in the full width of the home page, and whose points one can drag."""

from workbench.components import register
from workbench.home.wave import hero_data

_hero = register(
    __file__,
    """<div class="hero"><svg class="picture"></svg><div class="foot">
<button type="button" class="play"></button><div class="round" aria-hidden="true">Round <b></b></div>
<div class="track" role="slider" tabindex="0" aria-label="Round"><svg aria-hidden="true"></svg></div>
<div class="losses"><span class="training">training loss <b></b></span>
<span class="unseen">unseen rows <b></b></span></div>
<button type="button" class="again" aria-label="Put the points back" disabled></button>
</div><span class="told" role="status"></span></div>""",
)


def hero_picture(*, key: str) -> None:
    """Draw it; the browser fits it again by itself, so nothing comes back."""
    _hero(data=hero_data(), key=key)
