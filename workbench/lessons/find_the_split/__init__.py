"""Find the split: where would you cut?"""
