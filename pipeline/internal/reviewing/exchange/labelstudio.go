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

// WriteLabelStudio writes tasks as a JSON list that Label Studio imports. What is seen
// and what [ReadLabelStudio] needs again is in data, which exports have too.
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

// writeJSON writes indented JSON in which markup stays readable.
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

// WriteLabelConfig writes the labelling configuration of a Label Studio project for
// tasks in the language: texts as plain text, a choice of a vote, its reason, a note, and
// the question, which can be changed.
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

// tag writes an XML tag with its attributes, name after name and value.
func tag(b *strings.Builder, depth int, name string, empty bool, attributes ...string) {
	b.WriteString(strings.Repeat("  ", depth) + "<" + name)
	for i := 0; i < len(attributes); i += 2 {
		b.WriteString(" " + attributes[i] + `="`)
		xml.EscapeText(b, []byte(attributes[i+1])) // a Builder takes everything
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
		Task     loose `json:"task_id"`
		Shown    loose `json:"shown"`
		Question loose `json:"question"`
	} `json:"data"`
	Annotations []studioAnnotation `json:"annotations"`
	Drafts      []json.RawMessage  `json:"drafts"`
}

type studioAnnotation struct {
	ID        loose          `json:"id"`
	By        studioUser     `json:"completed_by"`
	Result    []studioResult `json:"result"`
	Cancelled bool           `json:"was_cancelled"`
	Created   string         `json:"created_at"`
	Updated   string         `json:"updated_at"`
	Seconds   float64        `json:"lead_time"`
}

// studioUser is a number, or a record where an export has whole users.
type studioUser struct {
	ID    loose  `json:"id"`
	Mail  string `json:"email"`
	First string `json:"first_name"`
	Last  string `json:"last_name"`
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
		Choices loose `json:"choices"`
		Text    loose `json:"text"`
	} `json:"value"`
}

// ReadLabelStudio reads the annotations of a JSON export, the format JSON and not JSON-MIN,
// of tasks that [WriteLabelStudio] wrote. Cancelled annotations, drafts and those that say
// nothing are passed over. A reviewer is called by Options.Names of the user's number or
// e-mail address, else by first and last name, by the address, or by "user" and the number.
// An annotation that was changed after an earlier import is another decision, and
// counts instead of the first, being later. Errors are as of [ReadCSV].
func ReadLabelStudio(r io.Reader, name string, o ImportOptions) (*ImportedFile, error) {
	list, err := elements(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	i := &ImportedFile{}
	return i.all(list, name, func(raw json.RawMessage, at string) error {
		var t studioTask
		if err := json.Unmarshal(raw, &t); err != nil {
			return fmt.Errorf("%w: want a task of Label Studio", err)
		}
		i.Passed += len(t.Drafts)
		for _, a := range t.Annotations {
			if a.Cancelled {
				i.Passed++
				continue
			}
			if err := i.annotation(&t, &a, at, o); err != nil {
				return fmt.Errorf("annotation %q: %w", a.ID, err)
			}
		}
		return nil
	})
}

// annotation takes one annotation up.
func (i *ImportedFile) annotation(t *studioTask, a *studioAnnotation, at string, o ImportOptions) error {
	if t.Data.Task == "" || t.Data.Shown == "" {
		return fmt.Errorf("the task has no task_id and shown in data: want one that was handed out")
	}
	s := statement{
		at: at, source: "labelstudio", id: string(a.ID), by: a.By.name(o), seconds: a.Seconds,
		task: string(t.Data.Task), shown: string(t.Data.Shown), question: string(t.Data.Question),
	}
	var err error
	if s.when, err = moment(cmp.Or(a.Updated, a.Created)); err != nil {
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
	resort := strings.TrimSpace(u.First + " " + u.Last)
	if resort == "" {
		resort = u.Mail
	}
	if resort == "" && u.ID != "" {
		resort = "user " + string(u.ID)
	}
	return o.name(resort, string(u.ID), u.Mail)
}
