package score

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// The words that ask are found among those that tell why and how somebody asks.
func TestWording(t *testing.T) {
	for _, tt := range []struct{ question, head, not string }{
		{"What is the fax number of Tarn Ltd.? Please give the answer in full. I need it for the hearing.", "fax", "hear"},
		{"I need this information for the conference. Can you tell me the district of Tarn Law Firm?", "district", "conferenc"},
		{"I would like to find out the total fine of Tarn Ltd. I would like to have the answer in CNY. Thank you.", "fin", "answ"},
		{"Give the head of 甲乙有限责任公司.", "head", "giv"},
		{"案号是（2021）甲01执2号的案件的执行法院，还请告诉我。", "法院", "告诉"},
		{"请帮我查一下甲公司的申请执行人。结果用在报告里，请核对清楚。谢谢！", "行人", "清楚"},
		{"审读委员要我补一项资料。能否核实甲公司的法定代表人？为栏目录制时需要引用。", "代表", "引用"},
	} {
		w := wordingOf(newView(splitAfterForms(tt.question)).folded)
		if !w.head[tt.head] || w.focus[tt.not] {
			t.Errorf("%s: head %v, focus %v: want %s in the one and no %s in the other", tt.question, w.head, w.focus, tt.head, tt.not)
		}
	}
}

// What stands beside the answer for comparison, or to say what it is not, takes nothing
// from it.
func TestCommitmentBesideOthers(t *testing.T) {
	money := value.Answer{Kind: value.Number, Text: "106100.00元", Number: "106100.00", Unit: "元", Quantity: "money"}
	plaintiff := text1("甲乙电器有限公司")
	for _, tt := range []struct {
		question, answer string
		key              value.Answer
		want             float64
	}{
		{"该公司受到的罚款合计是多少元？", "全部相加为106,100.00元；金额最高的一次是250,000.00元。", money, 1},
		{"该公司受到的罚款最高是多少元？", "全部相加为106,100.00元；金额最高的一次是250,000.00元。", money, 0},
		{"该案的原告是谁？", "甲乙电器有限公司是原告，并非被告。", plaintiff, 1},
		{"该案的原告是谁？", "甲乙电器有限公司是被告，并非原告。", plaintiff, 0},
		{"该案的原告是谁？", "甲乙电器有限公司未上市，是该案的原告。", plaintiff, 1},
		{"该案的原告是谁？", "甲乙电器有限公司未起诉。", plaintiff, 0},
	} {
		rates, verdicts := Strict(&Reference{Question: tt.question, KeyAnswer: []string{tt.key.Text}, Values: []value.Answer{tt.key}}, &Attempt{Answer: tt.answer})
		if *rates.Success != tt.want {
			t.Errorf("%s %s: success %v, want %v: %v", tt.question, tt.answer, *rates.Success, tt.want, verdicts)
		}
	}
}

// Whatever stands beside a question, its several things are told apart.
func TestParts(t *testing.T) {
	w := wordingOf("give the contact email, tertiary industry category and number of insured employees in the business registration of tarn ltd")
	if len(w.parts) != 3 || !w.parts[0]["email"] || !w.parts[2]["insur"] {
		t.Errorf("parts %v", w.parts)
	}
	if w := wordingOf("总经理和董事长分别是谁?"); len(w.parts) != 2 || !slices.ContainsFunc(w.parts, func(p set) bool { return p["董事"] }) {
		t.Errorf("parts %v", w.parts)
	}
}
