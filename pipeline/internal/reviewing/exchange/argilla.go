package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/review"
)

// ArgillaFiles are the files of a dataset as Dataset.from_disk of Argilla's Python package
// reads it, by their names below its directory.
type ArgillaFiles struct {
	// Name is the dataset's.
	Name string
	// Guidelines are what annotators are shown.
	Guidelines string
	// Overlap is how many of them have to respond to a record, from 1.
	Overlap int
	// Tasks are the records.
	Tasks []Handed
}

// Files writes the files, calling create with the name of each in turn.
func (a *ArgillaFiles) Files(create func(name string, write func(io.Writer) error) error) error {
	for _, f := range []struct {
		name  string
		value any
	}{
		{".argilla/dataset.json", a.dataset()}, {".argilla/settings.json", a.settings()}, {"records.json", a.records()},
	} {
		if err := create(f.name, func(w io.Writer) error { return writeJSON(w, f.value) }); err != nil {
			return err
		}
	}
	return nil
}

// argillaDistribution says how many respond to a record.
type argillaDistribution struct {
	Strategy string `json:"strategy"`
	Least    int    `json:"min_submitted"`
}

type argillaDataset struct {
	Name         string              `json:"name"`
	Status       string              `json:"status"`
	Guidelines   string              `json:"guidelines"`
	Extra        bool                `json:"allow_extra_metadata"`
	Distribution argillaDistribution `json:"distribution"`
}

func (a *ArgillaFiles) dataset() argillaDataset {
	return argillaDataset{a.Name, "ready", a.Guidelines, false, argillaDistribution{"overlap", a.Overlap}}
}

// argillaProperty is a field, a question or a metadata property.
type argillaProperty struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Required *bool          `json:"required,omitempty"`
	Visible  *bool          `json:"visible_for_annotators,omitempty"`
	Settings map[string]any `json:"settings"`
}

type argillaSettings struct {
	Guidelines   string              `json:"guidelines"`
	Questions    []argillaProperty   `json:"questions"`
	Fields       []argillaProperty   `json:"fields"`
	Vectors      []argillaProperty   `json:"vectors"`
	Metadata     []argillaProperty   `json:"metadata"`
	Extra        bool                `json:"allow_extra_metadata"`
	Distribution argillaDistribution `json:"distribution"`
}

func (a *ArgillaFiles) settings() argillaSettings {
	l := labelsIn(language(a.Tasks))
	yes, no := true, false
	s := argillaSettings{Guidelines: a.Guidelines, Vectors: []argillaProperty{}, Distribution: argillaDistribution{"overlap", a.Overlap}}
	for _, f := range [][2]string{{"question", l.question}, {"draft", l.draft}, {"answer", l.answer}, {"keywords", l.keywords}, {"steps", l.steps}} {
		required := &no
		if f[0] == "question" {
			required = &yes
		}
		s.Fields = append(s.Fields, argillaProperty{f[0], f[1], required, nil, map[string]any{"type": "text", "use_markdown": false}})
	}
	text := map[string]any{"type": "text", "use_markdown": false}
	s.Questions = []argillaProperty{
		{"decision", l.decision, &yes, nil, selection(values(choices()), l.titles)},
		{"reason", l.reason, &no, nil, selection(values(review.Reasons()), l.titles)},
		{"note", l.note, &no, nil, text},
		{"edited", l.edited, &no, nil, text},
	}
	for _, name := range []string{"task", "shown", "type", "language"} {
		s.Metadata = append(s.Metadata, argillaProperty{name, name, nil, &yes, map[string]any{"type": "terms"}})
	}
	return s
}

// selection is the settings of a question with one label of several for an answer.
func selection(of []string, titles map[string]string) map[string]any {
	var options []map[string]string
	for _, v := range of {
		options = append(options, map[string]string{"value": v, "text": titles[v]})
	}
	return map[string]any{"type": "label_selection", "options": options, "visible_options": len(options)}
}

// argillaRecord is a record as Record.to_dict writes it.
type argillaRecord struct {
	ID          string            `json:"id"`
	Fields      map[string]string `json:"fields"`
	Metadata    map[string]string `json:"metadata"`
	Suggestions map[string]any    `json:"suggestions"`
	Responses   map[string]any    `json:"responses"`
	Vectors     map[string]any    `json:"vectors"`
}

