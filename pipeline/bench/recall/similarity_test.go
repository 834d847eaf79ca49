package recall_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// lexical are the similarities that take no encoder, and are shares.
var lexical = []string{recall.Rouge1, recall.Rouge2, recall.RougeL, recall.BLEU, recall.Edit}

// hops returns tasks of one to five hops in both languages.
func hops(tb testing.TB) (all []*task.Task) {
	tb.Helper()
	for _, name := range []string{"legal", "legal-en"} {
		dir := map[string]string{"legal": "../../draft/testdata/world", "legal-en": "../../draft/testdata/world-en"}[name]
		_, tasks, err := tasktest.Tasks(name, dir, 4)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, tasks...)
	}
	return all
}

// Tasks of every type are compared with their references: a reference with itself is like in full, an
// answer that says nothing is not like it, a refusal and another task's answer are less so.
func TestEveryTypeHasSimilarities(t *testing.T) {
	var s *recall.Statutes
	types := map[string]bool{}
	tasks := hops(t)
	for i, one := range tasks {
		types[one.Language+" "+one.Type] = true
		of := func(answer string) map[string]float64 {
			m, _ := s.Measure(one, &agent.Transcript{Answer: answer})
			return m
		}
		same, silent, refusal := of(one.Answer), of(" \n"), of(map[string]string{"zh": "抱歉，我无法回答。", "en": "I cannot answer this."}[one.Language])
		other := of(tasks[(i+len(tasks)/2)%len(tasks)].Answer)
		for _, name := range lexical {
			if same[name] != 1 || silent[name] != 0 || !(refusal[name] < 1) || !(other[name] < 1) {
				t.Errorf("%s: %s %v of itself, %v of silence, %v of a refusal, %v of another's answer", one.ID, name, same[name], silent[name], refusal[name], other[name])
			}
		}
		if n := float64(utf8.RuneCountInString(one.Answer)); same[recall.EditDistance] != 0 || silent[recall.EditDistance] > n {
			t.Errorf("%s: edit distance %v of itself, %v of silence", one.ID, same[recall.EditDistance], silent[recall.EditDistance])
		}
		if len(same) != len(lexical)+1 || recall.AsksForText(one) {
			t.Errorf("%s: %v, want the similarities of a task that asks for no text", one.ID, same)
		}
		twin := *one
		twin.Twin = &task.Twin{Of: one.ID}
		if m, _ := s.Measure(&twin, &agent.Transcript{Answer: one.Answer}); m != nil {
			t.Errorf("%s: %v of a twin, which has no answer to compare with", one.ID, m)
		}
	}
	if len(types) != 10 {
		t.Errorf("types %v, want five in each of two languages", types)
	}
}

// Whatever the language of a reference, it is like itself in full, silence is not like it, and a
// longer part of it is not less like it.
func TestSimilarityLaws(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"甲公司", "的", "法院", "2021年", "court", "Ação", "§", "1.500,00", "，", "—", "nº 3"}), 1, 60)
	families := []string{"", task.Case, task.Exam, task.Locate, task.InForce, task.Renumbered}
	rapid.Check(t, func(t *rapid.T) {
		all := append(words.Draw(t, "words"), "甲")
		one := &task.Task{ID: "t", Type: rapid.SampledFrom([]string{"1-hop", task.Writing}).Draw(t, "type"), Family: rapid.SampledFrom(families).Draw(t, "family"), Answer: strings.Join(all, " ")}
		of := func(answer string) map[string]float64 {
			m, _ := (*recall.Statutes)(nil).Measure(one, &agent.Transcript{Answer: answer})
			return m
		}
		whole, silent := of(one.Answer), of("")
		n := rapid.IntRange(0, len(all)).Draw(t, "first")
		less, more := of(strings.Join(all[:n], " ")), of(strings.Join(all[:rapid.IntRange(n, len(all)).Draw(t, "more")], " "))
		for _, name := range lexical {
			if whole[name] != 1 || silent[name] != 0 {
				t.Errorf("%q: %s %v of itself, %v of silence", one.Answer, name, whole[name], silent[name])
			}
		}
		for _, name := range []string{recall.Rouge1, recall.RougeL} {
			if less[name] > more[name] {
				t.Errorf("%q: %s %v of its first %d words, %v of more", one.Answer, name, less[name], n, more[name])
			}
		}
	})
}

// A task without a reference has nothing to compare with, unless it asks for a text.
func TestNoReference(t *testing.T) {
	for _, one := range []*task.Task{{ID: "t", Type: "1-hop"}, {ID: "t", Type: "1-hop", Answer: "x", Twin: &task.Twin{}}} {
		if _, _, ok := recall.ComparedTexts(one, "x"); ok {
			t.Errorf("%+v is compared", one)
		}
	}
	if reference, text, ok := recall.ComparedTexts(&task.Task{Type: task.Writing}, "x"); reference != "" || text != "x" || !ok {
		t.Errorf("a text to write: %q and %q, %v", reference, text, ok)
	}
	if names := recall.Names(); len(names) != len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		t.Errorf("names %v, want each once", names)
	}
}

// BenchmarkSimilarities measures 7,200 answers, those of 24 agents to 300 tasks of which 20 ask for a
// text of 700 characters, as one operation.
func BenchmarkSimilarities(b *testing.B) {
	draw := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		var all []rune
		for range n {
			all = append(all, '一'+draw.Int32N(1500))
		}
		return string(all)
	}
	type answered struct {
		one *task.Task
		tr  *agent.Transcript
	}
	var all []answered
	for i := range 300 {
		n, one := 60, &task.Task{Type: "1-hop", Language: "zh"}
		if i >= 280 {
			n, one.Type = 700, task.Writing
		}
		one.Answer = text(n)
		for range 24 {
			all = append(all, answered{one, &agent.Transcript{Answer: one.Answer[:3*n/2] + text(n)}})
		}
	}
	for b.Loop() {
		for _, a := range all {
			(*recall.Statutes)(nil).Measure(a.one, a.tr)
		}
	}
}
