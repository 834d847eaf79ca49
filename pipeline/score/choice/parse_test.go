package choice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

// one asks for one of four options, several for all right ones of five, pairs for the matches of
// three, truth whether a claim is true.
func one() *choice.KeyedItem {
	return &choice.KeyedItem{Form: choice.OneOption, Options: []string{"mandado de segurança", "ação popular", "A autoridade deve anular o ato.", "habeas corpus"}, Key: []int{1}}
}

func several() *choice.KeyedItem {
	return &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"O prazo é de 15 dias.", "O prazo é de 30 dias.", "Cabe recurso ao tribunal.", "O ato é nulo.", "A multa é devida."}, Key: []int{0, 2}}
}

func pairs() *choice.KeyedItem {
	return &choice.KeyedItem{Form: choice.OptionPairs, Options: []string{"contestação", "apelação", "embargos"}, Matches: []string{"réu citado", "sentença", "omissão"}, Key: []int{1, 0, 2}}
}

func truth() *choice.KeyedItem {
	return &choice.KeyedItem{Form: choice.TrueOrFalse, Options: []string{"verdadeira", "falsa"}, Key: []int{0}}
}

// said writes a choice: letters, pairs, T or F; then "+n" for what lies outside; then the manner,
// unless it is stated.
func said(it *choice.KeyedItem, c choice.ChosenOptions) string {
	var parts []string
	for i, p := range c.Options {
		switch it.Form {
		case choice.TrueOrFalse:
			parts = append(parts, []string{"T", "F"}[p])
		case choice.OptionPairs:
			parts = append(parts, fmt.Sprintf("%c%d", 'A'+p, c.Matches[i]+1))
		default:
			parts = append(parts, string(rune('A'+p)))
		}
	}
	s := strings.Join(parts, "")
	if c.Outside > 0 {
		s += fmt.Sprintf("+%d", c.Outside)
	}
	if c.Manner != choice.Stated {
		s = strings.TrimSpace(s + " " + string(c.Manner))
	}
	return s
}

type reading struct{ answer, want string }

func check(t *testing.T, it *choice.KeyedItem, readings []reading) {
	t.Helper()
	for _, r := range readings {
		if got := said(it, choice.Parse(it, r.answer)); got != r.want {
			t.Errorf("%s: %q is read as %q, want %q", it.Form, r.answer, got, r.want)
		}
	}
}

