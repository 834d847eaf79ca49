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
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
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
// The letters that an option names move with their options.
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

// maxNaming is the most options that name letters of others, of which the order is searched.
const maxNaming = 6

// places returns for each option its place among those of the source. An option that names letters
// of others names those at which they are now.
func places(options, source []string) (at []int, ok bool) {
	at = make([]int, len(options))
	now := make([]int, len(source)) // for each of the source its place in the item
	for j := range now {
		now[j] = -1
	}
	var naming []int // options not among those that name nothing
	for i, o := range options {
		at[i] = -1
		for j, s := range source {
			if _, names := moved(s, nil); now[j] < 0 && !names && claim.Fold(o) == claim.Fold(s) {
				at[i], now[j] = j, i
				break
			}
		}
		if at[i] < 0 {
			naming = append(naming, i)
		}
	}
	if len(options) != len(source) || len(naming) > maxNaming {
		return nil, false
	}
	return at, placeNaming(options, source, naming, at, now)
}

// placeNaming finds the places of options that name letters of others, which may be each other.
func placeNaming(options, source []string, naming, at, now []int) bool {
	if len(naming) == 0 {
		for i, o := range options {
			if want, names := moved(source[at[i]], now); names && !sameNames(o, want) {
				return false
			}
		}
		return true
	}
	i := naming[0]
	for j, s := range source {
		if _, names := moved(s, nil); now[j] >= 0 || !names {
			continue
		}
		at[i], now[j] = j, i
		if placeNaming(options, source, naming[1:], at, now) {
			return true
		}
		at[i], now[j] = -1, -1
	}
	return false
}

// wholeWord matches the words of a text, of which a capital letter alone may stand for an option.
var wholeWord = lazyregexp.New(`[\pL\pN]+`)

func isOptionLetter(word string) bool { return len(word) == 1 && word[0] >= 'A' && word[0] <= 'F' }

// moved returns an option with the letters that it names changed to those of their places now, and
// whether it names any: "A" alone at the beginning may be an article.
func moved(option string, now []int) (text string, names bool) {
	rest := option
	if strings.HasPrefix(rest, "A ") && !strings.HasPrefix(rest, "A e ") && !strings.HasPrefix(rest, "A and ") && !strings.HasPrefix(rest, "A or ") && !strings.HasPrefix(rest, "A ou ") {
		text, rest = "A ", rest[2:]
	}
	rest = wholeWord.ReplaceAllStringFunc(rest, func(letter string) string {
		if !isOptionLetter(letter) {
			return letter
		}
		if names = true; int(letter[0]-'A') < len(now) {
			return string(rune('A' + now[letter[0]-'A']))
		}
		return letter
	})
	return text + rest, names
}

// sameNames reports whether two options have the same words, the letters of options in any order.
func sameNames(a, b string) bool {
	if claim.Fold(a) == claim.Fold(b) {
		return true
	}
	apart := func(s string) (letters []string, rest string) {
		rest = wholeWord.ReplaceAllStringFunc(s, func(word string) string {
			if !isOptionLetter(word) {
				return word
			}
			letters = append(letters, word)
			return " "
		})
		slices.Sort(letters)
		return letters, claim.Fold(rest)
	}
	letters, rest := apart(a)
	others, rest2 := apart(b)
	return slices.Equal(letters, others) && rest == rest2
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
