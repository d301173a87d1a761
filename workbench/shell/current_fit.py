"""Which fit the screen shows: found, or fitted in the background with a way to stop it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from gbtlib.compile_ahead import now
from workbench.data.catalogue import DATASETS
from workbench.link.values import CRITERION, PURITY, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.boosted import BoostedModel, digest, fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.shell import session
from workbench.shell.background_fits import Fits, FitStoppedError, Key, Result

PATIENCE_S = 0.5  # a fit that takes longer shows its progress
_SHOWN, _STOPPED, _TOP = "shown_settings", "stopped_settings", "shown_by_top"
_AWAITED = "awaited_fits"


class PageEndError(Exception):
    """A page ends here: it has said why."""


def end_page(message: str) -> NoReturn:
    """End a page with a message in its place, such as the rule that a setting breaks."""
    st.error(message)
    raise PageEndError


def current_tree() -> SingleTree:
    """The tree of the settings on the screen, grown. Ends the page with a message where they are wrong."""
    try:
        return tree_of(tree_settings_from(session.values()))
    except ValueError as error:
        end_page(str(error))


@st.cache_resource(max_entries=32, show_spinner=False)
def tree_of(settings: TreeSettings) -> SingleTree:
    """The tree of some settings, shared by everybody."""
    return grow_single_tree(settings)


@st.cache_resource
def fits() -> Fits[Settings, BoostedModel]:
    """The fits of this server."""
    return Fits(fit_boosted_model, at_most=16)


def current_fit() -> BoostedModel:
    """The fit of the settings on the screen; where it takes long, with its progress and a way to stop it."""
    settings = session.settings()
    fit = fit_of(settings)
    _shown()[session.page_name()] = settings
    return fit


def fit_of(settings: Settings) -> BoostedModel:
    """The fit of some settings. Ends the page with a message where they are wrong or the fit was stopped.

    Whoever stops the fit of the settings on the screen comes back to those that were shown before.
    """
    if st.session_state.get(_STOPPED) == settings:
        st.info("The fit of these settings was stopped.")
        st.button("Fit them after all", key=f"fit_{digest(settings)}", on_click=fit_after_all)
        raise PageEndError
    place = st.empty()  # always there: else all that follows would shift, and be mounted anew
    awaited: dict[Settings, BoostedModel] = st.session_state.setdefault(_AWAITED, {})
    if settings in awaited:
        return awaited[settings]
    n_rounds = settings.n_estimators
    words = f"Boosting: round {{}} of {n_rounds}"
    try:
        return awaited.setdefault(settings, wait_for(fits(), settings, place, n_rounds, words, stop))
    except ValueError as error:
        end_page(str(error))


def wait_for(
    fits: Fits[Key, Result],
    key: Key,
    place: DeltaGenerator,
    n_rounds: int,
    words: str,
    stop: Callable[[Key], None],
) -> Result:
    """The fit of a key; where it takes long, with its progress and a way to stop it, in a place of the page.

    words: said meanwhile, with the rounds done put into them; before the first the compiling has its own.
    Where another reader has stopped the fit just now it begins anew: a rerun would lose what this run heard.
    Errors: what the fit raises.
    """
    attempt = 0
    while True:
        pending = fits.of(key)
        if not pending.done.wait(PATIENCE_S):
            with place.container(), pending.watched():
                bar = st.progress(0.0)
                # Several fits may be waited for in one run, each with its own button.
                st.button("Stop", key=f"stop_{digest(key)}_{attempt}", on_click=stop, args=(key,))
                while not pending.done.wait(0.1):
                    done = pending.n_rounds
                    said = [words.format(done), *now]
                    bar.progress(min(1.0, done / n_rounds), said[0] if done else said[-1])
            place.empty()
        with suppress(FitStoppedError):
            return pending.result()
        attempt += 1


def forget_awaited() -> None:
    """A run has begun, or has ended: from now on fits are waited for anew.

    Within a run, one that was waited for is at hand until its end, however many others the server has fitted
    meanwhile.
    """
    st.session_state.pop(_AWAITED, None)


@session.callback
def stop(settings: Settings) -> None:
    """Stop a fit and go back to the settings that were shown before, if there are any and it was theirs."""
    fits().of(settings).stop()
    before = _shown().get(session.page_name())
    if before is None or settings != session.settings():
        st.session_state[_STOPPED] = settings
    else:
        session.put(**vars(before))


def _shown() -> dict[str, Settings]:
    """The settings whose fit each page has shown last, by its name."""
    found: dict[str, Settings] = st.session_state.setdefault(_SHOWN, {})
    return found


@session.callback
def fit_after_all() -> None:
    """Fit the settings whose fit was stopped."""
    st.session_state.pop(_STOPPED, None)


def tree_settings_from(values: Mapping[str, Any]) -> TreeSettings:
    """Settings from values by name, such as the session's; what the data set does not take is left out."""
    info = DATASETS[values["data"]]
    classes = info.task == "classification"
    return TreeSettings(
        data=values["data"],
        noise=round(float(values["noise"]), 9) if info.takes_noise else 0.0,
        seed=values["seed"],
        criterion=values[CRITERION] if classes else "squared_error",
        max_depth=values[TREE_DEPTH],
        max_leaves=values["max_leaves"],
        min_samples_leaf=values[TREE_POINTS],
        min_samples_split=values[TREE_SPLIT],
        purity_stop=values[PURITY] if classes else None,
        grow_policy=values["grow_policy"],
        missing=values["missing"],
    )