func TestOneOption(t *testing.T) {
	check(t, one(), []reading{
		// The forms that questions ask for.
		{"A resposta correta é: B", "B"}, {"A resposta correta é B.", "B"}, {"A resposta correta é: b)", "B"}, {"A resposta correta é: a", "A"},
		{"正确答案是：B", "B"}, {"正确答案是B。", "B"}, {"The correct answer is: B", "B"}, {"The correct answer is B) ação popular.", "B"},
		// Bare letters, in brackets, bold, full width, boxed.
		{"B", "B"}, {"b", "B"}, {"(B)", "B"}, {"**B**", "B"}, {"B.", "B"}, {"B)", "B"}, {"[B]", "B"}, {"\"B\"", "B"}, {"Ｂ", "B"}, {"（Ｂ）", "B"}, {"Ⓑ", "B"}, {"【B】", "B"}, {"$\\boxed{B}$", "B"}, {"`B`", "B"}, {"A", "A"}, {"a", "A"}, {"a)", "A"},
		{"**Resposta:** **B**", "B"}, {"Resposta: (b)", "B"}, {"**Resposta correta: B) ação popular**", "B"}, {"## Resposta final\n\nB", "B"},
		// Other words.
		{"alternativa B", "B"}, {"Alternativa correta: letra B.", "B"}, {"A alternativa correta é a letra B", "B"}, {"Letra b", "B"}, {"Gabarito: B", "B"}, {"Opção B.", "B"}, {"A opção correta é a B, porque a lei assim dispõe.", "B"},
		{"A resposta certa é a alternativa “B”.", "B"}, {"Escolho a alternativa B.", "B"}, {"Opto pela letra B", "B"}, {"A correta é a B.", "B"}, {"A correta é: B", "B"}, {"A B está correta.", "B"}, {"A alternativa B é a correta.", "B"},
		{"选B", "B"}, {"选 B。", "B"}, {"应选B项", "B"}, {"本题应选B。", "B"}, {"答案：B", "B"}, {"答案为B", "B"}, {"答案选B", "B"}, {"故选：B", "B"}, {"【答案】B", "B"}, {"B项正确。", "B"}, {"正确的选项是 B", "B"}, {"我选择B选项", "B"}, {"选项B是正确的。", "B"},
		{"Option B", "B"}, {"Option (B) is correct.", "B"}, {"The answer is (B).", "B"}, {"Answer: B", "B"}, {"ANSWER: B", "B"}, {"B is the correct answer.", "B"}, {"B is correct because the law says so.", "B"}, {"I would choose B.", "B"}, {"The right choice is option B.", "B"}, {"Final Answer: B", "B"}, {"Correct answer: B) ação popular", "B"}, {"The best answer is B", "B"}, {"It's B.", "B"},
		// Letter and words, or words alone.
		{"B) ação popular", "B"}, {"B. ação popular", "B"}, {"B - Ação Popular", "B"}, {"ação popular", "B"}, {"Ação  popular.", "B"}, {"A resposta correta é: ação popular", "B"}, {"“ação popular”", "B"}, {"Cabe, no caso, ação popular, pois há lesão ao patrimônio.", "B"},
		{"C) A autoridade deve anular o ato.", "C"}, {"Resposta: A autoridade deve anular o ato.", "C"}, {"A autoridade deve anular o ato.", "C"}, {"B, porque o cidadão tem legitimidade.", "B"}, {"B\n\nO cidadão tem legitimidade.", "B"},
		// Reasoning first; the last conclusion counts.
		{"A pretensão visa ao patrimônio público. O mandado de segurança não serve. Logo, a resposta correta é: B", "B"},
		{"À primeira vista a resposta é A. Mas o prazo passou. Portanto, a resposta correta é B.", "B"},
		{"The answer seems to be A. Wait, no. The answer is B.", "B"},
		{"选A似乎合理，但不符合题意，因此答案是B。", "B"}, {"综上，故选B。", "B"}, {"A错误，C错误，D错误，B正确。", "B"},
		{"<think>A? Não. A resposta é C.</think>A resposta correta é: B", "B"},
		{"A alternativa A está incorreta. A alternativa C está errada. A alternativa B está correta. A alternativa D é falsa.", "B"},
		{"Não é a alternativa A. Descarto a letra C. Fico com a letra B.", "B"}, {"The answer is not A. The answer is B.", "B"}, {"A resposta não é a A, e sim a B.", "B"},
		{"A) Incorreta: não há direito líquido.\nB) Correta: há lesão.\nC) Incorreta.\nD) Incorreta.", "B"},
		{"A) mandado de segurança – errada\nB) ação popular – correta\nC) A autoridade deve anular o ato. – errada\nD) habeas corpus – errada", "B"},
		{"A resposta correta é B. A opção C está errada porque não há ato.", "B"}, {"The answer is B because option C deals with something else.", "B"}, {"The answer is B, not C.", "B"}, {"Resposta: B e não C.", "B"},
		{"A vendeu a B um imóvel, e B não pagou. A resposta correta é: D", "D"}, {"A celebrou contrato com B. Resposta: C", "C"},
		{"Resumo do caso.\n\nB", "B"}, {"Resumo do caso.\n\n**B) ação popular**", "B"},
		// JSON.
		{`{"answer":"B"}`, "B"}, {"```json\n{\"answer\": \"B\"}\n```", "B"}, {`{"reasoning": "A parece certa", "resposta": "B) ação popular"}`, "B"}, {`["B"]`, "B"}, {`{"答案":"B"}`, "B"}, {`{"answer": ["B"]}`, "B"}, {`{"final_answer": "b"}`, "B"}, {`{"A": false, "B": true, "C": false, "D": false}`, "B"}, {`Segue: {"letra": "B", "texto": "ação popular"}`, "B"},
		// Hedges: more than one option, or letter and words of two.
		{"B ou C", "BC hedged"}, {"B or C", "BC hedged"}, {"The answer is B or C.", "BC hedged"}, {"A resposta correta é: A ou B", "AB hedged"}, {"答案是B或C", "BC hedged"}, {"A, B", "AB hedged"}, {"As respostas são A e B", "AB hedged"}, {"AB", "AB hedged"}, {"A resposta é B, mas também pode ser C.", "B hedged"}, {"The answer is B, or possibly C.", "B hedged"}, {"答案：B，也可能是C", "B hedged"}, {`{"answer":["A","B"]}`, "AB hedged"}, {"A) ação popular", "AB hedged"}, {"A alternativa A trata de um remédio; a alternativa B, de outro.", "AB hedged"},
		// No choice.
		{"", "abstained"}, {"  \n", "abstained"}, {"Não sei.", "abstained"}, {"Não é possível determinar a resposta.", "abstained"}, {"I don't know.", "abstained"}, {"我不知道。", "abstained"}, {"无法确定。", "abstained"}, {"Desculpe, não posso ajudar com isso.", "abstained"},
		{"A) mandado de segurança\nB) ação popular\nC) A autoridade deve anular o ato.\nD) habeas corpus", "listed"},
		{"A lei dispõe sobre o tema.", "unread"}, {"O ato é nulo.", "unread"}, {"É um caso interessante.", "unread"},
		// A letter that is no option.
		{"A resposta correta é: F", "+1 outside"}, {"E", "+1 outside"}, {"答案：G", "+1 outside"}, {"Resposta: e)", "+1 outside"},
		// A guess is a choice.
		{"Não sei ao certo, mas a resposta é B.", "B"}, {"I am not sure, but the answer is B", "B"},
	})
	abstract := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"", "", "", "", ""}, Key: []int{4}}
	check(t, abstract, []reading{{"E", "E"}, {"A resposta correta é: E", "E"}, {"Resposta: E, pois é nulo.", "E"}, {"A alternativa E", "E"}, {"答案：E", "E"}, {"A resposta correta é a E.", "E"}, {"A e E", "AE hedged"}})
}

