package exchange

import (
	"bufio"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/review"
)

// WriteLabelStudio writes tasks as a JSON list that Label Studio imports. The member data of
// each task holds what reviewers see and what [ReadLabelStudio] needs; Label Studio's
// exports contain it unchanged.
func WriteLabelStudio(w io.Writer, tasks []HandedTask) error {
	type item struct {
		Data fields `json:"data"`
	}
	list := make([]item, len(tasks))
	for i, h := range tasks {
		list[i].Data = h.fields()
	}
	return writeJSON(w, list)
}

// writeJSON writes indented JSON without HTML escapes.
func writeJSON(w io.Writer, v any) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return b.Flush()
}

// WriteLabelConfig writes the labelling configuration of a Label Studio project: the texts
// of a task as plain text, a vote, its reason, a note, and the question for editing. Labels
// are Chinese if lang is "zh", otherwise English.
func WriteLabelConfig(w io.Writer, lang string) error {
	l := labelsIn(lang)
	var b strings.Builder
	b.WriteString("<View>\n")
	for _, f := range [][2]string{{l.question, "question"}, {l.draft, "draft"}, {l.answer, "answer"}, {l.keywords, "keywords"}, {l.steps, "steps"}} {
		tag(&b, 1, "Header", true, "value", f[0])
		tag(&b, 1, "Text", true, "name", f[1], "value", "$"+f[1])
	}
	tag(&b, 1, "Header", true, "value", l.decision)
	tag(&b, 1, "Choices", false, "name", "decision", "toName", "question", "choice", "single", "showInline", "true")
	for _, kind := range values(choices()) {
		tag(&b, 2, "Choice", true, "value", kind, "hint", l.titles[kind])
	}
	b.WriteString("  </Choices>\n")
	tag(&b, 1, "Choices", false, "name", "reason", "toName", "question", "choice", "single", "showInline", "true",
		"visibleWhen", "choice-selected", "whenTagName", "decision", "whenChoiceValue", string(review.Reject)+","+string(review.Doubt))
	for _, reason := range values(review.Reasons()) {
		tag(&b, 2, "Choice", true, "value", reason, "hint", l.titles[reason])
	}
	b.WriteString("  </Choices>\n")
	tag(&b, 1, "Header", true, "value", l.note)
	tag(&b, 1, "TextArea", true, "name", "note", "toName", "question", "rows", "3", "maxSubmissions", "1", "editable", "true")
	tag(&b, 1, "Header", true, "value", l.edited)
	tag(&b, 1, "TextArea", true, "name", "edited", "toName", "question", "value", "$question", "rows", "3", "maxSubmissions", "1", "editable", "true")
	b.WriteString("</View>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// tag writes an XML tag with its attributes, given as alternating names and values.
func tag(b *strings.Builder, depth int, name string, empty bool, attributes ...string) {
	b.WriteString(strings.Repeat("  ", depth) + "<" + name)
	for i := 0; i < len(attributes); i += 2 {
		b.WriteString(" " + attributes[i] + `="`)
		xml.EscapeText(b, []byte(attributes[i+1])) // writing to a Builder never fails
		b.WriteByte('"')
	}
	if empty {
		b.WriteByte('/')
	}
	b.WriteString(">\n")
}

// studioTask is a task of an export.
type studioTask struct {
	Data struct {
		Task     looseText `json:"task_id"`
		Shown    looseText `json:"shown"`
		Question looseText `json:"question"`
	} `json:"data"`
	Annotations []studioAnnotation `json:"annotations"`
	Drafts      []json.RawMessage  `json:"drafts"`
}

type studioAnnotation struct {
	ID        looseText      `json:"id"`
	By        studioUser     `json:"completed_by"`
	Result    []studioResult `json:"result"`
	Cancelled bool           `json:"was_cancelled"`
	Created   string         `json:"created_at"`
	Updated   string         `json:"updated_at"`
	Seconds   float64        `json:"lead_time"`
}

// studioUser is a user: a number, or a record if the export contains whole users.
type studioUser struct {
	ID    looseText `json:"id"`
	Mail  string    `json:"email"`
	First string    `json:"first_name"`
	Last  string    `json:"last_name"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (u *studioUser) UnmarshalJSON(b []byte) error {
	if strings.HasPrefix(string(b), "{") {
		type plain studioUser
		return json.Unmarshal(b, (*plain)(u))
	}
	return u.ID.UnmarshalJSON(b)
}

type studioResult struct {
	From  string `json:"from_name"`
	Value struct {
		Choices looseText `json:"choices"`
		Text    looseText `json:"text"`
	} `json:"value"`
}

// ReadLabelStudio reads the annotations of an export in Label Studio's format JSON (not
// JSON-MIN) of tasks that [WriteLabelStudio] wrote. Cancelled annotations, drafts and empty
// annotations are skipped. The name of a reviewer is the entry of [ImportOptions.Names] for
// the user's number or e-mail address; otherwise the first and last name, the address, or
// "user" and the number.
//
// The ID of a decision depends on the annotation's ID and contents. So an annotation
// imported again unchanged gives the same decision, and a changed one gives a new decision,
// which comes later in the log and supersedes the earlier one. Errors are those of
// [ReadCSV], with the line at which the task begins.
func ReadLabelStudio(r io.Reader, name string, o ImportOptions) (*ImportedFile, error) {
	list, err := elements(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	i := &ImportedFile{}
	return i.addAll(list, name, func(raw json.RawMessage, at string) error {
		var t studioTask
		if err := json.Unmarshal(raw, &t); err != nil {
			return fmt.Errorf("%w: the element must be a task of a Label Studio export", err)
		}
		i.Passed += len(t.Drafts)
		for _, a := range t.Annotations {
			if a.Cancelled {
				i.Passed++
				continue
			}
			if err := i.addAnnotation(&t, &a, at, o); err != nil {
				return fmt.Errorf("annotation %q: %w", a.ID, err)
			}
		}
		return nil
	})
}

// addAnnotation adds the decisions of one annotation.
func (i *ImportedFile) addAnnotation(t *studioTask, a *studioAnnotation, at string, o ImportOptions) error {
	if t.Data.Task == "" || t.Data.Shown == "" {
		return fmt.Errorf("the task's data must have task_id and shown, as in the exported task")
	}
	s := statement{
		at: at, source: "labelstudio", id: string(a.ID), by: a.By.name(o), seconds: a.Seconds,
		task: string(t.Data.Task), shown: string(t.Data.Shown), question: string(t.Data.Question),
	}
	var err error
	if s.when, err = parseTime(cmp.Or(a.Updated, a.Created)); err != nil {
		return err
	}
	for _, r := range a.Result {
		switch r.From {
		case "decision":
			s.kind = string(r.Value.Choices)
		case "reason":
			s.reason = string(r.Value.Choices)
		case "note":
			s.note = string(r.Value.Text)
		case "edited":
			s.edited = string(r.Value.Text)
		}
	}
	return i.add(s, o)
}

func (u *studioUser) name(o ImportOptions) string {
	fallback := strings.TrimSpace(u.First + " " + u.Last)
	if fallback == "" {
		fallback = u.Mail
	}
	if fallback == "" && u.ID != "" {
		fallback = "user " + string(u.ID)
	}
	return o.name(fallback, string(u.ID), u.Mail)
}
