package method

import (
	"regexp"
	"strings"
	"testing"
)

// faultForm is what each line of an error of a file of prompts looks like.
var faultForm = regexp.MustCompile(`^p\.yaml:[1-9][0-9]*: .+: want .+`)

// Whatever a user's file holds, it is read or refused with faults that have their lines. What is
// read has every text, with its slots.
func FuzzParsePrompts(f *testing.F) {
	whole := string(shippedFile("en.yaml"))
	for _, s := range []struct {
		at, length int
		put        string
	}{
		{0, 0, ""}, {0, len(whole), ""}, {0, len(whole), `"": x`}, {0, len(whole), "? [a]\n: b"}, {0, len(whole), "a: &a [*a]"}, {0, len(whole), "select: &x y\nreact: *x"},
		{strings.Index(whole, "words:"), 6, "words: [x]\nword:"}, {strings.Index(whole, "worked:"), 7, "worked: {a: b}\nw:"}, {strings.Index(whole, "{question}"), 10, "{{question}}"},
		{strings.Index(whole, "    turns:\n"), 11, "    turns: []\n    x:\n"}, {strings.Index(whole, "types: {"), 8, "types: {string: [a], "}, {10, 5, "\x00"}, {300, 1, "\xff"},
	} {
		f.Add(s.at, s.length, s.put)
	}
	f.Fuzz(func(t *testing.T, at, length int, put string) {
		at = min(max(at, 0), len(whole))
		end := at + min(max(length, 0), len(whole)-at)
		p, err := parsePrompts("en", "p.yaml", []byte(whole[:at]+put+whole[end:]))
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !faultForm.MatchString(line) {
					t.Errorf("fault %q: want name:line: what is wrong: want what", line)
				}
			}
			return
		}
		for _, n := range []int{strings.Count(p.Select, "{catalogue}"), strings.Count(p.Question, "{question}"), strings.Count(p.Words.Omitted, "{n}"), len(p.Worked) / workedExamples} {
			if n != 1 {
				t.Errorf("prompts without a slot or an example were read: %+v", p)
			}
		}
		w := &exampleWriter{p: p, marks: marksOf["en"], calls: TextCalls}
		for i := range p.Worked { // no example breaks off
			w.stepped(&p.Worked[i])
			w.replanned(&p.Worked[i])
			w.stepwise(&p.Worked[i])
			w.planning(&p.Worked[i])
		}
	})
}
