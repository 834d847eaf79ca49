package method

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
)

// maxSteps limits the steps read from a plan.
const maxSteps = 50

var (
	// stepNumberPattern begins a step: "1.", "2)", "3、", "(4)", "Step 5:", "第六步：", "步骤7：".
	stepNumberPattern = regexp.MustCompile(`^[\s*#>]*(?:[(（]?\d{1,2}\s*[.)）、．:：]|(?i:step)\s*\d{1,2}\s*[.:：)]|第\s*[0-9一二三四五六七八九十]{1,3}\s*步\s*[:：、.，,]?|步骤\s*[0-9一二三四五六七八九十]{1,3}\s*[:：、.])[\s*]*`)
	// bulletPattern begins one where no step has a number.
	bulletPattern = regexp.MustCompile(`^\s*[-*•·]\s+`)
)

// readPlan returns the steps of a plan, or the final answer if no step precedes it.
func readPlan(text string) (steps []string, answer string) {
	text = ownWords(text)
	at, k, body := findLabel(text, final)
	if steps = parseList(text[:at]); len(steps) > 0 || k == plain {
		return steps, ""
	}
	return nil, strings.TrimSpace(text[body:])
}

// parseList returns the items of a list: lines that begin with a number or, if there is none,
// with a bullet, with their continuation lines. An empty or labelled line ends an item,
// because some models continue by carrying the plan out.
func parseList(text string) (steps []string) {
	begins := stepNumberPattern
	lines := strings.Split(text, "\n")
	if !anyMatch(begins, lines) {
		begins = bulletPattern
	}
	open := false
	for _, line := range lines {
		switch begin := begins.FindString(line); {
		case begin != "":
			if len(steps) == maxSteps {
				return steps
			}
			step := strings.TrimSpace(strings.TrimRight(line[len(begin):], "* "))
			if open = step != ""; open {
				steps = append(steps, step)
			}
		case strings.TrimSpace(line) == "" || isLabelled(line):
			open = false
		case open:
			steps[len(steps)-1] += " " + strings.TrimSpace(line)
		}
	}
	return steps
}

// isLabelled reports whether a line begins with a label without indentation.
func isLabelled(line string) bool {
	k, _ := parseLabel(line)
	return k != plain && line == strings.TrimLeft(line, " \t\u3000")
}

func anyMatch(re *regexp.Regexp, lines []string) bool {
	for _, line := range lines {
		if re.MatchString(line) {
			return true
		}
	}
	return false
}

// numberedList formats steps as a numbered list.
func numberedList(steps []string) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strconv.Itoa(i + 1))
		b.WriteString(". ")
		b.WriteString(s)
	}
	return b.String()
}

// selection is a model's selection of tables and tools.
type selection struct {
	Tables []string `json:"tables"`
	Tools  []string `json:"tools"`
}

// readSelection parses the first object of a text that has one of a selection's members.
// Names are as the model wrote them.
func readSelection(text string) (s selection, slip agent.ReplyFault, detail string) {
	text = withoutThinking(text)
	for range 16 { // objects looked at
		at := strings.IndexAny(text, "{｛")
		if at < 0 {
			break
		}
		text = text[at:]
		if value, _, ok := parseLooseJSON(text); ok && json.Unmarshal(value, &s) == nil && len(s.Tables)+len(s.Tools) > 0 {
			return s, "", ""
		}
		text = text[len("{"):]
	}
	return selection{}, agent.BadForm, "no object with tables or tools"
}

// callText formats a call in the form that prompts ask for.
func callText(tool, arguments string) string {
	return `{"tool": ` + strconv.Quote(tool) + `, "arguments": ` + arguments + `}`
}
