package score

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

func number1(text, digits, unit string) value.Answer {
	return value.Answer{Kind: value.Number, Text: text, Number: digits, Unit: unit}
}

func text1(text string, aliases ...string) value.Answer {
	return value.Answer{Kind: value.Text, Text: text, Aliases: aliases}
}

func day1(text string) value.Answer { return value.Answer{Kind: value.Date, Text: text} }

func TestStrictValue(t *testing.T) {
	yi := number1("1.31亿元", "1.31", "亿元")
	cases := number1("3件", "3", "件")
	firms := number1("12家", "12", "家")
	court := text1("北京市海淀区人民法院", "海淀区人民法院")
	tests := []struct {
		name   string
		want   value.Answer
		answer string
		out    KeywordOutcome
	}{
		{"unit", yi, "投资金额为131000000元。", Credited},
		{"unit", yi, "投资金额为13100万元", Credited},
		{"unit", yi, "投资金额为1.31亿", Credited},
		{"unit", yi, "投资金额为1.31 亿元", Credited},
		{"full width", yi, "投资金额为１．３１亿元", Credited},
		{"thousands", yi, "投资金额为131,000,000.00元", Credited},
		{"full-width thousands", yi, "投资金额为１３１，０００，０００元", Credited},
		{"currency mark", yi, "投资金额:¥131,000,000", Credited},
		{"English", yi, "It is CNY 131 million.", Credited},
		{"English", yi, "It is 131,000,000 yuan.", Credited},
		{"no unit, the one asked for", yi, "1.31", Credited},
		{"finer than asked for", yi, "131234567元", Credited},
		{"coarser than asked for", yi, "1.3亿元", Absent},
		{"other amount", yi, "1.32亿元", Absent},
		{"other scale", yi, "1.31万元", Absent},
		{"other unit", yi, "1.31%", Absent},
		{"other currency", yi, "1.31亿美元", Absent},
		{"trailing zero asked for", number1("1.30亿元", "1.3", "亿元"), "1.34亿元", Absent},

		{"measure word", cases, "共3件", Credited},
		{"space", cases, "共 3 件", Credited},
		{"like measure word", cases, "共3起案件", Credited},
		{"general measure word", cases, "共3个", Credited},
		{"none", cases, "答案：3", Credited},
		{"other things", cases, "共3家律师事务所", Absent},
		{"in a number", cases, "共13件", Absent},
		{"in a number", cases, "共3.5件", Absent},
		{"in thousands", cases, "共3,000件", Absent},
		{"ordinal", cases, "第3件", Absent},
		{"ordinal of a list", cases, "1. 甲\n2. 乙\n3. 丙\n", Absent},
		{"date", cases, "2019年3月3日", Absent},
		{"case number", cases, "（2019）沪0104执3号", Absent},
		{"phone", cases, "021-3", Absent},
		{"code", cases, "A3", Absent},
		{"range", cases, "3-5件", Absent},
		{"Chinese numeral", cases, "共有三件", Credited},
		{"Chinese numeral", number1("12家", "12", "家"), "一共十二家", Credited},
		{"Chinese numeral", number1("2家", "2", "家"), "有两家公司", Credited},
		{"one as a count", number1("1家", "1", "家"), "海淀区有一家法院", Credited},
		{"one as an article", number1("1家", "1", "家"), "这是一家上市公司", Absent},
		{"unit outranks none", cases, "前3名中共有5件", Absent},
		{"12 in 123", firms, "123家", Absent},
		{"12 in 1.12", firms, "1.12家", Absent},
		{"12 in 12.5", firms, "12.5家", Absent},
		{"no unit expected", number1("94", "94", ""), "参股比例为94.0%", Credited},
		{"no unit expected", number1("110102", "110102", ""), "有一家法院，其区划代码为110102。", Credited},
		{"percent", number1("62.50%", "62.50", "%"), "62.5%", Credited},
		{"percent", number1("62.50%", "62.50", "%"), "62.5 percent", Credited},
		{"negative", number1("-1.50万元", "-1.50", "万元"), "利润为-1.5万元", Credited},
		{"negative", number1("1.50万元", "1.50", "万元"), "利润为-1.5万元", Absent},
		{"plural noun", number1("3", "3", "court cases"), "There are 3 court cases.", Credited},
		{"English numeral", number1("3", "3", "court cases"), "There are three court cases.", Credited},
		{"English numeral", number1("3", "3", "court cases"), "There are Three of them.", Credited},
		{"English numeral of other things", number1("3", "3", "court cases"), "The three firms have 5 court cases.", Absent},
		{"English numeral, or", number1("3", "3", "court cases"), "There are three court cases or four court cases.", Hedged},
		{"English numeral, bound", number1("3", "3", "court cases"), "There are more than three court cases.", Absent},
		{"English numeral alone", number1("3", "3", "court cases"), "There were twenty-three court cases.", Absent},
		{"alias", value.Answer{Kind: value.Number, Text: "12家", Number: "12", Unit: "家", Aliases: []string{"一打"}}, "共一打", Credited},

		{"date", day1("2019年12月11日"), "成立于2019-12-11。", Credited},
		{"date", day1("2019年12月11日"), "成立于2019/12/11", Credited},
		{"date", day1("2019年12月11日"), "成立于２０１９年１２月１１日", Credited},
		{"date", day1("2019年12月11日"), "成立于2019.12.11", Credited},
		{"date", day1("2019年12月11日"), "20191211", Credited},
		{"date", day1("2019-12-01"), "on December 1, 2019", Credited},
		{"date", day1("2019-12-01"), "on 1st Dec. 2019", Credited},
		{"date", day1("2019-12-01"), "2019 年 12 月 1 日", Credited},
		{"other date", day1("2019年12月11日"), "2019年12月12日", Absent},
		{"date in digits", day1("2019年12月11日"), "1201912110", Absent},
		{"month alone", day1("2019年12月11日"), "2019年12月", Absent},

		{"text", court, "审理法院为北京市海淀区人民法院。", Credited},
		{"alias", court, "审理法院为海淀区人民法院。", Credited},
		{"space", court, "审理法院为北京市 海淀区 人民法院", Credited},
		{"leading place", text1("海淀区人民法院"), "北京市海淀区人民法院", Credited},
		{"goes on", text1("北京市海淀区"), "北京市海淀区人民法院", Absent},
		{"goes on", text1("安徽建工"), "安徽建工集团股份有限公司", Absent},
		{"branch", text1("上海建工集团股份有限公司"), "上海建工集团股份有限公司厦门分公司", Absent},
		{"of", text1("上海建工集团股份有限公司"), "上海建工集团股份有限公司的分公司", Absent},
		{"stated beside", text1("安徽建工"), "安徽建工集团股份有限公司，简称“安徽建工”", Credited},
		{"brackets", text1("中国北方稀土（集团）高科技股份有限公司"), "中国北方稀土(集团)高科技股份有限公司", Credited},
		{"brackets", text1("（2019）沪0104执1779号"), "案号为[2019]沪0104执1779号", Credited},
		{"code", text1("91310117MA1J2T0814"), "代码是91310117ma1j2t0814。", Credited},
		{"code in a code", text1("688106"), "1688106", Absent},
		{"code in a code", text1("688106"), "SH688106", Absent},
		{"code with suffix", text1("688106"), "688106.SH", Credited},
		{"codes in a list", text1("688106"), "600000, 688106", Hedged},
		{"phone", text1("0833-2598888"), "电话0833–2598888", Credited},
		{"part of a phone", text1("2598888"), "电话0833-2598888", Absent},
		{"word in a word", text1("Ann"), "Anna", Absent},
		{"case", text1("Shanghai Jahwa"), "It is SHANGHAI  JAHWA.", Credited},
		{"yes", text1("是上市公司"), "该公司是上市公司。", Credited},
		{"no", text1("是上市公司"), "该公司不是上市公司。", Absent},
		{"denied", cases, "不是3件", Absent},
		{"denied", cases, "并非3件，而是5件", Absent},
		{"denied", cases, "not 3", Absent},
		{"denied, then stated", cases, "不是5件，而是3件", Credited},
		{"bound", cases, "不到3件", Absent},
		{"bound", cases, "超过3件", Absent},
		{"bound", cases, "至少三件", Absent},
		{"bound", cases, "3件以上", Absent},
		{"bound", cases, "more than 3", Absent},
		{"bound", cases, "3 or more", Absent},
		{"or", cases, "3件或5件", Hedged},
		{"or", cases, "可能是3件，也可能是5件", Hedged},
		{"or the same", yi, "1.31亿元或131000000元", Credited},
		{"or", number1("3 court rulings", "3", "court rulings"), "either 3 court rulings or 4 court rulings", Hedged},
		{"denied", yi, "投资金额不是1.31亿元", Absent},
		{"denied", day1("2019年12月11日"), "不是2019年12月11日", Absent},
		{"bound", day1("2019年12月11日"), "2019年12月11日之前", Absent},
		{"bound, then stated", day1("2019年12月11日"), "2019年12月11日以前没有，成立于2019年12月11日", Credited},
		{"or", day1("2019年12月11日"), "2019年12月11日或2019年12月12日", Hedged},
		{"denied", text1("北京华信科技有限公司"), "不是北京华信科技有限公司", Absent},
		{"denied", text1("北京华信科技有限公司"), "无法确定是否为北京华信科技有限公司", Absent},
		{"denied", text1("Beijing Haidian Court"), "It isn't the Beijing Haidian Court.", Absent},
		{"or", text1("张三丰"), "张三丰或李四光", Hedged},
		{"or", text1("张三丰"), "李四光或者张三丰", Hedged},
		{"or", text1("张三丰"), "可能是张三丰，也可能是李四光", Hedged},
		{"or", text1("Beijing Haidian Court"), "Beijing Haidian Court or Shanghai Court", Hedged},
		{"yes and no", text1("不是上市公司"), "该公司是上市公司，又不是上市公司。", Hedged},
	}
	for _, tt := range tests {
		r := &Reference{Question: "问题是什么？", KeyAnswer: []string{tt.want.Text}, Values: []value.Answer{tt.want}}
		_, verdicts := Strict(r, &Attempt{Answer: tt.answer})
		if got := verdicts[0].Outcome; got != tt.out {
			t.Errorf("%s: Strict(%q, %q) = %v, want %v", tt.name, tt.want.Text, tt.answer, got, tt.out)
		}
	}
}

