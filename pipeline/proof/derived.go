package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// itemSourcedFact is the certificate of quotes looked up in their file.
const itemSourcedFact = "the file has the same words"

// derived checks that an item's source is at hand, that its quotes stand there, and that the
// derivation gives the item again.
func (x *examined) derived(t *task.Task) (Finding, error) {
	d := t.Derivation
	q, e := x.takenOver(t), x.essays[d.Source]
	var fault Finding
	var fact, file string
	var words []string
	switch {
	case q != nil:
		fault, fact, file, words = x.verbatim(t, q), "taken over as "+q.ID+" has it", q.File, slices.Concat([]string{q.Stem}, q.Options)
	case e != nil:
		if d.Part != "" && x.part(d.Source, d.Part) == nil {
			return faulty(noSource, "essay %s has no part %q", d.Source, d.Part), nil
		}
		fault, fact, file = x.quoted(d), plural(len(d.Quotes), "quote")+" verbatim", e.File
		for _, q := range d.Quotes {
			if q.Source == d.Source {
				words = append(words, q.Text)
			}
		}
	default:
		return faulty(noSource, "the tables have no question %q", d.Source), nil
	}
	if fault.Fault != "" {
		return fault, nil
	}
	sourced, fault := x.inFile(file, words)
	if fault.Fault != "" {
		return fault, nil
	}
	again, fault, err := x.madeAgain(t)
	if err != nil || fault.Fault != "" {
		return fault, err
	}
	return Finding{Certificate: fact + again + sourced}, nil
}

// verbatim checks that an item has the stem and the options of the question that it takes over.
// An option that names letters may be changed, since letters move with their options.
func (x *examined) verbatim(t *task.Task, q *exam.Question) Finding {
	if !claim.Holds(claim.Fold(t.Question), claim.Fold(q.Stem)) {
		return faulty(notQuoted, "the stem is not that of %s", q.ID)
	}
	if len(t.Choices.Options) != len(q.Options) {
		return faulty(notQuoted, "%d options, and %d in %s", len(t.Choices.Options), len(q.Options), q.ID)
	}
	if _, ok := places(t.Choices.Options, q.Options); !ok {
		return faulty(notQuoted, "the options are not those of %s", q.ID)
	}
	return Finding{}
}

// places returns for each option its place among those of the source. One option may differ from
// its source, if all others are found.
func places(options, source []string) (at []int, ok bool) {
	at = make([]int, len(options))
	taken := make([]bool, len(source))
	lost := -1
	for i, o := range options {
		at[i] = -1
		for j, s := range source {
			if !taken[j] && claim.Fold(o) == claim.Fold(s) {
				at[i], taken[j] = j, true
				break
			}
		}
		if at[i] < 0 {
			if lost >= 0 {
				return nil, false
			}
			lost = i
		}
	}
	if lost >= 0 {
		at[lost] = slices.Index(taken, false)
		if namesLetters(source[at[lost]]) == "" || claim.Fold(namesLetters(options[lost])) != claim.Fold(namesLetters(source[at[lost]])) {
			return nil, false
		}
	}
	return at, true
}

// namesLetters returns an option that names the letters of others without these letters; "" if it
// names none.
func namesLetters(option string) string {
	var b strings.Builder
	found := false
	for _, field := range strings.FieldsFunc(option, func(r rune) bool { return strings.ContainsRune(" ,.;()、，。“”\"", r) }) {
		if len(field) == 1 && field[0] >= 'A' && field[0] <= 'F' {
			found = true
			continue
		}
		b.WriteString(field + " ")
	}
	if !found {
		return ""
	}
	return b.String()
}

