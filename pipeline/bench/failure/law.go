package failure

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// isRetriever reports whether a tool searches passages.
func (t *trial) isRetriever(name string) bool {
	if t.domain == nil {
		return false
	}
	spec := t.domain.Tool(name)
	return spec != nil && spec.Kind == domain.Retriever
}

// diagnoseUnconsulted classifies a trial that did not do a step which searches passages, and that never
// searched any.
func (t *trial) diagnoseUnconsulted(step *lookupCall, tried []lookupCall) Diagnosis {
	if !t.isRetriever(step.tool) || slices.ContainsFunc(tried, func(c lookupCall) bool { return t.isRetriever(c.tool) }) {
		return Diagnosis{}
	}
	return Diagnosis{Unconsulted, fmt.Sprintf("nothing was searched: %s", step)}
}

// lawRule classifies answers that lack law that the task asks for: the agent never searched any, or cites
// law that a tool returned and that does not apply.
func (t *trial) lawRule() Diagnosis {
	keyword, o := t.firstUncredited()
	if t.domain == nil || o != score.Absent {
		return Diagnosis{}
	}
	if right, ok := task.LocatedProvision(t.task); ok {
		return t.misreadProvision(right)
	}
	if !t.isCited(keyword) {
		return Diagnosis{}
	}
	if t.canSearch() && !slices.ContainsFunc(t.transcript.Calls, func(turn agent.ObservedCall) bool { return t.isRetriever(turn.Tool) }) {
		return Diagnosis{Unconsulted, fmt.Sprintf("nothing was searched, and the answer lacks %s", excerpt(keyword))}
	}
	for _, h := range t.retrieved() {
		if names(t.transcript.Answer, &h) && !t.applies(&h) {
			return Diagnosis{Misread, fmt.Sprintf("%s was returned and does not apply, %s does", excerpt(h.Name()), excerpt(keyword))}
		}
	}
	return Diagnosis{}
}

// canSearch reports whether the domain has a retriever.
func (t *trial) canSearch() bool {
	return slices.ContainsFunc(t.domain.Tools, func(tool domain.Tool) bool { return tool.Kind == domain.Retriever })
}

// misreadProvision is the rule for tasks that ask for an article: the answer names another that stands
// in a cell of a row.
func (t *trial) misreadProvision(right citation.Provision) Diagnosis {
	answer := citation.Parse(t.transcript.Answer, t.question())
	if !answer.Found || answer.Hedged || citation.Grade(right, answer).Article {
		return Diagnosis{}
	}
	for _, r := range t.readRows(t.agentCalls()) {
		for _, name := range slices.Sorted(maps.Keys(r.cells)) {
			cell := r.cells[name]
			if excerpt(cell) != strings.Join(strings.Fields(cell), " ") {
				continue // a text, which mentions other articles
			}
			if p, err := citation.ParseProvision(cell); err == nil && citation.Grade(p, answer).Article {
				return Diagnosis{Misread, fmt.Sprintf("%s was returned and is not the article asked for, %s", excerpt(cell), right)}
			}
		}
	}
	return Diagnosis{}
}

// isCited reports whether a keyword of a text to write is the citation of an article, or the name of a
// passage that the plan cites.
func (t *trial) isCited(keyword string) bool {
	if _, ok := value.ParseCitation(keyword); ok && t.task.Family == task.Writing {
		return true
	}
	for i := range t.task.Steps {
		if s := &t.task.Steps[i]; s.Op == "cite" && slices.Contains(s.Selected, keyword) {
			return true
		}
	}
	return false
}

// applies reports whether the reference answer, a keyword, what could stand in its place, or the
// question names a passage.
func (t *trial) applies(h *domain.Heading) bool {
	texts := slices.Concat([]string{t.task.Answer, t.question()}, t.task.KeyAnswer, t.task.KeyMiddle)
	for _, v := range slices.Concat(t.task.AnswerValues, t.task.MiddleValues) {
		texts = append(texts, v.Aliases...)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return names(text, h) })
}

// names reports whether a text cites a passage or has one of its names, not as the beginning of the
// name of another part.
func names(text string, h *domain.Heading) bool {
	if h.Cited(text) {
		return true
	}
	text = score.Normal(text)
	return slices.ContainsFunc(h.Names(), func(name string) bool {
		name = score.Normal(name)
		for _, rest := range strings.Split(text, name)[1:] {
			if !strings.HasPrefix(rest, "之") && !strings.HasPrefix(rest, "-") && strings.TrimLeft(rest, "0123456789") == rest {
				return true
			}
		}
		return false
	})
}

// retrieved returns the headings of the passages that searches returned to the agent, in order. Of an
// observation that was cut, it has those of the passages before the cut.
func (t *trial) retrieved() (headings []domain.Heading) {
	for i := range t.transcript.Calls {
		turn := &t.transcript.Calls[i]
		if turn.Fault != "" || !t.isRetriever(turn.Tool) {
			continue
		}
		p := t.domain.Passage(t.domain.Tool(turn.Tool).Passages)
		if p == nil || p.Reference == nil {
			continue
		}
		read := p.Reference.Reader()
		for _, passage := range passagesOf(turn.Observation) {
			if h, ok := read(passage); ok && h.Part != "" {
				headings = append(headings, h)
			}
		}
	}
	return headings
}

// passagesOf returns the texts at the beginning of a list.
func passagesOf(observation string) (texts []string) {
	d := json.NewDecoder(strings.NewReader(observation))
	if first, err := d.Token(); err != nil || first != json.Delim('[') {
		return nil
	}
	for d.More() {
		var text string
		if d.Decode(&text) != nil {
			break
		}
		texts = append(texts, text)
	}
	return texts
}
