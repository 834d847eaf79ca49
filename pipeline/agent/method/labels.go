package method

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are what lines begin with in one language.
type marks struct{ thought, action, observation, result, final string }

// marksOf are the marks by language. Prompts have them in their texts.
var marksOf = map[string]marks{
	"en": {"Thought:", "Action:", "Observation:", "Result:", "Final Answer:"},
	"zh": {"思考：", "行动：", "观察：", "结果：", "最终答案："},
}

// withLabel returns a text after its label.
func withLabel(mark, text string) string {
	if strings.HasSuffix(mark, "：") {
		return mark + text
	}
	return mark + " " + text
}

// kind is what a line is, by what it begins with.
type kind int

const (
	plain kind = iota
	thought
	action
	input
	observation
	result
	final
)

// labels are what lines begin with, in both languages and in the spellings that models
// use, the longer ones first.
var labels = []struct {
	text string
	kind kind
}{
	{"action input", input}, {"action", action}, {"observation", observation}, {"thought", thought},
	{"function call", action}, {"call", action}, {"result", result}, {"final answer", final},
	{"行动输入", input}, {"行动", action}, {"观察", observation}, {"思考", thought},
	{"函数调用", action}, {"调用", action}, {"结果", result}, {"最终答案", final}, {"最终回答", final},
}

// decoration is what may stand around a label.
const decoration = "*#>_` \t"

// parseLabel returns what a line is and what follows its label: white space and Markdown may
// stand around the label, and a number behind it.
func parseLabel(line string) (kind, string) {
	rest := strings.TrimLeft(line, decoration+"\u3000")
	for _, l := range labels {
		after, ok := cutFold(rest, l.text)
		if !ok {
			continue
		}
		after = strings.TrimLeftFunc(after, func(c rune) bool { return unicode.IsDigit(c) || strings.ContainsRune(decoration, c) })
		for _, colon := range [...]string{":", "："} {
			if text, ok := strings.CutPrefix(after, colon); ok {
				return l.kind, strings.TrimLeft(text, "* ")
			}
		}
	}
	return plain, line
}

// cutFold cuts a lower-case prefix in any case of ASCII.
func cutFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return "", false
	}
	return text[len(prefix):], true
}

// findLabel returns where the first line of one of the kinds begins, what kind it is, and
// where its text begins after the label; plain if there is none.
func findLabel(text string, kinds ...kind) (start int, k kind, body int) {
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += at
		}
		if k, rest := parseLabel(text[at:end]); k != plain {
			for _, want := range kinds {
				if k == want {
					return at, k, end - len(rest)
				}
			}
		}
		at = end + 1
	}
	return len(text), plain, len(text)
}

// withoutThinking returns what a model said without its thinking in between tags, which some
// servers send along, and without the begin of it where only the end is sent.
func withoutThinking(text string) string {
	for _, tag := range [...]string{"think", "thinking"} {
		begin, end := "<"+tag+">", "</"+tag+">"
		if i := strings.LastIndex(text, end); i >= 0 {
			first := strings.Index(text, begin)
			if first < 0 || first > i {
				first = 0
			}
			text = text[:first] + text[i+len(end):]
		}
		if i := strings.Index(text, begin); i >= 0 {
			text = text[:i]
		}
	}
	return strings.TrimSpace(text)
}

// ownWords returns what is a model's own of what it said: without its thinking, and up to
// where it makes up what a call returned.
func ownWords(text string) string {
	text = withoutThinking(text)
	start, _, _ := findLabel(text, observation)
	return strings.TrimSpace(text[:start])
}

// truncate returns at most n characters of a text, and how many are missing.
func truncate(text string, n int) (string, int) {
	if len(text) <= n {
		return text, 0
	}
	at, missing := len(text), utf8.RuneCountInString(text)-n
	if missing <= 0 {
		return text, 0
	}
	for i := range text {
		if n == 0 {
			at = i
			break
		}
		n--
	}
	return text[:at], missing
}
