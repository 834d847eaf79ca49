package proof

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/readset"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// keyed is the small domain with rows in the order of their keys, and with two columns of numbers of
// different kinds in one unit.
func keyed() *domain.Domain {
	d := small()
	d.FileOrder = false
	c := d.Table("Case")
	another := *c.Column("金额")
	another.Name, another.Kind, another.Label = "标的", domain.KindNumber, domain.Text{"zh": "标的", "en": "标的"}
	c.Columns = append(c.Columns, another)
	return d
}

// change draws other tables: with cells that others of their column hold, rows less and rows more.
func change(t *rapid.T, ts tables) tables {
	later := tables{}
	for name, rows := range ts {
		for _, r := range rows {
			later[name] = append(later[name], maps.Clone(r))
		}
	}
	d := keyed()
	for range rapid.IntRange(1, 2).Draw(t, "changes") {
		spec := &d.Tables[rapid.IntRange(0, len(d.Tables)-1).Draw(t, "table")]
		rows := later[spec.Name]
		at := rapid.IntRange(0, len(rows)-1).Draw(t, "row")
		switch rapid.IntRange(0, 4).Draw(t, "change") {
		case 0:
			if len(rows) > 1 {
				later[spec.Name] = slices.Delete(rows, at, at+1)
			}
		case 1:
			more := maps.Clone(rows[at])
			more[spec.Key] = rapid.SampledFrom(pool(spec.Key, false)).Draw(t, "key")
			later[spec.Name] = append(rows, more)
		default:
			c := spec.Columns[rapid.IntRange(0, len(spec.Columns)-1).Draw(t, "column")].Name
			rows[at][c] = rapid.SampledFrom(pool(c, false)).Draw(t, "cell")
		}
	}
	return later
}

// Columns of any kinds of numbers are compared as wholes, since a ranking may go by either: a row that no
// lookup of the proof finds ends that they hold the same.
func TestStandsWhileTwinsDo(t *testing.T) {
	d := keyed()
	ts := docket()
	apart := row{"案号": "（2022）丙09民初99号", "公司": "远方公司", "当事人": "远方公司", "金额": 400, "立案": "2022年01月02日", "法院": "远方法院", "案由": "赠与合同纠纷"}
	ts["Case"] = append(ts["Case"], apart)
	for _, r := range ts["Case"] {
		r["标的"] = r["金额"]
	}
	before := NewTracker(load(t, d, ts))
	kept, reads, dropped, err := before.Run(t.Context(), []*task.Task{makeTask(t, before.p.Sources, programs()["superlative"], "zh")}, 1)
	if err != nil || len(kept) != 1 {
		t.Fatalf("dropped %+v, %v, want the task proved", dropped, err)
	}
	apart["标的"] = 401
	later := NewTracker(load(t, d, ts))
	_, _, dropped, err = later.Run(t.Context(), kept, 1)
	if err != nil || len(dropped) != 1 {
		t.Fatalf("dropped %+v, %v, want the task refused where another column gives the same answer", dropped, err)
	}
	now, err := later.Stands(t.Context(), kept[0], &reads[0], later.Index().Since(before.Index()))
	if err != nil || now != nil {
		t.Errorf("%s stands, %v, want it proved again, which says: %s: %s", kept[0].Question, err, dropped[0].Reason, dropped[0].Detail)
	}
}

// What a check certifies over tables, it certifies over later ones if the changes concern nothing that it
// looked up.
func TestLookupsAreAllThatChecksRead(t *testing.T) {
	d := keyed()
	same, again := map[string]int{}, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		ts := worlds(d).Draw(t, "tables")
		if rapid.Bool().Draw(t, "twins") {
			for _, r := range ts["Case"] {
				r["标的"] = r["金额"]
			}
		}
		before := newProver(load(t, d, ts))
		later := newProver(load(t, d, change(t, ts)))
		changes := readset.NewLookupIndex(later.schema, later.Corpus).Since(readset.NewLookupIndex(before.schema, before.Corpus))
		for range 60 {
			p := plans(d).Draw(t, "program")
			x, err := plan.NewExecutor(d, before.Tools, p)
			if err != nil {
				continue // an operand that the column of another kind does not take
			}
			trace, reason, err := x.Run(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if reason != "" {
				continue
			}
			of, err := taskOf(before.Sources, trace, "zh")
			if err != nil || namesNew(of, changes) {
				continue
			}
			for i, check := range before.checks() {
				if check.Name == "gradable" {
					continue // what agents read, they read by tools
				}
				reads := recorders{proof: before.schema.NewRecorder(), search: before.schema.NewRecorder()}
				was, err := before.recording(reads).checks()[i].Run(t.Context(), of)
				if err != nil {
					t.Fatal(err)
				}
				if was.Fault != "" {
					continue
				}
				looked, searched := reads.proof.Lookups(), reads.search.Lookups()
				if changes.Concern(&looked) || changes.Concern(&searched) {
					again[check.Name]++
					continue
				}
				now, err := later.checks()[i].Run(t.Context(), of)
				if err != nil {
					t.Fatal(err)
				}
				if now != was {
					t.Fatalf("%s of %s finds %+v, and now %+v", check.Name, encoded(p), was, now)
				}
				same[check.Name]++
			}
		}
	})
	t.Logf("the same: %v; to be made again: %v", same, again)
	if testing.Short() {
		return // too few were drawn to have met everything
	}
	if len(same) < 5 || len(again) < 5 {
		t.Errorf("the same: %v; to be made again: %v: want some of each check", same, again)
	}
}
