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

// Request is a chat completion request that passed every check: the body of
// POST /v1/chat/completions. Optional fields are nil where the client left them out.
// A [Script] reads it and must not change it or keep it after it returns.
type Request struct {
	// Model is one of [Options.Models].
	Model string `json:"model"`
	// Messages are the conversation, at least one. Every tool message answers a call
	// of the assistant message before it, and no call is left unanswered.
	Messages []Message `json:"messages"`
	// Tools are the functions that may be called, with distinct names.
	Tools []FunctionTool `json:"tools"`
	// ToolChoice says which of them; its zero value is "auto".
	ToolChoice ToolChoice `json:"tool_choice"`
	// ParallelToolCalls, when false, allows one call an answer.
	ParallelToolCalls *bool `json:"parallel_tool_calls"`
	// Format is the form that the answer's content must have, nil for text.
	Format *ResponseFormat `json:"response_format"`
	// Temperature is in [0, 2].
	Temperature *float64 `json:"temperature"`
	// TopP is in [0, 1].
	TopP *float64 `json:"top_p"`
	// PresencePenalty and FrequencyPenalty are in [-2, 2].
	PresencePenalty  *float64 `json:"presence_penalty"`
	FrequencyPenalty *float64 `json:"frequency_penalty"`
	// LogitBias is in [-100, 100] by token number. It changes no answer.
	LogitBias map[string]float64 `json:"logit_bias"`
	// MaxTokens and MaxCompletionTokens bound the answer in tokens as [Tokens]
	// counts them; at most one is given. See [Request.Limit].
	MaxTokens           *int64 `json:"max_tokens"`
	MaxCompletionTokens *int64 `json:"max_completion_tokens"`
	// N is 1.
	N *int64 `json:"n"`
	// Seed is handed to the script and changes nothing by itself.
	Seed *int64 `json:"seed"`
	// Stop are at most four texts; an answer ends before the first of them.
	Stop Stop `json:"stop"`
	// Stream is false or absent: this server does not stream.
	Stream *bool `json:"stream"`
	// LogProbs is false and TopLogProbs is absent: this server has none.
	LogProbs    *bool  `json:"logprobs"`
	TopLogProbs *int64 `json:"top_logprobs"`
	// Modalities is ["text"] or absent.
	Modalities []string `json:"modalities"`
	// Store, Metadata and the fields below are checked and change no answer.
	Store            *bool             `json:"store"`
	Metadata         map[string]string `json:"metadata"`
	ServiceTier      *string           `json:"service_tier"`
	ReasoningEffort  *string           `json:"reasoning_effort"`
	Verbosity        *string           `json:"verbosity"`
	User             *string           `json:"user"`
	SafetyIdentifier *string           `json:"safety_identifier"`
	PromptCacheKey   *string           `json:"prompt_cache_key"`

	// The rest of the documented fields. They are known and refused, so that a
	// client that relies on them learns that they do nothing here.
	StreamOptions    jsontext.Value `json:"stream_options"`
	Audio            jsontext.Value `json:"audio"`
	Prediction       jsontext.Value `json:"prediction"`
	Functions        jsontext.Value `json:"functions"`
	FunctionCall     jsontext.Value `json:"function_call"`
	WebSearchOptions jsontext.Value `json:"web_search_options"`

	// Digest is the SHA-256 of the body as sent.
	Digest digest.Digest `json:"-"`
	// Seen is how many equal bodies came to this point before, so that a script can
	// answer a repeated request differently.
	Seen int `json:"-"`
}

// MessageText is a message's content: a JSON string, or an array of text parts, which are
// joined without anything between them.
type MessageText string

// part is an element of a content array.
type part struct {
	Type string  `json:"type"`
	Text *string `json:"text"`
}