func TestStrictHedge(t *testing.T) {
	tests := []struct {
		name, question string
		keys, middle   []string
		answer         string
		want           []KeywordOutcome
	}{
		{"two guesses are explanation", "多少件？", []string{"3件"}, nil, "3件，其中已结2件", []KeywordOutcome{Credited}},
		{"three guesses", "多少件？", []string{"3件"}, nil, "1件、2件或3件", []KeywordOutcome{Hedged}},
		{"amounts of the question", "超过1万元、2万元和4万元的？", []string{"3万元"}, nil, "3万元，超过1万元、2万元，不到4万元", []KeywordOutcome{Credited}},
		{"amounts on the way", "多少？", []string{"3.00万元"}, []string{"1.00万元", "20000.00元"}, "1万元加2万元是3万元", []KeywordOutcome{Credited, Unknown, Unknown}},
		{"same amount twice", "多少？", []string{"3.00万元"}, nil, "3万元即30000元，共30000.00元", []KeywordOutcome{Credited}},
		{"dates", "哪天？", []string{"2019年01月03日"}, nil, "2019年1月1日、2019年1月2日、2019年1月3日", []KeywordOutcome{Hedged}},
		{"people", "谁？", []string{"刘波"}, nil, "张三、李四、刘波", []KeywordOutcome{Hedged}},
		{"people", "谁？", []string{"刘波"}, nil, "张三 李四 刘波", []KeywordOutcome{Hedged}},
		{"people, all expected", "哪些人？", []string{"刘波", "张三", "李四"}, nil, "张三、李四和刘波", []KeywordOutcome{Credited, Credited, Credited}},
		{"people and their courts", "谁？", []string{"刘波"}, nil, "甲区法院的院长是刘波，电话未知。", []KeywordOutcome{Credited}},
		{"English list", "Who?", []string{"邵明艳", "李经纬", "靳学军"}, nil, "The heads of each are 邵明艳, 李经纬 and 靳学军.", []KeywordOutcome{Credited, Credited, Credited}},
		{"lines", "哪家律所？", []string{"安徽承义律师事务所"}, nil, "1. 安徽承义律师事务所\n2. 安徽天禾律师事务所\n3. 安徽美林律师事务所", []KeywordOutcome{Hedged}},
		{"names", "哪家公司？", []string{"甲乙丙丁有限公司"}, nil, "可能是戊己庚辛有限公司，也可能是壬癸子丑有限公司，或者甲乙丙丁有限公司", []KeywordOutcome{Hedged}},
		{"codes", "代码？", []string{"688106"}, nil, "688104, 688105, 688106", []KeywordOutcome{Hedged}},
		{"given", "海淀区的法院是北京市海淀区人民法院吗？", []string{"北京市海淀区人民法院"}, nil, "北京市海淀区人民法院", []KeywordOutcome{Given}},
		{"given as another layout", "2019年1月3日之后？", []string{"2019-01-03"}, nil, "2019年1月3日", []KeywordOutcome{Given}},
		{"asked whether", "是不是上市公司？", []string{"不是上市公司"}, nil, "不是上市公司", []KeywordOutcome{Credited}},
		{"idle", "电话？", []string{"-"}, []string{"无"}, "-", []KeywordOutcome{Idle, Idle}},
		{"listing", "几次？", []string{"3次"}, nil, "3次 " + strings.Join(strings.Fields("1名 2名 3名 4名 5名 6名 7名 8名 9名 10名 11名 12名 13名 14名"), " "), []KeywordOutcome{Listed}},
	}
	for _, tt := range tests {
		r := &Reference{Question: tt.question, KeyAnswer: tt.keys, KeyMiddle: tt.middle}
		_, verdicts := Strict(r, &Attempt{Answer: tt.answer})
		var got []KeywordOutcome
		for _, v := range verdicts {
			got = append(got, v.Outcome)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: Strict(%q, %q) (-want +got):\n%s", tt.name, tt.keys, tt.answer, d)
		}
	}
}

