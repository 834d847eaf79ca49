package prompt

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Question returns the question in a model's reply to [Rewrite]. It removes thoughts, code
// fences, emphasis, quotation marks around the whole, a label such as "Rewritten question:"
// and notes after the question. It keeps the lines of the question except blank ones, and
// control and invisible characters, which a gate judges.
//
// For a refusal the error is [llm.ErrRefused], and for a reply without a question
// [llm.ErrMalformed], both for errors.Is.
func Question(reply string) (string, error) {
	text := withoutThoughts(strings.ReplaceAll(validUTF8(reply), "\r\n", "\n"))
	for layers := 0; ; layers++ {
		bare, err := unwrap(text)
		if err != nil {
			return "", err
		}
		if bare == text {
			break
		}
		if layers == mostLayers {
			return "", fmt.Errorf("%w: a question wrapped more than %d times: want the question alone", llm.ErrMalformed, mostLayers)
		}
		text = bare
	}
	switch {
	case text == "":
		return "", fmt.Errorf("%w: the answer is empty: want a question", llm.ErrMalformed)
	case refuses(text):
		return "", fmt.Errorf("%w: %s", llm.ErrRefused, excerpt(text))
	}
	return text, nil
}

// Demand reads the demand in a model's reply to [Parse]: one JSON object with the fields of
// a [demand.Meaning], with or without thoughts before it and a code fence around it. For
// any other reply the error is [llm.ErrMalformed] for errors.Is, and says what is wrong
// with it.
func Demand(reply string) (demand.Meaning, error) {
	text := compact(withoutThoughts(validUTF8(reply)))
	if m := codeFence.FindStringSubmatch(text); m != nil {
		text = compact(m[1])
	}
	d, err := demand.Parse(text)
	if err != nil {
		return d, fmt.Errorf("%w: %w", llm.ErrMalformed, err)
	}
	return d, nil
}

// mostLayers is the largest number of layers around a question. A fence, a label, a note
// and quotation marks are four.
const mostLayers = 12

// unwrap removes one layer around a question.
func unwrap(text string) (string, error) {
	text = compact(text)
	if m := codeFence.FindStringSubmatch(text); m != nil {
		return compact(m[1]), nil
	}
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") {
		return jsonQuestion(text)
	}
	if at := introduction.FindStringIndex(text); at != nil {
		return compact(text[at[1]:]), nil
	}
	if at := note.FindStringIndex(text); at != nil {
		return compact(text[:at[0]]), nil
	}
	for _, q := range quotes {
		if inner, ok := q.inside(text); ok {
			return compact(inner), nil
		}
	}
	return text, nil
}

// thought matches a model's thoughts.
var thought = regexp.MustCompile(`(?is)<(think|thinking|thought|reasoning)>.*?</(?:think|thinking|thought|reasoning)>`)

// thoughtEnd matches a thought whose beginning is missing, as some servers send it, and
// thoughtStart one that was cut off.
var (
	thoughtEnd   = regexp.MustCompile(`(?is)^.*</(?:think|thinking|thought|reasoning)>`)
	thoughtStart = regexp.MustCompile(`(?is)<(?:think|thinking|thought|reasoning)>.*$`)
)

// withoutThoughts returns a reply without thoughts.
func withoutThoughts(reply string) string {
	reply = thought.ReplaceAllString(reply, "\n")
	reply = thoughtEnd.ReplaceAllString(reply, "")
	return thoughtStart.ReplaceAllString(reply, "")
}

// codeFence matches a reply that is a block of code.
var codeFence = regexp.MustCompile("(?s)^```[\\pL\\pN_-]*[ \t]*\n(.*?)\n?```$")

// introduction matches an introduction before the question, on its own line or not.
var introduction = regexp.MustCompile(`(?i)^(?:#{1,6}[ \t]*)?(?:\*\*|__)?[ \t]*(?:` +
	`(?:好的|当然|没问题|明白了?)(?:[，,！!。 ][^\n：:？?]{0,30})?|` +
	`(?:以下|下面)(?:是|为)[^\n：:？?]{0,30}|` +
	`(?:改写|重写|润色|最终|自然|用户)?(?:之?后)?的?(?:问题|提问|问句)|改写(?:结果|如下)?|` +
	`(?:sure|certainly|of course|okay|ok)(?:[,.! ][^\n:?]{0,60})?|here(?:'s| is| are)[^\n:?]{0,60}|` +
	`(?:the )?(?:rewritten|rephrased|final|reworded|natural|user)?(?: |'s )?(?:question|query|version)` +
	`)[ \t]*(?:\*\*|__)?[ \t]*[:：][ \t]*(?:\*\*|__)?`)

