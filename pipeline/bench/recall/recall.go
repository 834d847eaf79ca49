// Package recall measures answers: how similar any answer is to its reference; and of tasks that ask
// for law or for a text, how much of a citation is right, which articles an answer about a case cites,
// whether they exist and were in force, whether an answer gives the newest law in place of the one
// asked for, whether it abstains, which kind of error a recital makes, and how an answer to an exam
// item states its choice. The measures stand beside
// the rates of package score, which say whether a task is solved.
package recall

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The names of measures. All but EditDistance and those of BERTScore are in [0, 1].
const (
	Article      = "article"       // the article is right
	Paragraph    = "paragraph"     // the article and the paragraph are
	Item         = "item"          // the article, the paragraph and the item are
	Exact        = "exact"         // every level is, or the text is recited exactly
	Rouge1       = "rouge_1"       // see prose.Scores, as the next four
	Rouge2       = "rouge_2"       //
	RougeL       = "rouge_l"       //
	BLEU         = "bleu"          //
	Edit         = "edit"          //
	EditDistance = "edit_distance" // see prose.Distance: in characters, not normalised
	// See P, R and F of bert.F1, in [-1, 1]. They are missing without an encoder.
	BERTPrecision = "bert_precision"
	BERTRecall    = "bert_recall"
	BERTScore     = "bert_score"
	// The share of the articles that an answer cites that the reference cites, too, and the
	// share of those that the reference cites that the answer cites, too. Each is missing
	// where it would be a share of none.
	CitationPrecision = "citation_precision"
	CitationRecall    = "citation_recall"
	// Of the articles that an answer cites, the share that stands in some version of its law,
	// among those of laws with known versions; and the share that was in force on the day of
	// decision, among those of which that is certain. Each is missing where it would be a share
	// of none.
	CitationExists  = "citation_exists"
	CitationInForce = "citation_in_force"
	// The answer is that of the newest version of the law: its text, its number or its first
	// day in force. It is missing where that is the right answer, or is not known.
	Newest    = "newest"
	Abstained = "abstained" // no answer, or a statement that it is not known
	// How an answer to an exam item states its choice, see [choice.StatedManner]: it leaves open
	// which option it is, it chooses what is no option, or no choice can be made out of it.
	HedgedChoice  = "hedged_choice"
	OutsideChoice = "outside_choice"
	UnreadChoice  = "unread_choice"
)

// Names returns the names of all measures, in the order of reports.
func Names() []string {
	return slices.Concat([]string{Article, Paragraph, Item, Exact}, Similarities(), []string{
		CitationPrecision, CitationRecall, CitationExists, CitationInForce, Newest, Abstained,
		HedgedChoice, OutsideChoice, UnreadChoice,
	})
}

// Similarities returns the names of the measures that compare an answer with its reference, see
// [ComparedTexts], in the order of reports.
func Similarities() []string {
	return []string{Rouge1, Rouge2, RougeL, BLEU, Edit, EditDistance, BERTPrecision, BERTRecall, BERTScore}
}

// AsksForText reports whether the answer to a task is a text, so that the similarities say how good it
// is: a text to write, the grounds of a decision, or a [task.RecitedText]. Of any other answer they say
// how much its words are like those of the reference, right or wrong.
func AsksForText(t *task.Task) bool {
	_, recited := task.RecitedText(t)
	return recited || task.AsksForText(t)
}

// ComparedTexts returns the texts that are compared for an answer: of a [task.RecitedText] that text
// and what the answer gives of it, see [wording.Recited], of any other task the reference answer and
// the answer. It is false for an unanswerable twin, and for a task without a reference.
func ComparedTexts(t *task.Task, answer string) (reference, text string, ok bool) {
	if reference, ok = task.RecitedText(t); ok {
		return reference, wording.Recited(answer, reference), true
	}
	return t.Answer, answer, t.Twin == nil && (t.Answer != "" || task.AsksForText(t))
}

// Measure returns the measures of an attempt at a task, by name, and the class of the text that it
// recites. A task with [ComparedTexts] has the similarities but those of BERTScore, which take an
// encoder. One with a [task.LocatedProvision] has the levels, it and one with a [task.RecitedText]
// Exact, one of [task.Case] the citations. All of these, texts to write and the tasks of [task.InForce],
// [task.Renumbered] and [task.Governing] have Abstained. A [task.ChoiceItem] has Abstained and the
// measures of how a choice is stated. Measures are nil for a task with none of them. The class is ""
// without a [task.RecitedText], and if s has no entry for it.
func (s *Statutes) Measure(t *task.Task, tr *agent.Transcript) (measures map[string]float64, recital wording.RecitalClass) {
	reference, text, compared := ComparedTexts(t, tr.Answer)
	if compared {
		measures = similarities(reference, text)
	} else {
		measures = map[string]float64{}
	}
	question := task.CurrentQuestion(t)
	silent := strings.TrimSpace(tr.Answer) == ""
	it, choose := task.ChoiceItem(t)
	provision, located := task.LocatedProvision(t)
	_, recited := task.RecitedText(t)
	switch {
	case choose:
		addChoice(measures, it, tr.Answer)
	case task.AsksForText(t):
		short := 2*len(text) < len(reference) // grounds may well say that a fact cannot be found
		measures[Abstained] = share(silent || short && score.Declines(text, question))
		s.addCitations(measures, t, text)
	case recited:
		exact := wording.IsExact(reference, tr.Answer)
		measures[Exact] = share(exact)
		abstained := silent || !exact && measures[RougeL] < half && score.Declines(tr.Answer, question)
		if recital = s.addRecital(measures, t, tr.Answer); recital != "" {
			abstained = recital == wording.Refusal // another provision may speak of what cannot be found
		}
		measures[Abstained] = share(abstained)
	case located:
		answer := citation.Parse(tr.Answer, question)
		a := citation.Grade(provision, answer)
		measures[Article], measures[Paragraph], measures[Item], measures[Exact] = share(a.Article), share(a.Paragraph), share(a.Item), share(a.Exact())
		measures[Abstained] = share(silent || !answer.Found && !answer.Hedged && (answer.Block || score.Declines(tr.Answer, question)))
		s.addNewestNumber(measures, t, answer)
	case t.Twin == nil && slices.Contains([]string{task.InForce, task.Renumbered, task.Governing}, t.Family):
		measures[Abstained] = share(silent || score.Declines(tr.Answer, question))
		s.addNewestDay(measures, t, tr.Answer)
	case !compared:
		return nil, ""
	}
	return measures, recital
}

// addChoice adds how an answer states its choice. A list of all options is no choice.
func addChoice(measures map[string]float64, it *choice.KeyedItem, answer string) {
	m := choice.Parse(it, answer).Manner
	measures[Abstained], measures[HedgedChoice], measures[OutsideChoice] = share(m == choice.Abstained), share(m == choice.Hedged), share(m == choice.Outside)
	measures[UnreadChoice] = share(m == choice.Unread || m == choice.Listed)
}

// similarities returns the measures that compare a text with its reference.
func similarities(reference, text string) map[string]float64 {
	s := prose.Compare(reference, text)
	return map[string]float64{
		Rouge1: s.Rouge1, Rouge2: s.Rouge2, RougeL: s.RougeL, BLEU: s.BLEU, Edit: s.Edit, EditDistance: float64(s.Edits),
	}
}

// half is the ROUGE-L from which an answer recites its reference, even if the text itself
// says that something cannot be found.
const half = 0.5

// share is 1 for what holds, else 0.
func share(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
