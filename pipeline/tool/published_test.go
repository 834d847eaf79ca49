package tool_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// TestPublished runs every recorded call of LegalAgentBench's published agents
// and counts how many get the published observation, by class. A call that does
// not must have a reason, and reasons are computed from the recording and the
// corpus files alone, without the packages under test.
func TestPublished(t *testing.T) {
	dir := dataDir(t)
	set := legal(t, dir)
	p := readPublished(t, dir, set.Domain())
	counts := map[string]int{}
	for i, r := range p.calls {
		call := tool.Published(tool.Call{Tool: r.Tool, Args: r.Args})
		got, err := set.Call(t.Context(), call)
		if err != nil {
			t.Fatalf("call %d: %v", i+1, err)
		}
		class := p.agreement(r, got)
		if class == "" {
			class = p.reason(r, call)
		}
		counts[class]++
		if strings.HasPrefix(class, "unexplained") {
			t.Errorf("call %d: %s(%v) = %.300s, want %.300s", i+1, r.Tool, r.Args, got.Text(), r.Observation)
		}
	}
	var table strings.Builder
	agree := 0
	for _, class := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&table, "%5d  %s\n", counts[class], class)
		if strings.HasPrefix(class, "agree") {
			agree += counts[class]
		}
	}
	fmt.Fprintf(&table, "%5d  of %d agree\n", agree, len(p.calls))
	t.Log("\n" + table.String())

	golden := filepath.Join("testdata", "published.golden")
	goldentest.Compare(t, golden, table.String())
}

// recorded is one line of tool_calls.jsonl.
type recorded struct {
	Tool        string `json:"tool"`
	Args        any    `json:"args"`
	Observation string `json:"observation"`

	// value is the observation as a Python literal, or the text itself where it
	// is none; numbers only where the tool computes.
	value any
}

// published is the recording and the corpus files it is explained by.
type published struct {
	domain *domain.Domain
	calls  []recorded
	tables map[string][]map[string]any
	texts  map[string]map[string]bool // passages by corpus, spacing removed
}

func readPublished(t *testing.T, dir string, d *domain.Domain) *published {
	p := &published{domain: d, tables: map[string][]map[string]any{}, texts: map[string]map[string]bool{}}
	lines(t, filepath.Join(dir, "tool_calls.jsonl"), func(b []byte) error {
		var r recorded
		if err := json.Unmarshal(b, &r); err != nil {
			return err
		}
		r.value = r.Observation
		if v, err := python(r.Observation); err == nil {
			_, number := v.(decimal.Decimal)
			if k := d.Tool(r.Tool).Kind; !number || k == domain.Arithmetic {
				r.value = v
			}
		}
		p.calls = append(p.calls, r)
		return nil
	})
	for _, table := range d.Tables {
		if table.Name == "CaseFile" || table.Name == "ClaimFile" {
			continue // no tool reads them, and none was published
		}
		lines(t, filepath.Join(dir, "corpus", table.Name+".jsonl"), func(b []byte) error {
			v, err := observation(b)
			if err != nil {
				return err
			}
			row := map[string]any{}
			for _, f := range v.(dict) {
				row[f.name] = f.value
			}
			p.tables[table.Name] = append(p.tables[table.Name], row)
			return nil
		})
	}
	for _, passages := range d.Passages {
		texts := map[string]bool{}
		lines(t, filepath.Join(dir, "corpus", passages.Name+".jsonl"), func(b []byte) error {
			var row map[string]string
			if err := json.Unmarshal(b, &row); err != nil {
				return err
			}
			texts[unspaced(row[passages.Field])] = true
			return nil
		})
		p.texts[passages.Name] = texts
	}
	return p
}

// unspaced removes space, escaped line ends included: recordings and corpus
// differ in how they write them.
func unspaced(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, `\n`, " ")), "")
}

// agreement returns the class of a call that got the published observation, or "".
func (p *published) agreement(r recorded, got tool.Result) string {
	v, err := observation(got.Observation())
	if reply, ok := v.(string); ok && got.Fault != "" {
		v = p.read(got.Fault, reply)
	}
	if err != nil || !same(v, r.value) && !(got.Fault == "" && p.sameText(r, got)) {
		return ""
	}
	if got.Fault != "" {
		return "agree: " + string(got.Fault)
	}
	spec := p.domain.Tool(r.Tool)
	if spec.Kind == domain.Lookup {
		return "agree: " + string(spec.Returns)
	}
	return "agree: " + string(spec.Kind)
}

// sameText compares what a tool answers as bare text.
func (p *published) sameText(r recorded, got tool.Result) bool {
	return p.domain.Tool(r.Tool).Returns == domain.Field && got.Text() == r.Observation
}

// reason returns the class of a call that did not get the published observation:
// what in the recording or the corpus files says that it cannot.
func (p *published) reason(r recorded, sent tool.Call) string {
	spec := p.domain.Tool(r.Tool)
	text, bare := r.value.(string)
	switch {
	case r.Observation == "":
		return "client: the observation is empty"
	case bare && !p.reply(text) && spec.Returns != domain.Field:
		return "client: the observation is about the form of the agent's action, not from a tool"
	}
	switch spec.Kind {
	case domain.Lookup:
		return p.lookupReason(r, spec, sent)
	case domain.Retriever:
		return p.passagesReason(r, spec)
	}
	return "unexplained"
}

// read returns what the published client made of a reply.
func (p *published) read(f tool.CallFault, reply string) string {
	hints := p.domain.Replies.Hints
	return reply + map[tool.CallFault]string{tool.FaultMissing: hints.Missing, tool.FaultColumns: hints.Columns}[f]
}

// reply reports whether a tool can have said the text.
func (p *published) reply(text string) bool {
	r := p.domain.Replies
	return text == p.read(tool.FaultMissing, r.Missing) || text == p.read(tool.FaultColumns, r.Columns) || text == r.Arguments ||
		slices.Contains(slices.Collect(maps.Values(r.Failed)), text)
}
