package command

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// starting calls what is to be done between the look at a stage's inputs and its run.
type starting struct {
	slog.Handler
	stage string
	then  func()
}

func (s *starting) Enabled(context.Context, slog.Level) bool { return true }

func (s *starting) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &starting{s.Handler, attrs[0].Value.String(), s.then}
}

func (s *starting) Handle(_ context.Context, r slog.Record) error {
	if s.stage == "review" && r.Message == "starts" {
		s.then()
	}
	return nil
}

// Who decides something while the stage runs does not end it: it takes up what was
// madeDecisions before, and the next command takes up the rest.
func TestPeopleDecideMeanwhile(t *testing.T) {
	t.Parallel()
	f := &flags{settings: defaults(), out: t.TempDir()}
	f.Domain, f.Corpus, f.Paths, f.Depth = "toy", "testdata/toy", countList{2}, 1
	name := filepath.Join(f.out, filepath.FromSlash(decisionsFile))
	made := 0
	decide := func() {
		log, err := review.OpenLog(name, func(*review.Decision) {})
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		made++
		d := review.Decision{
			ID: strings.Repeat(string('0'+rune(made)), 16), At: time.Unix(1772355600, 0).UTC(), By: "An", Role: review.Annotator,
			Task: "000000000000", Shown: digest.Of("shown"), Kind: review.Approve,
		}
		if err := log.Append(&d, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{0, 1} {
		w, err := newWorld(f)
		if err != nil {
			t.Fatal(err)
		}
		stages, err := reviewedStages(f, w)
		if err != nil {
			t.Fatal(err)
		}
		report, err := updateWith(t.Context(), f, stages, &run.Runner{Dir: f.out, Log: slog.New(&starting{slog.DiscardHandler, "", decide})})
		if err != nil {
			t.Fatalf("with %d decisions before and one meanwhile: %v", want, err)
		}
		if last := report.Stages[len(report.Stages)-1]; last.Stage != "review" || !last.Ran {
			t.Errorf("with %d decisions before: %+v, want the review run", want, last)
		}
		var got review.StatusReport
		if err := readJSON(filepath.Join(f.out, filepath.FromSlash(reviewReport)), &got); err != nil || got.Decisions != want || made != want+1 {
			t.Errorf("%d decisions are reported, %d made: want %d and %d (%v)", got.Decisions, made, want, want+1, err)
		}
	}
}

// What was not acknowledged is no part of a log, and a log of none is no log.
func TestReadLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "decisions.jsonl")
	line := `{"id":"0123456789abcdef","at":"2026-03-01T09:00:00Z","by":"An","role":"annotator","task":"000000000000","shown":"` + string(digest.Of("shown")) + `","kind":"approve"}`
	for text, want := range map[string]string{
		"":                            "",
		line:                          line + "\n",
		line + "\n":                   line + "\n",
		line + "\n" + line:            line + "\n" + line + "\n",
		line + "\n{\"id\"":            line + "\n",
		line + "\n\x00\x00":           line + "\n",
		line + "\n\x00\x00\n":         line + "\n",
		"\x00\n":                      "",
		line[:9] + "\x00" + line[10:]: "",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		decisions, of, err := review.ReadLog(name)
		if err != nil || of != digest.Bytes([]byte(want)) || len(decisions) != min(1, strings.Count(want, line)) {
			t.Errorf("%q: %d decisions, error %v, and the digest is not of %q", text, len(decisions), err, want)
		}
	}
	for text, want := range map[string]string{
		"no\n" + line + "\n{}\n":    name + ":1: ",
		line + "\n\x00\n" + line:    name + ":2: ",
		line + "\n" + "{}\n{\"i":    name + ":2: ",
		line + "\n\n" + line + "\n": name + ":2: an empty line: take it out",
		"\n":                        name + ":1: ",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := review.ReadLog(name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	f := &flags{out: t.TempDir()}
	if d, err := readMadeDecisions(f); err != nil || d.decisions != nil || d.digest != digest.Bytes(nil) {
		t.Errorf("without a log: %+v, %v", d, err)
	}
}
