package probe

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// choice makes an item of options and key.
func choice(id, kind, language, stem string, options, matches []string, key ...int) *task.Task {
	var b strings.Builder
	b.WriteString(stem)
	if kind != task.TrueFalse {
		for i, o := range options {
			fmt.Fprintf(&b, "\n%c) %s", 'A'+i, o)
		}
	}
	for i, m := range matches {
		fmt.Fprintf(&b, "\n%d) %s", i+1, m)
	}
	b.WriteString("\nFormat.")
	return &task.Task{ID: id, Family: task.Exam, Type: kind, Language: language, Question: b.String(),
		Choices: &task.Choices{Options: options, Matches: matches, Key: key}}
}

// realQuestions are the questions with one key of the exams in the directory of real data.
func realQuestions(t *testing.T) []*task.Task {
	t.Helper()
	dir := os.Getenv("TASKGROVE_DATA")
	if dir == "" {
		dir = "../../../../shared/data"
	}
	files, _ := filepath.Glob(filepath.Join(dir, "exams", "oab_exams", "*.txt"))
	if len(files) == 0 {
		t.Skipf("no exams in %s", dir)
	}
	begin := regexp.MustCompile(`(?m)^Questão \d+\s*$`)
	mark := regexp.MustCompile(`(?m)^([A-D])(:CORRECT)?\) ?`)
	var all []*task.Task
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range begin.Split(string(b), -1)[1:] {
			stem, list, ok := strings.Cut(q, "\nOPTIONS")
			if !ok {
				t.Fatalf("%s: question %d has no options", file, i+1)
			}
			var options []string
			var key []int
			marks := mark.FindAllStringSubmatchIndex(list, -1)
			for j, m := range marks {
				if j > 0 && list[m[2]:m[3]] == "A" {
					break // the options of a question whose heading is missing
				}
				end := len(list)
				if j+1 < len(marks) {
					end = marks[j+1][0]
				}
				if m[4] >= 0 {
					key = append(key, j)
				}
				options = append(options, strings.Join(strings.Fields(list[m[1]:end]), " "))
			}
			if len(key) == 1 {
				all = append(all, choice(fmt.Sprintf("%s-%d", filepath.Base(file), i+1), task.MultipleChoice, "pt", strings.TrimSpace(stem), options, nil, key...))
			}
		}
	}
	return all
}

// In the exams of the Brazilian bar the right option is the longest, or among the longest, in 29 % of the questions.
func TestLongestOnRealExams(t *testing.T) {
	all := realQuestions(t)
	if len(all) != 1159 {
		t.Errorf("%d questions with one key, want 1,159", len(all))
	}
	r := Measure(all)
	t.Log("\n" + r.Markdown())
	for _, a := range r.Probes {
		if a.Probe == "longest" {
			// With ties drawn 28.5 %; 338 of the right options are longest or among the longest.
			if math.Round(1000*a.Accuracy) != 285 || math.Round(1159*a.AtBest) != 338 || math.Round(10*a.ZAtBest) != 33 || !a.Beats {
				t.Errorf("longest: %+v, want 28.5 %%, and 338 or 29 %% with z 3.3 if ties count as right", a)
			}
		}
	}
	kept, dropped := Balance(all)
	t.Logf("%d kept, %d dropped", len(kept), len(dropped))
	if after := Measure(kept); slices.ContainsFunc(after.Probes, func(a ProbeAccuracy) bool { return a.Beats }) || len(dropped) == 0 {
		t.Errorf("after balancing, which drops %d:\n%s", len(dropped), after.Markdown())
	}
}

