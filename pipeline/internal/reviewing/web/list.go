package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

const (
	mostRows = 200 // of a list at once
	someRows = 50  // where no limit is asked for
	mostRow  = 120 // characters of a question in a row
)

// wanted is which tasks a list has.
type wanted struct {
	status        review.TaskStatus
	kind, text    string
	mine          bool
	offset, limit int
}

func want(q url.Values) (wanted, error) {
	w := wanted{
		status: review.TaskStatus(q.Get("status")), kind: q.Get("type"), text: strings.ToLower(strings.TrimSpace(q.Get("q"))),
		mine: q.Get("mine") != "", limit: someRows,
	}
	for _, n := range []struct {
		name  string
		into  *int
		least int
		most  int
	}{{"offset", &w.offset, 0, 1 << 30}, {"limit", &w.limit, 1, mostRows}} {
		text := q.Get(n.name)
		if text == "" {
			continue
		}
		value, err := strconv.Atoi(text)
		if err != nil || value < n.least || value > n.most {
			return w, invalid("%s %q: want a whole number from %d to %d", n.name, text, n.least, n.most)
		}
		*n.into = value
	}
	return w, nil
}

// tasks answers with a part of the list of tasks.
func (k *Desk) tasks(v *visit) error {
	w, err := want(v.r.URL.Query())
	if err != nil {
		return err
	}
	reply(v.w, http.StatusOK, k.listed(v, &w))
	return nil
}

// listed is the part of the list that is wanted.
func (k *Desk) listed(v *visit, w *wanted) List {
	list := List{Rows: []Row{}}
	for i, s := range k.standings(v.room) {
		item := &v.room.items[i]
		row := Row{ID: item.ID, Type: item.Type, Status: s.Status, Votes: len(s.Votes), Mine: own(s, v.who), Changed: len(s.Edits) > 0, Broken: len(s.Broken) > 0}
		question := current(item.Question, s)
		if !w.has(&row, question) {
			continue
		}
		if list.Total++; list.Total > w.offset && len(list.Rows) < w.limit {
			row.Question = cut(question, mostRow)
			list.Rows = append(list.Rows, row)
		}
	}
	return list
}

// standings are where all tasks stand now, in item order: others go on meanwhile.
func (k *Desk) standings(r *room) []*review.TaskState {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := make([]*review.TaskState, 0, len(r.items))
	for _, s := range r.board.States() {
		all = append(all, s)
	}
	return all
}

// has reports whether a row is wanted.
func (w *wanted) has(r *Row, question string) bool {
	return (w.status == "" || w.status == r.Status) && (w.kind == "" || w.kind == r.Type) && (!w.mine || r.Mine != "") &&
		(w.text == "" || strings.Contains(strings.ToLower(question), w.text) || strings.HasPrefix(r.ID, w.text))
}

// current is a task's question after the edits in force.
func current(question string, s *review.TaskState) string {
	for _, d := range s.Edits {
		if d.Change.Question != nil {
			question = *d.Change.Question
		}
	}
	return question
}

// own is the kind of a reviewer's vote that counts; "" without one.
func own(s *review.TaskState, who team.Member) review.DecisionKind {
	for _, d := range s.Votes {
		if d.By == who.Name {
			return d.Kind
		}
	}
	return ""
}
