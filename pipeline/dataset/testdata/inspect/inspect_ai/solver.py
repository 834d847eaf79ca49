"""Solvers that note on the state what they were given."""


class TaskState:
    def __init__(self, messages, output, metadata):
        self.messages, self.output, self.metadata, self.tools = messages, output, metadata, []


def _solver(what, value):
    def solve(state):
        return state

    solve.is_solver, solve.what, solve.value = True, what, value
    return solve


def system_message(template):
    assert isinstance(template, str) and "{" not in template, "braces are filled in"
    return _solver("system_message", template)


def use_tools(tools):
    assert all(getattr(t, "is_tool", False) for t in tools)
    return _solver("use_tools", tools)


def generate():
    return _solver("generate", None)
