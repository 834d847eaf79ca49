package llmtest

// Echo answers with the text of the last user message. In JSON mode the answer is an object
// whose member "echo" is the text. Echo does not support json_schema.
func Echo(r *Request) ModelAnswer {
	if r.Format != nil && r.Format.Type == "json_object" {
		return ModelAnswer{Content: string(encode(struct {
			Echo string `json:"echo"`
		}{r.Last()}))}
	}
	return ModelAnswer{Content: r.Last()}
}

// Say returns a script that answers every request with the same text.
func Say(content string) Script {
	return func(*Request) ModelAnswer { return ModelAnswer{Content: content} }
}
