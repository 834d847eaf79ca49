package exchange

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// An export as Label Studio writes it, but for what is not looked at.
func studioExport(h HandedTask) string {
	data, _ := json.Marshal(h.fields())
	return fmt.Sprintf(`[
{"id": 1, "data": %s, "meta": {}, "created_at": "2026-01-01T00:00:00Z", "project": 8, "drafts": [{"id": 3}], "predictions": [],
 "annotations": [
  {"id": 1001, "completed_by": 10, "was_cancelled": false, "created_at": "2026-01-02T03:04:05.678901Z", "updated_at": "2026-01-02T03:04:06.5Z", "lead_time": 4.25,
   "result": [{"id": "a", "from_name": "decision", "to_name": "question", "type": "choices", "origin": "manual", "value": {"choices": ["reject"]}},
              {"id": "b", "from_name": "reason", "to_name": "question", "type": "choices", "value": {"choices": ["ambiguous"]}},
              {"id": "c", "from_name": "note", "to_name": "question", "type": "textarea", "value": {"text": ["two", "lines"]}}]},
  {"id": "1002", "completed_by": {"id": 11, "email": "bo@example.org", "first_name": "", "last_name": ""}, "was_cancelled": false, "created_at": "2026-01-02T03:04:07Z", "lead_time": null,
   "result": [{"from_name": "decision", "type": "choices", "value": {"choices": ["approve"]}},
              {"from_name": "reason", "type": "choices", "value": {"choices": ["other"]}},
              {"from_name": "edited", "type": "textarea", "value": {"text": ["Which one?\n"]}}]},
  {"id": 1003, "completed_by": 12, "was_cancelled": true, "result": [{"from_name": "decision", "value": {"choices": ["approve"]}}]},
  {"id": 1004, "completed_by": {"id": 13, "email": "cy@example.org", "first_name": "Cy", "last_name": "Dee"}, "created_at": "2026-01-02T03:04:07Z",
   "result": [{"from_name": "edited", "value": {"text": "%s"}}]},
  {"id": 1005, "completed_by": {"id": 13, "email": "cy@example.org", "first_name": "Cy", "last_name": "Dee"}, "created_at": "2026-01-02T03:04:07Z",
   "result": [{"from_name": "note", "value": {"text": ["only this"]}}]}
 ]}
]`, data, h.fields().Question)
}

// said is a decision without what is the same in all.
type said struct {
	By, Kind, Reason, Note, Question, At string
	Seconds                              float64
}

func sayings(t *testing.T, i *ImportedFile, h HandedTask) []said {
	t.Helper()
	var list []said
	for _, e := range i.Entries {
		d := e.Decision
		if d.Task != h.ID || d.Shown != review.Shown(h.Task) || d.Role != review.Annotator {
			t.Errorf("decision %+v, want one on %s as handed out", d, h.ID)
		}
		s := said{By: d.By, Kind: string(d.Kind), Reason: string(d.Reason), Note: d.Note, At: d.At.Format(time.RFC3339Nano), Seconds: d.Seconds}
		if d.Change != nil {
			s.Question = *d.Change.Question
		}
		list = append(list, s)
	}
	return list
}

