package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// publishedItem is a line of the files of LegalBench.PT (arXiv 2502.16357): of the data set, and with
// a prediction of the answers of a model.
type publishedItem struct {
	Field      *string         `json:"Field of Law"`
	Type       string          `json:"Type"`
	Question   string          `json:"Question"`
	Answer     json.RawMessage `json:"Answer"`
	ID         taskID          `json:"ID"`
	Prediction json.RawMessage `json:"Prediction"`
}

// publishedWant says what a line should be.
const publishedWant = "an item with Field of Law, Type, Question, Answer and ID as LegalBench.PT publishes it"

// itemTypes are the types of the published files.
var itemTypes = map[string]string{
	"Multiple Choice": task.MultipleChoice, "Cloze Tasks": task.Cloze, "Case Analysis Questions": task.CaseAnalysis,
	"True/False": task.TrueFalse, "Multiple Selection Questions": task.MultipleSelection, "Matching Questions": task.Matching,
}

// IsPredictions reports whether a file holds answers together with their items, in the format of
// LegalBench.PT: a record has the fields Field of Law and Prediction. [ReadTasks] and
// [ReadAnswers] then both read it.
func IsPredictions(b []byte) bool {
	list, _ := parseRecords(b, "")
	return slices.ContainsFunc(list, func(r record) bool {
		p, ok := parsePublished(r.raw)
		return ok && p.Prediction != nil
	})
}

// parsePublished parses a line; false if it is none of these files.
func parsePublished(raw json.RawMessage) (p publishedItem, ok bool) {
	if !bytes.Contains(raw, []byte(`"Field of Law"`)) {
		return p, false
	}
	_ = json.Unmarshal(raw, &p) // a member of another type stays empty, which is a fault of its own
	return p, p.Field != nil
}

// task returns the item as a task. Its group is that of the field in taxonomy.
func (p *publishedItem) task(name string, line int, taxonomy *exam.Taxonomy) (*task.Task, error) {
	fault := func(wrong, wanted string) (*task.Task, error) { return nil, lineFault(name, line, wrong, wanted) }
	kind := itemTypes[p.Type]
	field := strings.TrimSpace(*p.Field)
	switch {
	case kind == "":
		return fault(fmt.Sprintf("type %q", p.Type), "Multiple Choice, Cloze Tasks, Case Analysis Questions, True/False, Multiple Selection Questions or Matching Questions")
	case field == "":
		return fault("no Field of Law", publishedWant)
	case strings.TrimSpace(p.Question) == "":
		return fault("no Question", publishedWant)
	}
	answer, keys, err := publishedKeys(kind, p.Answer)
	if err != nil {
		return fault(err.Error(), wantedKeys[kind])
	}
	choices, err := publishedChoices(kind, p.Question, keys)
	if err != nil {
		return fault(err.Error(), wantedKeys[kind])
	}
	_, group, _ := taxonomy.Field(field, "pt")
	return &task.Task{
		ID: string(p.ID), Family: task.Exam, Type: kind, Language: "pt", Question: p.Question, Answer: answer, KeyAnswer: keys, Choices: choices,
		Derivation: &task.Derivation{Source: p.source(), Rule: task.LegalBenchPT, Field: field, Group: group},
	}, nil
}

// statement matches what a question says before its instruction, if that is about a case.
var statement = regexp.MustCompile(`(?s)^.*?Enunciado:(.*?)\n\s*Instrução:`)

// source names what an item was made from: items about one statement have one source, any other
// item is its own.
func (p *publishedItem) source() string {
	if m := statement.FindStringSubmatch(p.Question); m != nil && strings.TrimSpace(m[1]) != "" {
		return digest.Of("statement", strings.TrimSpace(m[1])).Short()
	}
	return string(p.ID)
}

// wantedKeys says what the answer of each type should be.
var wantedKeys = map[string]string{
	task.MultipleChoice: "an Answer of one letter", task.Cloze: "an Answer of one letter", task.CaseAnalysis: "an Answer of one letter",
	task.TrueFalse: "an Answer of Verdadeiro or Falso", task.MultipleSelection: "an Answer such as ['a', 'c']", task.Matching: "an Answer such as [['a', '2'], ['b', '1']], with one number for each letter",
}

