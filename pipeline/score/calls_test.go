package score

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// called is a call of a tool about a name, with what it returned; "" for nothing.
func called(tool, name, observation string) CallRecord {
	return CallRecord{Tool: tool, Arguments: json.RawMessage(fmt.Sprintf(`{"identifier":%q,"columns":[]}`, name)), Observation: observation, Missed: observation == ""}
}

// What an answer rests on, and what the way there is worth.
func TestWay(t *testing.T) {
	parent := called("get_parent", "甲公司", `{"母公司":"乙有限公司"}`)
	head := called("get_company", "乙有限公司", `{"法定代表人":"李兴虎"}`)
	missed := called("get_court", "甲公司", "")
	r := &Reference{
		Question: "甲公司的母公司的法定代表人是谁？", KeyAnswer: []string{"李兴虎"}, Values: []value.Answer{text1("李兴虎")},
		KeyMiddle: []string{"乙有限公司"}, Calls: 2, Tools: []string{"get_parent", "get_company"}, Handed: [][]string{{"get_company"}},
		Found: []string{parent.Observation, head.Observation},
	}
	repeat := func(c CallRecord, n int) (calls []CallRecord) {
		for i := range n {
			calls = append(calls, called(c.Tool, fmt.Sprint("名", i), ""))
		}
		return calls
	}
	sums := CallRecord{Tool: "get_sum", Arguments: json.RawMessage(`{"nums":[1,2]}`), Observation: "3"}
	tests := []struct {
		name             string
		answer           string
		calls            []CallRecord
		success, process float64
	}{
		{"the plan's way", "李兴虎", []CallRecord{parent, head}, 1, 1},
		{"no call", "李兴虎", nil, 0, 0},
		{"a call that found nothing", "李兴虎", []CallRecord{missed}, 0, 0},
		{"a computation alone", "李兴虎", []CallRecord{sums}, 0, 0},
		{"calls that did not show it", "李兴虎", []CallRecord{parent}, 0, 0},
		{"seen, and not used", "王五", []CallRecord{parent}, 0, 0},
		{"seen and used", "王五", []CallRecord{parent, called("get_company", "乙有限公司", `{"电话":"1"}`)}, 0, 0.5},
		{"used with another tool", "王五", []CallRecord{parent, called("get_court", "乙有限公司", `{"电话":"1"}`)}, 0, 0},
		{"another way", "李兴虎", []CallRecord{called("get_registry", "甲公司", `{"法定代表人":"李兴虎"}`)}, 1, 1},
		{"crawled", "王五", append(append(repeat(missed, 38), parent), head), 0, 0.5 * 8 / 40 * 4 / 40},
		{"long, and right", "李兴虎", append(append(repeat(missed, 14), parent), head), 1, (1 + 0.5) / 2},
	}
	for _, tt := range tests {
		rates, v := Strict(r, &Attempt{Answer: tt.answer, Observed: true, Calls: tt.calls})
		if or(rates.Success) != tt.success || fmt.Sprintf("%.6f", or(rates.Process)) != fmt.Sprintf("%.6f", tt.process) {
			t.Errorf("%s: success %v, process %v, want %v, %v (%v)", tt.name, or(rates.Success), or(rates.Process), tt.success, tt.process, v)
		}
	}
}

// To decline without a call is right where nothing is to be found, but it is no way there.
func TestWayOfDecliner(t *testing.T) {
	_, none, _ := Decline("zh")
	r := &Reference{
		Question: "甲公司的母公司的法定代表人是谁？", KeyAnswer: []string{none}, KeyMiddle: []string{"乙有限公司"},
		Removed: []value.Answer{text1("李兴虎")}, Calls: 2, Tools: []string{"get_parent", "get_company"}, Handed: [][]string{{"get_company"}},
	}
	_, verdicts := Strict(r, &Attempt{Answer: "没有找到相关记录，无法回答。", Observed: true})
	if verdicts[0].Outcome != Credited || verdicts[1].Outcome == Credited {
		t.Errorf("verdicts %v, want the first credited alone", verdicts)
	}
}

// Cells that were asked for apart are a listing together, and so are cells without a word.
func TestRepeated(t *testing.T) {
	r := &Reference{
		Question: "甲公司的法定代表人是谁？", KeyAnswer: []string{"李兴虎"}, Values: []value.Answer{text1("李兴虎")},
		Calls: 1, Tools: []string{"get_company"}, Found: []string{`{"法定代表人":"李兴虎"}`},
	}
	calls := []CallRecord{
		called("get_company", "甲公司", `{"法定代表人":"李兴虎","电话":"021-12345678"}`),
		called("get_company", "甲公司", `{"注册地址":"青岚市一号路","行业":"制造业"}`),
		{Tool: "get_rank", Arguments: json.RawMessage(`{"keys":["a"],"values":[1]}`), Observation: `"a"`},
	}
	for answer, want := range map[string]KeywordOutcome{
		"法定代表人是李兴虎。":                           Credited,
		"法定代表人是李兴虎，公司电话为021-12345678。":         Credited,
		"法定代表人是李兴虎，电话是021-12345678，地址是青岚市一号路。": Listed,
		"李兴虎\n制造业":          Listed,
		"021-12345678。李兴虎。": Listed,
	} {
		if _, v := Strict(r, &Attempt{Answer: answer, Observed: true, Calls: calls}); v[0].Outcome != want {
			t.Errorf("%q: %s, want %s", answer, v[0].Outcome, want)
		}
	}
}
