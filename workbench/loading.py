"""Modules are loaded by one thread at a time.

Every session runs in a thread of its own, and a class that opens a link begins many at once. Two threads that
load modules of one package can come to wait for each other, and Python then hands out half a module.
"""

from threading import Lock

LOADING = Lock()
"""To be held while modules are imported that may not be loaded yet."""
