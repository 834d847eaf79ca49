// Package recall measures answers to tasks over statutes: how much of a citation is right,
// how similar a recited text is, whether an answer abstains, and which kind of error a
// recital makes. The measures stand beside the rates of package score, which say whether a
// task is solved.
package recall

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The names of measures. All but EditDistance are in [0, 1].
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
	EditDistance = "edit_distance" // in characters, not normalised
	Abstained    = "abstained"     // no answer, or a statement that it is not known
)

// Names returns the names of all measures, in the order of reports.
func Names() []string {
	return []string{Article, Paragraph, Item, Exact, Rouge1, Rouge2, RougeL, BLEU, Edit, EditDistance, Abstained}
}

// Measures returns the measures of an attempt at a task, by name: of a task with a
// [task.LocatedProvision] the levels, of one with a [task.RecitedText] the similarities, and
// of both Exact and Abstained. It is nil for any other task.
func Measures(t *task.Task, tr *agent.Transcript) map[string]float64 {
	question := task.CurrentQuestion(t)
	silent := strings.TrimSpace(tr.Answer) == ""
	if reference, ok := task.LocatedProvision(t); ok {
		answer := citation.Parse(tr.Answer, question)
		a := citation.Grade(reference, answer)
		return map[string]float64{
			Article: share(a.Article), Paragraph: share(a.Paragraph), Item: share(a.Item), Exact: share(a.Exact()),
			Abstained: share(silent || !answer.Found && !answer.Hedged && (answer.Block || score.Declines(tr.Answer, question))),
		}
	}
	reference, ok := task.RecitedText(t)
	if !ok {
		return nil
	}
	s := wording.Compare(reference, tr.Answer)
	exact := wording.IsExact(reference, tr.Answer)
	return map[string]float64{
		Exact: share(exact), Rouge1: s.Rouge1, Rouge2: s.Rouge2, RougeL: s.RougeL, BLEU: s.BLEU, Edit: s.Edit,
		EditDistance: float64(s.Distance), Abstained: share(silent || !exact && s.RougeL < half && score.Declines(tr.Answer, question)),
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

// Stratum says where the entry of a task stands.
type Stratum struct {
	// Law is the title of the law, Version the name of the version.
	Law     string `json:"law"`
	Version string `json:"version"`
	// Level is the deepest level of the entry: "article", "paragraph", "item", "subitem".
	Level string `json:"level"`
}

// StratumOf returns the stratum of a task: what the last lookup of its plan returned in the
// columns law, version and level. What it did not return, or of several rows, is "".
func StratumOf(t *task.Task) Stratum {
	var s Stratum
	if !task.LastRow(t, &s) {
		return Stratum{}
	}
	return s
}

// Classify returns the class of the text that an attempt at a task with a [task.RecitedText] recites;
// "" for any other task, and if the index has no entry with the task's version and text.
func Classify(x *wording.EntryIndex, t *task.Task, tr *agent.Transcript) wording.RecitalClass {
	text, ok := task.RecitedText(t)
	if !ok {
		return ""
	}
	reference := x.Find(StratumOf(t).Version, text)
	if reference == nil {
		return ""
	}
	return x.Classify(reference, tr.Answer, task.CurrentQuestion(t)).Class
}