func TestSeveralOptions(t *testing.T) {
	check(t, several(), []reading{
		{"As respostas corretas são: A), C)", "AC"}, {"As respostas corretas são: A) e C)", "AC"}, {"正确选项为：A、C", "AC"}, {"The correct options are: A, C", "AC"},
		{"答案：ACD", "ACD"}, {"AC", "AC"}, {"A, C", "AC"}, {"A C", "AC"}, {"A e C", "AC"}, {"A and C.", "AC"}, {"A和C", "AC"}, {"A、C、D", "ACD"}, {"选AC", "AC"}, {"(A), (C)", "AC"}, {"a) c)", "AC"}, {"Resposta: a) c)", "AC"}, {"A; C; E", "ACE"}, {"A/C", "AC"}, {"**A** e **C**", "AC"}, {"Ａ、Ｃ", "AC"}, {"A\nC", "AC"}, {"- A\n- C", "AC"}, {"A", "A"}, {"E", "E"}, {"As respostas corretas são: A, C e E.", "ACE"}, {"ABCDE", "ABCDE"}, {"A, B, C, D, E", "ABCDE"},
		{"As respostas corretas são:\n\nA) O prazo é de 15 dias.\nC) Cabe recurso ao tribunal.", "AC"}, {"A) O prazo é de 15 dias. C) Cabe recurso ao tribunal.", "AC"}, {"Alternativas corretas: A (O prazo é de 15 dias.) e C (Cabe recurso ao tribunal.)", "AC"},
		{"O prazo é de 15 dias.\nCabe recurso ao tribunal.", "AC"}, {"As alternativas corretas são a A e a C.", "AC"}, {"A is correct. B is wrong. C is correct.", "AC"}, {"A正确，B错误，C正确，D错误，E错误。", "AC"},
		{"A) Correta.\nB) Incorreta.\nC) Correta.\nD) Incorreta.\nE) Incorreta.", "AC"}, {"A opção B não procede. Portanto, as corretas são: A e C.", "AC"}, {"As respostas corretas são: A e C. A alternativa B está errada.", "AC"}, {"As respostas corretas são A e C.\n\nB) está incorreta, pois o prazo é outro.", "AC"},
		{`{"answer":["A","C"]}`, "AC"}, {`["A", "C"]`, "AC"}, {`{"answer":"A, C"}`, "AC"}, {`{"A":true,"B":false,"C":true}`, "AC"}, {`{"respostas": ["A) O prazo é de 15 dias.", "C) Cabe recurso ao tribunal."]}`, "AC"},
		{"A ou C", "AC hedged"}, {"The correct options are A or C", "AC hedged"},
		{"As respostas corretas são: A, C, F", "AC+1"}, {"", "abstained"}, {"Não sei", "abstained"},
		{"A) O prazo é de 15 dias.\nB) O prazo é de 30 dias.\nC) Cabe recurso ao tribunal.\nD) O ato é nulo.\nE) A multa é devida.", "listed"},
	})
}

