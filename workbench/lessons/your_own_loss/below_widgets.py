"""Below the stage: what a loss asks, unseen rows, all losses at this row, the class in Python."""

from functools import partial

import streamlit as st

from gbtlib import ExpressionLoss
from workbench.components.prose import prose
from workbench.lessons.your_own_loss import words
from workbench.lessons.your_own_loss.compared import compared, unseen_panel
from workbench.lessons.your_own_loss.current_loss import Shown, current_loss
from workbench.lessons.your_own_loss.presets import shown_preset
from workbench.lessons.your_own_loss.run import model_of
from workbench.lessons.your_own_loss.snippets import loss_snippet, run_snippet, without_peer
from workbench.lessons.your_own_loss.stage import stage_of_loss
from workbench.lessons.your_own_loss.values import AT_Y, TOLD
from workbench.link.values import GUESS_FIRST
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting
from workbench.shell.pictures import curves
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you


@follows_the_stage(presented=True)
def below() -> None:
    """What stands below the stage: it follows once that rests."""
    shown, preset = current_loss(), shown_preset(session.values())
    run = shown.run
    if preset is not None:
        st.markdown(preset.words)
    st.markdown(words.loss_words(run.made))
    st.markdown(words.ended_words(run))
    here = words.terms_here(run, shown.number, shown.position)
    prose(words.asks_words(run, shown.number, shown.position), here, key="asks_words")
    if presenting():
        return
    name = run.boosting.asked.name
    if session.value(GUESS_FIRST) == 0 or name in session.value(TOLD).split(","):
        runs = compared(run.boosting)
        curves([unseen_panel(runs)], words.course_words(runs))
        st.markdown(words.losses_table(run, shown.number, shown.position))
        st.caption("Losses of classes take y > 0 as class 1.")
    else:
        st.caption("What other losses ask stands here once the question is answered.")
    of_loss = ["derivative by rule", "checked loss"]
    if not isinstance(run.made.bare, ExpressionLoss):
        of_loss = [f"loss of {name}", f"gradient of {name}", f"hessian of {name}"]
    code_lens([*of_loss, "leaf weight", "starting value"])
    fit = partial(model_of, run, max(1, shown.number))
    take_with_you(stage_of_loss(run), name, fit, partial(copies, shown), cursor={AT_Y: None})


def copies(shown: Shown) -> None:
    """The loss as a class, and the screen, in Python."""
    loss, whole = st.tabs(["The loss", "The whole screen"])
    loss.code(loss_snippet(shown.run.made), language="python")
    loss.caption(without_peer(shown.run.made))
    whole.code(run_snippet(shown.run, shown.number, shown.position), language="python")
