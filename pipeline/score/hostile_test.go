package score

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Answers that are made to break the grader are graded, and get nothing they should not.
func TestHostile(t *testing.T) {
	long := func(s string) string { return strings.Repeat(s, 20_000/len(s)) }
	written := []string{"-", "-", "-", "-", "-", "-", "-"}
	tests := []struct {
		name    string
		keys    []string
		gone    []value.Answer
		middle  []string
		answers []string
	}{
		{"currencies before signs", []string{"5美元"}, nil, nil, []string{"5美元 -3", "It was 5 usd -3 on the day."}},
		{"no text", []string{"无"}, nil, nil, []string{"无", "没有找到相关记录，无法回答。"}},
		{"gone and no text", []string{"无"}, []value.Answer{{Kind: value.Text, Text: "-"}}, nil, []string{"没有找到相关记录，无法回答。"}},
		{"written, nothing to find", written, nil, []string{"甲有限公司"}, []string{"甲有限公司"}},
		{"numbers without end", []string{"12家"}, nil, nil, []string{long("1 "), long("1+1="), long("12、"), long("12家")}},
		{"names without end", []string{"李兴虎"}, nil, nil, []string{long("李兴虎 or "), long("李兴虎、")}},
		{"scales without end", []string{"12家"}, nil, nil, []string{"一点一" + long("亿")}},
	}
	for _, tt := range tests {
		for _, answer := range tt.answers {
			r := &Reference{Question: "是什么？", KeyAnswer: tt.keys, KeyMiddle: tt.middle, Removed: tt.gone}
			Strict(r, &Attempt{Answer: answer, Observed: true, Calls: []CallRecord{called("get_company", "甲有限公司", `{"a":"甲有限公司"}`)}})
			Invents(r, &Attempt{Answer: answer})
		}
	}
	// One name is part of another that is looked at as a name of its kind.
	opinion := &Reference{Question: "Write a legal opinion.\nConsumption Restriction Cases: [number]", KeyAnswer: []string{"Thomas Harrow"}, KeyMiddle: []string{"0 consumption restriction cases", "0 court cases"}, Written: true}
	Strict(opinion, &Attempt{Answer: "Legal representative: Thomas Harrow\nConsumption Restriction Cases: 0 Consumption Restriction Cases\nThere are 0 Consumption Restriction Cases, 0 consumption restriction cases against it, and the rate is 10%.", Observed: true})
	r := &Reference{Question: "有多少家？", KeyAnswer: []string{"12家"}}
	if _, v := Strict(r, &Attempt{Answer: long("12家。")}); v[0].Outcome != Listed {
		t.Errorf("one number without end: %v, want listed", v)
	}
	r = &Reference{Question: "由哪家律师事务所代理？", KeyAnswer: []string{"Kelmar Law Firm"}}
	if rates, v := Strict(r, &Attempt{Answer: "由Kelmar Law Firm或由Norvik Law Firm代理"}); *rates.Success != 0 {
		t.Errorf("two firms: %v, want no credit", v)
	}
	r = &Reference{Question: "哪一年？", KeyAnswer: []string{"2021年"}}
	if rates, v := Strict(r, &Attempt{Answer: "28/00/2021"}); *rates.Success != 0 {
		t.Errorf("a day that is none: %v, want no credit", v)
	}
}
