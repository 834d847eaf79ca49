package llmtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// problem is the reason for refusing a request: a status and OpenAI's error object.
type problem struct {
	status  int
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

func (p *problem) Error() string { return p.Message }

// body returns the JSON of the error object.
func (p *problem) body() []byte {
	return encode(struct {
		Error *problem `json:"error"`
	}{p})
}

// Types of errors in the API reference.
const (
	typeInvalid = "invalid_request_error"
	typeServer  = "server_error"
)

// newProblem returns a problem; an empty param or code is sent as null.
func newProblem(status int, kind, param, code, format string, args ...any) *problem {
	return &problem{status, fmt.Sprintf(format, args...), kind, orNull(param), orNull(code)}
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// invalid returns a problem with status 400 about a field.
func invalid(param, code, format string, args ...any) *problem {
	return newProblem(http.StatusBadRequest, typeInvalid, param, code, param+": "+format, args...)
}

// missing returns a problem with status 400 about a required field that is absent.
func missing(param string) *problem {
	return invalid(param, "missing_required_parameter", "the field is required")
}

// unsupported returns a problem with status 400 about a documented field that this server
// does not support.
func unsupported(param string) *problem {
	return invalid(param, "unsupported_parameter", "this server does not support the field: leave it out")
}

// oneOf returns a problem with status 400, as an error, unless value is allowed.
func oneOf(param, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return invalid(param, "invalid_value", "%q: want one of %s", value, strings.Join(allowed, ", "))
}

// strictly is the option with which requests are decoded, beside the defaults: names are
// case-sensitive, duplicate names and invalid UTF-8 are errors.
var strictly = json.RejectUnknownMembers(true)

// decode reads body into v. It returns a problem if the JSON does not have v's type, or has
// a null in a field that nullable does not list. In nullable, * stands for an index or a
// key.
func decode(body []byte, v any, nullable []string) *problem {
	if err := json.Unmarshal(body, v, strictly); err != nil {
		return explain(err)
	}
	return nulls(body, nullable)
}

// explain converts a decoding error to a problem.
func explain(err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*json.SemanticError](err); ok && e.JSONPointer != "" {
		at := param(e.JSONPointer)
		if errors.Is(err, json.ErrUnknownName) {
			return invalid(at, "unknown_parameter", "the API reference lists no such parameter")
		}
		if errors.Is(err, strconv.ErrRange) {
			return invalid(at, "integer_out_of_range", "%s is out of range: want 64 bits", e.JSONValue)
		}
		return invalid(at, "invalid_type", "it is %s: want %s", kind(e.JSONKind), goKind(e.GoType))
	}
	if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok && errors.Is(err, jsontext.ErrDuplicateName) {
		return invalid(param(e.JSONPointer), "duplicate_parameter", "given twice")
	}
	return newProblem(http.StatusBadRequest, typeInvalid, "", "invalid_json", "the body is not a JSON object: %v", err)
}

// nulls returns a problem for a null in a field that nullable does not list. Inside of
// schemas, nulls are allowed.
func nulls(body []byte, nullable []string) *problem {
	if !bytes.Contains(body, []byte("null")) {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return explain(err)
		}
		if token.Kind() != 'n' {
			continue
		}
		if at := d.StackPointer(); !mayBeNull(at, nullable) {
			return invalid(param(at), "invalid_type", "it is null: want a value, or the field left out")
		}
	}
}

func mayBeNull(at jsontext.Pointer, nullable []string) bool {
	var field []string
	for token := range at.Tokens() {
		if _, err := strconv.Atoi(token); err == nil {
			token = "*"
		}
		field = append(field, token)
	}
	name := strings.Join(field, ".")
	for _, other := range []string{"tools.*.function.parameters.", "response_format.json_schema.schema."} {
		if strings.HasPrefix(name, other) {
			return true
		}
	}
	return slices.Contains(nullable, name)
}

// param converts a JSON Pointer to the name of a field in the API: messages[0].content.
func param(at jsontext.Pointer) string {
	name := ""
	for token := range at.Tokens() {
		if i, err := strconv.Atoi(token); err == nil {
			name = element(name, i)
			continue
		}
		if name != "" {
			name += "."
		}
		name += token
	}
	return name
}

func element(param string, i int) string { return param + "[" + strconv.Itoa(i) + "]" }

func kind(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "something else"
}

func goKind(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return goKind(t.Elem())
	case reflect.Bool:
		return "a boolean"
	case reflect.String:
		return "a string"
	case reflect.Int64:
		return "an integer"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}

// encode returns v as JSON with a line break. It panics if v cannot be encoded, which
// would be a bug in this package.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("llmtest: %T has no JSON form: %v", v, err))
	}
	return append(b, '\n')
}
