"""The workbench: a Streamlit app that shows gradient boosted trees one step at a time.

The library underneath is `gbtlib`; this package turns its records into pictures and controls.
Start it with `python -m workbench`.
"""