func TestTrueOrFalse(t *testing.T) {
	check(t, truth(), []reading{
		{"A afirmação é verdadeira", "T"}, {"A afirmação é falsa.", "F"}, {"A afirmação é  falsa", "F"}, {"该说法正确", "T"}, {"该说法错误。", "F"}, {"The statement is true", "T"}, {"The statement is false.", "F"},
		{"Verdadeira", "T"}, {"Falso.", "F"}, {"V", "T"}, {"F", "F"}, {"T", "T"}, {"(F)", "F"}, {"**Falsa**", "F"}, {"true", "T"}, {"False", "F"}, {"正确", "T"}, {"错误", "F"}, {"对", "T"}, {"错", "F"}, {"不正确。", "F"}, {"不对", "F"}, {"Certo", "T"}, {"Errado", "F"}, {"Correta.", "T"}, {"Incorreta", "F"}, {"Ｆ", "F"}, {"√", "T"}, {"×", "F"}, {"Sim.", "T"},
		{"Resposta: F", "F"}, {"Resposta: Verdadeiro", "T"}, {"A resposta correta é: falsa", "F"}, {"答案：错误", "F"}, {"答案：对", "T"}, {"判断：错误", "F"}, {"该说法是正确的。", "T"}, {"该说法不正确。", "F"}, {"这一说法有误。", "F"}, {"Answer: True", "T"},
		{"A afirmação não é verdadeira.", "F"}, {"A afirmação não é falsa.", "T"}, {"The statement is not true.", "F"}, {"The claim isn't correct.", "F"}, {"该说法不是错误的。", "T"}, {"A assertiva está incorreta.", "F"}, {"A afirmação está correta.", "T"}, {"A afirmação pode ser considerada verdadeira? Não. A afirmação é falsa.", "F"},
		{"Falsa, porque o prazo correto é de 15 dias.", "F"}, {"A afirmação é falsa, pois o correto seria dizer que cabe recurso.", "F"}, {"A afirmação seria verdadeira se houvesse dolo; como não há, a afirmação é falsa.", "F"}, {"O prazo é de 15 dias. Logo, a afirmação é falsa.", "F"}, {"It is true that the term is 15 days. But the statement is false.", "F"}, {"Não há prazo. Portanto, é falsa.", "F"}, {"虽然法律有规定，但该说法错误。", "F"},
		{"É preciso dizer se a afirmação é verdadeira ou falsa. A afirmação é verdadeira.", "T"}, {"<think>A afirmação é falsa</think>A afirmação é verdadeira", "T"},
		{`{"answer": false}`, "F"}, {`{"answer": "verdadeira"}`, "T"}, {`{"resposta": true}`, "T"},
		{"A afirmação é verdadeira ou falsa", "TF hedged"}, {"A afirmação é parcialmente verdadeira.", "T hedged"}, {"True or false", "TF hedged"}, {"yes no true false", "TF hedged"}, {"是", "T"}, {"是 否 有 没有", "unread"}, {"正确 错误", "TF hedged"}, {"V/F", "TF hedged"}, {"部分正确", "T hedged"},
		{"", "abstained"}, {"Não sei dizer.", "abstained"}, {"I cannot determine this.", "abstained"}, {"不知道", "abstained"}, {"O prazo é de 15 dias.", "unread"},
	})
}