func (a *ArgillaFiles) records() []argillaRecord {
	records := make([]argillaRecord, len(a.Tasks))
	for i, h := range a.Tasks {
		f := h.fields()
		records[i] = argillaRecord{
			ID:       f.Task,
			Fields:   map[string]string{"question": f.Question, "draft": f.Draft, "answer": f.Answer, "keywords": f.Keywords, "steps": f.Steps},
			Metadata: map[string]string{"task": f.Task, "shown": f.Shown, "type": f.Type, "language": f.Language},
			// The question is there to be changed.
			Suggestions: map[string]any{"edited": map[string]any{"value": f.Question, "score": nil, "agent": nil}},
			Responses:   map[string]any{}, Vectors: map[string]any{},
		}
	}
	return records
}

// answered is a record of an export.
type answered struct {
	Fields struct {
		Question loose `json:"question"`
	} `json:"fields"`
	Metadata struct {
		Task  loose `json:"task"`
		Shown loose `json:"shown"`
	} `json:"metadata"`
	Responses responses `json:"responses"`
}

// response is what one user said of a record.
type response struct {
	User    loose             `json:"user_id"`
	Status  string            `json:"status"`
	Values  map[string]answer `json:"values"`
	Created string            `json:"inserted_at"`
	Updated string            `json:"updated_at"`
}

// answer is what a user said to one question.
type answer struct {
	Value loose `json:"value"`
}

// responses are a list of users' responses, as the server's API has them, or of answers by
// question, as the Python package writes them.
type responses []response

// UnmarshalJSON implements [json.Unmarshaler].
func (r *responses) UnmarshalJSON(b []byte) error {
	type plain []response
	if !bytes.HasPrefix(b, []byte("{")) {
		return json.Unmarshal(b, (*plain)(r))
	}
	var byQuestion map[string][]struct {
		Value  loose  `json:"value"`
		User   loose  `json:"user_id"`
		Status string `json:"status"`
	}
	if err := json.Unmarshal(b, &byQuestion); err != nil {
		return err
	}
	users := map[loose]*response{}
	for question, answers := range byQuestion {
		for _, a := range answers {
			if users[a.User] == nil {
				users[a.User] = &response{User: a.User, Values: map[string]answer{}}
			}
			users[a.User].Values[question] = answer{a.Value}
			users[a.User].Status = cmp.Or(users[a.User].Status, a.Status)
		}
	}
	*r = nil
	for _, user := range slices.Sorted(maps.Keys(users)) {
		*r = append(*r, *users[user])
	}
	return nil
}

// ReadArgilla reads the responses in records.json as Dataset.to_disk of Argilla's Python
// package writes it, or in a page of records of the server's API, which also has times. Drafts
// and what was discarded is passed over, where the file tells: the Python package does not
// write it. A reviewer is called by Options.Names of the user's UUID, else by "user"
// and the UUID's beginning. A response that was changed after an earlier import is another
// decision, and counts instead of the first. Errors are as of [ReadCSV].
func ReadArgilla(r io.Reader, name string, o Options) (*Import, error) {
	list, err := elements(r, "items")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	i := &Import{}
	return i.all(list, name, func(raw json.RawMessage, at string) error {
		var a answered
		if err := json.Unmarshal(raw, &a); err != nil {
			return fmt.Errorf("%w: want a record of Argilla", err)
		}
		for _, r := range a.Responses {
			if r.Status == "draft" || r.Status == "discarded" {
				i.Passed++
				continue
			}
			if err := i.response(&a, &r, at, o); err != nil {
				return fmt.Errorf("response of user %q: %w", r.User, err)
			}
		}
		return nil
	})
}

// response takes one user's response up.
func (i *Import) response(a *answered, r *response, at string, o Options) error {
	if a.Metadata.Task == "" || a.Metadata.Shown == "" {
		return fmt.Errorf("the record has no task and shown in its metadata: want one that was handed out")
	}
	resort := ""
	if r.User != "" {
		resort = "user " + string(r.User)[:min(8, len(r.User))]
	}
	s := saying{
		at: at, source: "argilla", id: string(r.User), by: o.name(resort, string(r.User)),
		task: string(a.Metadata.Task), shown: string(a.Metadata.Shown), question: string(a.Fields.Question),
		kind: string(r.Values["decision"].Value), reason: string(r.Values["reason"].Value),
		note: string(r.Values["note"].Value), edited: string(r.Values["edited"].Value),
	}
	var err error
	if s.when, err = moment(cmp.Or(r.Updated, r.Created)); err != nil {
		return err
	}
	return i.add(s, o)
}