// UnmarshalJSONFrom reads both forms. Parts of other types than text are refused.
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
		return invalid(param(at), "empty_array", "an array of content parts is empty: want at least one")
	}
	var b strings.Builder
	for i, p := range parts {
		at := element(param(at), i)
		switch {
		case p.Type == "":
			return missing(at + ".type")
		case p.Type != "text":
			return invalid(at+".type", "invalid_value", "the part's type is %q: want \"text\", the only one served here", p.Type)
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
	// Name tells participants of one role apart; nil where absent.
	Name *string `json:"name"`
	// Refusal is an assistant's, nil where absent.
	Refusal *string `json:"refusal"`
	// ToolCalls are an assistant's, with distinct IDs.
	ToolCalls []ToolCall `json:"tool_calls"`
	// ToolCallID is the call that a tool message answers, nil in other messages.
	ToolCallID *string `json:"tool_call_id"`
	// Audio and FunctionCall are known and refused.
	Audio        jsontext.Value `json:"audio"`
	FunctionCall jsontext.Value `json:"function_call"`
}

// Text returns the content, "" where there is none.
func (m *Message) Text() string {
	if m.Content == nil {
		return ""
	}
	return string(*m.Content)
}

// ToolCall is a call that the assistant asked for.
type ToolCall struct {
	// ID names the call within its message.
	ID string `json:"id"`
	// Type is "function".
	Type string `json:"type"`
	// Function is what was called.
	Function CalledFunction `json:"function"`
}

// CalledFunction is the function of a [ToolCall].
type CalledFunction struct {
	Name string `json:"name"`
	// Arguments are a JSON object in a string; nil never passes the checks.
	Arguments *string `json:"arguments"`
}

// FunctionTool is a function that the model may call.
type FunctionTool struct {
	// Type is "function".
	Type string `json:"type"`
	// Function declares it; nil never passes the checks.
	Function *Declaration `json:"function"`
}

// Declaration declares a function.
type Declaration struct {
	// Name has 1 to 64 of A-Z, a-z, 0-9, _ and -.
	Name string `json:"name"`
	// Description is for the model.
	Description *string `json:"description"`
	// Parameters is a JSON Schema of an object, empty for a function without any.
	Parameters jsontext.Value `json:"parameters"`
	// Strict asks that arguments follow the schema, which must then close every
	// object and require all its properties.
	Strict *bool `json:"strict"`
}

// ToolChoice says which tools the answer may or must call.
type ToolChoice struct {
	// Mode is "none", "auto", "required", "function", or "" where the client left it
	// out, which means auto.
	Mode string
	// Function is the name that Mode "function" demands.
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

// ResponseFormat is the form of the answer's content.
type ResponseFormat struct {
	// Type is "text", "json_object" or "json_schema".
	Type string `json:"type"`
	// Schema goes with "json_schema" alone.
	Schema *NamedSchema `json:"json_schema"`
}

// NamedSchema is the schema of an answer.
type NamedSchema struct {
	// Name has 1 to 64 of A-Z, a-z, 0-9, _ and -.
	Name        string  `json:"name"`
	Description *string `json:"description"`
	// Schema is a JSON Schema, empty where absent.
	Schema jsontext.Value `json:"schema"`
	// Strict asks that the answer follow the schema, as [Declaration.Strict].
	Strict *bool `json:"strict"`
}

// Stop is one text or a list of them.
type Stop []string

// UnmarshalJSONFrom reads a string, an array of strings or null.
func (s *Stop) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		*s = Stop{""}
		return json.UnmarshalDecode(d, &(*s)[0])
	}
	return json.UnmarshalDecode(d, (*[]string)(s))
}

// Limit returns the most tokens that the answer may have, or 0 for any number.
func (r *Request) Limit() int {
	switch {
	case r.MaxCompletionTokens != nil:
		return int(*r.MaxCompletionTokens)
	case r.MaxTokens != nil:
		return int(*r.MaxTokens)
	}
	return 0
}

// Last returns the text of the last user message, "" where there is none.
func (r *Request) Last() string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == RoleUser {
			return r.Messages[i].Text()
		}
	}
	return ""
}

// System returns the texts of the system and developer messages, a line break between
// two.
func (r *Request) System() string {
	var texts []string
	for i := range r.Messages {
		if role := r.Messages[i].Role; role == RoleSystem || role == RoleDeveloper {
			texts = append(texts, r.Messages[i].Text())
		}
	}
	return strings.Join(texts, "\n")
}
