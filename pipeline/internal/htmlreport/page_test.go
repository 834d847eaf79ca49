package htmlreport

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/webpage"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

var element = regexp.MustCompile(`(?s)<script type="application/octet-stream" data-block="(\w+)">([A-Za-z0-9+/=]*)</script>`)

// unpacked returns what the blocks of a page hold, by kind and in order.
func unpacked(t rapid.TB, html []byte) (blocks []struct {
	Kind string
	Data json.RawMessage
}) {
	for _, m := range element.FindAllSubmatch(html, -1) {
		packed, err := base64.StdEncoding.DecodeString(string(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil || !json.Valid(data) {
			t.Fatalf("block %s: %v: %.100s", m[1], err, data)
		}
		blocks = append(blocks, struct {
			Kind string
			Data json.RawMessage
		}{string(m[1]), data})
	}
	return blocks
}

// fewTrials is a small run: four tasks, a good and a bad agent.
func fewTrials(tb testing.TB) ([]*task.Task, []*bench.Trial) {
	r := &run{tasks: tasksOf(tb, 40), agents: []string{"bad", "good"}}
	r.tasks = []*task.Task{r.tasks[0], r.tasks[1], r.tasks[13], r.tasks[30]}
	return r.tasks, r.all()
}

// Whatever the data can name has words in both languages.
func TestWords(t *testing.T) {
	var keys []string
	for _, c := range failure.Classes() {
		keys = append(keys, "failure."+string(c), "failureSays."+string(c))
	}
	for _, r := range []score.AgentRole{score.FloorAgent, score.ChanceAgent, score.CeilingAgent} {
		keys = append(keys, "role."+string(r))
	}
	for _, o := range []score.KeywordOutcome{
		score.Credited, score.Absent, score.Hedged, score.Listed, score.Guessed, score.Unfounded, score.Given, score.Idle, score.Unknown, score.Unpaired,
	} {
		keys = append(keys, "outcome."+string(o))
	}
	for _, name := range []string{"words_en.js", "words_zh.js"} {
		words, err := scripts.ReadFile("script/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if !bytes.Contains(words, []byte(`"`+key+`": "`)) {
				t.Errorf("%s has no words for %s", name, key)
			}
		}
	}
}

// UPDATE=1 writes the golden file anew.
func TestData(t *testing.T) {
	tasks, trials := fewTrials(t)
	s := sourceOf(t, tasks, trials)
	s.Settings = []Setting{{"temperature", "0"}}
	s.Missing = []experiment.MissingTrial{{Task: tasks[0].ID, Agent: "good", Epoch: 1, Reason: "timeout", Detail: "no answer within 60 s"}}
	page := written(t, s)
	if !bytes.Equal(page, written(t, s)) {
		t.Error("the same source gives other bytes")
	}
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	for _, b := range unpacked(t, page) {
		if err := e.Encode(b); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join("testdata", "data.json")
	goldentest.Compare(t, file, got.Bytes())
}

// Whatever a transcript holds comes back as it was, and nothing of it is markup.
func TestTextLaw(t *testing.T) {
	tasks, trials := fewTrials(t)
	s := sourceOf(t, tasks, trials)
	hostile := rapid.SampledFrom([]string{"</script>", "<!--", "<script>", "\u2028", "\u202e", "\x00", "]]>", "&amp;", "\ufeff", "{{.}}", "\\", "\r\n"})
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string {
			return rapid.String().Draw(t, name) + hostile.Draw(t, name+" hostile") + strings.Repeat(rapid.String().Draw(t, name+" repeated"), 20)
		}
		trial := *trials[0]
		summary, observations := text("summary"), []string{text("first"), text("second"), text("third")}
		trial.Transcript = &agent.Transcript{
			Answer: text("answer"), Summary: &summary, End: agent.Finished, Detail: text("detail"),
			Replies: []agent.ModelReply{{Phase: agent.Acting, Text: text("said")}},
		}
		for _, o := range append(observations, observations...) {
			trial.Transcript.Calls = append(trial.Transcript.Calls, agent.ObservedCall{Tool: "get", Arguments: json.RawMessage("{}"), Observation: o})
		}
		source := s
		source.Trials = each([]*bench.Trial{&trial})
		var page bytes.Buffer
		if err := Write(&page, source); err != nil {
			t.Fatal(err)
		}
		var stories []trialDetails
		var texts []string
		for _, b := range unpacked(t, page.Bytes()) {
			switch b.Kind {
			case "trials":
				if err := json.Unmarshal(b.Data, &stories); err != nil {
					t.Fatal(err)
				}
			case "texts":
				if err := json.Unmarshal(b.Data, &texts); err != nil {
					t.Fatal(err)
				}
			}
		}
		got := stories[0]
		want := trial.Transcript
		if got.Answer != want.Answer || (got.Same && summary != want.Answer) || (!got.Same && *got.Summary != summary) || got.Detail != want.Detail || got.Said[0].Text != want.Replies[0].Text {
			t.Fatalf("story %+v, want that of %+v", got, want)
		}
		for i, u := range got.Turns {
			o := u.Text
			if u.Pooled != nil {
				o = texts[*u.Pooled]
			}
			if o != want.Calls[i].Observation {
				t.Fatalf("observation %q, want %q", o, want.Calls[i].Observation)
			}
		}
		slices.Sort(texts)
		if n := len(slices.Compact(slices.Clone(texts))); n != len(texts) {
			t.Fatalf("%d texts of which %d differ: want each once", len(texts), n)
		}
	})
}

// The page runs its own script and takes nothing from anywhere.
func TestPolicy(t *testing.T) {
	tasks, trials := fewTrials(t)
	s := sourceOf(t, tasks, trials)
	s.Title = `</title><script>alert(1)</script>`
	page := string(written(t, s))
	if want := html.EscapeString(s.Title); !strings.Contains(page, "<title>"+want+"</title>") || strings.Contains(page, s.Title) {
		t.Errorf("title: want it as text %q", want)
	}
	policy := regexp.MustCompile(`content="(default-src [^"]*)"`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatal("no content security policy")
	}
	for _, want := range []string{"default-src 'none'; ", "base-uri 'none'", "form-action 'none'", webpage.Source(pageScript), webpage.Source(pageStyle)} {
		if !strings.Contains(html.UnescapeString(policy[1]), want) {
			t.Errorf("policy %q lacks %q", policy[1], want)
		}
	}
	for _, block := range []struct{ open, close, want string }{{"<style>", "</style>", pageStyle}, {"<script>", "</script>", pageScript}} {
		_, rest, _ := strings.Cut(page, block.open)
		if got, _, _ := strings.Cut(rest, block.close); got != block.want {
			t.Errorf("what stands in %s is not what the policy admits", block.open)
		}
	}
	if m := regexp.MustCompile(`(?i)https?://[a-z0-9.]+|@import|url\(`).FindAllString(page, -1); !slices.Equal(slices.Compact(m), []string{"http://www.w3.org"}) {
		t.Errorf("the page names %q: want the name of SVG alone", m)
	}
}

func TestWriteFaults(t *testing.T) {
	tasks, trials := fewTrials(t)
	broken := errors.New("torn")
	for _, c := range []struct {
		name   string
		change func(*Source)
		want   string
	}{
		{"analysis", func(s *Source) { s.Analysis = nil }, "missing analysis: want the figures of the agents"},
		{"task twice", func(s *Source) { s.Tasks = append(slices.Clone(tasks), tasks[0]) }, "task " + tasks[0].ID + " is repeated: want each task once"},
		{"unknown task", func(s *Source) { s.Tasks = tasks[1:] }, "trial of task " + tasks[0].ID + " by bad: unknown task: want a task of the source"},
		{"trial twice", func(s *Source) { s.Trials = each([]*bench.Trial{trials[0], trials[0]}) }, "trial of task " + tasks[0].ID + " by bad: epoch 0 is repeated: want each trial once"},
		{"no transcript", func(s *Source) { s.Trials = each([]*bench.Trial{{Task: tasks[0].ID, Agent: "bad"}}) }, "trial of task " + tasks[0].ID + " by bad: missing transcript"},
		{"torn trials", func(s *Source) {
			s.Trials = func(yield func(*bench.Trial, error) bool) { _ = yield(trials[0], nil) && yield(nil, broken) }
		}, "torn"},
	} {
		s := sourceOf(t, tasks, trials)
		c.change(&s)
		if err := Write(io.Discard, s); err == nil || err.Error() != c.want {
			t.Errorf("%s: Write = %v, want %v", c.name, err, c.want)
		}
	}
	for _, n := range []int{0, 100_000} {
		if err := Write(&narrow{n}, sourceOf(t, tasks, trials)); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("Write to a disk with %d bytes left = %v, want %v", n, err, io.ErrShortWrite)
		}
	}
}

