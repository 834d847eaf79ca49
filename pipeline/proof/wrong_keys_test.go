package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// wrongKey is an item whose key is not that of the official answer.
type wrongKey struct {
	name, language, kind string
	answer               string
	text                 string // the question, the claim of true-false, or the text with a gap
	options              []string
	key                  []int
	matches              []string
}

// item returns the item, with the exam that it rests on.
func (w *wrongKey) item() (*exam.Collection, *task.Task) {
	c := &exam.Collection{Essays: []exam.Essay{{
		ID: "e", Origin: exam.Origin{Language: w.language}, Parts: []exam.Part{{Label: "A", Question: "Q?", Answer: w.answer}},
	}}}
	t := &task.Task{
		ID: "i", Family: task.Exam, Type: w.kind, Language: w.language, Question: w.text,
		Derivation: &task.Derivation{Source: "e", Part: "A", Rule: "hand", Quotes: []task.Quote{{Source: "e", Part: "A", End: len(w.answer), Text: w.answer}}},
		Choices:    &task.Choices{Options: w.options, Key: w.key},
	}
	if w.matches != nil {
		t.Choices.Matches = w.matches
	}
	if w.kind == task.TrueFalse {
		if w.options == nil {
			t.Choices.Options = map[string][]string{"pt": {"verdadeira", "falsa"}, "zh": {"正确", "错误"}, "en": {"true", "false"}}[w.language]
		}
	} else {
		var b strings.Builder
		for i, o := range w.options {
			fmt.Fprintf(&b, "\n%c) %s", 'A'+i, o)
		}
		for i, m := range w.matches {
			fmt.Fprintf(&b, "\n%d) %s", i+1, m)
		}
		t.Question += b.String()
	}
	t.Question += "\nEnd with a line."
	t.KeyAnswer = keywords(t)
	return c, t
}

var wrongKeys = []wrongKey{
	{"the number of another sentence", "pt", task.TrueFalse, "O prazo de recurso é de 15 dias. O prazo de embargos é de 10 dias.", "O prazo de recurso é de 10 dias.", nil, []int{0}, nil},
	{"the number of another clause", "pt", task.TrueFalse, "O prazo de recurso é de 15 dias, e o prazo de embargos é de 10 dias.", "O prazo de recurso é de 10 dias.", nil, []int{0}, nil},
	{"the recourse of the other party", "pt", task.TrueFalse, "O recurso cabível do autor é a apelação, e o do réu é o agravo de instrumento.", "O recurso cabível do autor é o agravo de instrumento.", nil, []int{0}, nil},
	{"denied by an adverb", "pt", task.TrueFalse, "O vendedor original não mais responde por vícios ocultos.", "O vendedor original responde por vícios ocultos.", nil, []int{0}, nil},
	{"denied before", "pt", task.TrueFalse, "Não é correto afirmar que o seguro do locador é obrigatório.", "O seguro do locador é obrigatório.", nil, []int{0}, nil},
	{"denied option", "pt", task.MultipleChoice, "Não cabe apelação, mas outro recurso.", "Qual é o recurso cabível?", []string{"apelação", "reclamação", "embargos"}, []int{0}, nil},
	{"denied after", "pt", task.MultipleChoice, "A apelação não é cabível, mas outro recurso.", "Qual é o recurso cabível?", []string{"apelação", "reclamação", "embargos"}, []int{0}, nil},
	{"excepted option", "pt", task.MultipleChoice, "Cabem todos os recursos, salvo apelação cível.", "Qual é o recurso cabível?", []string{"apelação cível", "reclamação", "embargos"}, []int{0}, nil},
	{"forbidden", "pt", task.MultipleChoice, "É vedada a dispensa de licitação.", "O que pode fazer o Município?", []string{"dispensa de licitação", "concurso", "leilão"}, []int{0}, nil},
	{"a paraphrase is false", "pt", task.TrueFalse, "O recurso cabível contra a decisão é a apelação.", "Contra a decisão o recurso cabível é a apelação.", nil, []int{1}, nil},
	{"the words for true and false in the other order", "pt", task.TrueFalse, "O seguro do locador é obrigatório.", "O seguro do locador é obrigatório.", []string{"falsa", "verdadeira"}, []int{0}, nil},
	{"a gap more", "pt", task.Cloze, "O prazo de recurso é de 15 dias para o autor.", "O prazo de recurso é de ____ dias para o ____.", []string{"15", "10", "20"}, []int{0}, nil},
	{"an option that is longer in the question", "en", task.MultipleChoice, "The term is thirty days.", "What is the term?", []string{"thirty days", "forty days", "fifty days"}, []int{0}, nil},
	{"no longer", "en", task.TrueFalse, "The original seller no longer bears any cost of carriage.", "The original seller bears any cost of carriage.", nil, []int{0}, nil},
	{"a contraction", "en", task.TrueFalse, "The original seller isn't liable for hidden defects.", "The original seller is liable for hidden defects.", nil, []int{0}, nil},
	{"an exception", "en", task.TrueFalse, "No party is liable, except the original seller of the goods.", "The original seller of the goods is liable.", nil, []int{1}, nil},
	{"false in law", "en", task.TrueFalse, "It is wrong to hold that the carrier bears the risk of loss.", "The carrier bears the risk of loss.", nil, []int{0}, nil},
	{"refused", "en", task.MultipleChoice, "The court must refuse specific performance, and award damages for delay.", "What does the court order?", []string{"specific performance", "an injunction", "rescission"}, []int{0}, nil},
	{"another party's term", "en", task.TrueFalse, "The buyer must give notice within 14 days; the seller must give notice within 30 days.", "The buyer must give notice within 30 days.", nil, []int{0}, nil},
	{"half and fifty per cent", "en", task.MultipleChoice, "The share is 50 percent.", "What is the share?", []string{"50 percent", "half", "30 percent"}, []int{0}, nil},
	{"不再", "zh", task.TrueFalse, "该有限公司不再承担连带责任。", "该有限公司承担连带责任。", nil, []int{0}, nil},
	{"不能认定", "zh", task.TrueFalse, "不能认定该有限公司应当承担连带责任。", "该有限公司应当承担连带责任。", nil, []int{0}, nil},
	{"禁止", "zh", task.MultipleChoice, "法律禁止转让土地所有权。", "法律许可什么？", []string{"转让土地所有权", "出租房屋", "抵押车辆"}, []int{0}, nil},
	{"另一期限", "zh", task.TrueFalse, "上诉人提出上诉的期限为十五日，申请再审的期限为六个月。", "上诉人提出上诉的期限为六个月。", nil, []int{0}, nil},
	{"另一主体", "zh", task.TrueFalse, "出卖人应当承担运输费用，买受人应当承担保险费用。", "出卖人应当承担保险费用。", nil, []int{0}, nil},
	{"以上", "zh", task.MultipleChoice, "应当判处三年以上十年以下有期徒刑。", "刑期如何？", []string{"三年以上十年以下有期徒刑", "三年以上", "拘役"}, []int{0}, nil},
	{"两种写法", "zh", task.MultipleChoice, "比例为百分之五十。", "比例是多少？", []string{"百分之五十", "二分之一", "百分之十"}, []int{0}, nil},
	{"半年", "zh", task.MultipleChoice, "期限为六个月。", "期限是多久？", []string{"六个月", "半年", "一年"}, []int{0}, nil},
	{"metade", "pt", task.MultipleChoice, "A quota é de 50%.", "Qual é a quota?", []string{"50%", "metade", "30%"}, []int{0}, nil},
	{"um milhão", "pt", task.MultipleChoice, "O valor é de R$ 1.000.000,00.", "Qual é o valor?", []string{"R$ 1.000.000,00", "um milhão de reais", "dez reais"}, []int{0}, nil},
	{"dia", "pt", task.MultipleChoice, "O prazo termina em 1º de março de 2020.", "Quando termina o prazo?", []string{"1º de março de 2020", "01/03/2020", "dez de maio"}, []int{0}, nil},
	{"a denied pair", "pt", task.Matching, "O locador não paga o condomínio ordinário. O locatário paga o condomínio ordinário. O fiador paga a multa rescisória.", "Relacione.", []string{"O locador", "O fiador"}, []int{0, 1}, []string{"o condomínio ordinário", "a multa rescisória"}},
	{"配对被否认", "zh", task.Matching, "出租人不负担物业费用。承租人负担物业费用。保证人支付违约金额。", "请配对。", []string{"出租人", "保证人"}, []int{0, 1}, []string{"负担物业费用", "支付违约金额"}},
	{"pairs of the other party", "en", task.Matching, "The buyer must pay the freight, and the seller must pay the insurance.", "Match.", []string{"the buyer", "the seller"}, []int{0, 1}, []string{"pay the insurance", "pay the freight"}},
}