func TestOptionPairs(t *testing.T) {
	check(t, pairs(), []reading{
		{"A correspondência correta é: A-2, B-1, C-3", "A2B1C3"}, {"正确配对为：A-2，B-1，C-3", "A2B1C3"}, {"The correct pairs are: A-2, B-1, C-3", "A2B1C3"},
		{"A-2; B-1; C-3", "A2B1C3"}, {"a-2, b-1, c-3", "A2B1C3"}, {"A→2\nB→1\nC→3", "A2B1C3"}, {"A2 B1 C3", "A2B1C3"}, {"A2B1C3", "A2B1C3"}, {"2-A, 1-B, 3-C", "A2B1C3"}, {"(A, 2), (B, 1), (C, 3)", "A2B1C3"}, {"A: 2, B: 1, C: 3", "A2B1C3"}, {"A) 2, B) 1, C) 3", "A2B1C3"}, {"A–2, B–1, C–3", "A2B1C3"}, {"Ａ－２；Ｂ－１；Ｃ－３", "A2B1C3"}, {"A = 2, B = 1, C = 3", "A2B1C3"}, {"A => 2\nB => 1\nC => 3", "A2B1C3"}, {"A com 2, B com 1 e C com 3", "A2B1C3"}, {"A corresponde a 2; B corresponde a 1; C corresponde a 3.", "A2B1C3"}, {"A对应2，B对应1，C对应3", "A2B1C3"}, {"A matches 2, B matches 1, C matches 3", "A2B1C3"}, {"$A \\rightarrow 2$, $B \\rightarrow 1$, $C \\rightarrow 3$", "A2B1C3"}, {"A-②，B-①，C-③", "A2B1C3"},
		{"| Coluna 1 | Coluna 2 |\n|---|---|\n| A | 2 |\n| B | 1 |\n| C | 3 |", "A2B1C3"}, {"**A** → **2**\n**B** → **1**\n**C** → **3**", "A2B1C3"},
		{"A) contestação → 2) sentença\nB) apelação → 1) réu citado\nC) embargos → 3) omissão", "A2B1C3"}, {"contestação → sentença; apelação → réu citado; embargos → omissão", "A2B1C3"}, {"1. A-2\n2. B-1\n3. C-3", "A2B1C3"},
		{`{"A":"2","B":"1","C":"3"}`, "A2B1C3"}, {`{"answer":{"A":2,"B":1,"C":3}}`, "A2B1C3"}, {`[["A",2],["B",1],["C",3]]`, "A2B1C3"}, {`{"pairs":[{"letter":"A","number":2},{"letter":"B","number":1},{"letter":"C","number":3}]}`, "A2B1C3"}, {`{"answer":"A-2, B-1, C-3"}`, "A2B1C3"},
		{"Talvez A-1 e B-2. Melhor: a correspondência correta é: A-2, B-1, C-3", "A2B1C3"}, {"A-1? Não.\n\nA-2, B-1, C-3", "A2B1C3"}, {"A-2: a contestação vem da sentença.\n\nB-1: o réu apela.\n\nC-3: há omissão.", "A2B1C3"},
		{"A-2, A-2, B-1", "A2B1"}, {"A-1, A-2, B-1, C-3", "A1A2B1C3 hedged"}, {"A-2, B-1, C-7", "A2B1+1"}, {"", "abstained"}, {"Não sei", "abstained"}, {"O prazo é de 15 dias.", "unread"},
	})
}

