"""Pictures as SVG that need nothing else: trees, rounds, gains of a node. The workbench draws with them."""
