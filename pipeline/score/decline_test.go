package score

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestDeclines(t *testing.T) {
	const question = "甲公司的法定代表人是谁？"
	for _, s := range []string{
		"根据现有数据，无法查到该问题的答案。", "The answer cannot be found in the data.",
		"抱歉，未找到甲公司的相关信息。", "没有查询到甲公司的法定代表人。", "经查询，查无此公司。", "该公司的信息不存在。",
		"很抱歉，我无法从现有的数据中找到法定代表人的姓名。", "数据库中没有该公司的记录", "未能在工商登记表中查到", "不得而知。", "没有任何相关数据",
		"无法回答这个问题", "目前不能确定该公司的法定代表人", "暂无相关信息", "是否上市无法查到。", "没查到", "找不到这家公司",
		"无法直接通过工具获取该公司的法定代表人。", "鉴于查询工具未能返回有效数据，建议直接与客户联系。",
		"无 法 查 到",
		"I could not find the legal representative.", "I couldn’t find any record of this company.", "No record was found for this company.",
		"No data found for the specified identifier.", "No row matches.", "It is not available in the tables.", "There is no such company in the data.",
		"I was unable to determine the answer.", "The legal representative is unknown.", "The table does not contain that company.", "Not found.",
		"Não sei.", "Não me lembro do texto desse dispositivo.", "Não tenho acesso à redação dessa lei.", "Infelizmente, não consigo recitar o artigo.",
		"Não foi possível determinar a data.", "O registro não foi encontrado.", "Não há informações sobre essa lei.", "Nenhum registro corresponde.", "A data é desconhecida.", "nao foi encontrada", "Desconheço essa lei.",
		"抱歉，我不知道。", "不清楚。", "不太清楚", "我不知道。", "不知道。", "对不起，我不清楚这一条的原文。", "不知道答案", "这一条我记不清了。", "我对这部法律不了解。", "抱歉,我不记得原文了。",
		"I do not remember the text of this article.", "Sorry, I cannot recall it.", "I don't have access to this law.", "I have no knowledge of that version.", "I am unable to recite it.",
		"Searching found nothing.", "I CANNOT ANSWER THE QUESTION", "The record does not exist and cannot be found.",
	} {
		if !Declines(s, question) {
			t.Errorf("Declines(%q) = false, want true", s)
		}
	}
	for _, s := range []string{
		"", "法定代表人是李四。", "没有", "无", "否", "不是上市公司", question, "nothing", "no", "none",
		// Said under a condition, in a question, or denied.
		"如果未找到，请核对公司名称。", "若查不到则为空", "难道查不到吗？", "查不到吗？", "并非无法查到，是李四。", "不是没有找到", "If it cannot be found, try again.",
		"Unless no record is found, it is Li.", "Could it not be found?", "It is not true that it cannot be found.",
		// Something else that was looked for.
		"法定代表人是李四，未找到其他信息。", "It is Li. No other record was found; I found no further data.", "没有查到更多",
		"É o art. 5º. Não encontrei outras redações.", "Se não foi encontrado, tente de novo.", "Não foi encontrado?",
		// What a law says of others.
		"O fornecedor não responde pelos danos que não causou.", "O réu não encontrado será citado por edital.", "Não se aplica esta Lei aos contratos em curso.",
		"Ninguém pode alegar que não conhece a lei.", "Não será admitida a prova obtida por meio ilícito.", "Quando não foram localizados bens, suspende-se a execução.",
		"行为人不知道或者不应当知道的，不承担责任。", "买受人不知道的除外", "自知道或者应当知道之日起计算；不知道的，自权利受到损害之日起计算。", "不清楚的，可以要求补正。",
		"A person who does not remember the oath takes it again.", "The witness cannot be heard.",
		// What happened, in a lawsuit or a register.
		"原告未提供证据，未得到法院支持。", "双方不存在劳动关系。", "The plaintiff did not provide evidence and the company is not listed.", "被告不能提供合同。",
	} {
		if Declines(s, question) {
			t.Errorf("Declines(%q) = true, want false", s)
		}
	}
	const other = "没有查到记录的公司有几家？"
	if Declines("您问："+other, other) {
		t.Error("a question repeated declines, want that it does not")
	}
}

