"""A queue of numbers with priorities: a heap, each entry before the two below it."""

from gbtlib.loops.compiling import ZERO, compiled


@compiled
def push(queue, priority, node):
    """Queue a node: a heap, each entry before the two below it."""
    at = queue.counts[1]
    queue.counts[1] += 1
    queue.priority[at], queue.node[at] = priority, node
    while at > 0 and is_before(queue, at, (at - 1) // 2):
        swap(queue, at, (at - 1) // 2)
        at = (at - 1) // 2


@compiled
def pop(queue):
    """Take the node with the smallest priority from the queue, the first of equals."""
    queue.counts[1] -= 1
    n, at = queue.counts[1], ZERO
    swap(queue, at, n)
    while 2 * at + 1 < n:
        below = 2 * at + 1
        if below + 1 < n and is_before(queue, below + 1, below):
            below += 1
        if not is_before(queue, below, at):
            break
        swap(queue, at, below)
        at = below
    return queue.node[n]


@compiled
def is_before(queue, i, j):
    """Whether entry i comes before entry j."""
    priority, node = queue.priority, queue.node
    return priority[i] < priority[j] or (priority[i] == priority[j] and node[i] < node[j])


@compiled
def swap(queue, i, j):
    """Exchange two entries."""
    priority, node = queue.priority, queue.node
    priority[i], priority[j] = priority[j], priority[i]
    node[i], node[j] = node[j], node[i]
