"""The home page: a small model that boosts before the reader's eyes, and the path of lessons."""
