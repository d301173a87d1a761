"""Record to figure: plotly figures and SVG, without streamlit."""