// An answer that repeats the question says nothing by that.
func TestRepeatedQuestion(t *testing.T) {
	it := one()
	it.Question = "Qual é a ação?\n\nA) mandado de segurança\nB) ação popular\nC) A autoridade deve anular o ato.\nD) habeas corpus\n\nResponda: \"A resposta correta é: B\"."
	if got := said(it, choice.Parse(it, it.Question)); got != "abstained" {
		t.Errorf("the question alone is read as %q, want an abstention", got)
	}
	if got := said(it, choice.Parse(it, it.Question+"\n\nA resposta correta é: D")); got != "D" {
		t.Errorf("an answer behind the question is read as %q, want D", got)
	}
}

// Whatever text it is, reading ends, and what is chosen lies within the options, in order.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"A resposta correta é: B", "答案：ACD", "A-2; B-1", `{"answer":["A","C"]}`, "A afirmação é falsa", "| A | 2 |", "\\boxed{B}", "（Ｂ）\xff", "B or C", "((((((A", "A) \n\n B", "A, A, A, A"} {
		f.Add(s)
	}
	items := []*choice.KeyedItem{one(), several(), truth(), pairs(), {Form: choice.OneOption}, {Form: choice.OptionPairs, Options: make([]string, 26), Matches: make([]string, 26)}}
	f.Fuzz(func(t *testing.T, s string) {
		for _, it := range items {
			c := choice.Parse(it, s)
			for i, p := range c.Options {
				if p < 0 || p >= max(2, len(it.Options)) || i > 0 && p < c.Options[i-1] || i > 0 && p == c.Options[i-1] && it.Form != choice.OptionPairs {
					t.Errorf("%s: %q chooses %v", it.Form, s, c)
				}
			}
			if (len(c.Matches) > 0) != (it.Form == choice.OptionPairs && len(c.Options) > 0) || len(c.Matches) > 0 && slices.Max(c.Matches) >= len(it.Matches) {
				t.Errorf("%s: %q has matches %v", it.Form, s, c)
			}
			if none := len(c.Options) == 0 && c.Outside == 0; none != (c.Manner == choice.Listed || c.Manner == choice.Abstained || c.Manner == choice.Unread) {
				t.Errorf("%s: %q: manner %s of %v", it.Form, s, c.Manner, c)
			}
			if g := choice.Grade(it, &c); g.F1 < 0 || g.F1 > 1 || g.Right && g.F1 != 1 {
				t.Errorf("%s: %q: grade %v", it.Form, s, g)
			}
		}
	})
}

// The time is linear: many thousands of any character or word end in seconds.
func TestLongAnswers(t *testing.T) {
	for _, s := range []string{"A, ", "(", "resposta ", "A) ", "A\n", "{\"a\":", "[", "a ", "答案", "A-1 ", "não ", "\"", "<think>", "verdadeira ", "ou ", "A) V\n", "| A | ", "; A) ", "- [x] A) ", "se a resposta seria A ", "todas as alternativas ", "A-1 não ", "如果选A，", "(A)、"} {
		long := strings.Repeat(s, 30_000/len(s))
		for _, it := range []*choice.KeyedItem{one(), several(), truth(), pairs()} {
			begin := time.Now()
			choice.Parse(it, long)
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("%s: 30,000 bytes of %q took %v", it.Form, s, took)
			}
		}
	}
}
