package review

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// rows are the rows that r2 of these tests' plans observes.
const rows = `[{"name":"a","sum":"100万","day":"2021年06月17日"},{"name":"b","sum":"2,000,000元","day":"2021-06-27"},{"name":"b","sum":1000000.5,"day":"20220101"},{"name":"c","sum":"-"}]`

func TestMargin(t *testing.T) {
	const call = `{"node":"r2","op":"call","tool":"list","arguments":{"columns":["sum"]},"observation":` + rows + `},`
	tests := []struct {
		name  string
		node  string // r3, which reads r2
		steps string
		want  float64
	}{
		{"nothing to choose", `"op":"count","from":["r2"]`, call, 1},
		{"what its tool ranked", `"op":"superlative","from":["r2"],"column":"sum","order":"max"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"desc":true,"list":[50,100,90]}},`, 0.1},
		{"from the other end", `"op":"superlative","from":["r2"],"column":"sum","order":"min"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":[50,100,90]}},`, 4.0 / 9},
		{"the place has two neighbours", `"op":"superlative","from":["r2"],"column":"sum","order":"min","rank":2`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":[50,100,90]}},`, 0.1},
		{"one before and one behind", `"op":"superlative","from":["r2"],"column":"sum","order":"max","rank":2`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":[50,100,90]}},`, 0.1},
		{"days", `"op":"superlative","from":["r2"],"column":"day","order":"min"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":["2021-06-17","2021-06-27","2022-01-01"]}},`, 0.1},
		{"days far apart", `"op":"superlative","from":["r2"],"column":"day","order":"max"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":["2021-06-17","2021-06-27","2022-01-01"]}},`, 1},
		{"eight digits are an amount", `"op":"superlative","from":["r2"],"column":"sum","order":"max"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":[20200101,20200102]}},`, 1.0 / 20200102},
		{"a tie", `"op":"superlative","from":["r2"],"column":"sum","order":"max"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":[7,7,1]}},`, 0},
		{"signs differ", `"op":"superlative","from":["r2"],"column":"sum","order":"max"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":[7,-7]}},`, 1},
		{"amounts of any unit", `"op":"superlative","from":["r2"],"column":"sum","order":"max"`, `{"node":"r3","op":"superlative","tool":"rank","arguments":{"list":["5千亿","4.5 hundred billion","20家","约5家","4500亿元"]}},`, 0.1},
		{"rows without a tool", `"op":"superlative","from":["r2"],"column":"sum","order":"min"`, call, 0.5 / 1000000.5},
		{"equal ones do not change a maximum", `"op":"maximum","from":["r2"],"column":"sum"`, `{"node":"r3","op":"maximum","tool":"rank","arguments":{"list":[8,8,6]}},`, 0.25},
		{"a sum chooses nothing", `"op":"sum","from":["r2"],"column":"sum"`, `{"node":"r3","op":"sum","tool":"add","arguments":{"list":[8,8,6]}},`, 1},
		{"a threshold", `"op":"filter","from":["r2"],"column":"sum","comparison":"above","operand":"1600000"`, call, 0.2},
		{"met exactly", `"op":"filter","from":["r2"],"column":"sum","comparison":"atleast","operand":"1000000"`, call, 0},
		{"two thresholds", `"op":"filter","from":["r2"],"column":"sum","comparison":"within","operand":"1","to":"2500000"`, call, 0.2},
		{"a day", `"op":"filter","from":["r2"],"column":"day","comparison":"since","operand":"2021-06-25"`, call, 0.02},
		{"a year has no near bound", `"op":"filter","from":["r2"],"column":"day","comparison":"year","operand":"2021"`, call, 1},
		{"nor has a text", `"op":"filter","from":["r2"],"column":"name","comparison":"contains","operand":"1000000"`, call, 1},
		{"a column nobody saw", `"op":"filter","from":["r2"],"column":"other","comparison":"above","operand":"5"`, call, 1},
		{"most frequent", `"op":"frequent","from":["r2"],"column":"name"`, call, 0.5},
		{"a comparison", `"op":"compare","from":["r1","r4","r1","r5"],"order":"max"`, `{"node":"r4","op":"project","selected":["4"]},{"node":"r5","op":"project","selected":["5"]},`, 0.2},
		{"of what nobody saw", `"op":"compare","from":["r1","r4","r1","r5"],"order":"max"`, `{"node":"r4","op":"project","selected":["4"]},`, 1},
		{"no observation", `"op":"filter","from":["r2"],"column":"sum","comparison":"above","operand":"5"`, `{"node":"r2","op":"call","observation":"nothing was found"},`, 1},
		{"one row alone", `"op":"filter","from":["r2"],"column":"sum","comparison":"above","operand":"5"`, `{"node":"r2","op":"call","observation":{"sum":"10"}},`, 0.5},
		{"no day", `"op":"filter","from":["r2"],"column":"sum","comparison":"since","operand":"2021-06-25"`, `{"node":"r2","op":"call","observation":{"sum":"18803"}},`, 1},
		{"reading nothing", `"op":"superlative","column":"sum","order":"max"`, call, 1},
	}
	for _, tt := range tests {
		text := `{"id":"t","plan":{"nodes":[{"name":"r1","op":"start","entity":"firm"},{"name":"r2","op":"call","from":["r1"],"tool":"list"},{"name":"r3",` +
			tt.node + `}],"answers":[]},"steps":[` + tt.steps + `{"node":"","op":"finish"}]}`
		k := new(task.Task)
		if err := json.Unmarshal([]byte(text), k); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := Margin(k); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Margin of %s = %v, want %v", tt.name, got, tt.want)
		}
	}
	if got := Margin(new(task.Task)); got != 1 {
		t.Errorf("Margin of a task without a plan = %v, want 1", got)
	}
}

// The smallest distance of all choices is the task's: a filter before a ranking counts
// with the rows it dropped.
func TestMarginIsOfTheNearestChoice(t *testing.T) {
	text := `{"id":"t","plan":{"nodes":[{"name":"r1","op":"start","entity":"firm"},{"name":"r2","op":"call","from":["r1"],"tool":"list"},
		{"name":"r3","op":"filter","from":["r2"],"column":"name","comparison":"contains","operand":"b"},
		{"name":"r4","op":"filter","from":["r3"],"column":"day","comparison":"until","operand":"2021-06-18"},
		{"name":"r5","op":"superlative","from":["r4"],"column":"sum","order":"max"}],"answers":[]},
		"steps":[{"node":"r2","op":"call","observation":` + rows + `},{"node":"r5","op":"superlative","arguments":{"list":[1,4]}}]}`
	k := new(task.Task)
	if err := json.Unmarshal([]byte(text), k); err != nil {
		t.Fatal(err)
	}
	if got := Margin(k); math.Abs(got-0.01) > 1e-9 {
		t.Errorf("Margin = %v, want a hundredth for the one day of r4", got)
	}
}

// Whatever a file holds of a task, its margin is a number from 0 to 1.
func FuzzMargin(f *testing.F) {
	tasks, err := legalTasks()
	if err != nil {
		f.Fatal(err)
	}
	for _, k := range tasks {
		b, err := json.Marshal(k)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		k := new(task.Task)
		if json.Unmarshal(b, k) != nil {
			return
		}
		if m := Margin(k); !(m >= 0 && m <= 1) {
			t.Errorf("Margin = %v, want it in [0, 1]", m)
		}
		var again task.Task
		if json.NewDecoder(bytes.NewReader(b)).Decode(&again) == nil && Margin(&again) != Margin(k) {
			t.Error("another margin the second time")
		}
	})
}