// Each probe is right on an item made for it, and wrong where the key is elsewhere.
func TestProbes(t *testing.T) {
	long, short := "um prazo muito mais longo do que todos", "dia"
	four := func(at int, text string) []string {
		all := []string{"prazo um xis", "prazo dos ys", "prazo tre zs", "prazo qua ws"}
		all[at] = text
		return all
	}
	for _, c := range []struct {
		kind, probe string
		item        *task.Task
		score, mean float64
	}{
		{task.MultipleChoice, "longest", choice("a", task.MultipleChoice, "pt", "Qual?", four(2, long), nil, 2), 1, 0.25},
		{task.MultipleChoice, "longest", choice("a", task.MultipleChoice, "pt", "Qual?", four(2, long), nil, 1), 0, 0.25},
		{task.MultipleChoice, "shortest", choice("a", task.MultipleChoice, "pt", "Qual?", four(3, short), nil, 3), 1, 0.25},
		{task.Cloze, "grammar", choice("a", task.Cloze, "pt", "Cabe a ____ no prazo.", []string{"apelação", "agravo", "recurso", "mandado"}, nil, 0), 1, 0.25},
		{task.Cloze, "grammar", choice("a", task.Cloze, "en", "The party files an ____ in time.", []string{"appeal", "objection", "plea", "motion"}, nil, 1), 0.5, 0.25},
		{task.CaseAnalysis, "grammar", choice("a", task.CaseAnalysis, "zh", "如何处理？", []string{"驳回。", "支持", "撤销", "发回"}, nil, 0), 1, 0.25},
		{task.MultipleChoice, "overlap", choice("a", task.MultipleChoice, "pt", "O juiz negou a liminar?", []string{"a liminar cabe ao juiz", "b", "c", "d"}, nil, 0), 1, 0.25},
		{task.MultipleChoice, "numbers", choice("a", task.MultipleChoice, "zh", "何时？", []string{"三十日", "通知后", "判决后", "起诉后"}, nil, 0), 1, 0.25},
		{task.MultipleChoice, "middle", choice("a", task.MultipleChoice, "pt", "Qual?", []string{"5 dias", "15 dias", "trinta dias"}, nil, 1), 1, 1.0 / 3},
		{task.MultipleChoice, "letter-b", choice("a", task.MultipleChoice, "pt", "Qual?", four(0, "x"), nil, 1), 1, 0.25},
		{task.TrueFalse, "true", choice("a", task.TrueFalse, "pt", "A lei vale.", []string{"verdadeira", "falsa"}, nil, 0), 1, 0.5},
		{task.TrueFalse, "false", choice("a", task.TrueFalse, "zh", "该法有效。", []string{"正确", "错误"}, nil, 1), 1, 0.5},
		{task.TrueFalse, "absolute", choice("a", task.TrueFalse, "pt", "A lei sempre vale.", []string{"verdadeira", "falsa"}, nil, 1), 1, 0.5},
		{task.TrueFalse, "denied", choice("a", task.TrueFalse, "zh", "该法不适用。", []string{"正确", "错误"}, nil, 1), 1, 0.5},
		{task.TrueFalse, "numbers", choice("a", task.TrueFalse, "en", "The term is 30 days.", []string{"true", "false"}, nil, 1), 1, 0.5},
		{task.MultipleSelection, "all", choice("a", task.MultipleSelection, "pt", "Quais?", four(0, "x"), nil, 0, 1, 2, 3), 1, 1.0 / 15},
		{task.MultipleSelection, "longest", choice("a", task.MultipleSelection, "pt", "Quais?", []string{"a", "bbbbbb", "ccccccc", "d"}, nil, 1, 2), 1, 0.5},
		{task.MultipleSelection, "longest", choice("a", task.MultipleSelection, "pt", "Quais?", []string{"a", "bbbbbb", "ccccccc", "d"}, nil, 0, 2), 0.5, 0.5},
		{task.MultipleSelection, "shortest", choice("a", task.MultipleSelection, "pt", "Quais?", []string{"a", "bbbbbb", "ccccccc", "dd"}, nil, 0, 3), 1, 0.5},
		{task.MultipleSelection, "first", choice("a", task.MultipleSelection, "pt", "Quais?", four(0, "x"), nil, 0, 1), 1, 0.5},
		{task.Matching, "order", choice("a", task.Matching, "pt", "Associe:", []string{"x", "y", "z"}, []string{"p", "q", "r"}, 0, 1, 2), 1, 1.0 / 3},
		{task.Matching, "reverse", choice("a", task.Matching, "pt", "Associe:", []string{"x", "y", "z"}, []string{"p", "q", "r"}, 2, 1, 0), 1, 1.0 / 3},
		{task.Matching, "overlap", choice("a", task.Matching, "pt", "Associe:", []string{"x juiz", "y réu", "z"}, []string{"réu", "juiz", "r"}, 1, 0, 2), 1, 1.0 / 3},
		{task.Matching, "length", choice("a", task.Matching, "pt", "Associe:", []string{"xxx", "yy", "z"}, []string{"p", "qq", "rrr"}, 2, 1, 0), 1, 1.0 / 3},
	} {
		at := slices.IndexFunc(Of(c.kind), func(p Probe) bool { return p.Name == c.probe })
		if at < 0 {
			t.Errorf("no probe %s of %s", c.probe, c.kind)
			continue
		}
		got, ok := Of(c.kind)[at].answer(newItems([]*task.Task{c.item})[0])
		if !ok || math.Abs(got.score-c.score) > 1e-9 || math.Abs(got.mean-c.mean) > 1e-9 {
			t.Errorf("%s on %v: %+v %v, want score %v, mean %v", c.probe, c.item.Choices, got, ok, c.score, c.mean)
		}
	}
}