func TestStrictObserved(t *testing.T) {
	r := &Reference{
		Question:  "甲公司的母公司的负责人是谁？",
		KeyAnswer: []string{"李兴虎"},
		KeyMiddle: []string{"乙有限公司", "131000000.00元", "2020年09月27日", "甲01"},
	}
	row := `[{"母公司":"乙有限公司","投资金额":"1.31亿","案号":"（2018）甲01民初217号","日期":"2020-09-27"}]`
	tests := []struct {
		name             string
		attempt          Attempt
		success, process float64 // -1 is unscored
	}{
		{"unknown", Attempt{Answer: "李兴虎"}, 1, -1},
		{"nothing seen", Attempt{Answer: "李兴虎", Observed: true}, 1, 0.2},
		{"all seen", Attempt{Answer: "李兴虎", Observed: true, Calls: callsWith(row, `"李兴虎"`)}, 1, 1},
		{"part seen", Attempt{Answer: "不知道", Observed: true, Calls: callsWith(`{"母公司":"乙有限公司"}`)}, 0, 0.2},
		{"told, not seen", Attempt{Answer: "乙有限公司的李兴虎", Observed: true}, 1, 0.2},
		{"rivals of one column", Attempt{Answer: "王五或赵六吧，李兴虎也行", Observed: true,
			Calls: callsWith(`[{"负责人":"李兴虎"},{"负责人":"王五"},{"负责人":"赵六"},{"负责人":"钱七"}]`)}, 0, 0},
		{"two cells of two", Attempt{Answer: "李兴虎\n021-123", Observed: true, Calls: callsWith(`{"负责人":"李兴虎","电话":"021-123"}`)}, 0, 0},
		{"all but one that was seen", Attempt{Answer: "甲一。乙二。丙三。丁四。李兴虎", Observed: true,
			Calls: callsWith(`{"a":"甲一","b":"乙二","c":"丙三","d":"丁四","负责人":"李兴虎","电话":"021-123"}`)}, 0, 0},
		{"all of the last call", Attempt{Answer: "甲一。乙二。丙三。丁四。李兴虎", Observed: true,
			Calls: callsWith(`[{"a":"庚一","b":"庚二","c":"庚三","d":"庚四","e":"庚五","f":"庚六"}]`, `{"a":"甲一","b":"乙二","c":"丙三","d":"丁四","负责人":"李兴虎"}`)}, 0, 0},
		{"part of what was seen", Attempt{Answer: "负责人是李兴虎。公司代码为甲一。公司简称为乙二。", Observed: true,
			Calls: callsWith(`{"a":"甲一","b":"乙二","c":"丙三","d":"丁四","负责人":"李兴虎","电话":"021-123"}`)}, 0, 0},
		{"part of a longer name seen", Attempt{Answer: "李兴虎大厦", Observed: true, Calls: callsWith(`{"地址":"李兴虎大厦","电话":"021-123"}`)}, 0, 0},
		{"plain text", Attempt{Answer: "李兴虎", Observed: true, Calls: callsWith("母公司是乙有限公司")}, 1, 0.4},
	}
	for _, tt := range tests {
		rates, verdicts := Strict(r, &tt.attempt)
		if got := or(rates.Success); got != tt.success {
			t.Errorf("%s: success = %v, want %v (%v)", tt.name, got, tt.success, verdicts)
		}
		if got := or(rates.Process); got != tt.process {
			t.Errorf("%s: process = %v, want %v (%v)", tt.name, got, tt.process, verdicts)
		}
	}
}

