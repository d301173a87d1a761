"""A drawn tree: layout, texts of its boxes, growth, files."""