var (
	oneLetter   = regexp.MustCompile(`^[A-Za-z]$`)
	letterList  = regexp.MustCompile(`^\[\s*(?:["'][A-Za-z]["']\s*,?\s*)+\]$`)
	pairList    = regexp.MustCompile(`^\[\s*(?:\[\s*["'][A-Za-z]["']\s*,\s*["']?\d{1,2}["']?\s*\]\s*,?\s*)+\]$`)
	listLetter  = regexp.MustCompile(`[A-Za-z]`)
	pairOfLists = regexp.MustCompile(`\[\s*["']([A-Za-z])["']\s*,\s*["']?(\d{1,2})["']?\s*\]`)
)

// publishedKeys returns an answer as the file writes it, and its letters, pairs or word. Lists are
// those of Python or JSON, within a text or not.
func publishedKeys(kind string, raw json.RawMessage) (answer string, keys []string, err error) {
	if json.Unmarshal(raw, &answer) != nil {
		answer = string(raw)
	}
	text := strings.TrimSpace(answer)
	wrong := fmt.Errorf("answer %q", text)
	switch kind {
	case task.MultipleSelection:
		if !letterList.MatchString(text) {
			return "", nil, wrong
		}
		keys = listLetter.FindAllString(text, -1)
	case task.Matching:
		if !pairList.MatchString(text) {
			return "", nil, wrong
		}
		for _, m := range pairOfLists.FindAllStringSubmatch(text, -1) {
			keys = append(keys, m[1]+"-"+m[2])
		}
	case task.TrueFalse:
		if text != "Verdadeiro" && text != "Falso" {
			return "", nil, wrong
		}
		keys = []string{text}
	default:
		if !oneLetter.MatchString(text) {
			return "", nil, wrong
		}
		keys = []string{text}
	}
	seen := map[string]bool{} // a letter is the same option in either case
	for _, k := range keys {
		if seen[strings.ToLower(k)] {
			return "", nil, fmt.Errorf("answer %q has a part twice", text)
		}
		seen[strings.ToLower(k)] = true
	}
	return answer, keys, nil
}

// publishedChoices returns the options that a question shows and the positions of the key. Options
// that the key names and the question does not show have no text.
func publishedChoices(kind, question string, keys []string) (*task.Choices, error) {
	if kind == task.TrueFalse {
		key := slices.Index([]string{"Verdadeiro", "Falso"}, keys[0])
		return &task.Choices{Options: []string{"Verdadeiro", "Falso"}, Key: []int{key}}, nil
	}
	c := &task.Choices{Options: shownOptions(question)}
	if kind == task.Matching {
		c.Matches = shownMatches(question)
	}
	position := func(letter string) int { return int(strings.ToLower(letter)[0] - 'a') }
	reach := func(list []string, p int) []string {
		for len(list) <= p {
			list = append(list, "")
		}
		return list
	}
	for _, k := range keys {
		c.Options = reach(c.Options, position(k))
	}
	if kind != task.Matching {
		for _, k := range keys {
			c.Key = append(c.Key, position(k))
		}
		slices.Sort(c.Key)
		return c, nil
	}
	c.Key = slices.Repeat([]int{-1}, len(c.Options))
	for _, k := range keys {
		letter, digits, _ := strings.Cut(k, "-")
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("number %q", digits)
		}
		if c.Key[position(letter)] >= 0 {
			return nil, fmt.Errorf("letter %s with two numbers", letter)
		}
		c.Matches = reach(c.Matches, n-1)
		c.Key[position(letter)] = n - 1
	}
	return c, nil
}

var (
	optionLine = regexp.MustCompile(`^\s*\(?([A-Za-z])[).]\s*(.*)$`)
	matchLine  = regexp.MustCompile(`^\s*\(?(\d{1,2})[).]\s*(.*)$`)
)

// shownOptions returns the texts of the last list of lines that begin with a), b) and so on.
func shownOptions(question string) []string {
	return lastList(question, optionLine, func(mark string) int { return int(strings.ToLower(mark)[0] - 'a') })
}

// shownMatches returns the texts of the last list of lines that begin with 1), 2) and so on.
func shownMatches(question string) []string {
	return lastList(question, matchLine, func(mark string) int {
		n, err := strconv.Atoi(mark)
		if err != nil {
			return -1
		}
		return n - 1
	})
}

// lastList returns the texts of the last list whose lines begin with ascending marks, from the
// first mark on; nil if there is none.
func lastList(text string, line *regexp.Regexp, place func(mark string) int) (list []string) {
	for l := range strings.Lines(text) {
		m := line.FindStringSubmatch(strings.TrimRight(l, "\r\n"))
		if m == nil {
			continue
		}
		switch place(m[1]) {
		case 0:
			list = []string{strings.TrimSpace(m[2])}
		case len(list):
			list = append(list, strings.TrimSpace(m[2]))
		}
	}
	return list
}
