package reading

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// AskedAboutBystander returns the program of the reader who takes a task's by-stander for the
// start. It is nil for a task without a by-stander, and for one whose program does not have
// exactly one start or whose start is of another type.
func AskedAboutBystander(t *task.Task) *plan.Program {
	if t.Bystander == nil || t.Plan == nil || len(t.Plan.Entities()) != 1 {
		return nil
	}
	for i := range t.Plan.Nodes {
		o, ok := t.Plan.Nodes[i].Do.(*plan.Start)
		if ok && o.Entity == t.Bystander.Type && len(o.Value) == len(t.Bystander.Name) {
			return replace(t.Plan, i, &plan.Start{Entity: o.Entity, Value: t.Bystander.Name})
		}
	}
	return nil
}

// BystanderFault says by which words a question of a task can be taken to ask about the
// task's by-stander; "" if its words exclude that. They do if the question
//
//   - names the by-stander once, before it names the start, and says nothing of what is the
//     by-stander's;
//   - asks behind the by-stander, and there names the start, or calls it by its role in a
//     matter that the question serves ([domain.MatterRole]);
//   - calls nothing by the kind of both ("that company", 该公司), and has no pronoun that could
//     mean either ("its", 其) at the beginning of a sentence.
//
// The task must have a by-stander and a program of the domain.
func BystanderFault(d *domain.Domain, t *task.Task, question string) string {
	words := bystanderWordsOf(t.Language)
	name := draft.Name(t.Bystander.Name)
	if n := strings.Count(question, name); n != 1 {
		return fmt.Sprintf("the question names the by-stander %s %d times", name, n)
	}
	text := strings.Replace(question, strings.TrimSuffix(name, "."), bystanderMark, 1)
	for _, said := range startWords(d, t) {
		text = words.replaceRole(text, said)
	}
	if words.replaceRole(text, name) != text { // without the period of "Ltd."
		return fmt.Sprintf("the question names the by-stander %s again", name)
	}
	before, after, _ := strings.Cut(text, bystanderMark)
	switch {
	case strings.Contains(before, startMark):
		return "the question names the start before the by-stander " + name
	case words.owner.MatchString(before + bystanderMark + after):
		return "the question speaks of what is the by-stander's, " + name
	}
	begins, ends := words.sentences(before), words.sentences(after)
	scene, rest := ends[0], after[len(ends[0]):]
	switch asks := words.asks.MatchString(begins[len(begins)-1] + scene); {
	case asks && !strings.Contains(scene, startMark):
		return "the question asks about the by-stander " + name
	case asks:
		rest = after
	case !strings.Contains(rest, startMark):
		return "the question does not say whether it asks about the start or the by-stander " + name
	}
	if said := words.kindReference(text, kindNouns(d, t.Bystander.Type, t.Language)); said != "" {
		return fmt.Sprintf("%q in the question can be the by-stander %s", said, name)
	}
	for _, sentence := range words.sentences(rest) {
		early, _, _ := strings.Cut(sentence, startMark)
		early = words.form.ReplaceAllString(early, "")
		if said := words.pronoun.FindString(early); said != "" {
			return fmt.Sprintf("%q in the question can be the by-stander's, %s", said, name)
		}
	}
	return ""
}

// What stands in a question for the name of the by-stander, and for the name and the roles of
// the start.
const (
	bystanderMark = "\uE000"
	startMark     = "\uE001"
)

