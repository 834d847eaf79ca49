package llmtest

// Echo answers with the last user message. In JSON mode the text is the member "echo"
// of an object. It suits no json_schema.
func Echo(r *Request) ModelAnswer {
	if r.Format != nil && r.Format.Type == "json_object" {
		return ModelAnswer{Content: string(encode(struct {
			Echo string `json:"echo"`
		}{r.Last()}))}
	}
	return ModelAnswer{Content: r.Last()}
}

// Say returns a script that answers every request with a text.
func Say(content string) Script {
	return func(*Request) ModelAnswer { return ModelAnswer{Content: content} }
}