// Keys that the official answer does not give are refused, whatever words they share with it.
func TestWrongKeysAreRefused(t *testing.T) {
	for _, w := range wrongKeys {
		c, it := w.item()
		if w.name == "an option that is longer in the question" {
			it.Question = strings.Replace(it.Question, "B) forty days", "B) forty days, unless thirty days are agreed", 1)
		}
		checks := itemChecksOf(Sources{Exams: c})
		kept, dropped, err := RunChecks(t.Context(), checks, []*task.Task{it}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(kept) > 0 {
			t.Errorf("%s: %q with the key %v is proved by %q: %+v", w.name, w.text, it.KeyAnswer, w.answer, kept[0].Checks[1])
		} else {
			t.Logf("%s: %s: %s", w.name, dropped[0].Check, dropped[0].Detail)
		}
	}
}

// An option that names the letters of others has to name those at which they are now.
func TestLettersOfATakenOverQuestion(t *testing.T) {
	source := []string{"a casa", "o carro", "Apenas A e B estão corretas", "A posse e C estão corretas"}
	for _, c := range []struct {
		options []string
		want    bool
	}{
		{source, true},
		{[]string{"o carro", "a casa", "Apenas A e B estão corretas", "A posse e C estão corretas"}, true},
		{[]string{"Apenas B e C estão corretas", "o carro", "a casa", "A posse e A estão corretas"}, true},
		{[]string{"Apenas A e B estão corretas", "o carro", "a casa", "A posse e A estão corretas"}, false},
		{[]string{"a casa", "o carro", "Apenas A e D estão corretas", "A posse e C estão corretas"}, false},
		{[]string{"a casa", "o carro", "Apenas A e B estão corretas", "A posse e B estão corretas"}, false},
	} {
		if at, ok := places(c.options, source); ok != c.want {
			t.Errorf("places of %q: %v, %v, want %v", c.options, at, ok, c.want)
		}
	}
}
