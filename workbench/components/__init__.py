"""Parts of a page that draw themselves in the browser: plain JavaScript and SVG, laid out in Python."""
