package llmtest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits in the API reference.
const (
	maxStops         = 4
	maxTools         = 128
	maxMetadata      = 16
	maxMetadataKey   = 64
	maxMetadataValue = 512
)

// name matches valid names of functions and schemas.
var name = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// nullableInChat are the fields of a chat request that the API reference lets be null.
var nullableInChat = []string{
	"temperature", "top_p", "presence_penalty", "frequency_penalty", "logit_bias",
	"max_tokens", "max_completion_tokens", "n", "seed", "stop", "stream", "stream_options",
	"logprobs", "top_logprobs", "store", "metadata", "service_tier", "reasoning_effort",
	"verbosity", "modalities", "audio", "prediction",
	"messages.*.content", "messages.*.refusal", "messages.*.audio", "messages.*.function_call",
	"tools.*.function.strict", "response_format.json_schema.strict",
}

// decodeRequest reads a chat completion request. It refuses requests that the API
// reference does not allow or that use a feature this server does not have. It does not
// check the model, and leaves Digest and Seen empty.
func decodeRequest(body []byte, known *schemas) (*Request, *problem) {
	r := new(Request)
	if p := decode(body, r, nullableInChat); p != nil {
		return nil, p
	}
	for _, check := range []func(*Request) *problem{
		checkPresence, checkUnserved, checkNumbers, checkChoices, checkMetadata,
		checkToolList, checkToolChoice, checkMessages, checkFormat,
	} {
		if p := check(r); p != nil {
			return nil, p
		}
	}
	if p := known.check(r); p != nil {
		return nil, p
	}
	return r, nil
}

func checkPresence(r *Request) *problem {
	switch {
	case r.Model == "":
		return missing("model")
	case r.Messages == nil:
		return missing("messages")
	case len(r.Messages) == 0:
		return invalid("messages", "empty_array", "no messages: want at least one")
	}
	return nil
}

// checkUnserved refuses documented fields that would change the answer and that this
// server does not support.
func checkUnserved(r *Request) *problem {
	for _, field := range []struct {
		param string
		given bool
	}{
		{"audio", given(r.Audio)},
		{"stream", isTrue(r.Stream)},
		{"stream_options", given(r.StreamOptions)},
		{"prediction", given(r.Prediction)},
		{"functions", given(r.Functions)},
		{"function_call", given(r.FunctionCall)},
		{"web_search_options", given(r.WebSearchOptions)},
		{"logprobs", isTrue(r.LogProbs)},
		{"top_logprobs", r.TopLogProbs != nil},
		{"modalities", r.Modalities != nil && !slices.Equal(r.Modalities, []string{"text"})},
		{"n", r.N != nil && *r.N > 1},
	} {
		if field.given {
			return unsupported(field.param)
		}
	}
	return nil
}

// given reports whether an optional field is present and not null.
func given(v jsontext.Value) bool { return len(v) > 0 && v.Kind() != 'n' }

func checkNumbers(r *Request) *problem {
	for _, n := range []struct {
		param     string
		value     *float64
		low, high float64
	}{
		{"temperature", r.Temperature, 0, 2},
		{"top_p", r.TopP, 0, 1},
		{"presence_penalty", r.PresencePenalty, -2, 2},
		{"frequency_penalty", r.FrequencyPenalty, -2, 2},
	} {
		if n.value == nil {
			continue
		}
		if p := within(n.param, *n.value, n.low, n.high); p != nil {
			return p
		}
	}
	for _, token := range sorted(r.LogitBias) {
		if p := within("logit_bias."+token, r.LogitBias[token], -100, 100); p != nil {
			return p
		}
	}
	for _, n := range []struct {
		param string
		value *int64
	}{
		{"n", r.N},
		{"max_tokens", r.MaxTokens},
		{"max_completion_tokens", r.MaxCompletionTokens},
	} {
		if n.value != nil && *n.value < 1 {
			return invalid(n.param, "integer_below_min_value", "%d: want at least 1", *n.value)
		}
	}
	if r.MaxTokens != nil && r.MaxCompletionTokens != nil {
		return invalid("max_tokens", "invalid_parameter_combination", "given together with max_completion_tokens: want only one of the two")
	}
	return nil
}

func within(param string, value, low, high float64) *problem {
	switch {
	case value < low:
		return invalid(param, "decimal_below_min_value", "%v: want at least %v", value, low)
	case value > high:
		return invalid(param, "decimal_above_max_value", "%v: want at most %v", value, high)
	}
	return nil
}

func checkChoices(r *Request) *problem {
	for _, c := range []struct {
		param   string
		value   *string
		allowed []string
	}{
		{"service_tier", r.ServiceTier, []string{"auto", "default", "flex", "scale", "priority"}},
		{"reasoning_effort", r.ReasoningEffort, []string{"none", "minimal", "low", "medium", "high", "xhigh"}},
		{"verbosity", r.Verbosity, []string{"low", "medium", "high"}},
	} {
		if c.value == nil {
			continue
		}
		if err := oneOf(c.param, *c.value, c.allowed...); err != nil {
			return explain(err)
		}
	}
	if len(r.Stop) > maxStops {
		return invalid("stop", "array_above_max_length", "%d texts: want at most %d", len(r.Stop), maxStops)
	}
	for i, stop := range r.Stop {
		if stop == "" {
			return invalid(element("stop", i), "empty_string", "empty: want a text")
		}
	}
	return nil
}

