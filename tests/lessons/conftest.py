"""Tests of a lesson have what the app has when it starts: the link knows the values of every lesson."""

import workbench.shell.registry  # noqa: F401  (loading it declares them)
