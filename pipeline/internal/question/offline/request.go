package offline

import (
	"maps"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Request returns one of the phrasings that the template of a question in fixed words declares,
// with the texts that the task hands over, drawn by the task's ID and the seed. Such a question
// has no other wording: each word of it can decide which law is meant. The error is that of [draft.Requests].
func Request(d *domain.Domain, t *task.Task, seed uint64) (string, error) {
	requests, err := draft.Requests(d, t.Plan, t.Language, t.Given...)
	if err != nil {
		return "", err
	}
	return requests[digest.Rand(strconv.FormatUint(seed, 10), "request", t.Draft).IntN(len(requests))], nil
}

// request asks for a text to be written, for a program of a template with slots, in one of the
// template's own wordings other than the draft's.
func (v *voice) request(d *domain.Domain, p *plan.Program, w draft.Wordings) (string, error) {
	requests, err := draft.RewordedRequests(d, p, v.style.Language, w)
	if err != nil {
		return "", err
	}
	own := requests[min(1, len(requests)-1):] // the first is the draft's
	return tidy(v.expand("letter_before") + " " + own[v.r.IntN(len(own))] + " " + v.expand("letter_after")), nil
}

// expandWith expands a rule with additional slots.
func (v *voice) expandWith(rule string, more map[string]string) string {
	slots := maps.Clone(v.slots)
	maps.Copy(slots, more)
	return v.style.Expand(v.r, rule, slots)
}
