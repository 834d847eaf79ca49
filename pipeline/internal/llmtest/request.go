package llmtest

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Roles of a [Message].
const (
	RoleSystem    = "system"
	RoleDeveloper = "developer"
	RoleUser      = "user"
	RoleAssistant = "assistant"
	RoleTool      = "tool"
)

// Request is the body of a valid request to POST /v1/chat/completions. Optional fields are
// nil if the client left them out. A [Script] must neither change it nor keep it after it
// returns.
type Request struct {
	// Model is one of [ServerOptions.Models].
	Model string `json:"model"`
	// Messages are the conversation, at least one. Every tool message answers a call
	// of the assistant message before it, and no call is left unanswered.
	Messages []Message `json:"messages"`
	// Tools are the functions that may be called, with distinct names.
	Tools []FunctionTool `json:"tools"`
	// ToolChoice says which tools may or must be called; the zero value means "auto".
	ToolChoice ToolChoice `json:"tool_choice"`
	// ParallelToolCalls, if false, allows at most one call in an answer.
	ParallelToolCalls *bool `json:"parallel_tool_calls"`
	// Format is the required format of the answer's content; nil means text.
	Format *ResponseFormat `json:"response_format"`
	// Temperature is in [0, 2].
	Temperature *float64 `json:"temperature"`
	// TopP is in [0, 1].
	TopP *float64 `json:"top_p"`
	// PresencePenalty and FrequencyPenalty are in [-2, 2].
	PresencePenalty  *float64 `json:"presence_penalty"`
	FrequencyPenalty *float64 `json:"frequency_penalty"`
	// LogitBias is in [-100, 100] by token number. It has no effect on answers.
	LogitBias map[string]float64 `json:"logit_bias"`
	// MaxTokens and MaxCompletionTokens limit the tokens of the answer, as [Tokens] counts
	// them; at most one of them is given. See [Request.Limit].
	MaxTokens           *int64 `json:"max_tokens"`
	MaxCompletionTokens *int64 `json:"max_completion_tokens"`
	// N is 1.
	N *int64 `json:"n"`
	// Seed is for the script and has no effect by itself.
	Seed *int64 `json:"seed"`
	// Stop is a list of at most four texts; an answer ends before the first that occurs in
	// it.
	Stop Stop `json:"stop"`
	// Stream is false or absent, because this server does not stream.
	Stream *bool `json:"stream"`
	// LogProbs is false or absent and TopLogProbs is absent, because this server does not
	// support them.
	LogProbs    *bool  `json:"logprobs"`
	TopLogProbs *int64 `json:"top_logprobs"`
	// Modalities is ["text"] or absent.
	Modalities []string `json:"modalities"`
	// Store and the fields below are checked and have no effect on answers.
	Store            *bool             `json:"store"`
	Metadata         map[string]string `json:"metadata"`
	ServiceTier      *string           `json:"service_tier"`
	ReasoningEffort  *string           `json:"reasoning_effort"`
	Verbosity        *string           `json:"verbosity"`
	User             *string           `json:"user"`
	SafetyIdentifier *string           `json:"safety_identifier"`
	PromptCacheKey   *string           `json:"prompt_cache_key"`

	// The other documented fields. Requests with a value in any of them are refused, so
	// that no client relies on features that this server does not have.
	StreamOptions    jsontext.Value `json:"stream_options"`
	Audio            jsontext.Value `json:"audio"`
	Prediction       jsontext.Value `json:"prediction"`
	Functions        jsontext.Value `json:"functions"`
	FunctionCall     jsontext.Value `json:"function_call"`
	WebSearchOptions jsontext.Value `json:"web_search_options"`

	// Digest is the SHA-256 of the body as sent.
	Digest digest.Digest `json:"-"`
	// Seen is the number of earlier requests with an equal body, so that a script can
	// answer a repeated request differently.
	Seen int `json:"-"`
}

// MessageText is the content of a message. In JSON it is a string or an array of text
// parts, which are joined without a separator.
type MessageText string

// part is an element of a content array.
type part struct {
	Type string  `json:"type"`
	Text *string `json:"text"`
}

// UnmarshalJSONFrom reads both forms. Parts of types other than text are an error.
func (t *MessageText) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		return json.UnmarshalDecode(d, (*string)(t))
	}
	var parts []part
	at := d.StackPointer()
	if err := json.UnmarshalDecode(d, &parts); err != nil {
		return err
	}
	if len(parts) == 0 {
		return invalid(param(at), "empty_array", "the array of content parts is empty: want at least one part")
	}
	var b strings.Builder
	for i, p := range parts {
		at := element(param(at), i)
		switch {
		case p.Type == "":
			return missing(at + ".type")
		case p.Type != "text":
			return invalid(at+".type", "invalid_value", "the part's type is %q: this server supports only \"text\"", p.Type)
		case p.Text == nil:
			return missing(at + ".text")
		}
		b.WriteString(*p.Text)
	}
	*t = MessageText(b.String())
	return nil
}