// narrow takes so many bytes and no more.
type narrow struct{ left int }

func (n *narrow) Write(b []byte) (int, error) {
	if n.left -= len(b); n.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// How far a trial came on the path of its task.
func TestReach(t *testing.T) {
	turns := func(tools ...string) (turns []agent.ObservedCall) {
		turns = []agent.ObservedCall{}
		for _, name := range tools {
			u := agent.ObservedCall{Tool: strings.TrimPrefix(name, "!")}
			if u.Tool != name {
				u.Fault = "missing"
			}
			turns = append(turns, u)
		}
		return turns
	}
	for _, c := range []struct {
		path  string
		turns []agent.ObservedCall
		want  int
	}{
		{"a----b----c", turns(), 0},
		{"a----b----c", turns("a"), 1},
		{"a----b----c", turns("a", "!b"), 1},
		{"a----b----c", turns("a", "!b", "b", "x", "c"), 3},
		{"a----b----c", turns("b", "a"), 2},
		{"a----b----c", turns("b", "c"), 0},
		{"a----a", turns("a"), 1},
		{"a----a", turns("a", "a"), 2},
		{"", turns("a"), 0},
		{"a", nil, -1},
	} {
		x, err := newIndexer([]*task.Task{{ID: "t", Path: c.path}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.countCalls(x.Paths[0], 0, c.turns); got != c.want {
			t.Errorf("walk(%q, %v) = %d, want %d", c.path, c.turns, got, c.want)
		}
	}
}

// Of the planning tree, what the paths of tasks go over.
func TestCoverage(t *testing.T) {
	tasksOf(t, 1)
	none := newCoverage(world().graph, nil)
	if none.Taken != 0 || len(none.Unused) != none.Tools || none.Tools == 0 || none.Moves == 0 {
		t.Errorf("without tasks %+v: want nothing taken", none)
	}
	paths := func(hops int) (tasks []*task.Task) {
		for p := range world().graph.Paths(hops) {
			tasks = append(tasks, &task.Task{Path: p.String()})
		}
		return tasks
	}
	if one := newCoverage(world().graph, paths(1)); one.Taken != 0 {
		t.Errorf("with paths of one hop %d moves are taken, want none", one.Taken)
	}
	if all := newCoverage(world().graph, paths(2)); all.Taken != all.Moves || all.Moves != none.Moves {
		t.Errorf("with all paths of two hops %d of %d moves are taken, want all of %d", all.Taken, all.Moves, none.Moves)
	}
}

// A comparison shows its largest differences, and says how many there are.
func TestDifferences(t *testing.T) {
	c := &analysis.PairedComparison{First: "a", Second: "b"}
	for i := range 3 * shownDifferences {
		d := analysis.TaskDifference{Task: "t"}
		if i < 2*shownDifferences {
			d.Difference = 1
		}
		c.Tasks = append(c.Tasks, d)
	}
	got := newFigures(&Source{Analysis: &analysis.Analysis{}, Comparisons: []*analysis.PairedComparison{c}}).Comparisons[0]
	if got.Differing != 2*shownDifferences || len(got.Tasks) != shownDifferences || len(c.Tasks) != 3*shownDifferences {
		t.Errorf("%d of %d differing tasks are shown, of %d that are left: want %d of %d", len(got.Tasks), got.Differing, len(c.Tasks), shownDifferences, 2*shownDifferences)
	}
}