// or returns a rate, -1 for none.
func or(rate *float64) float64 {
	if rate == nil {
		return -1
	}
	return *rate
}

func TestPaper(t *testing.T) {
	summary := "12家，甲"
	r := &Reference{KeyAnswer: []string{"12", "12", "乙"}, KeyMiddle: []string{"甲", "丙", "12"}}
	tests := []struct {
		name             string
		r                *Reference
		a                Attempt
		success, process float64
	}{
		{"substrings, duplicates kept", r, Attempt{Answer: "123", Summary: &summary}, 2.0 / 3, 4.0 / 6},
		{"no summary", r, Attempt{Answer: "乙"}, 1.0 / 3, 0},
		{"no summary asked for", r, Attempt{Answer: "乙", Unsummarised: true}, 1.0 / 3, -1},
		{"nothing normalised", r, Attempt{Answer: "１２"}, 0, 0},
		{"no keywords", &Reference{}, Attempt{Answer: "12", Summary: &summary}, -1, -1},
	}
	for _, tt := range tests {
		got := Paper(tt.r, &tt.a)
		if or(got.Success) != tt.success || or(got.Process) != tt.process {
			t.Errorf("%s: Paper = %v, %v, want %v, %v", tt.name, or(got.Success), or(got.Process), tt.success, tt.process)
		}
	}
}

