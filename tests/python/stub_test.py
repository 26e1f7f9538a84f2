"""The stubs say what the module has: every name and every signature."""
import ast
import inspect
import pathlib

import grundy
from grundy import _grundy

STUB = ast.parse((pathlib.Path(grundy.__file__).parent / "_grundy.pyi").read_text())


def arguments_of(function):
    """(name, kind, default) of each argument of a function in the stub."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(positional) - len(given.defaults)) + given.defaults
    every = [(argument, "positional", default) for argument, default in zip(positional, defaults)]
    every += [(argument, "keyword", default)
              for argument, default in zip(given.kwonlyargs, given.kw_defaults)]
    return [(argument.arg, kind, ast.literal_eval(default) if default else inspect.Parameter.empty)
            for argument, kind, default in every]


def arguments_in(compiled):
    kinds = {inspect.Parameter.KEYWORD_ONLY: "keyword"}
    return [(p.name, kinds.get(p.kind, "positional"), p.default)
            for p in inspect.signature(compiled).parameters.values()]


def own_names(compiled):
    """What a class has that its bases do not, without what every class has, from Python, copyreg or, by
    version, from pybind11."""
    own = set(vars(compiled)) - {"__doc__", "__init__", "__module__", "__new__", "__repr__",
                                 "__slotnames__"}
    return {name for name in own if not name.startswith("_pybind11_")}


def stubbed(body):
    names = {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names.update({node.target.id: node for node in body if isinstance(node, ast.AnnAssign)})
    return names


def test_names_of_the_module():
    compiled = {name for name in vars(_grundy) if not name.startswith("__") or name == "__version__"}
    assert set(stubbed(STUB.body)) == compiled
    assert {name for name in compiled if not name.startswith("_")} <= set(grundy.__all__)
    for name in grundy.__all__:
        assert hasattr(grundy, name), name


def test_names_of_classes():
    for node in STUB.body:
        if isinstance(node, ast.ClassDef):
            names = set(stubbed(node.body)) - {"__init__"}
            assert names == own_names(getattr(_grundy, node.name)), node.name


def test_signatures_of_functions():
    functions = [node for node in STUB.body if isinstance(node, ast.FunctionDef)]
    assert len(functions) == 10
    for node in functions:
        assert arguments_of(node) == arguments_in(getattr(_grundy, node.name)), node.name


def test_signatures_of_methods():
    kinds = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
    assert set(kinds) == {"Table", "Solution", "Graph", "Session"}
    for name, kind in kinds.items():
        compiled = getattr(_grundy, name)
        methods = [node for node in kind.body
                   if isinstance(node, ast.FunctionDef) and not node.decorator_list
                   and node.name not in ("__eq__", "__hash__", "__len__")]  # which have none
        for node in methods:
            method = getattr(compiled, node.name)
            assert arguments_of(node)[1:] == arguments_in(method), f"{name}.{node.name}"


def test_everything_has_help():
    for name in grundy.__all__:
        assert getattr(grundy, name).__doc__, name
    for kind in (grundy.Table, grundy.Solution, grundy.Graph, grundy.Session):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_public_names_say_where_they_are():
    for name in grundy.__all__:
        assert getattr(grundy, name).__module__ == "grundy", name
    assert (pathlib.Path(grundy.__file__).parent / "py.typed").exists()
