import json
from dataclasses import dataclass, field


@dataclass
class Sample:
    input: str
    target: "str | list[str]" = ""
    id: "str | None" = None
    metadata: dict = field(default_factory=dict)


def json_dataset(json_file, *, name=None):
    assert isinstance(json_file, str) and json_file.endswith(".jsonl"), "JSON lines go by their ending"
    with open(json_file, encoding="utf-8") as f:
        return [Sample(**json.loads(line)) for line in f]
