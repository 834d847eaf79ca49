package rewrite

import (
	"encoding/json"
	"strings"
	"testing"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/task"
)

// judged is a task for injected faults: a filter, a superlative and the only row
// on the way, a total as the answer.
func judged(t *testing.T, d *domain.Domain, lang string) *task.Task {
	t.Helper()
	p := new(plan.Program)
	err := json.Unmarshal([]byte(`{"nodes":[
		{"name":"a","op":"start","entity":"company","value":["云溪砾石管网有限公司"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_restriction_case_company_list"},
		{"name":"c","op":"filter","from":["b"],"column":"立案日期","comparison":"year","operand":"2019"},
		{"name":"d","op":"superlative","from":["c"],"column":"涉案金额（元）","order":"max"},
		{"name":"e","op":"project","from":["d"],"columns":["执行法院"]},
		{"name":"f","op":"call","from":["e"],"tool":"get_finalized_case_court_list"},
		{"name":"g","op":"sum","from":["f"],"column":"未履行金额（元）"}],
		"answers":[{"from":"g","form":{"style":"number","unit":"元","places":2}}]}`), p)
	if err != nil {
		t.Fatal(err)
	}
	q, err := draft.Question(d, p, lang)
	if err != nil {
		t.Fatal(err)
	}
	key := "8800000.00"
	if lang == "zh" {
		key += "元"
	}
	return &task.Task{
		ID: "judged", Language: lang, Draft: q, Plan: p,
		KeyAnswer: []string{key}, KeyMiddle: []string{"云溪市湖滨区人民法院"},
		Entities: []task.Entity{{Type: "company", Name: []string{"云溪砾石管网有限公司"}}},
	}
}

const (
	chinese = "我是一名执业律师，正在准备材料。请问云溪砾石管网有限公司被限制高消费的案件中立案日期在2019年的各件里涉案金额最高的一件的执行法院执行的终本案件的未履行金额合计是多少（以元为单位，保留两位小数）？"
	english = "I am a lawyer. What is the total unfulfilled amount of the closed enforcement cases handled by the executing court of the one with the highest amount involved among those whose filing date is in 2019 out of the consumption restriction cases against 云溪砾石管网有限公司 (in CNY, to two decimal places)?"
)

// Each fault is put into a question that passes and must be found.
func TestGate(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, lang, old, new, want string
	}{
		{"sound", "zh", "", "", ""},
		{"sound", "en", "", "", ""},
		{"other words for the same", "zh", "最高", "最大", ""},
		{"other words for the same", "zh", "以元为单位，保留两位小数", "单位：元，保留2位小数", ""},
		{"other words for the same", "en", "in CNY, to two decimal places", "in yuan, 2 decimals", ""},
		{"entity shortened", "zh", "云溪砾石管网有限公司", "云溪砾石管网", Entity},
		{"entity replaced", "en", "云溪砾石管网有限公司", "that company", Entity},
		{"year lost", "zh", "立案日期在2019年的", "立案的", Number},
		{"year changed", "en", "2019", "2020", Number},
		{"year in a longer number", "zh", "2019", "12019", Number},
		{"superlative lost", "zh", "涉案金额最高的", "涉及的", Operator},
		{"superlative turned", "en", "highest", "lowest", Operator},
		{"superlative only in a name", "zh", "云溪砾石管网有限公司被限制高消费的案件中立案日期在2019年的各件里涉案金额最高的", "云溪砾石管网有限公司被限制高消费的案件中立案日期在2019年的", Operator},
		{"sum lost", "zh", "合计", "", Operator},
		{"sum part of a word", "en", "total unfulfilled", "totally unfulfilled", Operator},
		{"unit lost", "zh", "以元为单位，", "", Form},
		{"unit changed", "zh", "以元为单位", "以万元为单位", Form},
		{"places lost", "en", ", to two decimal places", "", Form},
		{"places changed", "zh", "两位小数", "三位小数", Form},
		{"answer told", "zh", "正在准备材料", "听说是8800000.00元", Leak},
		{"answer told", "en", "I am a lawyer.", "Is it 8800000.00?", Leak},
		{"way told", "zh", "正在准备材料", "正在云溪市湖滨区人民法院办事", Hint},
		{"number added", "zh", "正在准备材料", "手上有12个案子", Added},
		{"number added", "zh", "正在准备材料", "手上有１２个案子", Added},
		{"number added", "en", "a lawyer", "a lawyer with 12 cases", Added},
		{"tool named", "zh", "正在准备材料", "请用get_finalized_case查", Tool},
		{"table named", "en", "I am a lawyer.", "See table FinalizedCase.", Tool},
		{"table named", "en", "I am a lawyer.", "See table finalizedcase.", Tool},
		{"language mixed", "en", "I am a lawyer.", "我是律师。", Language},
		{"language mixed", "zh", "我是一名执业律师，正在准备材料。", strings.Repeat("I am a lawyer and prepare my papers. ", 3), Language},
		{"too long", "zh", "正在准备材料", strings.Repeat("正在准备材料", 60), Length},
		{"too long", "en", "I am a lawyer.", strings.Repeat("I am a lawyer. ", 60), Length},
	} {
		one := judged(t, d, c.lang)
		q := map[string]string{"zh": chinese, "en": english}[c.lang]
		if c.old != "" && !strings.Contains(q, c.old) {
			t.Fatalf("%s: %q is not in the question", c.name, c.old)
		}
		if c.old != "" {
			q = strings.ReplaceAll(q, c.old, c.new)
		}
		if got := Gate(d, one, q); got != c.want {
			t.Errorf("%s: Gate(%q) = %q, want %q", c.name, q, got, c.want)
		}
	}
	one := judged(t, d, "zh")
	for q, want := range map[string]string{one.Draft: Same, "": Length, "云溪砾石管网有限公司？": Length} {
		if got := Gate(d, one, q); got != want {
			t.Errorf("Gate(%q) = %q, want %q", q, got, want)
		}
	}
}