// gone is a reference for which there was an answer.
func gone(question string, answers ...value.Answer) *Reference {
	_, key, _ := Decline("zh")
	return &Reference{Question: question, KeyAnswer: []string{key}, Values: []value.Answer{{Kind: value.Text, Text: key}}, Removed: answers}
}

func TestStrictOfWhatIsGone(t *testing.T) {
	person := gone("甲公司的法定代表人是谁？", value.Answer{Kind: value.Text, Text: "潘秋生"})
	money := gone("甲公司的注册资本是多少万元？", value.Answer{Kind: value.Number, Text: "13100万元", Number: "13100", Unit: "万元"})
	date := gone("甲公司成立于哪一天？", value.Answer{Kind: value.Date, Text: "2019年12月11日"})
	court := gone("该案由哪家法院审理？", value.Answer{Kind: value.Text, Text: "东营市中级人民法院"})
	seen := []string{`{"案号": "（2019）甲01民初11号", "金额": "500万元", "立案": "2018年01月02日", "法院": "杭州市中级人民法院"}`}
	for _, tt := range []struct {
		name   string
		ref    *Reference
		answer string
		want   KeywordOutcome
	}{
		{"declined", person, "没有查到甲公司的法定代表人。", Credited},
		{"silent", person, "", Absent},
		{"answered", person, "潘秋生", Absent},
		{"another", person, "李四", Absent},
		{"declined and answered", person, "没有查到登记信息，法定代表人为潘秋生。", Hedged},
		{"declined and denied", person, "没有查到登记信息，不是潘秋生。", Credited},
		{"declined and guessed", person, "没有查到登记信息，估计是李四。", Hedged},
		{"declined and answered otherwise", person, "未找到。答案是李四。", Hedged},
		{"a reason", person, "无法查到，可能是由于数据未收录。", Credited},
		{"an answer of nothing", person, "答案为空，没有查到。", Credited},

		{"amount", money, "未能查到注册资本。", Credited},
		{"the amount in another unit", money, "未能查到注册资本。登记为1.31亿元", Hedged},
		{"an amount nobody stated", money, "未能查到注册资本，登记为9000万元。", Hedged},
		{"an amount the tools returned", money, "未能查到注册资本，只有一件金额为500万元的案件。", Credited},
		{"a number of another kind", money, "查询了3次，未能查到注册资本。", Credited},

		{"day", date, "查不到成立日期。", Credited},
		{"the day", date, "查不到。2019-12-11", Hedged},
		{"a day nobody stated", date, "查不到成立日期，公司自2001年1月1日起经营。", Hedged},
		{"a day the tools returned", date, "查不到成立日期，只有2018年1月2日立案的案件。", Credited},

		{"a court nobody stated", court, "无法查到。由青岛市中级人民法院审理", Hedged},
		{"a court the tools returned", court, "无法查到该案，只查到杭州市中级人民法院的案件。", Credited},
		{"the court", court, "无法查到，东营市中级人民法院审理", Hedged},
		{"a listing", person, "无法查到。甲、乙、丙、丁、戊、己、庚、辛、壬、癸、子、丑、寅、卯", Listed},
	} {
		rates, verdicts := Strict(tt.ref, &Attempt{Answer: tt.answer, Observed: true, Calls: callsWith(seen...)})
		if verdicts[0].Outcome != tt.want {
			t.Errorf("%s: %q is %s, want %s", tt.name, tt.answer, verdicts[0].Outcome, tt.want)
		}
		if want := tt.want == Credited; (*rates.Success == 1) != want {
			t.Errorf("%s: success rate %v, want it %v", tt.name, *rates.Success, want)
		}
	}
}

