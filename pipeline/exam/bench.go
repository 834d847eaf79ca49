package exam

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// A benchRecord is a line of the benchmark oab_bench: essays stand in one file, with a text a part,
// and their official answers in another.
type benchRecord struct {
	id       string
	line     int
	file     string
	answers  bool // whether texts are answers
	texts    []string
	title    string
	text     string // the statement
	category string
	values   []int
}

// benchObject reads a line of oab_bench.
func (r *fileReader) benchObject(o *object) {
	b := benchRecord{id: o.short("question_id"), line: o.line, file: r.file, category: o.short("category")}
	switch {
	case o.has("turns"):
		b.title, b.text = titled(o.text("statement"))
		b.texts = o.turns(o.member("turns"))
		b.values = o.worths("values")
	default:
		b.answers = true
		var choices []map[string]jsontext.Value
		if err := json.Unmarshal(o.member("choices"), &choices); err != nil || len(choices) == 0 {
			r.fault(o.line, BadValue, true, "question %s has no list of answers: want choices with turns", b.id)
			return
		}
		b.texts = o.turns(choices[0]["turns"])
		if len(choices) > 1 {
			r.fault(o.line, Unread, false, "question %s has %d answers: only the first is read", b.id, len(choices))
		}
	}
	for _, name := range []string{"system", "answer_id", "model_id", "tstamp"} {
		o.read[name] = true // how a model was asked, and which answered when
	}
	r.bench = append(r.bench, b)
}

// turns reads a list of texts, of which some may be empty.
func (o *object) turns(v jsontext.Value) []string {
	texts, err := textsOf(v)
	if v == nil || err != nil {
		o.bad("turns", "a list of texts")
	}
	for i := range texts {
		texts[i] = o.r.prose(o.line, texts[i])
	}
	return texts
}

// worths reads a list of points.
func (o *object) worths(name string) []int {
	v := o.member(name)
	if v == nil {
		return nil
	}
	texts, err := textsOf(v)
	values := make([]int, len(texts))
	for i, text := range texts {
		ok := false
		if values[i], ok = parsePoints(text); !ok {
			err = errNoText
		}
	}
	if err != nil {
		o.bad(name, "points with at most two decimals")
	}
	return values
}

// titled divides a statement from the heading above it: a short line in capitals.
func titled(text string) (title, rest string) {
	first, rest, _ := strings.Cut(text, "\n")
	if rest = strings.TrimSpace(rest); rest != "" && len(first) <= 80 && first == strings.ToUpper(first) && strings.ToLower(first) != first {
		return oneLine(first), rest
	}
	return "", text
}

// benchPairs joins questions and answers of oab_bench that stand in the files of one directory.
type benchPairs struct {
	records map[string][]benchRecord // by directory and identifier
	keys    []string                 // in the order of files and lines
}

func (p *benchPairs) add(r *fileReader) {
	for _, b := range r.bench {
		key := path.Dir(r.path) + "\x00" + b.id
		if p.records == nil {
			p.records = map[string][]benchRecord{}
		}
		if p.records[key] == nil {
			p.keys = append(p.keys, key)
		}
		p.records[key] = append(p.records[key], b)
	}
}

// essays returns the essays of all pairs, and what is wrong with the others.
func (p *benchPairs) essays() (essays []Essay, faults []Fault) {
	for _, key := range p.keys {
		var question, answer *benchRecord
		for i := range p.records[key] {
			b := &p.records[key][i]
			of := &question
			if b.answers {
				of = &answer
			}
			if *of != nil {
				faults = append(faults, Fault{b.file, b.line, DuplicateID, fmt.Sprintf("identifier %q stands at %s:%d, too: want each once", b.id, (*of).file, (*of).line), true})
				continue
			}
			*of = b
		}
		switch {
		case answer == nil:
			faults = append(faults, Fault{question.file, question.line, NoAnswer, fmt.Sprintf("question %s has no answer in its directory: want a line with choices", question.id), true})
		case question == nil:
			faults = append(faults, Fault{answer.file, answer.line, NoQuestion, fmt.Sprintf("the answer of %s has no question in its directory: want a line with turns", answer.id), true})
		default:
			e, of := pair(question, answer)
			essays, faults = append(essays, e), append(faults, of...)
		}
	}
	return essays, faults
}

