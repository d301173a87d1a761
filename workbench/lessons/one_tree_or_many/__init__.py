"""One tree or many: what many small trees can do that one large tree cannot."""