// The reference declines in every language, and is right whatever was asked; an
// answer that was right before is not.
func TestReferenceOfWhatIsGone(t *testing.T) {
	if _, _, ok := Decline("xx"); ok {
		t.Error("Decline(xx) has an answer, want none")
	}
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom([]string{"zh", "en"}).Draw(t, "lang")
		sentence, key, ok := Decline(lang)
		if !ok || !Declines(sentence, "") {
			t.Fatalf("Decline(%q) = %q, %v, want a sentence that declines", lang, sentence, ok)
		}
		was := rapid.SampledFrom([]value.Answer{
			{Kind: value.Text, Text: "潘秋生"}, {Kind: value.Text, Text: "Bluehill Co., Ltd."}, {Kind: value.Date, Text: "2019年12月11日"},
			{Kind: value.Number, Text: "131.50元", Number: "131.50", Unit: "元"},
		}).Draw(t, "was")
		ref := &Reference{Question: "问", KeyAnswer: []string{key}, Values: []value.Answer{{Kind: value.Text, Text: key}}, Removed: []value.Answer{was}}
		got := Grade(ref, &Attempt{Answer: sentence, Summary: &sentence, Observed: true})
		if *got.Paper.Success != 1 || *got.Paper.Process != 1 || *got.Strict.Success != 1 || *got.Strict.Process != 1 {
			t.Errorf("rates of the reference to %s = %+v, want 1 each", was.Text, got)
		}
		for _, answer := range []string{was.Text, sentence + was.Text, was.Text + "。" + sentence} {
			if rates, _ := Strict(ref, &Attempt{Answer: answer, Observed: true}); *rates.Success != 0 {
				t.Errorf("success of %q = %v, want 0", answer, *rates.Success)
			}
		}
	})
}

func TestInvents(t *testing.T) {
	number := value.Answer{Kind: value.Number, Text: "1.31亿元", Number: "1.31", Unit: "亿元"}
	name := value.Answer{Kind: value.Text, Text: "青岚市中级人民法院"}
	yes := value.Answer{Kind: value.Truth, Text: "有限制高消费的法院案件", Yes: true}
	tests := []struct {
		value  value.Answer
		answer string
		seen   string
		want   bool
	}{
		{number, "注册资本是1.31亿元。", `{"注册资本": "1.31亿"}`, false},
		{number, "注册资本是1.32亿元。", `{"注册资本": "1.31亿"}`, true},
		{number, "注册资本是13200万元。", `{"注册资本": "1.32亿"}`, false},
		{number, "注册资本是7元。", `{}`, false}, // the question has it
		{number, "不知道。", `{}`, false},
		{name, "审理法院是白砾市中级人民法院。", `{"审理法院": "青岚市中级人民法院"}`, true},
		{name, "审理法院是白砾市中级人民法院。", `{"审理法院": "白砾市中级人民法院"}`, false},
		{yes, "它另有终本执行的法院案件。", `{}`, false},
	}
	for _, tt := range tests {
		r := &Reference{Question: "其中7元是什么？", KeyAnswer: []string{tt.value.Text}, Values: []value.Answer{tt.value}}
		a := &Attempt{Answer: tt.answer, Observed: true, Calls: callsWith(tt.seen)}
		if got := Invents(r, a); len(got) != 1 || got[0] != tt.want {
			t.Errorf("Invents(%q) of %q, seen %s = %v, want [%v]", tt.answer, tt.value.Text, tt.seen, got, tt.want)
		}
		gone := &Reference{Question: r.Question, KeyAnswer: []string{"无法查到"}, Removed: r.Values}
		if got := Invents(gone, a); len(got) != 1 {
			t.Errorf("Invents(%q) where one answer is gone = %v, want one", tt.answer, got)
		}
	}
}
