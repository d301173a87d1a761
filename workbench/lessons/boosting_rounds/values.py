"""Of the link: over which feature the rows are drawn. Pure."""

from workbench.link.rules import Entry, count

OVER = "over"

VALUES: dict[str, Entry] = {
    OVER: count(-1, -1, 10**6),
}
