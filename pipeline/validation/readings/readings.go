// Package readings draws sheets of questions for blind readers and keeps the ratings that
// readers gave. A sheet mixes the questions of several sets; the reader sees numbers and
// texts, and the key tells afterwards which set each question is of. ratings.jsonl holds
// the readings so far, and summary.golden their means. No command links this package;
// .ci/blind-reading.go runs it.
package readings

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Question is a question of a set that readers are given.
type Question struct {
	Set  string `json:"set"`  // name of its set
	ID   string `json:"id"`   // name within its set
	Hops int    `json:"hops"` // number of lookups, at least 1
	Text string `json:"question,omitempty"`
}

// Marks are those of one reader for a question, from 1 (worst) to 5.
type Marks struct {
	Round  string `json:"round"`  // name of the reading, the same for all readers of a sheet
	Reader string `json:"reader"` // name of the reader within the round
	Lang   string `json:"lang"`
	Question
	Send    int    `json:"send"`    // would somebody in the field send it
	Reading int    `json:"reading"` // does it have one reading
	Worth   int    `json:"worth"`   // is its answer worth asking for
	Wrong   string `json:"wrong"`   // the reader's words on the faults; may be ""
}

// Draw returns up to perHop questions of each set and number of hops. Both the choice
// and the order depend on the seed and the questions' names alone.
func Draw(seed uint64, perHop int, questions []Question) []Question {
	drawn := slices.Clone(questions)
	rank := map[Question]uint64{}
	for _, q := range drawn {
		rank[q] = digest.Rand("blind reading", fmt.Sprint(seed), q.Set, q.ID).Uint64()
	}
	slices.SortFunc(drawn, func(a, b Question) int { return cmp.Compare(rank[a], rank[b]) })
	type group struct {
		set  string
		hops int
	}
	taken := map[group]int{}
	return slices.DeleteFunc(drawn, func(q Question) bool {
		taken[group{q.Set, q.Hops}]++
		return taken[group{q.Set, q.Hops}] > perHop
	})
}

// Sheet returns the text that a reader is given: the questions with their numbers from 1.
func Sheet(questions []Question) string {
	var b strings.Builder
	for i, q := range questions {
		fmt.Fprintf(&b, "%d. %s\n\n", i+1, strings.Join(strings.Fields(q.Text), " "))
	}
	return b.String()
}

// Read reads marks, a JSON object a line. The error names the line and says what a
// rating must have: a round, a reader, a set, an ID, at least one hop, and marks from 1
// to 5.
func Read(r io.Reader) ([]Marks, error) {
	var all []Marks
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		var rating Marks
		if err := d.Decode(&rating); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if err := rating.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, rating)
	}
	return all, lines.Err()
}

// check reports the first thing that a rating lacks.
func (r *Marks) check() error {
	for _, f := range []struct{ name, text string }{{"round", r.Round}, {"reader", r.Reader}, {"lang", r.Lang}, {"set", r.Set}, {"id", r.ID}} {
		if f.text == "" {
			return fmt.Errorf("%s is empty: want a name", f.name)
		}
	}
	if r.Hops < 1 {
		return fmt.Errorf("hops is %d: want 1 or more", r.Hops)
	}
	for _, m := range []struct {
		name string
		mark int
	}{{"send", r.Send}, {"reading", r.Reading}, {"worth", r.Worth}} {
		if m.mark < 1 || m.mark > 5 {
			return fmt.Errorf("%s is %d: want 1 to 5", m.name, m.mark)
		}
	}
	return nil
}

// Summary returns the means of ratings as a Markdown table: a row for each round,
// language and set, and below it one for each number of hops. The last column is the
// share of the ratings whose mark for sending is 1 or 2.
func Summary(ratings []Marks) string {
	type row struct {
		round, lang, set string
		hops             int // 0 for all
	}
	groups := map[row][]Marks{}
	for _, r := range ratings {
		for _, hops := range []int{0, r.Hops} {
			k := row{r.Round, r.Lang, r.Set, hops}
			groups[k] = append(groups[k], r)
		}
	}
	rows := make([]row, 0, len(groups))
	for k := range groups {
		rows = append(rows, k)
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.lang, b.lang), cmp.Compare(a.set, b.set), cmp.Compare(a.hops, b.hops))
	})
	var b strings.Builder
	b.WriteString("| round | language | set | hops | ratings | send | one reading | worth asking | send 1 or 2 |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, k := range rows {
		g := groups[k]
		var send, reading, worth, low float64
		for _, r := range g {
			send, reading, worth = send+float64(r.Send), reading+float64(r.Reading), worth+float64(r.Worth)
			if r.Send <= 2 {
				low++
			}
		}
		n, hops := float64(len(g)), "all"
		if k.hops > 0 {
			hops = fmt.Sprint(k.hops)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d | %.2f | %.2f | %.2f | %.0f %% |\n", k.round, k.lang, k.set, hops, len(g), send/n, reading/n, worth/n, 100*low/n)
	}
	return b.String()
}
