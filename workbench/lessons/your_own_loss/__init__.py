"""Your own loss: gradient and hessian over F, and what they ask of every row in every round."""

from workbench.lessons.your_own_loss.values import SEARCH, VALUES
from workbench.link.values import ROUND
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "your_own_loss",
    "Your own loss",
    "What does a loss ask of a tree?",
    "Type a loss, see its gradient and hessian pull every row, and know which rows will be heard.",
    controls="none",
    shared=(ROUND, *SEARCH),
    own=VALUES,
    screenshot="own_loss=huber&round=10",
)
