// Package composetest plays models that write and read exam items, for rehearsals and tests.
package composetest

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/exam/compose"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Skill is how well a model that is played writes exam items.
type Skill string

// The skills.
const (
	Honest    Skill = "honest"    // items that pass
	Inventing Skill = "inventing" // quotes that stand nowhere
	Leaking   Skill = "leaking"   // stems with the right option
	Miskeyed  Skill = "miskeyed"  // claims of the official answer that are to be false
	TwoRight  Skill = "two-right" // two options that the official answer says, one to be wrong
	// Mixed is one of the others for each part, Honest for most; all but Miskeyed are mended
	// when they are refused.
	Mixed Skill = "mixed"
)

// Model returns the script of a model for conversations of [compose.Composer]: it writes a
// multiple-choice and a true-false item for a part whose answer has a sentence without a number of
// an article, and reads items by looking up which option stands in the official answer.
func Model(skill Skill) llmtest.Script {
	return func(r *llm.Request) llmtest.ModelAnswer {
		c, ok := readConversation(r)
		switch {
		case !ok:
			return llmtest.ModelAnswer{Err: errors.New("no conversation about exam items")}
		case c.item != "":
			return llmtest.ModelAnswer{Content: c.read()}
		}
		b, err := json.Marshal(compose.Items{Items: c.write(skill)})
		if err != nil {
			return llmtest.ModelAnswer{Err: err}
		}
		return llmtest.ModelAnswer{Content: string(b)}
	}
}

// conversation is what a model is told.
type conversation struct {
	language string
	data     string
	source   compose.SourceText
	item     string // "" for a writer
	retry    bool
}

func readConversation(r *llm.Request) (c conversation, ok bool) {
	if len(r.Messages) < 2 {
		return c, false
	}
	switch system := r.Messages[0].Text; {
	case strings.HasPrefix(system, "Você"):
		c.language = "pt"
	case strings.HasPrefix(system, "You"):
		c.language = "en"
	default:
		c.language = "zh"
	}
	text := r.Messages[1].Text
	at := strings.Index(text, "===== ")
	if at < 0 {
		return c, false
	}
	mark, _, _ := strings.Cut(text[at:], "\n")
	parts := strings.Split(text[at:], mark)
	if len(parts) < 3 || json.Unmarshal([]byte(parts[1]), &c.source) != nil {
		return c, false
	}
	if c.data = parts[1]; len(parts) > 3 {
		c.item = strings.TrimSpace(parts[2])
	}
	c.retry = len(r.Messages) > 2
	return c, true
}

// played are the words of items that are played: a stem, and options that no official answer
// has.
var played = map[string]struct {
	stem  string
	wrong []string
}{
	"pt": {"Qual afirmação está juridicamente correta?", []string{
		"Nenhuma norma vigente trata do tema, entregue ao costume local",
		"Apenas tratados ainda pendentes de promulgação regulam tal matéria",
		"Tudo depende de regulamento futuro, cuja edição cabe a cada município",
	}},
	"en": {"Which statement is correct in law?", []string{
		"Local custom alone governs such matters, since parliament never legislated",
		"Treaties awaiting promulgation regulate such matters exclusively",
		"Everything hinges upon future bylaws, which each borough may adopt",
	}},
	"zh": {"下列哪一说法在法律上正确？", []string{
		"现行规范均未涉及此类事务，一概听凭各地风俗",
		"唯有尚待公布之条约方可调整此类事务",
		"全凭将来各市镇自行拟订之细则",
	}},
}

var sentenceEnd = regexp.MustCompile(`[.;]\s+|[。；\n]+`)

// sentences are the sentences of the official answer that an item can quote.
func (c *conversation) sentences() (all []string) {
	for _, s := range sentenceEnd.Split(c.source.Answer, -1) {
		s = strings.Trim(strings.TrimSpace(s), ".")
		if n := utf8.RuneCountInString(s); n >= 12 && n <= 400 && claim.Article(s) == "" && len(claim.Read(s, c.language).Tokens) >= 5 {
			all = append(all, s)
		}
	}
	return all
}

func (c *conversation) write(skill Skill) []compose.Draft {
	said := c.sentences()
	if len(said) == 0 {
		return nil
	}
	if skill == Mixed {
		kinds := map[byte]Skill{'0': Inventing, '1': Leaking, '2': Miskeyed, '3': TwoRight}
		drawn, ok := kinds[strings.TrimPrefix(string(digest.Of("played items", c.data)), "sha256:")[0]]
		if skill = Honest; ok && (drawn == Miskeyed || !c.retry) {
			skill = drawn
		}
	}
	words := played[c.language]
	quoted := compose.QuotedOption{Text: said[0], Quote: said[0]}
	choice := compose.Draft{Type: task.MultipleChoice, Stem: words.stem, Right: []compose.QuotedOption{quoted}, Wrong: append([]string(nil), words.wrong...)}
	truth := compose.Draft{Type: task.TrueFalse, Stem: said[0], Right: []compose.QuotedOption{{Text: "true", Quote: said[0]}}}
	switch skill {
	case Inventing:
		choice.Right[0].Quote, truth.Right[0].Quote = words.wrong[0], words.wrong[1]
	case Leaking:
		choice.Stem = said[0] + "\n" + choice.Stem
	case Miskeyed:
		truth.Right[0].Text = "false"
	case TwoRight:
		choice.Wrong[0] = said[len(said)-1]
	}
	return []compose.Draft{choice, truth}
}

var optionLine = regexp.MustCompile(`(?m)^[A-Z]\) (.+)$`)

// read answers an item by what stands in the official answer.
func (c *conversation) read() string {
	official := claim.Fold(strings.Join(append([]string{c.source.Answer}, c.source.Points...), "\n"))
	choices, kind := &task.Choices{}, task.MultipleChoice
	for i, m := range optionLine.FindAllStringSubmatch(c.item, -1) {
		choices.Options = append(choices.Options, m[1])
		if claim.Holds(official, claim.Fold(m[1])) {
			choices.Key = append(choices.Key, i)
		}
	}
	if len(choices.Options) == 0 {
		kind, choices.Options, choices.Key = task.TrueFalse, convert.TruthWords(c.language), []int{1}
		for line := range strings.Lines(c.item) {
			if folded := claim.Fold(line); len(claim.Read(line, c.language).Tokens) >= 5 && claim.Holds(official, folded) {
				choices.Key = []int{0}
			}
		}
	}
	if len(choices.Key) != 1 {
		return "?"
	}
	t := &task.Task{Type: kind, Language: c.language, Choices: choices}
	convert.Show(t, "")
	return t.Answer
}
