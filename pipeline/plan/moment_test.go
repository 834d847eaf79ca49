package plan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Points in time are days to a plan. Two of one day are a tie, so that no question asks for the later one; days
// apart are ranked, whatever the hour.
func TestPointsInTime(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Company.csv": "公司名称\n母\n子\n",
		"Case.csv": "关联公司,案号,案由,立案日期\n" +
			"母,a,甲因,2021-03-05 08:00:00\n母,b,乙因,2021-03-05 23:59:59\n母,c,丙因,2021-01-01\n" +
			"子,d,丁因,2021-03-05T23:59:59Z\n子,e,戊因,2021-03-06 00:00:01\n子,f,己因,2021-03-04 24:30\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, tools := load(t, toy(t), dir)
	const filed = "立案日期"
	list := call("get_company_cases")
	for _, tt := range []struct {
		what, start string
		ops         []Operation
		want        string
		reason      Reason
	}{
		{"latest of one day", "母", []Operation{list, &Superlative{Column: filed, Order: Max}, project("案由")}, "", Tie},
		{"earliest of days", "母", []Operation{list, &Superlative{Column: filed, Order: Min}, project("案由")}, "丙因", ""},
		{"a time that no clock shows", "子", []Operation{list, &Superlative{Column: filed, Order: Max}, project("案由")}, "", Unparsed},
	} {
		p := chain(append([]Operation{start("company")}, tt.ops...)...)
		trace, reason := runOf(t, newExecutor(t, toy(t), tools, p), []string{tt.start})
		got := ""
		if reason == "" {
			got = strings.Join(trace.Result(p.Answers[0].From).Texts(), " ")
		}
		if got != tt.want || reason != tt.reason {
			t.Errorf("%s: %s %q, want %s %q", tt.what, got, reason, tt.want, tt.reason)
		}
	}
}
