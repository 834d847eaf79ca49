package score

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// measured1 is a number of a kind.
func measured1(digits, unit string, kind quantity.Dimension) value.Answer {
	return value.Answer{Kind: value.Number, Text: digits, Number: digits, Unit: unit, Quantity: kind}
}

// What repeats the question answers nothing, a list of guesses and a part even less.
func TestCommitmentToTheQuestion(t *testing.T) {
	const courts = "作为一名法律顾问，我正在为一桩案件准备材料，想确认北京市第一中级人民法院所属区域内的所有法院审理的终本案件次数，你能帮我查询一下吗？"
	tests := []struct {
		question, key, answer string
	}{
		{courts, "1次", courts},
		{"被执行企业是否是上市公司？", "不是上市公司", "是 否 没有 是上市公司 不是上市公司"},
		{"该法院是什么级别？", "市级", "国家级 省级 市级 区县级"},
		{courts, "1次", "北京市第一中级人民法院所属区域内的所有法院审理的终本案件次数为3次。其中，北京市第一中级人民法院有1个终本案件，北京市石景山区人民法院有2个终本案件。"},
	}
	for _, tt := range tests {
		if rates, v := Strict(&Reference{Question: tt.question, KeyAnswer: []string{tt.key}}, &Attempt{Answer: tt.answer}); *rates.Success != 0 {
			t.Errorf("%s to %s: %v, want no credit", tt.answer, tt.question, v)
		}
	}
}

// What an answer commits to.
func TestCommitment(t *testing.T) {
	six, fifteen := measured1("6", "件", quantity.Count), measured1("15", "court cases", quantity.Count)
	company := text1("青岚机械有限公司")
	court := text1("青岚市中级人民法院")
	ratio, place := measured1("2.14", "倍", quantity.Times), measured1("51", "", quantity.Rank)
	days := measured1("150", "days", quantity.Duration)
	dollars := measured1("5000000.00", "美元", quantity.Money)
	tests := []struct {
		key    value.Answer
		answer string
		want   KeywordOutcome
	}{
		{six, "可能是6件，也可能是9件。", Hedged},
		{six, "6件到9件之间。", Absent},
		{six, "6件，但我无法确定。", Hedged},
		{six, "如果合并计算是6件，如果分开计算是9件。", Hedged},
		{six, "6件以上。", Absent},
		{six, "6件、9件。", Hedged},
		{six, "大约6件。", Credited},
		{six, "共6起：民事4起，刑事2起。", Credited},
		{six, "民事6件，刑事2件，总计8件。", Hedged},
		{six, "6种", Credited},
		{six, "6家", Absent},
		{fifteen, "About 15, possibly 17.", Hedged},
		{fifteen, "Fifteen.", Credited},
		{fifteen, "17. No, wait: on rechecking it is 15.", Credited},
		{fifteen, "At least 15 court cases.", Absent},
		{fifteen, "15 of the 24 cases qualify.", Credited},
		{ratio, "2.14倍", Credited},
		{ratio, "2.14", Credited},
		{ratio, "2.14%", Absent},
		{ratio, "2.14元", Absent},
		{ratio, "214%", Credited},
		{place, "第51名", Credited},
		{place, "第五十一位", Credited},
		{place, "51家", Absent},
		{place, "51%", Absent},
		{place, "倒数第51名", Absent},
		{days, "150 days", Credited},
		{days, "21 weeks and 3 days", Credited},
		{days, "150 months", Absent},
		{dollars, "500万美元", Credited},
		{dollars, "500万元", Absent},
		{company, "松屿能源有限公司（隶属青岚机械有限公司）", Hedged},
		{company, "青岚机械有限公司的子公司松屿能源有限公司", Absent},
		{company, "答案是青岚机械有限公司，它的子公司有松屿能源有限公司。", Credited},
		{company, "青岚机械有限公司厦门分公司", Absent},
		{company, "青岚机械有限公司、松屿能源有限公司", Hedged},
		{court, "青岚市中级人民法院的上一级法院", Absent},
		{court, "是青岚市中级人民法院，还是松屿市中级人民法院，无法判断。", Hedged},
		{text1("0833-2598888"), "(0833) 2598 8888", Absent},
		{text1("0833-2598888"), "（0833）259 8888", Credited},
		{text1("91310117MA1J2T0814"), "９１３１０１１７ｍａ１ｊ２ｔ０８１４", Credited},
		{text1("《中华人民共和国民法典》第二条"), "依据民法典第2条", Credited},
		{text1("《中华人民共和国民法典》第二条"), "《民法典》第二百条", Absent},
		{text1("Article 253 of the Civil Procedure Act"), "the Civil Procedure Act, art. 253", Credited},
		{text1("甲公司诉乙公司买卖合同纠纷案"), "《甲公司诉乙公司买卖合同纠纷一案》", Credited},
		{text1("王有财"), "王有才", Absent},
		{text1("Arthur Dunster"), "DUNSTER, Arthur", Credited},
	}
	for _, tt := range tests {
		r := &Reference{Question: "问的是什么？", KeyAnswer: []string{tt.key.Text}, Values: []value.Answer{tt.key}}
		if _, v := Strict(r, &Attempt{Answer: tt.answer}); v[0].Outcome != tt.want {
			t.Errorf("key %q answered %q: %s, want %s", tt.key.Text, tt.answer, v[0].Outcome, tt.want)
		}
	}
}