// Message is one turn of the conversation.
type Message struct {
	// Role is one of the Role constants.
	Role string `json:"role"`
	// Content is nil only in an assistant message that calls tools or refuses.
	Content *MessageText `json:"content"`
	// Name distinguishes participants of the same role; nil if absent.
	Name *string `json:"name"`
	// Refusal is only in assistant messages; nil if absent.
	Refusal *string `json:"refusal"`
	// ToolCalls are only in assistant messages and have distinct IDs.
	ToolCalls []ToolCall `json:"tool_calls"`
	// ToolCallID is the call that a tool message answers; nil in other messages.
	ToolCallID *string `json:"tool_call_id"`
	// Audio and FunctionCall are not supported: requests with them are refused.
	Audio        jsontext.Value `json:"audio"`
	FunctionCall jsontext.Value `json:"function_call"`
}

// Text returns the content, or "" if it is nil.
func (m *Message) Text() string {
	if m.Content == nil {
		return ""
	}
	return string(*m.Content)
}

// ToolCall is a call that the assistant asked for.
type ToolCall struct {
	// ID identifies the call within its message.
	ID string `json:"id"`
	// Type is "function".
	Type string `json:"type"`
	// Function is the called function with its arguments.
	Function CalledFunction `json:"function"`
}

// CalledFunction is the function of a [ToolCall].
type CalledFunction struct {
	Name string `json:"name"`
	// Arguments are a JSON object in a string; never nil in a valid request.
	Arguments *string `json:"arguments"`
}

// FunctionTool is a function that the model may call.
type FunctionTool struct {
	// Type is "function".
	Type string `json:"type"`
	// Function is the declaration; never nil in a valid request.
	Function *Declaration `json:"function"`
}

// Declaration declares a function.
type Declaration struct {
	// Name has 1 to 64 characters of A-Z, a-z, 0-9, _ and -.
	Name string `json:"name"`
	// Description is for the model; nil if absent.
	Description *string `json:"description"`
	// Parameters is the JSON Schema of an object; empty for a function without
	// parameters.
	Parameters jsontext.Value `json:"parameters"`
	// Strict requires that arguments follow the schema. The schema must then close every
	// object (additionalProperties: false) and require all properties.
	Strict *bool `json:"strict"`
}

// ToolChoice says which tools the answer may or must call.
type ToolChoice struct {
	// Mode is "none", "auto", "required" or "function"; "" if the client left it out, which
	// means "auto".
	Mode string
	// Function is the name of the function that must be called in mode "function".
	Function string
}

// UnmarshalJSONFrom reads a mode or an object that names a function.
func (c *ToolChoice) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	at := param(d.StackPointer())
	switch d.PeekKind() {
	case 'n':
		return d.SkipValue() // the check of nulls refuses it
	case '{':
		return c.unmarshalFunction(d, at)
	default:
		if err := json.UnmarshalDecode(d, &c.Mode); err != nil {
			return err
		}
		return oneOf(at, c.Mode, "none", "auto", "required")
	}
}

func (c *ToolChoice) unmarshalFunction(d *jsontext.Decoder, at string) error {
	var object struct {
		Type     string `json:"type"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	if err := json.UnmarshalDecode(d, &object); err != nil {
		return err
	}
	if err := oneOf(at+".type", object.Type, "function"); err != nil {
		return err
	}
	if object.Function.Name == "" {
		return missing(at + ".function.name")
	}
	*c = ToolChoice{Mode: "function", Function: object.Function.Name}
	return nil
}

// ResponseFormat is the required format of the answer's content.
type ResponseFormat struct {
	// Type is "text", "json_object" or "json_schema".
	Type string `json:"type"`
	// Schema is set for type "json_schema" only.
	Schema *NamedSchema `json:"json_schema"`
}

// NamedSchema is the schema of an answer.
type NamedSchema struct {
	// Name has 1 to 64 characters of A-Z, a-z, 0-9, _ and -.
	Name        string  `json:"name"`
	Description *string `json:"description"`
	// Schema is a JSON Schema; empty if absent.
	Schema jsontext.Value `json:"schema"`
	// Strict requires that the answer follow the schema; see [Declaration.Strict].
	Strict *bool `json:"strict"`
}

// Stop is a list of stop texts. In JSON it is a string, an array of strings or null.
type Stop []string

// UnmarshalJSONFrom reads all three forms.
func (s *Stop) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		*s = Stop{""}
		return json.UnmarshalDecode(d, &(*s)[0])
	}
	return json.UnmarshalDecode(d, (*[]string)(s))
}

// Limit returns the maximum number of tokens of the answer; 0 means no limit.
func (r *Request) Limit() int {
	switch {
	case r.MaxCompletionTokens != nil:
		return int(*r.MaxCompletionTokens)
	case r.MaxTokens != nil:
		return int(*r.MaxTokens)
	}
	return 0
}

// Last returns the text of the last user message, or "" if there is none.
func (r *Request) Last() string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == RoleUser {
			return r.Messages[i].Text()
		}
	}
	return ""
}

// System returns the texts of the system and developer messages, joined by line breaks.
func (r *Request) System() string {
	var texts []string
	for i := range r.Messages {
		if role := r.Messages[i].Role; role == RoleSystem || role == RoleDeveloper {
			texts = append(texts, r.Messages[i].Text())
		}
	}
	return strings.Join(texts, "\n")
}