func checkMetadata(r *Request) *problem { return metadata(r.Metadata) }

// metadata checks key-value pairs.
func metadata(pairs map[string]string) *problem {
	if len(pairs) > maxMetadata {
		return invalid("metadata", "object_above_max_properties", "%d pairs: want at most %d", len(pairs), maxMetadata)
	}
	for _, key := range sorted(pairs) {
		switch {
		case len([]rune(key)) > maxMetadataKey:
			return invalid("metadata", "string_above_max_length", "a key of %d characters: want at most %d", len([]rune(key)), maxMetadataKey)
		case len([]rune(pairs[key])) > maxMetadataValue:
			return invalid("metadata."+key, "string_above_max_length", "a value of %d characters: want at most %d", len([]rune(pairs[key])), maxMetadataValue)
		}
	}
	return nil
}

func checkFormat(r *Request) *problem {
	f := r.Format
	if f == nil {
		return nil
	}
	if f.Type == "" {
		return missing("response_format.type")
	}
	if err := oneOf("response_format.type", f.Type, "text", "json_object", "json_schema"); err != nil {
		return explain(err)
	}
	if f.Type != "json_schema" {
		if f.Schema != nil {
			return invalid("response_format.json_schema", "invalid_parameter_combination", "given with type %s: it is allowed only with json_schema", f.Type)
		}
		return checkJSONIsAsked(r)
	}
	const at = "response_format.json_schema"
	switch {
	case f.Schema == nil:
		return missing(at)
	case f.Schema.Name == "":
		return missing(at + ".name")
	case !name.MatchString(f.Schema.Name):
		return badName(at+".name", f.Schema.Name)
	}
	return nil
}

// checkJSONIsAsked refuses a request in JSON mode unless a message mentions JSON: without
// it, a model may write white space until it reaches its limit.
func checkJSONIsAsked(r *Request) *problem {
	if r.Format.Type != "json_object" {
		return nil
	}
	for i := range r.Messages {
		if strings.Contains(strings.ToLower(r.Messages[i].Text()), "json") {
			return nil
		}
	}
	return invalid("messages", "invalid_value", "no message mentions JSON: with response_format json_object a message must contain the word")
}

func badName(param, value string) *problem {
	return invalid(param, "invalid_value", "%q: want 1 to 64 of A-Z, a-z, 0-9, _ and -", value)
}

func isTrue(b *bool) bool { return b != nil && *b }

func checkToolList(r *Request) *problem {
	switch {
	case r.Tools != nil && len(r.Tools) == 0:
		return invalid("tools", "empty_array", "no tools: want at least one, or the field left out")
	case len(r.Tools) > maxTools:
		return invalid("tools", "array_above_max_length", "%d tools: want at most %d", len(r.Tools), maxTools)
	case r.ParallelToolCalls != nil && r.Tools == nil:
		return invalid("parallel_tool_calls", "invalid_parameter_combination", "given without tools: it is allowed only with tools")
	}
	seen := make(map[string]int, len(r.Tools))
	for i, t := range r.Tools {
		at := element("tools", i)
		if p := checkTool(at, t); p != nil {
			return p
		}
		if first, again := seen[t.Function.Name]; again {
			return invalid(at+".function.name", "invalid_value", "%q is the name of tools[%d]: want distinct names", t.Function.Name, first)
		}
		seen[t.Function.Name] = i
	}
	return nil
}

func checkTool(at string, t FunctionTool) *problem {
	if t.Type == "" {
		return missing(at + ".type")
	}
	if err := oneOf(at+".type", t.Type, "function"); err != nil {
		return explain(err)
	}
	f := t.Function
	switch {
	case f == nil:
		return missing(at + ".function")
	case f.Name == "":
		return missing(at + ".function.name")
	case !name.MatchString(f.Name):
		return badName(at+".function.name", f.Name)
	}
	return nil
}

func checkToolChoice(r *Request) *problem {
	c := r.ToolChoice
	switch {
	case c.Mode == "" || c.Mode == "none" && r.Tools == nil:
		return nil
	case r.Tools == nil:
		return invalid("tool_choice", "invalid_parameter_combination", "given without tools: it is allowed only with tools")
	case c.Mode == "function" && !slices.ContainsFunc(r.Tools, func(t FunctionTool) bool { return t.Function.Name == c.Function }):
		return invalid("tool_choice.function.name", "invalid_value", "%q is not one of the request's tools", c.Function)
	}
	return nil
}

// sorted returns m's keys in order, so that equal requests get equal errors.
func sorted[K ~string, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
