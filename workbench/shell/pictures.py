"""Pictures that one only looks at, below a stage: curves, gains and trees as SVG; and a tree as files."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from gbtlib import Tree
from gbtlib.pictures.svg import Picture
from gbtlib.pictures.tree_svg import ON_A_PAGE, tree_svg
from workbench.charts.panel_svg import in_its_letters, on_a_page, panels_html
from workbench.charts.panels import Panel
from workbench.shell import session
from workbench.trees.files import tree_csv, tree_dot
from workbench.trees.view import TreeView


def curves(panels: Sequence[Panel], words: str) -> None:
    """Draw panels side by side; `words` say what they show to those who cannot see them."""
    st.markdown(panels_html(panels, words), unsafe_allow_html=True)


def picture(drawn: Picture) -> None:
    """Draw a picture of gbtlib in the colours of the page."""
    st.markdown(f"<div>{on_a_page(drawn.svg)}</div>", unsafe_allow_html=True)


def tree_picture(view: TreeView, *, is_chosen: bool = True) -> None:
    """Draw a tree, with the path to its chosen node if one is, in the colours of the page.

    It scrolls where it is wider, from its root on, and its letters stay.
    """
    view = view if is_chosen else replace(view, selected=-1)
    size = f"position:relative;margin:auto;max-width:{view.width}px;min-width:{0.93 * view.width:.0f}px"
    root = f"position:absolute;left:calc({view.nodes[0].x / view.width:.1%} - 150px);width:300px;height:1px"
    fills = "display:block;overflow:visible;width:100%"
    drawn = in_its_letters(tree_svg(view, ON_A_PAGE)).replace("max-width:100%", fills)
    st.markdown(
        f'<div tabindex="0" style="overflow-x:auto;padding:10px 0"><div style="{size}">'
        f'<i style="{root};scroll-initial-target:nearest"></i>{drawn}</div></div>',
        unsafe_allow_html=True,
    )


def node_field(name: str, last: int, shown: int, label: str = "Node", **options: Any) -> None:
    """The number of the node that is looked at, 0 to the last. name: of the value; options: see bound."""
    session.bound(st.number_input, label, 0, last, name=name, shown=shown, width=140, **options)


def tree_downloads(tree: Tree, names: Sequence[str], view: TreeView, stem: str) -> None:
    """A button behind which the tree lies as files named `stem`; a file is made when it is asked for."""
    with st.popover("Download the tree"):
        for label, kind, mime, make in (
            ("DOT, for Graphviz", "dot", "text/vnd.graphviz", partial(tree_dot, tree, names)),
            ("SVG, as it is drawn", "svg", "image/svg+xml", partial(tree_svg, view)),
            ("CSV, one node a line", "csv", "text/csv", partial(tree_csv, tree, names)),
        ):
            st.download_button(
                label,
                make,
                f"{stem}.{kind}",
                mime,
                key=f"download_{stem}_{kind}",
                on_click="ignore",
                width="stretch",
            )