// drawnSet draws items of one type whose right answers are biased.
func drawnSet(t *rapid.T) []*task.Task {
	kind := rapid.SampledFrom(task.ExamTypes()).Draw(t, "type")
	n := rapid.IntRange(1, 60).Draw(t, "items")
	bias := rapid.Float64Range(0, 1).Draw(t, "bias")
	r := digest.Rand(fmt.Sprint(rapid.Uint32().Draw(t, "seed")))
	var all []*task.Task
	for i := range n {
		options := make([]string, 4)
		for j := range options {
			options[j] = strings.Repeat(string(rune('p'+r.IntN(8))), 1+r.IntN(9))
		}
		at := r.IntN(4)
		if r.Float64() < bias {
			at = 0
			options[0] += strings.Repeat("x", 10)
		}
		id := fmt.Sprintf("%03d", i)
		switch kind {
		case task.TrueFalse:
			all = append(all, choice(id, kind, "pt", "A lei vale "+strings.Repeat("x", r.IntN(40)), []string{"verdadeira", "falsa"}, nil, at/3))
		case task.MultipleSelection:
			all = append(all, choice(id, kind, "pt", "Quais?", options, nil, at))
		case task.Matching:
			key := r.Perm(4)
			if r.Float64() < bias {
				key = []int{0, 1, 2, 3}
			}
			all = append(all, choice(id, kind, "pt", "Associe:", options, []string{"k", "lll", "mmmmmmm", "nn"}, key...))
		default:
			all = append(all, choice(id, kind, "pt", "Qual?", options, nil, at))
		}
	}
	return all
}

// After balancing no probe beats chance; no single item was left out in vain; and neither
// depends on the order of items.
func TestBalanceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawnSet(t)
		kept, dropped := Balance(all)
		if len(kept)+len(dropped) != len(all) {
			t.Fatalf("%d kept and %d dropped of %d", len(kept), len(dropped), len(all))
		}
		r := Measure(kept)
		if slices.ContainsFunc(r.Probes, func(a ProbeAccuracy) bool {
			return a.Beats || len(all) >= MinItems && len(kept) >= MinItems && a.Low > a.Chance+1e-6
		}) {
			t.Fatalf("a probe still beats chance:\n%s", r.Markdown())
		}
		shuffled := slices.Clone(all)
		digest.Rand("order").Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if _, again := Balance(shuffled); !cmp.Equal(dropped, again) {
			t.Fatalf("another order drops others: %s", cmp.Diff(dropped, again))
		}
	})
}

// The probe of one letter is balanced with the smallest number of items: those needed to bring the
// interval down to chance.
func TestBalanceDropsFewest(t *testing.T) {
	var all []*task.Task
	for i := range 100 {
		at := i % 4
		if i >= 60 {
			at = 1
		}
		all = append(all, choice(fmt.Sprintf("%03d", i), task.MultipleChoice, "pt", "Qual?", []string{"aaa", "bbb", "ccc", "ddd"}, nil, at))
	}
	want := 0
	var s tally
	right := newCredit(1, 1, picked(1, 4))
	s.add(newCredit(0, 0, right.draws), 45)
	for s.add(right, 55); s.beats(true); want++ {
		s.add(right, -1)
	}
	_, dropped := Balance(all)
	if len(dropped) != want || dropped[0].Reason != "letter" || dropped[0].Check != BalanceCheck {
		t.Errorf("%d dropped, want %d: %+v", len(dropped), want, dropped[0])
	}
}

