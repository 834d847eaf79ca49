package frame

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

func readRecords(t testing.TB, name string) []record {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var records []record
	for line := range strings.Lines(string(data)) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
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
				if s = Of(s, lang, r.Names).text; s != "" {
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
		frames[i] = Frame{b.String(), Of("", lang, nil).n}
	}
	return frames
}

func length(f Frame) int { return utf8.RuneCountInString(f.text) }
