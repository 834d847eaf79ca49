package gate

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// twoEnds asks for the month of the last penalty of the company that an agency penalised
// first.
const twoEnds = `{"nodes":[{"name":"r1","op":"start","entity":"penalty_number","value":["〔2019〕11649号"]},
{"name":"r2","op":"call","from":["r1"],"tool":"get_administrative_case"},{"name":"r3","op":"project","from":["r2"],"columns":["处罚单位"]},
{"name":"r4","op":"call","from":["r3"],"tool":"get_administrative_case_court_list"},{"name":"r5","op":"superlative","from":["r4"],"column":"处罚日期","order":"min"},
{"name":"r6","op":"project","from":["r5"],"columns":["行政处罚公司名称"]},{"name":"r7","op":"call","from":["r6"],"tool":"get_administrative_case_company_list"},
{"name":"r8","op":"superlative","from":["r7"],"column":"处罚日期","order":"max"},{"name":"r9","op":"project","from":["r8"],"columns":["处罚日期"]}],
"answers":[{"from":"r9","form":{"style":"date","layout":"month"}}]}`

// invested asks for what the parent of the only company in a restriction case of a court
// invested in it.
const invested = `{"nodes":[{"name":"r1","op":"start","entity":"court","value":["云溪市湖滨区人民法院"]},
{"name":"r2","op":"call","from":["r1"],"tool":"get_restriction_case_court_list"},{"name":"r3","op":"only","from":["r2"]},
{"name":"r4","op":"project","from":["r3"],"columns":["限制高消费企业名称"]},{"name":"r5","op":"call","from":["r4"],"tool":"get_sub_company_info"},
{"name":"r6","op":"project","from":["r5"],"columns":["上市公司投资金额"]}],"answers":[{"from":"r6","form":{"style":"number","unit":"元","places":2}}]}`

// level asks for the level of the court of the case number of a company's only case.
const level = `{"nodes":[{"name":"r1","op":"start","entity":"court","value":["云溪市湖滨区人民法院"]},
{"name":"r2","op":"call","from":["r1"],"tool":"get_restriction_case_court_list"},{"name":"r3","op":"only","from":["r2"]},
{"name":"r4","op":"project","from":["r3"],"columns":["案号"]},{"name":"r5","op":"derive","from":["r4"],"derivation":"case_number_court_code"},{"name":"r6","op":"call","from":["r5"],"tool":"get_court_code"},
{"name":"r7","op":"project","from":["r6"],"columns":["法院级别"]}],"answers":[{"from":"r7","form":{"style":"text"}}]}`

