package choice_test

import "testing"

// Answers at length, as models write them: explanations before and after, of all options.
func TestLongerAnswers(t *testing.T) {
	check(t, one(), []reading{
		{"**Resposta:** A alternativa correta é a **C**.", "C"},
		{"A resposta correta é: **D) habeas corpus**\n\n**Justificativa:**\nA) errada, pois não há ato; B) não cabe.", "D"},
		{"Alternativa correta: B\n\nComentários:\nA) incorreta, pois falta direito líquido.\nC) incorreta.\nD) incorreta.", "B"},
		{"The correct answer is **B**.\n\nExplanation: Option A is incorrect because of the term. Option C would be right if there were an act.", "B"},
		{"Análise:\nA) mandado de segurança: cabível quando há direito líquido.\nB) ação popular: cabível para anular ato lesivo.\n\nPortanto, a alternativa B.", "B"},
		{"A项说的是复议，错误。B项说的是诉讼，正确。综上，本题答案为B。", "B"}, {"正确答案：B。\n解析：A选项错误，C选项不符合题意。", "B"}, {"【解析】本题考查救济途径。A错误。\n【答案】B", "B"},
		{"Vejamos. A autora A processou B. O juiz C decidiu. A resposta correta é a letra D.", "D"},
		{"Considerando o exposto, a assertiva correta é aquela descrita na letra B.", "B"},
		{"Entendo que a resposta correta é a B (ação popular), e não a A (mandado de segurança).", "B"},
		{"1. O ato é lesivo.\n2. O cidadão tem título de eleitor.\n\n**Resposta final: B**", "B"},
	})
	check(t, several(), []reading{
		{"As respostas corretas são:\n- A) O prazo é de 15 dias.\n- C) Cabe recurso ao tribunal.", "AC"}, {"**A)**, **C)**", "AC"}, {"A) e C) estão corretas.", "AC"},
		{"As afirmações corretas são A e C. As demais (B, D e E) estão incorretas.", "AC"}, {"选项A和C正确，B、D、E错误。", "AC"}, {"Options A and C are correct; B, D and E are wrong.", "AC"},
	})
	check(t, truth(), []reading{
		{"**Falsa.** A afirmação está incorreta porque a regra correta é outra.", "F"}, {"A afirmação \"o prazo é de 15 dias\" é falsa.", "F"}, {"该说法是错误的，正确的说法是期限为三十日。", "F"}, {"该说法错误。正确的做法是提起诉讼。", "F"},
		{"A afirmação é falsa. A afirmação correta seria que o prazo é de 15 dias.", "F"}, {"The statement is false. The correct rule is that the term is 15 days.", "F"}, {"Esta afirmação é verdadeira, porque o prazo é mesmo de 15 dias.", "T"}, {"根据法律规定，该说法正确，因为期限不是三十日。", "T"},
		{"A afirmação está errada: não é verdade que o prazo seja de 15 dias.", "F"}, {"Resposta: a afirmação é verdadeira.", "T"},
	})
	check(t, pairs(), []reading{
		{"Análise: a contestação (A) é do réu; logo A corresponde a 1? Não.\n\n**A correspondência correta é: A-2, B-1, C-3**\n\nPorque a sentença é contestada (art. 5, inciso 2).", "A2B1C3"},
		{"正确配对为：A-2，B-1，C-3。理由：A讲的是第1款，不对应1。", "A2B1C3"},
	})
}
