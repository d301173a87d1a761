"""Boost a table that is too large for one process, with XGBoost: `python -m gbtlib.train --help`.

Nothing here boosts by itself. XGBoost does, alone or on the workers of Dask; here it is fed a piece of the
table at a time, and what it learned is put into a folder that the workbench opens.

job       what is asked, and its rules
pieces    the table, piece by piece: which rows are held out, which are in the sample
alone     XGBoost over some pieces, in one process, and what is written
on_dask   the same on each worker of a cluster, and what happens when one is lost
"""
