"""One folder a lesson, named as its page; none of them knows another."""
