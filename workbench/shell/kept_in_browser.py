"""What the browser is told at the end of a run: the link to this moment, and what it keeps over a reload."""

from collections.abc import Mapping
from typing import Any

from workbench.shell import own_tables, session

_VISITED, _PAGES = "visited", "pages"


def counts() -> dict[str, Any]:
    """Whose run it is, what has happened so often at its end, and once where a link leads to: see Store."""
    kept = session.store()
    kept.answers += 1
    leads_to, kept.leads_to = kept.leads_to, ""
    counted = {"moment": kept.moment, "visits": kept.visits, "answers": kept.answers}
    return {"session": kept.session, **counted, "leads_to": leads_to, "has_heard": kept.has_heard}


def other_values() -> dict[str, Any]:
    """What the browser keeps over a reload beside the link: values of other pages, and the pages seen."""
    kept = session.store()
    return {_PAGES: kept.other_links(), _VISITED: " ".join(kept.visited)}


@session.callback
def take_others(others: Mapping[str, Any]) -> None:
    """Take up the values of other pages and the pages seen, as they were before a reload.

    A page to which the reader has gone meanwhile is shown as it was left, too, if it still stands at its
    opening; the first one shows what the address says.
    """
    kept = session.store()
    if kept.has_heard:
        return
    kept.has_heard = True
    before = others.get(_VISITED, "").split()
    kept.visited[:0] = [name for name in before if name not in kept.visited]
    for name, link in others.get(_PAGES, {}).items():
        if name == kept.page.entry.name:
            if kept.came_from and not kept.page.link():
                session.take_link(kept, own_tables.without_unknown(name, link))
        elif name not in kept.pages or not kept.pages[name].link():
            kept.pages.pop(name, None)
            kept.left[name] = link


def told_link() -> dict[str, str]:
    """The same, which is now told to the browser."""
    link, page = session.without_held(session.link_values()), session.store().page
    if page.is_turned:
        page.is_turned = False
        page.told.clear()
    if link not in page.told:
        page.told.append(link)
    return link
