package demand

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

func TestParse(t *testing.T) {
	if _, err := Parse(parsed); err != nil {
		t.Errorf("Read: %v", err)
	}
	for _, tt := range []struct{ text, want string }{
		{"", "want a JSON object"},
		{"[]", "want a JSON object"},
		{"好的，" + parsed, "want a JSON object"},
		{parsed + "{}", "something follows"},
		{parsed[:len(parsed)-1], "unexpected EOF"},
		{`{}`, "asks: empty"},
		{`{"asks":[{"what":"value"}],"answer":"3"}`, `unknown field "answer"`},
		{`{"asks":[{"what":"value","table":"x"}]}`, `unknown field "table"`},
		{`{"asks":[{"what":"guess"}]}`, `asks 1: what "guess"`},
		{`{"asks":[{"what":"value","places":"2"}]}`, "places"},
		{`{"asks":[{"what":"value","layout":"long"}]}`, `layout "long"`},
		{`{"asks":{"what":"value"}}`, "asks"},
		{`{"asks":[{"what":"value"}],"about":[["甲公司"]]}`, "want texts in brackets"},
		{`{"asks":[{"what":"value"}],"conditions":[{"column":"x","is":"like"}]}`, `conditions 1: is "like"`},
		{`{"asks":[{"what":"value"}],"conditions":[{"column":"x","is":"within","operands":["1","2","3"]}]}`, "conditions 1: 3 operands of within: want 2 to 2"},
		{`{"asks":[{"what":"value"}],"conditions":[{"column":"x","is":"year","operands":["2020","2021"]}]}`, "conditions 1: 2 operands of year: want 1 to 1"},
		{`{"asks":[{"what":"value"}],"conditions":[{"column":"x","is":"during","operands":["2020"]}]}`, "conditions 1: 1 operands of during: want 2 to 2"},
		{`{"asks":[{"what":"value"}],"conditions":[{"column":"x","is":"stated","operands":["2020"]}]}`, "conditions 1: 1 operands of stated: want 0 to 0"},
		{`{"asks":[{"what":"value"}],"operators":[{"do":"guess"}]}`, `operators 1: do "guess"`},
		{`{"asks":[{"what":"value"}],"operators":[{"do":"compare","end":"top"}]}`, `operators 1: end "top"`},
		{`{"asks":[{"what":"value"}],"operators":[{"do":"superlative","rank":-1}]}`, "operators 1: rank -1"},
		{`{"asks":[{"what":"days","parts":[{"what":"value"},{"what":"value"},{"what":"value"}]}]}`, "asks 1: 3 parts"},
		{`{"asks":[{"what":"value"}],"records":[` + strings.Repeat(`"a",`, mostItems) + `"a"]}`, "a list of 65"},
		{`{"asks":[` + strings.Repeat(`{"what":"add","parts":[`, mostDepth+1) + strings.Repeat(`]}`, mostDepth+1) + `]}`, "parts at depth"},
	} {
		if tt.want == "parts at depth" {
			tt.text = strings.Replace(tt.text, "[]", `[{"what":"value"}]`, 1)
		}
		_, err := Parse(tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Read(%q) = %v, want an error with %q", tt.text, err, tt.want)
		}
	}
}

// What models write for lists of one, years and values is read as what it stands for.
func TestParseLoosely(t *testing.T) {
	got, err := Parse(`{"about":"甲公司","asks":[{"column":"注册资本","of":"登记公司"}],"conditions":[{"column":"日期","is":"year","operands":2020},{"column":"日期","is":"during","operands":[2019,"2020"]}],
"operators":[{"do":"union","parts":[{"column":"被告"},{"column":"原告","by":null}]}],"template":null,"records":["登记公司"]}`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"about":["甲公司"],"asks":[{"what":"value","column":"注册资本","of":"登记公司"}],"conditions":[{"column":"日期","is":"year","operands":["2020"]},{"column":"日期","is":"during","operands":["2019","2020"]}],"operators":[{"do":"union","parts":[{"what":"value","column":"被告"},{"what":"value","column":"原告"}]}],"records":["登记公司"]}`
	if asJSON(got) != want {
		t.Errorf("Read = %s, want %s", asJSON(got), want)
	}
}

// Whatever a model says about a question is read or refused, and holding what was read
// against a task ends.
func FuzzReadDemand(f *testing.F) {
	d := toytest.Domain(f, "legal")
	want := demand(f, d, program(f, ranked), "zh")
	f.Add(parsed)
	f.Add(`{"asks":[{"what":"share","parts":[{"what":"sum","by":[""]},{"what":"sum"}]}]}`)
	f.Add(`{"asks":[{"what":"slot","column":"全称"}],"template":"民事答辩状","conditions":[{"is":"during","operands":["2019","1e9"]}],"through":[{"of":"院"}]}`)
	f.Fuzz(func(t *testing.T, reply string) {
		got, err := Parse(reply)
		if err != nil {
			return
		}
		if what, ok := want.Difference(got); ok == (what.Field == "") {
			t.Errorf("Differs(%q) = %q, %v", reply, what, ok)
		}
		again := read(t, got)
		if asJSON(again) != asJSON(got) {
			t.Errorf("%s is written and read as %s", asJSON(got), asJSON(again))
		}
	})
}