// startWords returns the names of a task's starts and the nouns for their roles, longest first.
func startWords(d *domain.Domain, t *task.Task) []string {
	var all []string
	for _, e := range t.Entities {
		all = append(all, draft.Name(e.Name))
	}
	for _, m := range t.Plan.Matters(d) {
		if role := m.Role(t.Bystander.Type, t.Language); role != "" {
			all = append(all, role)
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

// kindNouns returns the nouns by which questions call things of an entity type: its label, what
// it denotes, the rows that it is the key of, and of columns such as "parent company" the word
// that says whose it is not: "the parent" could be either's.
func kindNouns(d *domain.Domain, entity, lang string) []string {
	var nouns []string
	add := func(noun string) {
		if noun != "" && !slices.Contains(nouns, noun) {
			nouns = append(nouns, noun)
		}
	}
	e := d.Entity(entity)
	add(e.Label.In(lang))
	add(e.Denotes.In(lang))
	for i := range d.Tables {
		t := &d.Tables[i]
		if key := t.Column(t.Key); key != nil && key.Entity == entity && e.Denotes != nil {
			add(t.Row.In(lang))
		}
		for j := range t.Columns {
			c := &t.Columns[j]
			if kin, ok := strings.CutSuffix(c.Called(lang), " "+e.Label.In(lang)); ok && c.Entity == entity {
				add(kin)
			}
		}
	}
	return nouns
}

// bystanderWords are the words of a language that decide whom a question asks about.
type bystanderWords struct {
	asks    *regexp.Regexp // requests and interrogatives
	owner   *regexp.Regexp // the by-stander's mark as an owner
	pronoun *regexp.Regexp // possessive and personal pronouns of things
	form    *regexp.Regexp // a pronoun of the answer, or before a defined term
	end     *regexp.Regexp // the end of a sentence
	chinese bool
}

var bystanderWordsByLanguage = map[string]*bystanderWords{
	"zh": {
		asks:    regexp.MustCompile(`请问|请告诉|请查|请帮|请把|请列|请给|麻烦|帮我|告诉我|想知道|想问|多少|哪|谁|什么|是否|[？?]`),
		owner:   regexp.MustCompile(bystanderMark + `(?:的|名下|旗下)`),
		pronoun: regexp.MustCompile(`其(?:[^中他余它实]|$)|它|他们|上述|前者|后者`),
		form:    regexp.MustCompile(`(?:把|将)(?:它|其)(?:写|换算|列|精确)`),
		end:     regexp.MustCompile(`[。！？!?；;\n]`),
		chinese: true,
	},
	"en": {
		asks:    regexp.MustCompile(`(?i)\?|\b(?:tell me|please|list|give me|find out|I need|I want|want to know|send me|let me know|which|what|who|whom|whose|when|how many|how much|whether|look up)\b`),
		owner:   regexp.MustCompile(bystanderMark + `\.?['’]s\b|` + `(?i:\b(?:[a-z]+ (?:of|by|against|involving|in)) )` + bystanderMark),
		pronoun: regexp.MustCompile(`(?i)\b(?:its?|they|their|them|the (?:former|latter|above))\b`),
		form:    regexp.MustCompile(`(?i)\b(?:call (?:it|them) |(?:express|give|state|write|put|round|report|show|convert) (?:it|them) (?:in|as|to|with)\b)`),
		end:     regexp.MustCompile(`[.!?;](?:\s+|$)|\n`),
	},
}

func bystanderWordsOf(lang string) *bystanderWords {
	if words := bystanderWordsByLanguage[lang]; words != nil {
		return words
	}
	return bystanderWordsByLanguage["en"]
}

// replaceRole puts the mark of the start in place of a name or a role.
func (w *bystanderWords) replaceRole(text, said string) string {
	if w.chinese {
		return strings.ReplaceAll(text, said, startMark)
	}
	said = strings.TrimSuffix(said, ".") // which may end the sentence, too
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	var b strings.Builder
	for at := 0; at < len(text); {
		end := at + len(said)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if said != "" && end <= len(text) && strings.EqualFold(text[at:end], said) && !isPart(before) {
			if after, _ := utf8.DecodeRuneInString(text[end:]); !isPart(after) {
				b.WriteString(startMark)
				at = end
				continue
			}
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		b.WriteString(text[at : at+size])
		at += size
	}
	return b.String()
}

// sentences divides a text into its sentences, at least one. A period within a sentence, that of
// "Ltd.", stands before a small letter.
func (w *bystanderWords) sentences(text string) []string {
	var all []string
	from := 0
	for _, at := range w.end.FindAllStringIndex(text, -1) {
		if next, _ := utf8.DecodeRuneInString(text[at[1]:]); text[at[0]] != '.' || !unicode.IsLower(next) {
			all = append(all, text[from:at[1]])
			from = at[1]
		}
	}
	return append(all, text[from:])
}

// kindReference returns the first words of a text that call something by a kind: "that
// company"; "" if there are none.
func (w *bystanderWords) kindReference(text string, nouns []string) string {
	if w.chinese {
		return chineseKindReference(text, nouns)
	}
	return englishKindReference(text, nouns)
}

// chineseDemonstrative matches a demonstrative with its measure word.
var chineseDemonstrative = regexp.MustCompile(`(?:该|此|这|那|本|前述|同一)一?[家个件项所起份条桩宗]?`)

// chineseKindReference looks for a demonstrative before a noun, or a short form of it: 诊所,
// 事务所 for 会计事务所. One that stands right behind a name belongs to it: X号那份处罚.
func chineseKindReference(text string, nouns []string) string {
	for _, at := range chineseDemonstrative.FindAllStringIndex(text, -1) {
		if strings.HasSuffix(text[:at[0]], bystanderMark) || strings.HasSuffix(text[:at[0]], startMark) {
			continue
		}
		behind := []rune(text[at[1]:])
		for size := 1; size <= min(8, len(behind)); size++ {
			said := string(behind[:size])
			if slices.ContainsFunc(nouns, func(noun string) bool { return isShortFor(said, noun) }) {
				return text[at[0]:at[1]] + said
			}
		}
	}
	return ""
}

// isShortFor reports whether a word consists of characters of a noun, in order, with the last.
func isShortFor(said, noun string) bool {
	word, whole := []rune(said), []rune(noun)
	if word[len(word)-1] != whole[len(whole)-1] {
		return false
	}
	for _, r := range word {
		at := slices.Index(whole, r)
		if at < 0 {
			return false
		}
		whole = whole[at+1:]
	}
	return true
}

// englishDemonstratives are words that refer to a thing of the kind behind them.
var englishDemonstratives = []string{"this", "that", "these", "those", "same", "said", "such"}

// englishWord matches a word.
var englishWord = regexp.MustCompile(`[\pL\pN]+(?:-[\pL\pN]+)*`)

// englishKindReference looks for a demonstrative before the head of a noun, with any of the
// nouns' other words between them, and for "the company" where nothing behind it says which.
func englishKindReference(text string, nouns []string) string {
	var heads []string
	others := []string{"other"}
	for _, noun := range nouns {
		words := strings.Fields(strings.ToLower(noun))
		head := words[len(words)-1]
		heads, others = append(heads, head, head+"s"), append(others, words[:len(words)-1]...)
		if stem, ok := strings.CutSuffix(head, "y"); ok {
			heads = append(heads, stem+"ies")
		}
	}
	words := englishWord.FindAllStringIndex(text, -1)
	said := ""
	for i, first := range words {
		refers := slices.Contains(englishDemonstratives, strings.ToLower(text[first[0]:first[1]]))
		if !refers && !strings.EqualFold(text[first[0]:first[1]], "the") {
			continue
		}
		for j := i + 1; j < len(words) && strings.TrimSpace(text[words[j-1][1]:words[j][0]]) == ""; j++ {
			word, end := strings.ToLower(text[words[j][0]:words[j][1]]), words[j][1]
			switch isHead := slices.Contains(heads, word); {
			case isHead && refers:
				return text[first[0]:end]
			case isHead && said == "" && standsAlone.MatchString(text[end:]) && !ofStart(text[:first[0]], word):
				said = text[first[0]:end]
			}
			if !slices.Contains(others, word) {
				break
			}
		}
	}
	return said
}

// ofStart reports whether a text tells a noun apart as that of the start: "the parent of X", "the
// parent company of X".
func ofStart(text, noun string) bool {
	_, owner, found := strings.Cut(text, noun)
	for ; found; _, owner, found = strings.Cut(owner, noun) {
		rest := strings.TrimPrefix(owner, " company")
		if rest, is := strings.CutPrefix(rest, " of "); is && strings.HasPrefix(strings.TrimPrefix(rest, "the "), startMark) {
			return true
		}
	}
	return false
}

// standsAlone matches what follows a noun with a definite article that nothing tells apart, as
// "the company that received the penalty" and "the company register" do.
var standsAlone = regexp.MustCompile(`(?i)^(?:['’]s\b|\s*(?:[.,;:?!)]|$)|\s+(?:is|was|has|had|does|did|can|will|and|or|in question|mentioned|concerned|itself)\b)`)