// What widened plans ask for must stay as well: places in a ranking, thresholds and
// their side, days, what is taken together, whether there is something at all.
func TestGateOperators(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	const subs = `{"name":"a","op":"start","entity":"company","value":["云溪水务股份有限公司"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_sub_company_info_list"},`
	const cases = `{"name":"a","op":"start","entity":"court","value":["云溪市湖滨区人民法院"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_finalized_case_court_list"},`
	const count = `{"name":"z","op":"count","from":["c"]}],"answers":[{"from":"z","form":{"style":"count"}}]}`
	above := `{"nodes":[` + subs + `{"name":"c","op":"filter","from":["b"],"column":"上市公司投资金额","comparison":"above","operand":"1250000000"},` + count
	since := `{"nodes":[` + cases + `{"name":"c","op":"filter","from":["b"],"column":"立案日期","comparison":"since","operand":"2020-03-01"},` + count
	wholly := `{"nodes":[` + subs + `{"name":"c","op":"filter","from":["b"],"column":"上市公司参股比例","comparison":"equals","operand":"100"},` + count
	kth := `{"nodes":[` + cases + `{"name":"c","op":"superlative","from":["b"],"column":"未履行金额（元）","order":"max","rank":2},
		{"name":"z","op":"project","from":["c"],"columns":["案号"]}],"answers":[{"from":"z","form":{"style":"text"}}]}`
	average := `{"nodes":[` + cases + `{"name":"z","op":"average","from":["b"],"column":"未履行金额（元）"}],"answers":[{"from":"z","form":{"style":"number","unit":"元","places":2}}]}`
	distinct := `{"nodes":[` + cases + `{"name":"c","op":"project","from":["b"],"columns":["被执行人"]},
		{"name":"z","op":"distinct","from":["c"]}],"answers":[{"from":"z","form":{"style":"count"}}]}`
	for _, c := range []struct{ program, lang, old, new, want string }{
		{above, "zh", "12.5亿元", "1.25亿元", Number},
		{above, "zh", "超过", "不超过", Operator},
		{above, "zh", "超过", "低于", Operator},
		{above, "zh", "超过", "大于", ""},
		{above, "en", "of more than", "of no more than", Operator},
		{above, "en", "of more than", "of less than", Operator},
		{above, "en", "CNY 1.25 billion", "CNY 1.25 million", Number},
		{since, "zh", "2020年3月1日", "2020年3月11日", Number},
		{since, "zh", "及以后", "及以前", Operator},
		{since, "en", "on or after", "on or before", Operator},
		{since, "en", "1 March 2020", "March 1, 2020", ""},
		{wholly, "zh", "全资", "", Number},
		{kth, "zh", "第二高", "最高", Operator},
		{kth, "en", "second highest", "highest", Operator},
		{average, "zh", "平均值", "合计", Operator},
		{average, "en", "average", "total", Operator},
		{distinct, "zh", "不同的", "", Operator},
		{distinct, "en", "different ", "", Operator},
	} {
		p := new(plan.Program)
		if err := json.Unmarshal([]byte(c.program), p); err != nil {
			t.Fatal(err)
		}
		q, err := draft.Question(d, p, c.lang)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(q, c.old) {
			t.Fatalf("%q is not in %q", c.old, q)
		}
		one := &task.Task{ID: "operators", Language: c.lang, Draft: q + " ", Plan: p}
		if got := Gate(d, one, q); got != "" {
			t.Errorf("Gate(%q) = %q, want a pass", q, got)
		}
		changed := strings.Replace(q, c.old, c.new, 1)
		if got := Gate(d, one, changed); got != c.want && !(c.want == Number && got == Added) {
			t.Errorf("Gate(%q) = %q, want %q", changed, got, c.want)
		}
	}
}

