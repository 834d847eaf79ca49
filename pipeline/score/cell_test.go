package score

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// FuzzObservedCells compares the cells of an observation with those of encoding/json's reading.
func FuzzObservedCells(f *testing.F) {
	for _, seed := range []string{
		`{"b":"2","a":[1.50,"x",{"d":null,"c":true,"e":-0.0}],"":"y"}`, `["甲","乙\n丙",["丁"]]`, `"text"`, `12`, `12 `, `12x`, `{"a":1}{"b":2}`, `{"a":1,"b":3,"a":2}`, `{"a":{"z":1,"y":2},"A":"\ud800\u4e00"}`,
		"", " ", "没有找到", `{"a":`, `[1,]`, `[1 2]`, `{"a" 1}`, "\"\xff\"", "[\"\xff\"]", `nul`, `null`, `1e999`, `-`, `[]`, `{}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, o string) {
		var want []ObservedCell
		d := json.NewDecoder(strings.NewReader(o))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil || d.InputOffset() < int64(len(strings.TrimRight(o, " \t\r\n"))) {
			v = o
		}
		walk("", v, func(name, text string) { want = append(want, ObservedCell{name, text}) })
		if got := ObservedCells([]string{"first", o}); !slices.Equal(got[1:], want) {
			t.Errorf("cells of %q: %q, want %q", o, got[1:], want)
		}
	})
}

// A grader that has graded other attempts grades as a new one does.
func TestGraderIsReusable(t *testing.T) {
	r := &Reference{Question: "甲公司的法定代表人是谁？注册地址在哪里？", KeyAnswer: []string{"王小明"}, KeyMiddle: []string{"甲公司"}, Calls: 1, Tools: []string{"get"}, Handed: [][]string{{"get"}}}
	call := func(found string) []CallRecord {
		return []CallRecord{{Tool: "get", Arguments: json.RawMessage(`{"name":"甲公司"}`), Observation: found}}
	}
	attempts := []*Attempt{
		{Answer: "王小明。", Observed: true, Calls: call(`{"name":"甲公司","head":"王小明"}`)},
		{Answer: "王小明。", Observed: true, Calls: call(`{"name":"甲公司","head":"李大伟"}`)},
		{Answer: "李大伟。", Observed: true, Calls: call(`{"name":"甲公司","head":"王小明"}`)},
		{Answer: "王小明或者李大伟。"},
		{Answer: ""},
	}
	g := NewGrader(r)
	for _, a := range slices.Concat(attempts, attempts) {
		got, _ := json.Marshal(g.Grade(a))
		if want, _ := json.Marshal(Grade(r, a)); string(got) != string(want) {
			t.Errorf("%q over %v: %s, want %s", a.Answer, a.Calls, got, want)
		}
	}
}

// BenchmarkGrader grades attempts that share their calls, as attackers of one question do.
func BenchmarkGrader(b *testing.B) {
	r := &Reference{Question: "甲公司的法定代表人是谁？", KeyAnswer: []string{"王小明"}, Calls: 1, Tools: []string{"get"}}
	row := `{"name":"甲公司","head":"王小明","address":"乙市丙路8号","capital":"1200万元","founded":"2011年3月4日"},`
	a := &Attempt{Answer: "法定代表人是王小明。", Observed: true, Calls: []CallRecord{{Tool: "get", Arguments: json.RawMessage(`{"name":"甲公司"}`), Observation: "[" + strings.Repeat(row, 30) + "1]"}}}
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			Grade(r, a)
		}
	})
	b.Run("shared", func(b *testing.B) {
		for g := NewGrader(r); b.Loop(); {
			g.Grade(a)
		}
	})
}

// BenchmarkObservedCells reads a long observation.
func BenchmarkObservedCells(b *testing.B) {
	o := []string{"[" + strings.Repeat(`{"公司名称":"甲公司","注册资本":1200.50,"地址":"乙市丙路8号"},`, 50) + `{}]`}
	b.SetBytes(int64(len(o[0])))
	for b.Loop() {
		ObservedCells(o)
	}
}