// By chance a probe has the mean and the variance that its credits say.
func TestChanceOfProbes(t *testing.T) {
	r := digest.Rand("chance")
	for _, kind := range task.ExamTypes() {
		options := []string{"o juiz 5", "as partes 3 7", "a", "o prazo de 9 dias"}
		it := choice("x", kind, "pt", "O juiz sempre decide o prazo; não", options, []string{"juiz", "parte", "prazo longo", "x"}, 0)
		seen := newItems([]*task.Task{it})[0]
		seen.long, seen.median = true, 0
		for _, p := range Of(kind) {
			if p.Name == "all" {
				continue // one of 15 sets, whatever their size
			}
			var sum, square, mean, vary float64
			const n = 4000
			answered := 0
			for range n {
				switch kind {
				case task.TrueFalse:
					seen.key = []int{r.IntN(2)}
				case task.MultipleSelection:
					seen.key = r.Perm(4)[:2]
				case task.Matching:
					seen.key = r.Perm(4)
				default:
					seen.key = []int{r.IntN(4)}
				}
				if c, ok := p.answer(seen); ok {
					sum, square, mean, vary = sum+c.score, square+c.score*c.score, c.mean, c.vary
					answered++
				}
			}
			if answered == 0 {
				continue
			}
			m := sum / float64(answered)
			if v := square/float64(answered) - m*m; math.Abs(m-mean) > 0.03 || math.Abs(v-vary) > 0.03 {
				t.Errorf("%s of %s: mean %.3f, variance %.3f; by its credit %.3f, %.3f", p.Name, kind, m, v, mean, vary)
			}
		}
	}
}

// Small types are judged each and together: what no single type shows may show in all of them.
func TestSmallTypesAreJudgedTogether(t *testing.T) {
	long := []string{"um prazo bem longo", "b", "c", "d"}
	add := func(all []*task.Task, kind string, right, n int) []*task.Task {
		for i := range n {
			at := 0
			if i >= right {
				at = 1
			}
			all = append(all, choice(fmt.Sprint(kind, i), kind, "pt", "Qual?", long, nil, at))
		}
		return all
	}
	beaten := func(r BlindReport, kind string) (names []string) {
		for _, a := range r.Probes {
			if a.Beats && a.Type == kind {
				names = append(names, a.Probe)
			}
		}
		return names
	}
	// 4 of 8 by 1 of 4: 11 % by chance; 12 of 24: 0.7 %.
	all := add(add(add(nil, task.MultipleChoice, 4, 8), task.Cloze, 4, 8), task.CaseAnalysis, 4, 8)
	r := Measure(all)
	if one, together := beaten(r, task.Cloze), beaten(r, PooledType); one != nil || !slices.Contains(together, "longest") || r.Unjudged != nil {
		t.Errorf("beaten on one type: %v, on all: %v, unjudged %v:\n%s", one, together, r.Unjudged, r.Markdown())
	}
	kept, dropped := Balance(all)
	if r := Measure(kept); len(dropped) == 0 || beaten(r, PooledType) != nil {
		t.Errorf("%d dropped:\n%s", len(dropped), r.Markdown())
	}
	// 6 of 10: 2.0 %.
	if r := Measure(add(nil, task.Cloze, 6, 10)); !slices.Contains(beaten(r, task.Cloze), "longest") || !strings.Contains(r.Markdown(), "†") {
		t.Errorf("6 of 10 beat nothing:\n%s", r.Markdown())
	}
	if kept, dropped := Balance(add(nil, task.Cloze, 6, 10)); len(dropped) == 0 || beaten(Measure(kept), task.Cloze) != nil {
		t.Errorf("6 of 10: %d dropped", len(dropped))
	}
	few := Measure(add(nil, task.Cloze, 2, 3))
	if u := few.Unjudged; u == nil || u.Reason != FewItems || u.Items != 3 || !strings.Contains(few.Markdown(), FewItems) {
		t.Errorf("three items: %+v", few)
	}
}

