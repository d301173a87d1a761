"""Two pages of Streamlit with nothing of the workbench: what it does by itself. `-m` starts its server."""

import sys

import streamlit as st
from streamlit.runtime import exists
from streamlit.web import cli


@st.fragment
def body(page: str) -> None:
    """The one fragment that both pages draw."""
    st.markdown(f"body of {page}")


def first() -> None:
    """A page with a fragment, a widget whose value is assigned, and a component with a script."""
    st.session_state.setdefault("assigned", 3)
    body("first")
    st.slider("assigned", 0, 9, key="assigned")
    st.components.v2.component("bare", js="export default () => {}")(data={"number": 1}, key="bare")


def second() -> None:
    """Another page with the same fragment."""
    body("second")


if exists():
    st.navigation([st.Page(first, default=True), st.Page(second)]).run()
elif __name__ == "__main__":
    port = sys.argv[sys.argv.index("--port") + 1]
    options = {"port": port, "address": "127.0.0.1", "headless": "true", "fileWatcherType": "none"}
    flags = [f"--server.{name}={value}" for name, value in options.items()]
    cli.main(["run", __file__, *flags, "--browser.gatherUsageStats=false"], standalone_mode=False)