// note matches remarks behind the question, after a blank line or a rule.
var note = regexp.MustCompile(`(?is)\n(?:-{3,}|\*{3,}|_{3,}|[（(\[【*_]{0,3}(?:注|备注|说明|改写说明|解释|note|notes|explanation|rationale)[*_]{0,2}[:：]).*$`)

// keys are the names under which models put a question into a JSON object.
var keys = []string{"question", "rewritten_question", "rewritten", "query", "问题", "改写后的问题"}

// jsonQuestion returns the question in a JSON object.
func jsonQuestion(text string) (string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return text, nil // a question in braces
	}
	for _, key := range keys {
		var question string
		if raw, ok := fields[key]; ok && json.Unmarshal(raw, &question) == nil {
			return compact(question), nil
		}
	}
	return "", fmt.Errorf("%w: an object without a question: want the question alone", llm.ErrMalformed)
}

// pair is a pair of quotation marks or of marks of emphasis.
type pair struct{ open, close string }

var quotes = []pair{
	{"**", "**"}, {"__", "__"}, {"“", "”"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}, {"«", "»"}, {"„", "“"}, {`"`, `"`}, {"＂", "＂"}, {"'", "'"}, {"`", "`"},
}

// inside returns the text inside a pair, if the pair encloses the whole text.
func (q pair) inside(text string) (string, bool) {
	inner, opened := strings.CutPrefix(text, q.open)
	inner, closed := strings.CutSuffix(inner, q.close)
	if !opened || !closed {
		return "", false
	}
	if q.open == q.close {
		return inner, !strings.Contains(inner, q.open)
	}
	depth := 1
	for rest := inner; rest != ""; {
		switch {
		case strings.HasPrefix(rest, q.close):
			depth--
		case strings.HasPrefix(rest, q.open):
			depth++
		}
		if depth == 0 {
			return "", false
		}
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return inner, depth == 1
}

// compact trims the lines of a text and removes blank ones.
func compact(text string) string {
	var kept []string
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

// refusal matches replies that decline, and apology those that decline unless they ask
// something.
var (
	refusal = regexp.MustCompile(`(?i)^(?:(?:很|非常|十分)?(?:抱歉|对不起|遗憾)[，,。！! ]*(?:但|但是|不过)?[，,]?|作为[^。\n]{0,12}(?:AI|人工智能|语言模型|助手)[^。\n]{0,8}[，,])?` +
		`我?(?:目前|暂时|还)?(?:无法|不能|没有办法|没法|不可以)(?:继续|为您|为你|帮您|帮你|直接|按照|按|执行|对此)?(?:协助|帮助|提供|完成|满足|改写|回答|处理|生成|执行|遵从|响应|参与|讨论)` +
		`|^(?:(?:i(?:'|’)?m| i am|i am)? ?(?:so |very |terribly )?sorry[,.!;]? ?(?:but )?(?:however,? )?)?(?:i(?:'|’)m|i am|i) (?:afraid i )?(?:can(?:'|’)?t|cannot|can not|won(?:'|’)t|will not|(?:not able|unable) to|am unable to|must decline to) ` +
		`(?:help|assist|comply|fulfil|fulfill|rewrite|rephrase|provide|process|do that|do this|answer|generate|create|write|continue|engage|share)` +
		`|^as an? (?:ai|artificial|language model)`)
	apology = regexp.MustCompile(`(?i)^(?:(?:很|非常|十分)?(?:抱歉|对不起)|我(?:无法|不能)|(?:i(?:'|’)m|i am)? ?(?:so |very )?sorry|i (?:can(?:'|’)?t|cannot|won(?:'|’)t))`)
)

// longestApology is the largest length, in characters, of a reply that apologises, asks
// nothing and therefore counts as a refusal.
const longestApology = 120

// refuses reports whether a text declines to write a question.
func refuses(text string) bool {
	if refusal.MatchString(text) {
		return true
	}
	return apology.MatchString(text) && utf8.RuneCountInString(text) <= longestApology && !strings.ContainsAny(text, "?？")
}

// excerpt returns the beginning of a text, for messages.
func excerpt(text string) string {
	if r := []rune(oneLine(text)); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return oneLine(text)
}