// Questions that people asked of a draft without its words pass, and faulty ones are
// refused for the reason. Faults of which the words are those of a sound question are not
// here: only a reader finds an added role, an added request or another column.
func TestProbes(t *testing.T) {
	const sole, sum, minus = "pick sole", "arith add", "arith subtract"
	programs := map[string]string{
		sole: worded("pick", "sole"), sum: worded("arith", "add"), minus: worded("arith", "subtract"), "either": worded("set", "union"), "contains": worded("contains", "contains"),
		"second latest": worded("pick", "late2"), "if": worded("follow", "if"), "money": worded("money", "元"), "day": worded("layout", "day"), "month": worded("layout", "month"),
		"two ends": twoEnds, "invested": invested, "level": level, "count": worded("number", "count"),
	}
	middle := map[string][]string{
		"two ends": {"云溪市市场监督管理局", "砾石环保工程有限公司"}, "invested": {"青岚康宁医院有限公司"}, "level": {"（2020）云05执62号", "云溪市中级人民法院"},
	}
	answers := map[string]value.Answer{
		"invested": {Kind: value.Number, Text: "135954300.00元", Number: "135954300.00", Unit: "元"}, "level": {Kind: value.Text, Text: "中级法院"}, "count": {Kind: value.Number, Text: "37件", Number: "37", Unit: "件"},
	}
	for _, tt := range []struct{ program, question, want string }{
		{sole, "云溪市湖滨区人民法院只执行过一件终本案件，请告诉我这件的案号。", ""},
		{sole, "云溪市湖滨区人民法院执行过终本案件，请告诉我这件的案号。", ""},
		{sum, "（2022）苏0599执155号终本案件里，执行标的和没有履行的金额加起来有多少元？小数点后留两位。", ""},
		{minus, "（2022）苏0599执155号终本案件的执行标的，扣掉没有履行的金额，还有多少元？小数点后留两位。", ""},
		{minus, "（2022）苏0599执155号终本案件的执行标的和没有履行的金额，是多少元？小数点后留两位。", Operator},
		{minus, "（2022）苏0599执155号终本案件的执行标的，扣掉没有履行的金额，还有多少元？小数点后留一位。", Form},
		{"either", "云溪砾石管网有限公司和砾石环保工程有限公司都被限制过高消费。给其中任何一家公司执行过这类案件的法院，请全部列出来。", ""},
		{"either", "同时给云溪砾石管网有限公司和砾石环保工程有限公司两家都执行过限制高消费案件的法院，请全部列出来。", Operator},
		{"contains", "云溪砾石管网有限公司涉诉的案件，案由里带“买卖合同”字样的有几件？", ""},
		{"contains", "云溪砾石管网有限公司涉诉的案件有几件？", Number},
		{"second latest", "云溪市湖滨区人民法院执行的终本案件，立案日期倒数第二的那件是什么案号？", ""},
		{"if", "云溪砾石管网有限公司有没有上市？有的话，股票代码是多少？", ""},
		{"money", "（2022）苏0599执155号终本案件里还没有履行的金额是多少元？小数点后留两位。", ""},
		{"money", "（2022）苏0599执155号终本案件里还没有履行的金额是多少元？小数点后留三位。", Form},
		{"day", "（2022）苏0599执155号终本案件是哪年哪月哪日立案的？", ""},
		{"day", "（2022）苏0599执155号终本案件是哪年哪月立案的？", Form},
		{"month", "（2022）苏0599执155号终本案件是哪年哪月立案的？", ""},
		{"month", "（2022）苏0599执155号终本案件是哪年哪月哪日立案的？", Form},
		{"two ends", "事情从文号〔2019〕11649号的处罚决定说起：作出这份决定的机关开过的行政处罚里，处罚日期最早的一项罚到了一家公司头上。这家公司自己受过的行政处罚，最晚的一次是哪年哪月？", ""},
		{"two ends", "事情从文号〔2019〕11649号的处罚决定说起：作出这份决定的机关开过的行政处罚里，处罚日期最晚的一项罚到了一家公司头上。这家公司自己受过的行政处罚，最早的一次是哪年哪月？", Operator},
		{"two ends", "有家公司最晚一次受处罚是哪年哪月？我说的这家公司，就是作出〔2019〕11649号处罚决定的机关按日期最早罚的那一家。", ""},
		{"two ends", "手上是〔2019〕11649号处罚决定。想知道一家公司最晚一次受处罚是哪年哪月，这家公司是作出该决定的机关按处罚日期最早罚的那家。", ""},
		{"invested", "云溪市湖滨区人民法院执行的限制高消费案件只有一件。被限制的那家公司，母公司在它身上投了多少元？小数点后留两位。", ""},
		{"invested", "云溪市湖滨区人民法院执行的限制高消费案件只有一件。被限制的那家公司，听说母公司投了上亿元，究竟投了多少元？小数点后留两位。", Hint},
		{"invested", "云溪市湖滨区人民法院执行的限制高消费案件只有一件。被限制的那家公司，母公司投了几百万，究竟投了多少元？小数点后留两位。", Hint},
		{"invested", "云溪市湖滨区人民法院执行的限制高消费案件只有一件。被限制高消费的这家医院，母公司在它身上投了多少元？小数点后留两位。", Hint},
		{"invested", "云溪市湖滨区人民法院执行的限制高消费案件只有一件。被限制高消费的青岚那家公司，母公司在它身上投了多少元？小数点后留两位。", Hint},
		{"level", "云溪市湖滨区人民法院执行的限制高消费案件只有一件，请按它的案号告诉我，受理的法院属于哪个级别？", ""},
		{"level", "云溪市湖滨区人民法院执行的限制高消费案件只有一件，请按它的案号告诉我，受理的法院属于哪个级别，是不是中级法院？", Leak},
		{"count", "云溪市湖滨区人民法院执行过多少件终本案件？", ""},
		{"count", "云溪市湖滨区人民法院执行过好几十件终本案件，一共多少件？", Hint},
	} {
		one := judged(t, "zh", programs[tt.program])
		one.KeyMiddle = middle[tt.program]
		if a, ok := answers[tt.program]; ok {
			one.AnswerValues, one.KeyAnswer = []value.Answer{a}, []string{a.Text}
		}
		if f, wrong := gateOf(t, one).Judge(tt.question); f.Reason != tt.want || wrong != (tt.want != "") {
			t.Errorf("Judge(%q) = %v, want %q\n\tdraft: %s", tt.question, f, tt.want, one.Draft)
		}
	}
}

// The same in English.
func TestEnglishProbes(t *testing.T) {
	for _, tt := range []struct{ program, question, want string }{
		{twoEnds, "Take penalty decision 〔2019〕11649号. The agency that issued it imposed its earliest penalty on some company. In which month and year did that company receive its latest administrative penalty?", ""},
		{twoEnds, "Take penalty decision 〔2019〕11649号. The agency that issued it imposed its latest penalty on some company. In which month and year did that company receive its earliest administrative penalty?", Operator},
		{twoEnds, "In which month and year did a company receive its latest administrative penalty? The company I mean is the one that received the earliest penalty of the agency behind decision 〔2019〕11649号.", ""},
		{invested, "The court 云溪市湖滨区人民法院 has exactly one consumption restriction case. How much did the parent company invest in the restricted company, in CNY to two decimal places?", ""},
		{invested, "The court 云溪市湖滨区人民法院 has exactly one consumption restriction case. I hear the parent company invested hundreds of millions in the restricted company; how much was it, in CNY to two decimal places?", Hint},
		{invested, "The court 云溪市湖滨区人民法院 has exactly one consumption restriction case. How much did the parent company invest in the restricted hospital, in CNY to two decimal places?", Hint},
	} {
		one := judged(t, "en", tt.program)
		one.KeyMiddle = []string{"Kelver General Hospital Co., Ltd."}
		if f, wrong := gateOf(t, one).Judge(tt.question); f.Reason != tt.want || wrong != (tt.want != "") {
			t.Errorf("Judge(%q) = %v, want %q\n\tdraft: %s", tt.question, f, tt.want, one.Draft)
		}
	}
}