// The tail is that of a simulation, and equals figures worked out by hand.
func TestTail(t *testing.T) {
	for _, c := range []struct {
		draws map[*draws]int
		score float64
		want  float64
	}{
		{map[*draws]int{picked(1, 4): 10}, 6, 0.019727706909179688},                // binomial
		{map[*draws]int{picked(1, 2): 5}, 5, 1.0 / 32},                             //
		{map[*draws]int{picked(1, 2): 1, picked(1, 4): 1}, 2, 1.0 / 8},             // Poisson-binomial
		{map[*draws]int{picked(2, 4): 2}, 1, 0.25},                                 // ties are drawn: both right
		{map[*draws]int{paired(3, 3): 1}, 1.0 / 3, 4.0 / 6},                        // three of six with one pair, one with three
		{map[*draws]int{paired(3, 4): 1}, 1, 1.0 / 24},                             //
		{map[*draws]int{taken(2, 2, 4): 1}, 1, 1.0 / 6},                            // hypergeometric
		{map[*draws]int{taken(2, 2, 4): 1, picked(1, 2): 1}, 1.5, 1.0/12 + 4.0/12}, //
	} {
		if got := tail(c.draws, c.score); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("tail of %v at %v is %v, want %v", c.draws, c.score, got, c.want)
		}
	}
	many := map[*draws]int{picked(1, 4): 300, picked(3, 4): 200, taken(2, 3, 5): 300, paired(4, 4): 100}
	mean, vary := 0.0, 0.0
	for d, n := range many {
		m, v := d.mean()
		mean, vary = mean+float64(n)*m, vary+float64(n)*v
	}
	if got := tail(many, mean+quantile*math.Sqrt(vary)); math.Abs(got-rare) > 0.002 {
		t.Errorf("tail of many at two standard errors is %v", got)
	}
}

// By chance a judgement of small types finds a bias in no more than one draw of forty.
func TestTailIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := digest.Rand(fmt.Sprint(rapid.Uint64().Draw(t, "seed")))
		kinds := []*draws{picked(1, 4), picked(2, 4), picked(1, 2), taken(2, 2, 4), taken(2, 3, 5), paired(3, 3), paired(4, 4)}
		times := map[*draws]int{}
		for range rapid.IntRange(1, 25).Draw(t, "items") {
			times[kinds[r.IntN(len(kinds))]]++
		}
		const trials = 400
		found := 0
		for range trials {
			score := 0.0
			for _, d := range kinds {
				for range times[d] {
					u, i := r.Float64(), 0
					for u >= d.chances[i] && i < len(d.chances)-1 {
						u -= d.chances[i]
						i++
					}
					score += float64(i) / float64(d.of)
				}
			}
			if tail(times, score) <= rare {
				found++
			}
		}
		if found > 27 { // 10 are expected at most; five standard errors more are 26
			t.Fatalf("%d of %d draws by chance beat chance: %v", found, trials, times)
		}
	})
}

// What is surely common is common: the bound that saves adding up never passes a score that draws by
// chance seldom reach.
func TestIsCommon(t *testing.T) {
	saved := 0
	rapid.Check(t, func(t *rapid.T) {
		var s tally
		for range rapid.IntRange(1, 400).Draw(t, "items") {
			n := rapid.IntRange(2, 6).Draw(t, "options")
			c := newCredit(0, 0, picked(rapid.IntRange(1, n-1).Draw(t, "level"), n))
			s.add(c, 1)
		}
		s.score = s.mean + rapid.Float64Range(-1, 4).Draw(t, "z")*math.Sqrt(s.vary)
		if s.isCommon() {
			saved++
			if p := s.byChance(); p <= rare {
				t.Fatalf("%d items with z %v are common, and their probability is %v", s.n, s.z(), p)
			}
		}
	})
	if saved == 0 {
		t.Error("nothing was saved")
	}
}