// A superlative that the plan has twice must be there twice, and one in the name
// of a court does not stand for it.
func TestGateCounts(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	p := new(plan.Program)
	if err := json.Unmarshal([]byte(`{"nodes":[
		{"name":"a","op":"start","entity":"court","value":["最高人民法院"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_restriction_case_court_list"},
		{"name":"c","op":"superlative","from":["b"],"column":"涉案金额（元）","order":"max"},
		{"name":"d","op":"project","from":["c"],"columns":["限制高消费企业名称"]},
		{"name":"e","op":"call","from":["d"],"tool":"get_finalized_case_company_list"},
		{"name":"f","op":"superlative","from":["e"],"column":"未履行金额（元）","order":"max"},
		{"name":"g","op":"project","from":["f"],"columns":["案号"]}],
		"answers":[{"from":"g","form":{"style":"text"}}]}`), p); err != nil {
		t.Fatal(err)
	}
	q, err := draft.Question(d, p, "zh")
	if err != nil {
		t.Fatal(err)
	}
	one := &task.Task{ID: "counted", Language: "zh", Draft: q, Plan: p, Entities: []task.Entity{{Type: "court", Name: []string{"最高人民法院"}}}}
	sound := "您好。" + q
	if got := Gate(d, one, sound); got != "" {
		t.Errorf("Gate(%q) = %q, want a pass", sound, got)
	}
	lost := strings.Replace(sound, "未履行金额最高的一件", "某一件", 1)
	if got := Gate(d, one, lost); got != Operator {
		t.Errorf("Gate(%q) = %q, want %q", lost, got, Operator)
	}
}

// A name is taken out where it stands whole.
func TestBare(t *testing.T) {
	for _, c := range []struct{ name, question, want string }{
		{"1", "Who reported to 1 in 2011, and 1?", "Who reported to \n in 2011, and \n?"},
		{"A", "Ask A about A.", "Ask \n about \n."},
		{"最高公司", "最高公司2019年的", "\n2019年的"},
		{"", "nothing", "nothing"},
	} {
		g := &gate{cues: []draft.Cue{{Kind: draft.CueEntity, Any: []string{c.name}}}}
		if got := g.bare(c.question); got != c.want {
			t.Errorf("bare(%q) without %q = %q, want %q", c.question, c.name, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           int
	}{
		{"", "a", 0},
		{"a", "", 0},
		{"total totals subtotal total", "total", 2},
		{"在12件和2件中", "2", 1},
		{"2件", "2件", 1},
		{"12件", "2件", 0},
		{"in 2019 and 20190", "2019", 1},
		{"最高最高", "最高", 2},
		{"aaa aa", "aa", 1},
	} {
		if got := count(c.question, c.text, letter); got != c.want {
			t.Errorf("count(%q, %q) = %d, want %d", c.question, c.text, got, c.want)
		}
	}
}

func TestTechnical(t *testing.T) {
	for name, want := range map[string]bool{
		"get_company": true, "CompanyInfo": true, "table2": true, "finish": false, "Orders": false, "": false, "公司": false,
	} {
		if got := technical(name); got != want {
			t.Errorf("technical(%q) = %v, want %v", name, got, want)
		}
	}
}
