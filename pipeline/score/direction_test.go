package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Which of two things is less decides a difference, not the amount alone.
func TestDirectionOfDifference(t *testing.T) {
	const (
		zh       = "甲山公司的注册资本减去乙水公司的注册资本的差额是多少？"
		compared = "甲山公司的注册资本比乙水公司的注册资本多多少？"
		en       = "What is the freight of order 10248 less the freight of order 10250 (in dollars)?"
		exceeds  = "By how much does the freight of order 10248 exceed the freight of order 10250?"
		from     = "Subtract the freight of order 10250 from the freight of order 10248."
		lesser   = "乙水公司的注册资本比甲山公司少多少？"
	)
	yuan := func(n string) value.Answer { return measured1(n, "元", quantity.Money) }
	dollars := func(n string) value.Answer { return measured1(n, "dollars", quantity.Money) }
	tests := []struct {
		question string
		key      value.Answer
		answer   string
		right    bool
	}{
		{zh, yuan("-100"), "甲山公司比乙水公司少100元。", true},
		{zh, yuan("-100"), "乙水公司比甲山公司少100元。", false},
		{zh, yuan("-100"), "乙水公司的注册资本比甲山公司的注册资本低100元。", false},
		{zh, yuan("-100"), "前者比后者少100元。", true},
		{zh, yuan("-100"), "后者比前者少100元。", false},
		{zh, yuan("-100"), "少100元。", true},
		{zh, yuan("100"), "甲山公司比乙水公司多100元。", true},
		{zh, yuan("100"), "乙水公司比甲山公司多100元。", false},
		{zh, yuan("100"), "乙水公司比甲山公司少100元。", true},
		{compared, yuan("-100"), "甲山公司比乙水公司少100元。", true},
		{compared, yuan("-100"), "乙水公司比甲山公司少100元。", false},
		{lesser, yuan("100"), "乙水公司比甲山公司少100元。", true},
		{from, dollars("100"), "The former is 100 dollars less than the latter.", true},
		{from, dollars("100"), "The latter is 100 dollars less than the former.", false},
		{en, dollars("-100"), "Order 10248 is 100 dollars less than order 10250.", true},
		{en, dollars("-100"), "Order 10250 is 100 dollars less than order 10248.", false},
		{en, dollars("-100"), "The freight of order 10250 is lower than that of order 10248 by 100 dollars.", false},
		{en, dollars("-100"), "The freight of order 10248 is lower by 100 dollars than that of order 10250.", true},
		{en, dollars("-100"), "The former is lower than the latter by 100 dollars.", true},
		{en, dollars("-100"), "The latter is lower than the former by 100 dollars.", false},
		{en, dollars("100"), "The freight of order 10248 exceeds that of order 10250 by 100 dollars.", true},
		{en, dollars("100"), "The freight of order 10250 exceeds that of order 10248 by 100 dollars.", false},
		{exceeds, dollars("-100"), "Order 10250 is 100 dollars less than order 10248.", false},
		{from, dollars("-100"), "Order 10248 is 100 dollars less than order 10250.", true},
		{from, dollars("-100"), "Order 10250 is 100 dollars less than order 10248.", false},
	}
	for _, tt := range tests {
		rates, verdicts := Strict(&Reference{Question: tt.question, KeyAnswer: []string{tt.key.Text}, Values: []value.Answer{tt.key}}, &Attempt{Answer: tt.answer})
		if got := *rates.Success == 1; got != tt.right {
			t.Errorf("%q with key %s answered %q: %v, want right to be %v", tt.question, tt.key.Text, tt.answer, verdicts, tt.right)
		}
	}
}
