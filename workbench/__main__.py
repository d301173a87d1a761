"""`python -m workbench` and the console script: starts the server and opens the browser."""

import argparse
import socket
import sys
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from threading import Thread

from workbench.loading import LOADING
from workbench.paths import CONFIG_PATH, SERVE_PATH

DEFAULT_PORT = 8501
N_PORTS_TRIED = 20
EVERYWHERE = "0.0.0.0"
ANY_ELSEWHERE = ("10.255.255.255", 9)  # an address in no use: it is not asked


def main(argv: Sequence[str] | None = None) -> int:
    """Start the workbench and serve it until Ctrl+C.

    Args:
        argv: command-line arguments without the program's name; None takes them from `sys.argv`.

    Returns:
        Exit status: 0 after a normal stop, 2 when no port is to be had.
    """
    arguments = _parser().parse_args(argv)
    address = arguments.address
    port = arguments.port if arguments.port is not None else first_free_port(address, DEFAULT_PORT)
    if port is None or not port_is_free(address, port):
        print(_port_message(arguments.port), file=sys.stderr)
        return 2
    print(*addresses_in_words(address, port, network_address()), sep="\n", flush=True)
    # Imported here so that --help and a busy port answer at once.
    from click.exceptions import Abort
    from streamlit.web import cli

    answer_at_once()
    watch_no_settings()
    Thread(target=load_ahead, daemon=True).start()
    flags = [*server_flags(), f"--server.address={address}", f"--server.port={port}"]
    if arguments.no_browser:
        flags.append("--server.headless=true")
    with suppress(Abort):  # Ctrl+C
        cli.main(["run", str(SERVE_PATH), *flags], standalone_mode=False)
    return 0


def addresses_in_words(address: str, port: int, in_network: str | None) -> list[str]:
    """Where the workbench can be reached, in lines for the terminal.

    Args:
        address: IPv4 address to listen on; 0.0.0.0 for all that this computer has.
        port: port number.
        in_network: this computer's address for others in its network; None where that is unknown.
    """
    here = "127.0.0.1" if address == EVERYWHERE else address
    lines = [f"The workbench runs at http://{here}:{port} (Ctrl+C stops it)"]
    if address == EVERYWHERE and in_network:
        lines.append(f"A class in the same network types http://{in_network}:{port}")
    elif address == EVERYWHERE:
        lines.append(
            f"This computer seems to be in no network; once it is, a class types its address and :{port}"
        )
    return lines


def network_address() -> str | None:
    """The IPv4 address by which others in the network reach this computer; None without a network.

    Nothing is sent: the system only says from which of its addresses it would send.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANY_ELSEWHERE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith("127.") else found


def load_ahead() -> None:
    """Load what every first page needs, while the server starts and the browser opens."""
    # Nothing that registers components: without a running server they would be lost.
    for name in (
        "pandas",
        "workbench.models.boosted",
        "workbench.lessons.boosting_rounds.record",
        "workbench.gains.view",
        "workbench.gains.formula",
    ):
        with LOADING:
            import_module(name)
    from gbtlib.compile_ahead import compile_ahead, to_terminal

    compile_ahead(to_terminal)


def answer_at_once() -> None:
    """Let the server send at once: else the end of an answer may wait 40 ms until its beginning is heard."""
    from streamlit.web.server.starlette import starlette_server

    bind = starlette_server._bind_socket

    # WORKAROUND streamlit 1.67, answers wait: its socket names no protocol, so that asyncio lets it wait.
    def bound(address: str, port: int, backlog: int) -> socket.socket:
        listening = bind(address, port, backlog)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
        return listening

    starlette_server._bind_socket = bound


def watch_no_settings() -> None:
    """Let the server not look fifteen times a second whether somebody wrote settings: it has all as flags."""
    from streamlit.web import bootstrap

    # WORKAROUND streamlit 1.67, settings are watched: by looking, whatever kind of watching it is told.
    bootstrap._install_config_watchers = lambda flag_options: None


def server_flags() -> list[str]:
    """Settings of config.toml as Streamlit flags, themes left out.

    Returns:
        Flags such as "--server.fileWatcherType=none", in the order of the file.
    """
    with CONFIG_PATH.open("rb") as file:
        sections = tomllib.load(file)
    return [
        f"--{section}.{name}={_flag_value(value)}"
        for section, options in sections.items()
        if section != "theme"
        for name, value in options.items()
    ]


def port_is_free(address: str, port: int) -> bool:
    """Whether a server could listen on the port now.

    Args:
        address: IPv4 address to listen on.
        port: port number, 1 to 65535.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            # As the server does: a port that waits after a restart counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
        return True


def first_free_port(address: str, start: int) -> int | None:
    """The first free port from `start` on, or None when 20 in a row are taken."""
    candidates = range(start, start + N_PORTS_TRIED)
    return next((port for port in candidates if port_is_free(address, port)), None)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gbt-workbench", description="An interactive workbench for teaching gradient boosted trees."
    )
    parser.add_argument(
        "--port",
        type=_port_number,
        help=f"port to listen on (default: the first free one from {DEFAULT_PORT} on)",
    )
    parser.add_argument(
        "--address",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this computer only; 0.0.0.0 lets a classroom in)",
    )
    parser.add_argument(
        "--no-browser",
        "--headless",
        dest="no_browser",
        action="store_true",
        help="do not open a browser window",
    )
    return parser


def _port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"port={text} must be a whole number from 1 to 65535")
    return int(text)


def _port_message(port: int | None) -> str:
    if port is None:
        last = DEFAULT_PORT + N_PORTS_TRIED - 1
        return f"gbt-workbench: ports {DEFAULT_PORT} to {last} are all in use; choose another with --port"
    return f"gbt-workbench: port {port} is in use; choose another with --port, or leave --port out"


def _flag_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    sys.exit(main())