// The number of a case that the question states is no other value, whatever leads to it.
func TestCommitmentBesideTheStart(t *testing.T) {
	keys := []string{"余城法罚字[2019]第11026601号", "余城法罚字[2019]第51025179号", "余综执罚字〔2019〕第1025051911280010号"}
	r := &Reference{Question: "案件编号是（2019）沪01民申53号的诉讼的涉案公司所受的行政处罚的处罚文号有哪些？", KeyAnswer: keys}
	answer := "案号为（2019）沪01民申53号的案件的关联公司受到的行政处罚的决定书文号是" + strings.Join(keys, "、") + "。"
	if rates, v := Strict(r, &Attempt{Answer: answer}); *rates.Success != 1 {
		t.Errorf("%v, want all credited", v)
	}
}

// A yes beside a value that is wrong is a guess.
func TestGuessedTruth(t *testing.T) {
	r := &Reference{
		Question: "甲公司是否有登记信息？如果有，在哪个城市？", KeyAnswer: []string{"有登记信息", "青岚市"},
		Values: []value.Answer{{Kind: value.Truth, Text: "有登记信息", Yes: true, Contrary: []string{"没有登记信息"}}, text1("青岚市")},
	}
	for answer, want := range map[string][2]KeywordOutcome{
		"有登记信息，在青岚市。": {Credited, Credited},
		"有登记信息，在松屿市。": {Guessed, Absent},
		"有登记信息。":      {Guessed, Absent},
	} {
		if _, v := Strict(r, &Attempt{Answer: answer}); v[0].Outcome != want[0] || v[1].Outcome != want[1] {
			t.Errorf("%q: %v, want %v", answer, v, want)
		}
	}
}

// A place in a ranking is the same however it is named, and another one is of something else.
func TestPlaces(t *testing.T) {
	fine := value.Answer{Kind: value.Number, Text: "20000元", Number: "20000", Unit: "元", Quantity: "money"}
	for _, tt := range []struct {
		question, answer string
		want             float64
	}{
		{"罚款金额第二高的一项是多少元？", "次高的罚款为2万元。", 1},
		{"罚款金额次高的一项是多少元？", "第二高的罚款为2万元，最高的是5万元。", 1},
		{"罚款金额第2高的一项是多少元？", "金额第二高的是2万元。", 1},
		{"What is the second highest fine, in CNY?", "The runner-up is CNY 20,000.", 1},
		{"What is the 3rd highest fine, in CNY?", "The third largest fine is CNY 20,000; the second highest is CNY 30,000.", 1},
		{"罚款金额第二高的一项是多少元？", "第三高的罚款为2万元。", 0},
		{"What is the highest fine, in CNY?", "The second highest fine is CNY 20,000.", 0},
		{"How much did the court that heard case 5 award?", "The Tarn Second Intermediate Court awarded CNY 20,000.", 1},
	} {
		rates, verdicts := Strict(&Reference{Question: tt.question, KeyAnswer: []string{fine.Text}, Values: []value.Answer{fine}}, &Attempt{Answer: tt.answer})
		if *rates.Success != tt.want {
			t.Errorf("%s %s: success %v, want %v: %v", tt.question, tt.answer, *rates.Success, tt.want, verdicts)
		}
	}
}
