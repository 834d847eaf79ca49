class Scorer:
    pass


class Target(list):
    @property
    def text(self):
        return "".join(self)


class Score:
    def __init__(self, *, value, answer=None, explanation=None, metadata=None):
        assert isinstance(value, dict) and all(type(v) is float or type(v) is int for v in value.values())
        assert isinstance(answer, str) and isinstance(explanation, str)
        self.value, self.answer, self.explanation = value, answer, explanation


def mean():
    return "mean"


def stderr():
    return "stderr"


def scorer(*, metrics):
    assert isinstance(metrics, dict) and all(m == ["mean", "stderr"] for m in metrics.values())

    def decorate(make):
        def made():
            score = make()
            score.is_scorer, score.metrics = True, metrics
            return score

        return made

    return decorate
