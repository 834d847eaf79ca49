package similarity

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

var languages = []string{"zh", "en"}

// record is a question, its draft and what both speak of.
type record struct {
	ID       string
	Names    []string
	Draft    string
	Question string
}

// readRecords reads "kept-" or "honest-" and a language. Honest ones are those of the
// gates' tests.
func readRecords(t testing.TB, name string) []record {
	t.Helper()
	folder := "testdata/"
	if strings.HasPrefix(name, "honest-") {
		folder = "../gate/testdata/"
	}
	data, err := os.ReadFile(folder + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var records []record
	for line := range strings.Lines(string(data)) {
		r := struct {
			record
			Entities []struct{ Name []string }
			Plan     struct {
				Nodes []struct{ Op, Operand, To string }
			}
		}{}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		for _, e := range r.Entities {
			r.Names = append(r.Names, e.Name...)
		}
		for _, n := range r.Plan.Nodes {
			for _, text := range []string{n.Operand, n.To} {
				if n.Op == "filter" && text != "" {
					r.Names = append(r.Names, text)
				}
			}
		}
		records = append(records, r.record)
	}
	return records
}

// lengths are about those of questions, in letters of their frames.
var lengths = map[string]int{"zh": 110, "en": 290}

// questions composes the frames of n questions out of passages from real ones. Some
// passages are in every other question and most in few, as with words: the k-th of m
// is drawn as often as those whose third root is k/m. A frame takes passages until it
// is long enough, each cut to between a word and a sentence.
func questions(t testing.TB, lang string, n int) []Frame {
	t.Helper()
	var passages []string
	for _, name := range []string{"kept-", "honest-"} {
		for _, r := range readRecords(t, name+lang) {
			for _, s := range strings.FieldsFunc(r.Question, func(c rune) bool { return strings.ContainsRune("，。？：；,.?:;\n", c) }) {
				if s = FrameOf(s, lang, r.Names).text; s != "" {
					passages = append(passages, s)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	r.Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
	longest := lengths[lang] / 8
	frames := make([]Frame, n)
	for i := range frames {
		var b strings.Builder
		length, want := 0, lengths[lang]/2+r.IntN(lengths[lang])
		for length < want {
			x := r.Float64()
			p := []rune(passages[int(x*x*x*float64(len(passages)))])
			from := r.IntN(len(p))
			p = p[from:min(len(p), from+2+r.IntN(longest))]
			b.WriteString(string(p))
			length += len(p)
		}
		frames[i] = Frame{b.String(), FrameOf("", lang, nil).n}
	}
	return frames
}

func length(f Frame) int { return utf8.RuneCountInString(f.text) }
