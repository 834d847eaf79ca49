package rating_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

func reasoning(t testing.TB) *judge.Rubric {
	t.Helper()
	r, err := judge.Reasoning("en")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// texts returns n texts.
func texts(t testing.TB, n int) (all []*rating.RatedText) {
	for i := range n {
		all = append(all, &rating.RatedText{Task: fmt.Sprint("task-", i/2), Question: fmt.Sprint("Question ", i/2, "?"), Reference: "So it is.", Text: fmt.Sprint("Text ", i), Rubric: reasoning(t)})
	}
	return all
}

// rated returns a rating of a text by a person, who gives each criterion the same points.
func rated(t testing.TB, id string, text *rating.RatedText, by string, points int) *rating.TextRating {
	t.Helper()
	var grades []judge.Grade
	for _, c := range text.Rubric.Criteria {
		grades = append(grades, judge.Grade{Criterion: c.Name, Points: points})
	}
	overall := 5 * points
	o, err := text.Rubric.PersonOpinion(by, grades, &overall)
	if err != nil {
		t.Fatal(err)
	}
	return &rating.TextRating{ID: id, At: time.Date(2026, 3, 4, 5, 6, 7, 8e6, time.UTC), By: by, Task: text.Task, Text: text.ID(), Opinion: o, Note: "as <b>", Seconds: 12.5}
}

// A rating outlives the process, once, and conforms to the schema.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ratings.jsonl")
	all := texts(t, 2)
	l, err := rating.OpenLog(path, func(*rating.TextRating) {})
	if err != nil {
		t.Fatal(err)
	}
	first, second := rated(t, strings.Repeat("a", 16), all[0], "Ada", 20), rated(t, strings.Repeat("b", 16), all[1], "Bo", 10)
	for _, r := range []*rating.TextRating{first, second} {
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Append(rated(t, first.ID, all[1], "Ada", 0)); !errors.Is(err, rating.ErrRepeated) {
		t.Errorf("the same ID again: %v, want %v", err, rating.ErrRepeated)
	}
	if err := l.Append(&rating.TextRating{ID: "short"}); err == nil {
		t.Error("an invalid rating was recorded")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	var applied []string
	if l, err = rating.OpenLog(path, func(r *rating.TextRating) { applied = append(applied, r.By) }); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got, err := rating.ReadLog(path)
	if err != nil || len(got) != 2 || !slices.Equal(applied, []string{"Ada", "Bo"}) || got[0].Opinion.Judge != "person/Ada" || got[1].Text != all[1].ID() {
		t.Errorf("read %v, applied %v, %v: want the two ratings", got, applied, err)
	}
	lines, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	schema := schematest.Compile(t, "rating.schema.json")
	for line := range strings.Lines(string(lines)) {
		if err := schematest.Validate(schema, []byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestValidate(t *testing.T) {
	text := texts(t, 1)[0]
	for name, tt := range map[string]struct {
		change func(*rating.TextRating)
		want   string
	}{
		"good":           {func(*rating.TextRating) {}, ""},
		"ID":             {func(r *rating.TextRating) { r.ID = "x y" }, `id "x y"`},
		"time":           {func(r *rating.TextRating) { r.At = r.At.Add(1) }, "at "},
		"name":           {func(r *rating.TextRating) { r.By = " " }, `by " "`},
		"task":           {func(r *rating.TextRating) { r.Task = "" }, "no task"},
		"text":           {func(r *rating.TextRating) { r.Text = "sha256:12" }, "text: "},
		"note":           {func(r *rating.TextRating) { r.Note = strings.Repeat("n", 20_001) }, "a note of more"},
		"seconds":        {func(r *rating.TextRating) { r.Seconds = -1 }, "seconds -1"},
		"another person": {func(r *rating.TextRating) { r.Opinion.Judge = "person/Bo" }, `opinion of "person/Bo"`},
		"a model":        {func(r *rating.TextRating) { r.Opinion.Judge = "gpt" }, `opinion of "gpt"`},
		"rubric":         {func(r *rating.TextRating) { r.Opinion.Rubric = "" }, "no rubric"},
		"score":          {func(r *rating.TextRating) { r.Opinion.Score = 2 }, "score 2"},
		"grades":         {func(r *rating.TextRating) { r.Opinion.Grades = nil }, "no grades"},
		"points":         {func(r *rating.TextRating) { r.Opinion.Grades[0].Points = -1 }, "-1 points"},
		"overall":        {func(r *rating.TextRating) { r.Opinion.Overall.Points = 101 }, "overall score of 101"},
	} {
		r := rated(t, strings.Repeat("a", 16), text, "Ada", 10)
		tt.change(r)
		err := r.Validate()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// Of a person the last rating by each rubric counts.
func TestOpinions(t *testing.T) {
	text := texts(t, 1)[0]
	old := rated(t, "1", text, "Ada", 0)
	old.Opinion.Rubric = "another"
	got := rating.Opinions([]*rating.TextRating{rated(t, "2", text, "Bo", 20), rated(t, "3", text, "Ada", 0), old, rated(t, "4", text, "Ada", 10)})[text.ID()]
	var said []string
	for _, o := range got {
		said = append(said, fmt.Sprint(o.Judge, " ", o.Rubric == "another", " ", o.Overall.Points))
	}
	if want := []string{"person/Ada true 0", "person/Ada false 50", "person/Bo false 100"}; !slices.Equal(said, want) {
		t.Errorf("opinions %q, want %q", said, want)
	}
}

// Whoever takes whatever comes next rates each text at most once, until every text has as many
// ratings as are wanted or as there are people; those with the most ratings come first.
func TestRoundEnds(t *testing.T) {
	all := texts(t, 9)
	rapid.Check(t, func(rt *rapid.T) {
		overlap := rapid.IntRange(1, 4).Draw(rt, "overlap")
		people := []string{"Ada", "Bo", "Cy"}[:rapid.IntRange(1, 3).Draw(rt, "people")]
		round := rating.NewRound(append(all, all[0]), overlap, 1)
		count, gone := map[digest.Digest]int{}, map[string]bool{}
		for n := 0; len(gone) < len(people); n++ {
			by := rapid.SampledFrom(people).Draw(rt, "by")
			id, ok := round.Next(by, nil)
			if !ok {
				gone[by] = true
				continue
			}
			text, mine := round.Text(id, by)
			if mine != nil {
				rt.Fatalf("%s is given a text again", by)
			}
			for other, n := range count {
				if _, rated := round.Text(other, by); rated == nil && n < overlap && n > count[id] {
					rt.Fatalf("a text of %d ratings comes before one of %d", count[id], n)
				}
			}
			before := round.Progress(by)
			round.Apply(rated(t, fmt.Sprintf("%016d", n), text, by, 10))
			count[id]++
			if after := round.Progress(by); after.Mine != before.Mine+1 || after.Left != before.Left-1 || after.Texts != 9 {
				rt.Fatalf("progress %+v after %+v", after, before)
			}
		}
		for _, x := range all {
			if got, want := count[x.ID()], min(overlap, len(people)); got != want {
				rt.Fatalf("%d ratings of a text, want %d", got, want)
			}
		}
	})
}

// A share of the texts is given out, the same one whatever their order; ratings by another
// rubric are of no use, and skipped texts come back to others.
func TestRoundShare(t *testing.T) {
	all := texts(t, 10)
	back := slices.Clone(all)
	slices.Reverse(back)
	a, b := rating.NewRound(all, 1, 0.3), rating.NewRound(back, 1, 0.3)
	x, _ := a.Next("Ada", nil)
	y, _ := b.Next("Ada", nil)
	if a.Progress("Ada").Texts != 3 || x != y {
		t.Errorf("%d texts, first %s and %s: want 3, and the same first one", a.Progress("Ada").Texts, x, y)
	}
	text, _ := a.Text(x, "Ada")
	other := rated(t, strings.Repeat("c", 16), text, "Bo", 10)
	other.Opinion.Rubric = "another"
	a.Apply(other)
	if next, _ := a.Next("Ada", nil); next != x {
		t.Errorf("a rating by another rubric counts")
	}
	if next, ok := a.Next("Ada", []digest.Digest{x}); !ok || next == x {
		t.Errorf("a skipped text comes next")
	}
}

// No line breaks the reader, and each it takes is valid.
func FuzzReadLog(f *testing.F) {
	f.Add([]byte(`{"id":"aaaaaaaaaaaaaaaa","at":"2026-03-04T05:06:07Z","by":"Ada","task":"t","text":"sha256:` + strings.Repeat("0", 64) + `","opinion":{"judge":"person/Ada","rubric":"r","grades":[{"criterion":"c","points":1,"reason":""}],"score":1}}` + "\n"))
	f.Add([]byte("{}\n\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "ratings.jsonl")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		ratings, err := rating.ReadLog(path)
		if err != nil && ratings != nil {
			t.Errorf("%d ratings beside the error %v", len(ratings), err)
		}
		for _, r := range ratings {
			if err := r.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
}
