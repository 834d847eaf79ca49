"""A stand-in for the parts of inspect_ai 0.3 that the task file uses. It takes the
arguments that those take and refuses all others."""


class Task:
    def __init__(self, *, dataset, solver, scorer, message_limit=None):
        assert isinstance(dataset, list) and dataset, "a dataset of samples"
        assert all(getattr(s, "is_solver", False) for s in solver), "a list of solvers"
        assert getattr(scorer, "is_scorer", False), "a scorer"
        assert message_limit is None or isinstance(message_limit, int)
        self.dataset, self.solver, self.scorer, self.message_limit = dataset, solver, scorer, message_limit


def task(function):
    function.is_task = True
    return function
