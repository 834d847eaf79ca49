package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

const (
	maxRows     = 200 // of a list at once
	defaultRows = 50  // where no limit is asked for
	maxQuestion = 120 // characters of a question in a row
)

// rowFilter selects the tasks of a list.
type rowFilter struct {
	status        task.ReviewStatus
	kind, text    string
	mine, revisit bool
	offset, limit int
}

func parseFilter(q url.Values) (rowFilter, error) {
	w := rowFilter{
		status: task.ReviewStatus(q.Get("status")), kind: q.Get("type"), text: strings.ToLower(strings.TrimSpace(q.Get("q"))),
		mine: q.Get("mine") != "", revisit: q.Get("revisit") != "", limit: defaultRows,
	}
	for _, n := range []struct {
		name  string
		into  *int
		least int
		most  int
	}{{"offset", &w.offset, 0, 1 << 30}, {"limit", &w.limit, 1, maxRows}} {
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
func (srv *ReviewServer) tasks(v *visit) error {
	w, err := parseFilter(v.r.URL.Query())
	if err != nil {
		return err
	}
	reply(v.w, http.StatusOK, srv.listRows(v, &w))
	return nil
}

// listRows returns the part of the list that is asked for.
func (srv *ReviewServer) listRows(v *visit, w *rowFilter) List {
	list := List{Rows: []ListRow{}}
	for i, s := range srv.standings(v.set) {
		item := &v.set.items[i]
		row := ListRow{ID: item.ID, Type: item.Type, Status: s.Status, Votes: len(s.Votes), Mine: voteOf(s, v.who), Changed: len(s.Edits) > 0, Broken: len(s.Broken) > 0, Revisit: v.set.Revisit[item.ID]}
		question := current(item.Question, s)
		if !w.matches(&row, question) {
			continue
		}
		if list.Total++; list.Total > w.offset && len(list.Rows) < w.limit {
			row.Question = truncate(question, maxQuestion)
			list.Rows = append(list.Rows, row)
		}
	}
	return list
}

// standings are where all tasks stand now, in item order: others go on meanwhile.
func (srv *ReviewServer) standings(set *reviewSet) []*review.TaskState {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	all := make([]*review.TaskState, 0, len(set.items))
	for _, s := range set.board.States() {
		all = append(all, s)
	}
	return all
}

// matches reports whether a list has a row.
func (w *rowFilter) matches(r *ListRow, question string) bool {
	return (w.status == "" || w.status == r.Status) && (w.kind == "" || w.kind == r.Type) && (!w.mine || r.Mine != "") && (!w.revisit || r.Revisit) &&
		(w.text == "" || strings.Contains(strings.ToLower(question), w.text) || strings.HasPrefix(r.ID, w.text))
}

// current returns a task's question after the edits in force.
func current(question string, s *review.TaskState) string {
	for _, d := range s.Edits {
		if d.Change.Question != nil {
			question = *d.Change.Question
		}
	}
	return question
}

// voteOf returns the kind of a reviewer's vote that counts; "" without one.
func voteOf(s *review.TaskState, who team.Member) review.DecisionKind {
	for _, d := range s.Votes {
		if d.By == who.Name {
			return d.Kind
		}
	}
	return ""
}