// quoted checks that the quotes of a derivation stand at their places.
func (x *examined) quoted(d *task.Derivation) Finding {
	if len(d.Quotes) == 0 {
		return faulty(notQuoted, "nothing is quoted: want the passages on which the key rests")
	}
	if !slices.ContainsFunc(d.Quotes, func(q task.Quote) bool { return q.Source == d.Source && (d.Part == "" || q.Part == d.Part) }) {
		return faulty(notQuoted, "nothing of %s %s is quoted, which the item is about", d.Source, d.Part)
	}
	for i, q := range d.Quotes {
		p := x.part(q.Source, q.Part)
		if p == nil {
			return faulty(noSource, "quote %d: no part %q of an essay %q", i+1, q.Part, q.Source)
		}
		text := p.Answer
		if q.Point != 0 {
			if q.Point < 0 || q.Point > len(p.Points) {
				return faulty(noSource, "quote %d: %s %s has no row %d", i+1, q.Source, q.Part, q.Point)
			}
			text = p.Points[q.Point-1].Text
		}
		if q.First < 0 || q.End > len(text) || q.First >= q.End || text[q.First:q.End] != q.Text {
			return faulty(notQuoted, "quote %d: %q does not stand in bytes %d to %d of %s %s", i+1, q.Text, q.First, q.End, q.Source, q.Part)
		}
	}
	return Finding{}
}

// madeAgain makes the item again of its derivation, if the sources say how, and compares: a
// question that people changed is not compared. An item that a model wrote is made by nobody again.
func (x *examined) madeAgain(t *task.Task) (fact string, fault Finding, err error) {
	if t.Derivation.Writer != "" || x.Again == nil {
		return "", Finding{}, nil
	}
	made, err := x.Again(x.collection, t)
	if err != nil {
		return "", faulty(notAgain, "the derivation gives no item: %v", err), nil
	}
	if difference := differs(made, t); difference != "" {
		return "", faulty(notAgain, "the derivation gives %s", difference), nil
	}
	return ", the same item again", Finding{}, nil
}

// differs says in what an item made again differs from the recorded one; "" if in nothing.
func differs(made, t *task.Task) string {
	parts := []struct {
		name       string
		made, task any
	}{
		{"another type", made.Type, t.Type}, {"another language", made.Language, t.Language},
		{"other options or another key", made.Choices, t.Choices}, {"another derivation", made.Derivation, t.Derivation},
		{"another question", made.Question, t.Question}, {"another answer", made.Answer, t.Answer}, {"other keywords", made.KeyAnswer, t.KeyAnswer},
	}
	for _, p := range parts {
		a, err := json.Marshal(p.made)
		b, err2 := json.Marshal(p.task)
		edited := p.name == "another question" && t.Review.Edited(task.QuestionEdited)
		if err != nil || err2 != nil || !edited && !bytes.Equal(a, b) {
			return p.name
		}
	}
	return ""
}

// inFile looks words up in the file that was read, if the sources have it. Space is folded, and
// the escapes of JSON are read. What is in a PDF is not looked up.
func (x *examined) inFile(file string, words []string) (fact string, fault Finding) {
	if x.Texts == nil || file == "" || strings.EqualFold(path.Ext(file), ".pdf") {
		return "", Finding{}
	}
	text, err := x.wordsOf(file)
	if err != nil {
		return "", faulty(noSource, "%s cannot be read: %v", file, err)
	}
	for _, w := range words {
		w = spaceless(w)
		if strings.Contains(text, w) {
			continue
		}
		if answers, err := x.wordsOf(path.Join(path.Dir(file), answersFile)); err != nil || !strings.Contains(answers, w) {
			return "", faulty(noSource, "%s does not have the words %q", file, w)
		}
	}
	return "; " + itemSourcedFact, Finding{}
}

// answersFile is the file beside the questions that has their official answers, in the form of
// oab_bench.
const answersFile = "guidelines.jsonl"

// wordsOf returns the text of a file without space, and with the strings of JSON unescaped.
func (x *examined) wordsOf(file string) (string, error) {
	if text, ok := x.fileWords.Load(file); ok {
		return text.(string), nil
	}
	b, err := x.Texts(file)
	if err != nil {
		return "", err
	}
	text := string(b)
	if ext := strings.ToLower(path.Ext(file)); ext == ".jsonl" || ext == ".json" {
		var all strings.Builder
		d := json.NewDecoder(bytes.NewReader(b))
		for {
			token, err := d.Token()
			if err != nil {
				break
			}
			if s, ok := token.(string); ok {
				fmt.Fprintln(&all, s)
			}
		}
		text = all.String()
	}
	text = spaceless(text)
	x.fileWords.Store(file, text)
	return text, nil
}

// spaceless removes all space of a text, and what a table of Markdown puts between cells.
func spaceless(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r == '|' || r == '\u00a0' || r == '\ufeff' || r == ' ' || r == '\n' || r == '\r' || r == '\t'
	}), "")
}
