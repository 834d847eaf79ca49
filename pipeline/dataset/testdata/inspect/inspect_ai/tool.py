import inspect
from typing import Any, get_type_hints

TYPES = {"string", "integer", "number", "boolean", "array", "object", "null"}
FIELDS = {"type", "format", "description", "default", "enum", "items", "properties", "additionalProperties", "anyOf", "required"}


class Tool:
    pass


class ToolError(Exception):
    pass


def _param(schema):
    assert set(schema) <= FIELDS, f"fields {set(schema) - FIELDS} of a schema"
    assert schema.get("type") is None or schema["type"] in TYPES, f"type {schema.get('type')!r}"
    for s in schema.get("anyOf") or []:
        _param(s)
    if schema.get("items") is not None:
        _param(schema["items"])


class ToolParams:
    def __init__(self, *, properties, required):
        for name, schema in properties.items():
            _param(schema)
            assert schema.get("description"), f"parameter {name} has no description"
        assert set(required) <= set(properties)
        self.properties, self.required = properties, required


class ToolDef:
    def __init__(self, tool, *, name, description, parameters):
        assert inspect.iscoroutinefunction(tool)
        # Arguments are handed through as they are to a tool that takes any.
        assert get_type_hints(tool).get("kwargs") is Any
        assert name and description and isinstance(parameters, ToolParams)
        self.tool, self.name, self.description, self.parameters = tool, name, description, parameters

    def as_tool(self):
        self.tool.is_tool, self.tool.name, self.tool.parameters = True, self.name, self.parameters
        return self.tool
