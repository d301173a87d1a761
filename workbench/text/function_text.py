"""The text of functions as a script to be copied holds it: itself, and what of its module it uses. Pure."""

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from typing import Any

Function = ast.FunctionDef
Namespace = dict[str, Any]


def function_text(*functions: Callable[..., Any]) -> str:
    """The functions one after another, each once and after those of its module that it calls.

    Numbers of the module are written out; annotations and docstrings are left out.
    """
    found: dict[str, str] = {}
    for function in functions:
        _collect(function, found)
    return "\n\n\n".join(found.values())


def _collect(function: Callable[..., Any], found: dict[str, str]) -> None:
    if function.__name__ in found:
        return
    plain = _Plain(getattr(function, "__globals__"))  # noqa: B009  mypy knows no __globals__ of a Callable
    text = ast.unparse(plain.visit(ast.parse(dedent(inspect.getsource(function)))))
    for used in plain.uses:
        if used is not function and used.__module__ == function.__module__:
            _collect(used, found)
    found[function.__name__] = text


class _Plain(ast.NodeTransformer):
    """Leaves annotations and docstrings out, and writes the numbers of a module out.

    uses: the functions of the namespace that occur.
    """

    def __init__(self, namespace: Namespace) -> None:
        self.namespace = namespace
        self.uses: list[Callable[..., Any]] = []

    def visit_FunctionDef(self, node: Function) -> Function:
        node.returns = None
        for each in (*node.args.args, *node.args.kwonlyargs):
            each.annotation = None
        if ast.get_docstring(node) is not None:
            del node.body[0]
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self.namespace.get(node.id)
        if isinstance(value, (int, float)):
            return ast.Constant(value)
        if inspect.isfunction(value):
            self.uses.append(value)
        return node