func TestReadLabelStudio(t *testing.T) {
	h := handed("Which?")
	export := studioExport(h)
	o := ImportOptions{Names: map[string]string{"10": "ada"}}
	i, err := ReadLabelStudio(strings.NewReader(export), "x.json", o)
	if err != nil {
		t.Fatal(err)
	}
	want := []said{
		{"ada", "reject", "ambiguous", "two\nlines", "", "2026-01-02T03:04:06.5Z", 4.25},
		{"bo@example.org", "edit", "other", "", "Which one?", "2026-01-02T03:04:07Z", 0},
		{"bo@example.org", "approve", "", "", "", "2026-01-02T03:04:07Z", 0},
		{"Cy Dee", "comment", "", "only this", "", "2026-01-02T03:04:07Z", 0},
	}
	if diff := cmp.Diff(want, sayings(t, i, h)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if i.Passed != 3 || i.Entries[2].Of != i.Entries[1].Decision || i.Entries[0].At != "x.json:2" {
		t.Errorf("%d passed over, want a draft, a cancelled one and one that says nothing; entries %+v", i.Passed, i.Entries)
	}
	again, _ := ReadLabelStudio(strings.NewReader(export), "copy.json", o)
	changed, _ := ReadLabelStudio(strings.NewReader(strings.Replace(export, `["reject"]`, `["doubt"]`, 1)), "x.json", o)
	for j := range i.Entries {
		if i.Entries[j].Decision.ID != again.Entries[j].Decision.ID {
			t.Errorf("entry %d has another ID when it is read again", j)
		}
		if same := i.Entries[j].Decision.ID == changed.Entries[j].Decision.ID; same != (j > 0) {
			t.Errorf("entry %d of a changed export has the same ID: %v", j, same)
		}
	}
	// Who goes back to what he said before says it once more; the edit is the same one.
	const seven = `"2026-01-02T03:04:07Z", "lead_time": null`
	back := mustRead(t, strings.Replace(export, seven, `"2026-02-02T03:04:07Z", "lead_time": null`, 1), o)
	for j := range i.Entries {
		if same := i.Entries[j].Decision.ID == back.Entries[j].Decision.ID; same != (j != 2) {
			t.Errorf("entry %d said again later has the same ID: %v", j, same)
		}
	}
	marked := mustRead(t, byteOrderMark+export, o)
	if diff := cmp.Diff(sayings(t, i, h), sayings(t, marked, h)); diff != "" {
		t.Errorf("after a byte order mark (-want +got):\n%s", diff)
	}
	other := mustRead(t, strings.Replace(export, `["two", "lines"]`, `["other lines"]`, 1), o)
	if other.Entries[0].Decision.ID == i.Entries[0].Decision.ID {
		t.Error("a vote with another note has the same ID")
	}
	if name := sayings(t, mustRead(t, export, ImportOptions{}), h)[0].By; name != "user 10" {
		t.Errorf("a number alone is called %q", name)
	}
}

func mustRead(t *testing.T, export string, o ImportOptions) *ImportedFile {
	t.Helper()
	i, err := ReadLabelStudio(strings.NewReader(export), "x.json", o)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestLabelStudioFaults(t *testing.T) {
	h := handed("Which?")
	export := studioExport(h)
	for _, test := range []struct{ old, new, want string }{
		{"[\n", "", "x.json: not a list"},
		{`["reject"]`, `["perhaps"]`, `x.json:2: annotation "1001": decision "perhaps"`},
		{`"lead_time": 4.25`, `"lead_time": -1`, `x.json:2: annotation "1001": seconds -1`},
		{`"completed_by": 10`, `"completed_by": null`, `x.json:2: annotation "1001": no reviewer`},
		{`"ambiguous"`, `"ugly"`, `x.json:2: annotation "1001": reason "ugly"`},
		{`"2026-01-02T03:04:06.5Z"`, `"soon"`, `x.json:2: annotation "1001": time "soon"`},
		{`"task_id"`, `"other"`, `x.json:2: annotation "1001": the task's data must have task_id`},
		{`"result": [{"id"`, `"result": [[{"id"`, "x.json: element 1"},
	} {
		_, err := ReadLabelStudio(strings.NewReader(strings.Replace(export, test.old, test.new, 1)), "x.json", ImportOptions{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.new, err, test.want)
		}
	}
	for _, test := range []struct{ text, want string }{
		{`{}`, "x.json: not a list"},
		{`[1]`, "x.json:1: "},
		{`[] x`, "text after the list"},
		{`[`, "the list does not end"},
		{"[\n\"\xff\"]", "line 2 is not UTF-8"},
		{`[{"data": {"task_id": [{}]}}]`, "want a string"},
	} {
		if _, err := ReadLabelStudio(strings.NewReader(test.text), "x.json", ImportOptions{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
		}
	}
}

// What is handed out to Label Studio has every text as it is, in JSON and in a
// configuration that is well-formed and names all that is read back.
func TestWriteLabelStudio(t *testing.T) {
	var tasks []HandedTask
	for _, text := range hostile() {
		tasks = append(tasks, handed(text))
	}
	var b bytes.Buffer
	if err := WriteLabelStudio(&b, tasks); err != nil {
		t.Fatal(err)
	}
	var list []struct{ Data map[string]string }
	if err := json.Unmarshal(b.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	for i, text := range hostile() {
		d := list[i].Data
		if d["answer"] != text || d["keywords"] != text || d["draft"] != text+"?" || text != "" && d["question"] != text || d["shown"] != string(review.Shown(tasks[i].Task)) {
			t.Errorf("%q came out as %+v", text, d)
		}
		if n := len([]rune(d["steps"])); n > maxText+200+len(text) || !strings.Contains(d["steps"], "… (5000)") {
			t.Errorf("steps of %d characters", n)
		}
	}
	if strings.Contains(b.String(), `\u003c`) {
		t.Error("markup is escaped needlessly")
	}
	bare := handed("")
	if f := bare.fields(); f.Question != bare.Task.Draft {
		t.Errorf("a task without a question asks %q, want its draft", f.Question)
	}
	var config bytes.Buffer
	if err := WriteLabelConfig(&config, "zh"); err != nil {
		t.Fatal(err)
	}
	var names []string
	depth := 0
	for in := xml.NewDecoder(&config); ; {
		token, err := in.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			for _, a := range token.Attr {
				if a.Name.Local == "name" {
					names = append(names, a.Value)
				}
				if v, ok := strings.CutPrefix(a.Value, "$"); ok && list[0].Data[v] == "" {
					t.Errorf("the configuration shows %s, which tasks do not have", a.Value)
				}
			}
		}
	}
	if want := []string{"question", "draft", "answer", "keywords", "steps", "decision", "reason", "note", "edited"}; !slices.Equal(names, want) || depth != 0 {
		t.Errorf("names %q, want %q", names, want)
	}
}

// check holds what a reader made of foreign bytes to what it promises.
func check(t *testing.T, i *ImportedFile, err error) {
	if (i == nil) == (err == nil) {
		t.Fatalf("import %v with error %v", i, err)
	}
	if err != nil {
		return
	}
	ids := map[string]bool{}
	for _, e := range i.Entries {
		if err := valid(e.Decision); err != nil {
			t.Fatalf("%s: %v", e.At, err)
		}
		ids[e.Decision.ID] = true
	}
	kept, left, err := Complete(i.Entries, func(*review.Decision) (digest.Digest, []string, string, error) {
		return digest.Of("made of it"), nil, "", nil
	})
	if err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
	for _, d := range kept {
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, kept); err != nil {
		t.Fatal(err)
	}
	again, err := ReadCSV(&b, "again.csv", ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(kept, read(again)); diff != "" {
		t.Fatalf("(-read +written and read again):\n%s", diff)
	}
}

func FuzzReadCSV(f *testing.F) {
	var b bytes.Buffer
	if err := WriteSheet(&b, []HandedTask{handed("'=x")}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	d := &review.Decision{ID: "0123456789abcdef", At: time.UnixMilli(1).UTC(), By: "=a", Role: review.Senior, Kind: review.Try, Task: "t", Shown: digest.Of("x"), Attempt: &review.BlindAnswer{}}
	b.Reset()
	if err := WriteCSV(&b, []*review.Decision{d}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("by;task;shown;kind;edited\na;t;" + string(digest.Of("x")) + ";doubt;\"x\"\"\r\ny\""))
	f.Fuzz(func(t *testing.T, b []byte) {
		i, err := ReadCSV(bytes.NewReader(b), "x.csv", ImportOptions{Now: time.UnixMilli(5)})
		check(t, i, err)
	})
}

func FuzzReadLabelStudio(f *testing.F) {
	f.Add([]byte(`[{"data": {"task_id": "t", "shown": "` + string(digest.Of("x")) + `", "question": "?"}, "drafts": [1], "annotations": [{"id": 1, "completed_by": {"id": 2, "email": "a@b"}, "lead_time": 1.5, "created_at": "2026-01-02T03:04:05Z", "result": [{"from_name": "decision", "value": {"choices": ["doubt"]}}, {"from_name": "edited", "value": {"text": ["??"]}}]}]}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		i, err := ReadLabelStudio(bytes.NewReader(b), "x.json", ImportOptions{Now: time.UnixMilli(5)})
		check(t, i, err)
	})
}