// numbered matches the category of a question: the number of the exam and the area.
var numbered = lazyregexp.New(`^(\d+)[_ ]+(.*)$`)

// pair makes an essay of a question and its answer.
func pair(question, answer *benchRecord) (Essay, []Fault) {
	r := newFileReader(answer.file)
	e := Essay{ID: question.id, Title: question.title, Statement: question.text}
	e.Origin = Origin{Exam: newFileReader(question.file).exam, Area: strings.ReplaceAll(question.category, "_", " "), File: question.file, Line: question.line}
	if m := numbered.FindStringSubmatch(question.category); m != nil {
		e.Exam, e.Area = m[1], strings.ReplaceAll(m[2], "_", " ")
	}
	texts := []string{e.Statement}
	var before []string
	for i := range max(len(question.texts), len(answer.texts)) {
		p := Part{Label: partLabel(i)}
		switch {
		case i >= len(answer.texts):
			r.faults = append(r.faults, Fault{question.file, question.line, NoAnswer, fmt.Sprintf("part %s of question %s has no answer: want as many answers as questions", p.Label, e.ID), true})
			continue
		case i >= len(question.texts):
			r.fault(answer.line, NoQuestion, true, "part %s of question %s has an answer without a question: want as many questions as answers", p.Label, e.ID)
			continue
		}
		p.Assumptions, p.Question = suppositions(question.texts[i], before)
		if p.Assumptions = r.bounded(answer.line, p.Assumptions); p.Assumptions != nil {
			before = p.Assumptions
		}
		var odd []string
		p.Answer, p.Points, odd = splitPoints(answer.texts[i])
		r.tellOdd(answer.line, odd)
		if i < len(question.values) {
			p.Value = question.values[i]
		}
		texts = append(texts, p.Question, p.Answer)
		e.Parts = append(e.Parts, p)
	}
	if n := len(question.values); n > 0 && n != len(question.texts) {
		r.faults = append(r.faults, Fault{question.file, question.line, PointsSum, fmt.Sprintf("question %s has %s and %s: want a value for each part", e.ID, plural(len(question.texts), "part"), plural(n, "value")), false})
	}
	e.Language = cmp.Or(languageOf(strings.Join(texts, "\n")), "pt")
	return e, r.faults
}

var (
	supposes = lazyregexp.New(`(?i)^(?:suponha(?:mos|-se)?|supondo|admita(?:mos|-se)?|imagine(?:mos)?|considere agora|considerando agora|partindo do pressuposto|suppose|assume|now suppose|imagine|假设|假定|现假设|又假设|另假设)`)
	adds     = lazyregexp.New(`(?i)^(?:\S+\s+){0,2}(?:ainda|também|além disso|further|also|in addition|moreover)\b|^(?:又|另|再|还)`)
	endOf    = lazyregexp.New(`[.!;](?:\s+|$)|[。！；]|\?|？`)
)

// maxAssumptions is how many suppositions a part may have. Parts repeat those of others.
const maxAssumptions = 30

// bounded returns suppositions, of too many only the first, and tells of these.
func (r *fileReader) bounded(line int, assumptions []string) []string {
	if len(assumptions) <= maxAssumptions {
		return assumptions
	}
	r.fault(line, BadValue, true, "%d suppositions hold together: want at most %d; the others are left out", len(assumptions), maxAssumptions)
	return assumptions[:maxAssumptions:maxAssumptions]
}

// suppositions divides a question from the sentences before it that suppose something. One that
// supposes something besides holds together with those of the part before.
func suppositions(text string, before []string) (assumptions []string, question string) {
	for supposes.MatchString(text) {
		end := endOf.FindStringIndex(text)
		if end == nil || strings.ContainsAny(text[end[0]:end[1]], "?？") || strings.TrimSpace(text[end[1]:]) == "" {
			break
		}
		sentence := strings.TrimSpace(text[:end[1]])
		if assumptions == nil && adds.MatchString(sentence) {
			assumptions = slices.Clone(before)
		}
		assumptions, text = append(assumptions, sentence), strings.TrimSpace(text[end[1]:])
	}
	return assumptions, text
}