func TestInfer(t *testing.T) {
	tests := []struct {
		keyword string
		want    value.Answer
	}{
		{"12家", number1("12家", "12", "家")},
		{"9745.90万元", number1("9745.90万元", "9745.90", "万元")},
		{"1,234.5元", number1("1,234.5元", "1234.5", "元")},
		{"3.56亿", number1("3.56亿", "3.56", "亿")},
		{"94", number1("94", "94", "")},
		{"-1.5万元", number1("-1.5万元", "-1.5", "万元")},
		{"2003年03月26日", day1("2003年03月26日")},
		{"2003-3-6", day1("2003-3-6")},
		{"002594", text1("002594")},
		{"0833-2598888", text1("0833-2598888")},
		{"（2019）沪0104执1779号", text1("（2019）沪0104执1779号")},
		{"91310117MA1J2T0814", text1("91310117MA1J2T0814")},
		{"晋03", text1("晋03")},
		{"5号楼", text1("5号楼")},
		{"一家", text1("一家")},
		{"是上市公司", text1("是上市公司")},
		{"", text1("")},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, Infer(tt.keyword)); d != "" {
			t.Errorf("Infer(%q) (-want +got):\n%s", tt.keyword, d)
		}
	}
}

func TestNormal(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"（２０１９） 沪 0104执 １７７９ 号", "(2019)沪0104执1779号"},
		{"〔2019〕", "(2019)"},
		{"12，345", "12, 345"},
		{"１２，３４５", "12,345"},
		{"甲，乙", "甲,乙"},
		{"600000, 688106", "600000, 688106"},
		{"1. 3家", "1. 3家"},
		{"Shanghai  Jahwa Co., LTD", "shanghai jahwa co ltd"},
		{"Kelver Co.,Ltd. and Hollin, Inc.", "kelver co ltd and hollin inc"},
		{"Co., Ltd.", "co ltd"},
		{"No. 3, include Coop", "no.3,include coop"},
		{"甲 \r\n\n 乙", "甲\n乙"},
		{"0571–8993", "0571-8993"},
	}
	for _, tt := range tests {
		if got := Normal(tt.text); got != tt.want {
			t.Errorf("Normal(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// callsWith returns one call per text, with the text as its observation and everything
// else unset.
func callsWith(texts ...string) []CallRecord {
	calls := make([]CallRecord, len(texts))
	for i, t := range texts {
		calls[i].Observation = t
	}
	return calls
}

// In a written text a keyword that the plan hands to no call is a point of argument: it counts if
// the text makes it, whether or not its facts are right.
func TestPointsOfArgument(t *testing.T) {
	facts := []string{"甲城市东路一号", "王小明", "91110000000000001X", "010-12345678", "李大力", "020-87654321", "买卖法第三条"}
	r := &Reference{Question: "请写一份答辩状。", KeyAnswer: facts, KeyMiddle: []string{"诉讼时效", "合同相对性"}, Written: true, Calls: 2, Tools: []string{"get_register"}}
	calls := []CallRecord{{Tool: "get_register", Arguments: []byte(`{"identifier":"甲公司"}`), Observation: `{"a":"` + strings.Join(facts, `","b":"`) + `"}`}}
	for _, c := range []struct {
		name, answer string
		want         []KeywordOutcome
	}{
		{"both points", strings.Join(facts, "，") + "。原告的请求已过诉讼时效，依据合同相对性亦不能成立。", []KeywordOutcome{Credited, Credited}},
		{"one point", strings.Join(facts, "，") + "。原告的请求已过诉讼时效。", []KeywordOutcome{Credited, Absent}},
		{"facts alone", "答辩人：" + strings.Join(facts, "，") + "。", []KeywordOutcome{Absent, Absent}},
		{"points alone", "原告的请求已过诉讼时效，依据合同相对性亦不能成立。", []KeywordOutcome{Credited, Credited}},
		{"denied", "本案不适用合同相对性。被告没有提出诉讼时效抗辩。", []KeywordOutcome{Absent, Absent}},
		{"a list of terms", strings.Join(facts, "，") + "。\n答辩要点：诉讼时效、举证责任、合同相对性。", []KeywordOutcome{Absent, Absent}},
		{"one term a line", "1. 诉讼时效\n2. 合同相对性\n", []KeywordOutcome{Absent, Absent}},
		{"a list and an argument", "诉讼时效、合同相对性\n原告的请求已过诉讼时效。", []KeywordOutcome{Credited, Absent}},
	} {
		rates, verdicts := Strict(r, &Attempt{Answer: c.answer, Observed: true, Calls: calls})
		for i, want := range c.want {
			if got := verdicts[len(facts)+i]; got.Outcome != want {
				t.Errorf("%s: %q is %s, want %s", c.name, got.Keyword, got.Outcome, want)
			}
		}
		if c.name == "points alone" && *rates.Process != 0 {
			t.Errorf("%s: the process rate is %v: points of a text without facts are worth nothing", c.name, *rates.Process)
		}
	}
	r = &Reference{Question: "Draft a statement of defence.", KeyAnswer: []string{"1 East Road"}, KeyMiddle: []string{"defective", "failure of proof"}, Written: true}
	for _, c := range []struct {
		name, answer string
		want         []KeywordOutcome
	}{
		{"both points", "Performance was defective, and the failure of proof falls on the claimant.", []KeywordOutcome{Credited, Credited}},
		{"denied", "We do not say that there is a failure of proof. What was delivered was not defective.", []KeywordOutcome{Absent, Absent}},
		{"inside other words", "The goods were nondefective and the defectiveness is disputed.", []KeywordOutcome{Absent, Absent}},
		{"a list of terms", "Grounds: defective, limitation, failure of proof and defective.", []KeywordOutcome{Absent, Absent}},
	} {
		_, verdicts := Strict(r, &Attempt{Answer: c.answer}) // the text is enough without calls
		for i, want := range c.want {
			if got := verdicts[1+i]; got.Outcome != want {
				t.Errorf("%s: %q is %s, want %s", c.name, got.Keyword, got.Outcome, want)
			}
		}
	}
}
