package llmtest

import (
	"fmt"
	"regexp"
	"sync/atomic"
)

// Echo answers with the last user message. In JSON mode the text is the member "echo"
// of an object. It suits no json_schema.
func Echo(r *Request) Answer {
	if r.Format != nil && r.Format.Type == "json_object" {
		return Answer{Content: string(encode(struct {
			Echo string `json:"echo"`
		}{r.Last()}))}
	}
	return Answer{Content: r.Last()}
}

// Say answers every request with a text.
func Say(content string) Script {
	return func(*Request) Answer { return Answer{Content: content} }
}

// List gives the answers in order, one to each request as they come, repeats of a body
// included. Once they are used up it answers with a script_error.
func List(answers ...Answer) Script {
	var next atomic.Int64
	return func(*Request) Answer {
		i := int(next.Add(1)) - 1
		if i >= len(answers) {
			return Answer{Err: fmt.Errorf("answer %d is asked for: want at most %d", i+1, len(answers))}
		}
		return answers[i]
	}
}

// Rule says which requests a script is for.
type Rule struct {
	// Last must match the last user message, and System the system messages, as
	// [Request.Last] and [Request.System] return them; nil matches everything.
	Last, System *regexp.Regexp
	// Then answers.
	Then Script
}

// Match leaves a request to the first rule that is for it. A request that none is for
// gets a script_error, so that a prompt that changed is noticed.
func Match(rules ...Rule) Script {
	return func(r *Request) Answer {
		for _, rule := range rules {
			if rule.Last != nil && !rule.Last.MatchString(r.Last()) || rule.System != nil && !rule.System.MatchString(r.System()) {
				continue
			}
			return rule.Then(r)
		}
		return Answer{Err: fmt.Errorf("no rule is for the message %q: want one", prefix(r.Last(), 40))}
	}
}
