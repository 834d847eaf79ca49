package proof

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func standingItemFaults() []itemFault {
	adds := func(reason, name, pt, zh string) itemFault {
		return itemFault{"standing", reason, name, "", func(t *task.Task, c *exam.Collection) bool {
			if !wasMade(t) || t.Type == task.TrueFalse || t.Type == task.Matching {
				return false
			}
			if reason == refersAway {
				e := essayOf(t, c)
				t.Question = strings.Replace(t.Question, e.Statement, "", 1)
			}
			add := pt
			if t.Language == "zh" {
				add = zh
			}
			setOption(t, wrong(t), t.Choices.Options[wrong(t)]+add)
			return true
		}}
	}
	return []itemFault{
		adds(citesArticle, "an article", ", na forma do Art. 5º", "，依照第五条"),
		adds(citesArticle, "articles", ", conforme os artigos 12 e 13", "，见第一百二十条"),
		adds(citesArticle, "a paragraph or an article in digits", ", § 2º", "（第12条）"),
		adds(citesArticle, "a clause or a full-width number", ", inciso II", "，第１２条"),
		adds(citesArticle, "an article in capitals or with spaces", " (ART. 7)", "，Article 5"),
		adds(refersAway, "a case that is not there", ", na hipótese narrada", "，本案亦同"),
		adds(refersAway, "what stood above", ", como o recurso acima", "，与上述情形相同"),
		adds(refersAway, "this case", ", no caso em tela", "，该案除外"),
		adds(refersAway, "an option before", ", como na alternativa anterior", "，与前一选项相同"),
		adds(refersAway, "a question before", ", pela resposta à questão anterior", "，同上一题"),
		{"standing", givesAway, "the right option in the stem", "", func(t *task.Task, _ *exam.Collection) bool {
			if t.Type == task.TrueFalse || t.Type == task.Matching || t.Type == task.MultipleSelection {
				return false
			}
			t.Question = t.Choices.Options[right(t)] + "\n" + t.Question
			return true
		}},
		{"standing", namesAway, "a person of the case, which is not there", "", func(t *task.Task, c *exam.Collection) bool {
			e := essayOf(t, c)
			if !wasMade(t) || e.Statement == "" || t.Type == task.TrueFalse || t.Type == task.Matching {
				return false
			}
			name := map[string]string{"pt-01": "Otávio", "pt-02": "Helena", "pt-04": "Sílvia", "pt-06": "Jonas", "zh-01": "赵亮", "zh-02": "李强", "zh-03": "吴刚", "zh-06": "孙磊"}[e.ID]
			t.Question = strings.Replace(t.Question, e.Statement, "", 1)
			for i := range e.Parts {
				t.Question = strings.ReplaceAll(t.Question, e.Parts[i].Question, "?")
			}
			setOption(t, wrong(t), name+" "+t.Choices.Options[wrong(t)])
			return name != ""
		}},
		{"standing", namesAway, "a person of another case", "", func(t *task.Task, c *exam.Collection) bool {
			if !wasMade(t) || t.Type == task.TrueFalse || t.Type == task.Matching {
				return false
			}
			source, name := "pt-01", "Otávio"
			if t.Language == "zh" {
				source, name = "zh-01", "赵亮"
			}
			other := c.Essays[slices.IndexFunc(c.Essays, func(e exam.Essay) bool { return e.ID == source })]
			t.Derivation.Quotes = append(t.Derivation.Quotes, task.Quote{Source: source, Part: "A", End: len(other.Parts[0].Answer), Text: other.Parts[0].Answer})
			setOption(t, wrong(t), name+" "+t.Choices.Options[wrong(t)])
			return t.Derivation.Source != source
		}},
		{"standing", refersAway, "a supposition that is not there", "", func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil || essayOf(t, c).Statement == "" {
				return false
			}
			p.Assumptions = []string{"Suponha agora que a parte contrária tenha falecido antes do prazo. 假设对方已于期限届满前死亡。"}
			return true
		}},
	}
}
