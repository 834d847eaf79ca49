package method

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are the labels of lines in one language.
type marks struct{ thought, action, observation, result, final string }

// marksOf maps a language to its labels, which its prompts use.
var marksOf = map[string]marks{
	"en": {"Thought:", "Action:", "Observation:", "Result:", "Final Answer:"},
	"pt": {"Pensamento:", "Ação:", "Observação:", "Resultado:", "Resposta final:"},
	"zh": {"思考：", "行动：", "观察：", "结果：", "最终答案："},
}

// withLabel returns a text after its label.
func withLabel(mark, text string) string {
	if strings.HasSuffix(mark, "：") {
		return mark + text
	}
	return mark + " " + text
}

// kind is the meaning of a line's label.
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

// labels are the labels in every language, in the spellings that models use; a label
// precedes those that are its prefixes.
var labels = []struct {
	text string
	kind kind
}{
	{"action input", input}, {"action", action}, {"observation", observation}, {"thought", thought},
	{"function call", action}, {"call", action}, {"result", result}, {"final answer", final},
	{"行动输入", input}, {"行动", action}, {"观察", observation}, {"思考", thought},
	{"entrada da ação", input}, {"ação", action}, {"observação", observation}, {"pensamento", thought},
	{"chamada de função", action}, {"chamada", action}, {"resultado", result}, {"resposta final", final},
	{"函数调用", action}, {"调用", action}, {"结果", result}, {"最终答案", final}, {"最终回答", final},
}

// decoration are the characters that may surround a label.
const decoration = "*#>_` \t"

// parseLabel returns the kind of a line and the text after its label. White space and
// Markdown may surround the label; a number may follow it.
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

// findLabel returns the start of the first line of one of the kinds, its kind, and the start
// of the text after its label; plain if there is none.
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

// withoutThinking drops reasoning between tags, which some servers send along; a closing tag
// alone ends reasoning that began with the text.
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

// ownWords returns a reply without its reasoning, up to the first observation, which the
// model invented.
func ownWords(text string) string {
	text = withoutThinking(text)
	start, _, _ := findLabel(text, observation)
	return strings.TrimSpace(text[:start])
}

// truncate returns the first n characters of a text and the number of omitted ones.
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
