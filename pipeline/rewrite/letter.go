package rewrite

import (
	"math/rand/v2"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/task"
)

// request draws one of the ways in which a template asks for its text, but for the
// draft's: these have situations of their own.
func request(d *domain.Domain, t *task.Task, r *rand.Rand) (string, error) {
	requests, err := draft.Requests(d, t.Plan, t.Language)
	if err != nil {
		return "", err
	}
	return pick(r, requests[1:]), nil
}
