"""The five write-ups by their names in the link. Pure."""

from collections.abc import Mapping

from workbench.sources.cart import CART
from workbench.sources.nested import NESTED
from workbench.sources.onedal import ONEDAL
from workbench.sources.pluggable import PLUGGABLE
from workbench.sources.records import WriteUp
from workbench.sources.scratch import SCRATCH

WRITE_UPS: Mapping[str, WriteUp] = {
    "scratch": SCRATCH,
    "cart": CART,
    "onedal": ONEDAL,
    "pluggable": PLUGGABLE,
    "nested": NESTED,
}
