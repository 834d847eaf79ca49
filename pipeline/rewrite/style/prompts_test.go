package style

import (
	"strings"
	"testing"
)

// A prompt holds each of its slots once and no other, and what a nearer file says stays.
func TestPrompts(t *testing.T) {
	const whole = `
rewrite: rules
draft: "{persona} {situation} {draft} {keep} {operators} {forms}"
retry: "{reason}"
parse: "{catalogue} {\"about\": []}"
question: "{question}"
reread: again
`
	var p RewritePrompts
	if err := p.add("near.yaml", []byte("retry: \"again: {reason}\"")); err != nil {
		t.Fatal(err)
	}
	if got := p.missing(); got != "rewrite" {
		t.Errorf("missing() = %q, want the first", got)
	}
	if err := p.add("far.yaml", []byte(whole)); err != nil || p.missing() != "" {
		t.Fatalf("%v, missing %q", err, p.missing())
	}
	if p.Retry != "again: {reason}" || p.Rewrite != "rules" {
		t.Errorf("%+v, want the nearer retry", p)
	}
	for _, tt := range []struct{ text, want string }{
		{`rewrite: "{draft}"`, "f.yaml:1: prompt rewrite has {draft}: want no slots"},
		{`draft: "{persona} {situation} {draft}"`, "f.yaml:1: prompt draft: want {keep} in it once"},
		{`draft: "{persona} {situation} {draft} {draft} {keep}"`, "f.yaml:1: prompt draft: want {draft} in it once"},
		{`draft: "{persona} {situation} {draft} {keep} {answer}"`, "f.yaml:1: prompt draft has {answer}: want {persona}, {situation}, {draft}, {keep}, {operators}, {forms}"},
		{"retry: \"{reason}\"\nparse: text", "f.yaml:2: prompt parse: want {catalogue} in it once"},
		{`question: ""`, "f.yaml:1: prompt question is empty: want a text"},
		{`rewrite: []`, "f.yaml:1: no text: want a text"},
		{`system: "text"`, `f.yaml:1: key "system": want rewrite, draft, retry, parse, question or reread`},
	} {
		var p RewritePrompts
		if err := p.add("f.yaml", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}
