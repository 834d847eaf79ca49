package choice_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

// Answers go through the options first, correct themselves, set out tables or rule options out; what they
// conclude counts.
func TestReasonedAnswers(t *testing.T) {
	pt := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"mandado de segurança, no prazo de 120 dias", "ação popular, proposta por qualquer cidadão", "ação civil pública, proposta pelo Ministério Público", "habeas data"}, Key: []int{1}}
	check(t, pt, []reading{
		{"Vamos analisar cada alternativa:\n\nA) O mandado de segurança protege direito líquido e certo, o que não é o caso.\n\nB) A ação popular é o instrumento adequado, pois qualquer cidadão pode propô-la.\n\nC) A ação civil pública não pode ser proposta por cidadão.\n\nD) O habeas data serve para obter informações.\n\nPortanto, a alternativa correta é a letra B.", "B"},
		{"A resposta correta é: A. Espere, não — revendo o art. 5º, LXXIII, a resposta correta é: B", "B"},
		{"Inicialmente pensei na alternativa C, mas ela é restrita ao Ministério Público. Corrigindo: a correta é a B.", "B"},
		{"| Alternativa | Análise | Veredito |\n|---|---|---|\n| A | Prazo decadencial | Incorreta |\n| B | Qualquer cidadão | Correta |\n| C | Só o MP | Incorreta |\n| D | Informações | Incorreta |", "B"},
		{"| A | ❌ |\n| B | ✅ |\n| C | ❌ |\n| D | ❌ |", "B"},
		{"- **A)** mandado de segurança, no prazo de 120 dias: ❌ incorreta, pois não há direito líquido e certo.\n- **B)** ação popular, proposta por qualquer cidadão: ✅ correta.\n- **C)** ação civil pública, proposta pelo Ministério Público: ❌\n- **D)** habeas data: ❌", "B"},
		{"{\n  \"analise\": {\"A\": \"incorreta\", \"B\": \"correta\", \"C\": \"incorreta\", \"D\": \"incorreta\"},\n  \"resposta\": \"B\"\n}", "B"},
		{"{\"alternativas\": [\"A\", \"B\", \"C\", \"D\"], \"resposta\": \"B\"}", "B"}, {"{\"choices\": {\"A\": \"errada\", \"B\": \"certa\"}, \"correct_answer\": \"B\"}", "B"}, {"{\"escolha\": \"B\", \"options\": [\"A\", \"B\", \"C\", \"D\"]}", "B"}, {"{\"answer\": {\"option\": \"B\", \"text\": \"ação popular\"}}", "B"},
		{"A alternativa que melhor se ajusta ao caso é a B, já que a A exige direito líquido e certo, a C é privativa do MP e a D trata de informações.", "B"},
		{"As alternativas A, C e D estão incorretas. Resta, portanto, a alternativa B.", "B"},
		{"Por eliminação, fica a letra B.", "B"},
		{"Estou em dúvida entre B e C, mas marcaria B.", "B"},
		{"A) e B) parecem ambas corretas.", "AB hedged"},
		{"A resposta correta é: B\n\nJustificativa: a alternativa A estaria correta se houvesse direito líquido e certo; a alternativa C estaria correta se o autor fosse o Ministério Público.", "B"},
		{"**Gabarito: B**\n\n**Comentário:** A alternativa A está errada. A alternativa correta, B, decorre do art. 5º.", "B"},
		{"A resposta é a ação popular (alternativa B), e não a ação civil pública (alternativa C).", "B"},
		{"Resposta: A", "A"},
		{"A resposta correta não é a A, nem a C, nem a D. É a B.", "B"},
		{"Todas as alternativas estão incorretas.", "unread"},
		{"Nenhuma das alternativas está correta.", "unread"},
		{"Eu responderia D) habeas data, embora B também seja defensável.", "D"},
		{"A resposta correta é: B) ação civil pública, proposta pelo Ministério Público", "BC hedged"},
		{"Conclusão: B (ação popular, proposta por qualquer cidadão).", "B"},
		{"O gabarito oficial seria C, porém, à luz da Constituição, a resposta correta é B.", "B"},
		{"Resposta correta: alternativa **\"b\"**.", "B"},
		{"A questão trata de A e B, sócios da empresa C. Com base no art. 5º, a resposta correta é a alternativa d).", "D"},
		{"A resposta correta é: E", "+1 outside"},
		{"Se o réu fosse autoridade, a resposta seria A. Como não é, a resposta é B.", "B"},
		{"A resposta é B. Se houvesse direito líquido e certo, a resposta seria A.", "B"},
		{"Resposta: B.\n\nA: errada, porque exige direito líquido.\nC: errada, porque o autor é cidadão.\nD: errada.", "B"},
	})
	zh := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"人民法院应当裁定不予受理", "人民法院应当受理", "当事人应当先申请行政复议", "应当移送上级人民法院"}, Key: []int{1}}
	check(t, zh, []reading{
		{"A项：不符合起诉条件，错误。B项：符合第一百二十二条，正确。C项：本案不属于复议前置，错误。D项：无管辖权争议，错误。\n综上，正确答案是：B", "B"},
		{"根据《民事诉讼法》第一百二十二条，人民法院应当受理。因此选择B选项。", "B"},
		{"本题考查起诉条件。A选项说法错误，C选项说法错误，D选项说法错误，只有B选项符合法律规定。", "B"},
		{"我认为是A……不对，重新考虑后，应当是B。", "B"},
		{"答案是A。等等，不对，应该是B。", "B"},
		{"正确答案：B（人民法院应当受理）", "B"},
		{"可能是B，也可能是D。", "BD hedged"},
		{"正确答案为B，而不是A。", "B"},
		{"答案不是A，是B。", "B"},
		{"综上所述，B项当选。", "B"},
		{"排除A、C、D，故本题答案为B。", "B"},
		{"**答案：** B\n\n**解析：** A项错误；B项正确；C项错误；D项错误。", "B"},
		{"A、B、C、D四个选项中，只有B正确。", "B"},
		{"根据规定，人民法院应当受理，故B正确，A错误。", "B"},
		{"甲公司起诉乙公司，A为担保人。所以答案选择Ｃ。", "C"},
		{"四个选项都不正确。", "unread"},
		{"{\"分析\": \"A错误\", \"答案\": \"B\"}", "B"},
		{"选项A和C都不正确，选项B和D中，B更符合题意，所以选B。", "B"},
	})
	en := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"The court must dismiss the claim.", "The court must hear the claim.", "The claimant must pay 500 dollars.", "30 days"}, Key: []int{1}}
	check(t, en, []reading{
		{"Let me go through the options. A is a common misconception: the court need not dismiss. C confuses fees with costs. D is about time limits. That leaves B, which follows the statute.\n\n**The correct answer is: B**", "B"},
		{"The correct answer is: C... wait, no. On reflection, section 12 applies, so it should be B.", "B"},
		{"I initially thought A, but the correct answer is B.", "B"},
		{"The correct answer is: B. A would be correct only if the claim were late.", "B"},
		{"Neither A nor C is right. I'd go with B.", "B"},
		{"It could be A or B, but I lean towards B.", "B"},
		{"Options A, C, and D are incorrect. Option B is correct.", "B"},
		{"A) Incorrect\nB) Correct\nC) Incorrect\nD) Incorrect\n\nThe correct answer is: B", "B"},
		{"None of the above.", "unread"},
		{"```json\n{\"reasoning\": \"The answer is not A because ...\", \"answer\": \"B\"}\n```\nThe correct answer is: B", "B"},
		{"{\"answer\": \"B\", \"confidence\": 0.9, \"alternatives\": [\"A\", \"C\"]}", "B"},
		{"A court must hear a claim brought in time. The correct answer is: B", "B"},
		{"Answer: B\nA is wrong since the claim is in time. C is wrong since no fee applies.", "B"},
		{"The correct answer is: **B) The court must hear the claim.**", "B"},
		{"B is tempting, but the correct option is D.", "D"},
		{"B would be the answer if the claim were in time. It isn't, so A is the answer.", "A"},
		{"> The correct answer is: B", "B"},
	})
	sel := &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"O prazo é de 15 dias.", "O prazo é de 30 dias.", "Cabe recurso ao tribunal.", "O ato é nulo.", "A multa é devida."}, Key: []int{0, 2}}
	check(t, sel, []reading{
		{"Análise:\n\nA) Correta. O art. 335 fixa 15 dias.\nB) Incorreta.\nC) Correta. Cabe apelação.\nD) Incorreta. O ato é anulável.\nE) Incorreta.\n\nAs respostas corretas são: A), C)", "AC"},
		{"| Opção | Correta? |\n|---|---|\n| A | Sim |\n| B | Não |\n| C | Sim |\n| D | Não |\n| E | Não |", "AC"},
		{"- [x] A) O prazo é de 15 dias.\n- [ ] B) O prazo é de 30 dias.\n- [x] C) Cabe recurso ao tribunal.\n- [ ] D) O ato é nulo.\n- [ ] E) A multa é devida.", "AC"},
		{"São corretas as alternativas A e C; são incorretas B, D e E.", "AC"},
		{"As respostas corretas são: A), B), C). Correção: B) está errada. As respostas corretas são: A), C)", "AC"},
		{"Todas as alternativas estão corretas, exceto a D.", "ABCE"},
		{"As respostas corretas são: A) O prazo é de 15 dias., C) Cabe recurso ao tribunal.", "AC"},
		{"A: verdadeira; B: falsa; C: verdadeira; D: falsa; E: falsa.", "AC"},
		{"Apenas A e C.", "AC"},
		{"{\"corretas\": [\"A\", \"C\"], \"incorretas\": [\"B\", \"D\", \"E\"]}", "AC"},
		{"Estão corretas A e C, mas não B, D e E.", "AC"},
	})
	zsel := &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"期限为十五日", "期限为三十日", "可以上诉", "判决无效"}, Key: []int{0, 2}}
	check(t, zsel, []reading{
		{"A项正确，B项错误，C项正确，D项错误。因此，正确选项为：A、C", "AC"},
		{"正确的有A和C，B、D错误。", "AC"},
		{"本题应选A、C两项。", "AC"},
		{"A、C正确，B、D不正确。", "AC"},
		{"正确选项为：A、B、C。更正：B错误，正确选项为：A、C。", "AC"},
	})
	esel := &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"The term is 15 days.", "The term is 30 days.", "An appeal lies.", "The act is void."}, Key: []int{0, 2}}
	check(t, esel, []reading{
		{"The correct options are A and C, while B and D are incorrect.", "AC"},
		{"Only A and C are correct.", "AC"},
		{"1. A is correct.\n2. B is incorrect.\n3. C is correct.\n4. D is incorrect.", "AC"},
		{"The correct options are: A, C.\n\nB is wrong because the term is 15 days. D is wrong because the act is merely voidable.", "AC"},
		{"All options except D are correct.", "ABC"},
		{"A - True\nB - False\nC - True\nD - False", "AC"},
	})
	tf := truth()
	check(t, tf, []reading{
		{"A afirmação é verdadeira... espere, o prazo é de 30 dias. A afirmação é falsa.", "F"},
		{"À primeira vista, a afirmação parece verdadeira, mas é falsa.", "F"},
		{"Seria falsa se tratasse de bens móveis, mas trata de imóveis. A afirmação é verdadeira.", "T"},
		{"A afirmação é falsa.\n\nSeria verdadeira se o prazo fosse de 30 dias.", "F"},
		{"A afirmação é verdadeira. É errado dizer que o prazo é outro.", "T"},
		{"乍看之下该说法正确，但是根据第十条，该说法错误。", "F"},
		{"该说法正确吗？不，该说法错误。", "F"},
		{"不能说该说法正确。", "F"},
		{"该说法并不正确。", "F"}, {"该说法不完全正确。", "F"},
		{"The statement is not false; it is true.", "T"},
		{"It is false that the term is 15 days. The statement is false.", "F"},
		{"The statement would be true if it concerned land. It does not, so the statement is false.", "F"},
		{"The statement is true. It would be false only if the term were 30 days.", "T"},
		{"{\"answer\": \"The statement is false\"}", "F"},
		{"**Verdict:** ❌ False", "F"},
		{"Não é correto afirmar isso. A afirmação é falsa.", "F"},
		{"A afirmação está longe de ser verdadeira.", "F"},
		{"A afirmação não é totalmente verdadeira.", "F"},
		{"I would say true.", "T"}, {"This is incorrect.", "F"}, {"No, the statement is not correct.", "F"}, {"Isso é mentira? A afirmação é verdadeira.", "T"},
		{"A afirmação é verdadeira, ao contrário do que sustentava a doutrina antiga, que a considerava falsa.", "T"},
	})
	pr := &choice.KeyedItem{Form: choice.OptionPairs, Options: []string{"prazo da contestação", "prazo da apelação", "prazo dos embargos"}, Matches: []string{"5 dias", "15 dias úteis", "30 dias", "10 dias"}, Key: []int{1, 2, 0}}
	check(t, pr, []reading{
		{"A) prazo da contestação: 15 dias úteis (2)\nB) prazo da apelação: 30 dias (3)\nC) prazo dos embargos: 5 dias (1)", "A2B3C1"},
		{"A correspondência correta é: A-3, B-2, C-1. Corrigindo: A correspondência correta é: A-2, B-3, C-1.", "A2B3C1"},
		{"A correspondência correta é: A-2, B-3, C-1\n\nJustificativa:\n- A-2: art. 335 do CPC.\n- B-3: art. 1.003.\n- C-1: art. 1.023.", "A2B3C1"},
		{"| Lista 1 | Lista 2 |\n|---|---|\n| A) prazo da contestação | 2) 15 dias úteis |\n| B) prazo da apelação | 3) 30 dias |\n| C) prazo dos embargos | 1) 5 dias |", "A2B3C1"},
		{"```json\n[{\"item\": \"A\", \"match\": 2}, {\"item\": \"B\", \"match\": 3}, {\"item\": \"C\", \"match\": 1}]\n```", "A2B3C1"},
		{"A não corresponde a 1. A correspondência correta é: A-2, B-3, C-1.", "A2B3C1"},
		{"1-C, 2-A, 3-B", "A2B3C1"},
		{"A->2; B->3; C->1", "A2B3C1"},
		{"A 2\nB 3\nC 1", "A2B3C1"},
		{"A-2, B-3, C-1 (e não A-3, B-2)", "A2B3C1"},
		{"A-2, B-3 e C-4 está incorreto: o correto é A-2, B-3 e C-1.", "A2B3C1"},
	})
	epr := &choice.KeyedItem{Form: choice.OptionPairs, Options: []string{"defence", "appeal", "motion"}, Matches: []string{"served defendant", "judgment", "omission"}, Key: []int{1, 0, 2}}
	check(t, epr, []reading{
		{"A goes with 2, B goes with 1, and C goes with 3.", "A2B1C3"},
		{"A is paired with 2, B is paired with 1, C is paired with 3.", "A2B1C3"},
		{"The correct pairs are: A-1, B-2, C-3. Wait, no: the correct pairs are: A-2, B-1, C-3", "A2B1C3"},
		{"- Defence (A) matches judgment (2)\n- Appeal (B) matches served defendant (1)\n- Motion (C) matches omission (3)", "A2B1C3"},
	})
	zpr := &choice.KeyedItem{Form: choice.OptionPairs, Options: []string{"答辩", "上诉", "异议"}, Matches: []string{"十五日", "三十日", "五日"}, Key: []int{1, 0, 2}}
	check(t, zpr, []reading{
		{"A应与2配对，B应与1配对，C应与3配对。", "A2B1C3"},
		{"答辩对应三十日，上诉对应十五日，异议对应五日。所以正确配对为：A-2，B-1，C-3", "A2B1C3"},
		{"A-1，B-2，C-3。更正：A-2，B-1，C-3。", "A2B1C3"},
		{"A——2；B——1；C——3", "A2B1C3"},
	})
}

// What is said of another case, of other options or in doubt does not change the choice.
func TestSideRemarks(t *testing.T) {
	pt := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"mandado de segurança, no prazo de 120 dias", "ação popular, proposta por qualquer cidadão", "ação civil pública, proposta pelo Ministério Público", "habeas data"}, Key: []int{1}}
	check(t, pt, []reading{
		{"Se o autor é cidadão, a resposta correta é B.", "B"},
		{"Eu diria que a resposta seria B.", "B"},
		{"A resposta é C? Não: a resposta é B.", "B"},
		{"A alternativa A é a resposta incorreta; a B é a correta.", "B"},
		{"A resposta correta é: B\n\n(As demais — A, C e D — não são respostas adequadas.)", "B"},
		{"| Letra | Certo? |\n|---|---|\n| A | Não |\n| B | Sim |\n| C | Não |\n| D | Não |\n\nA resposta correta é: B", "B"},
		{"A: falsa; B: verdadeira; C: falsa; D: falsa.", "B"},
		{"O réu deve ser A, e não B. Resposta: D", "D"},
		{"A menos adequada é a A; a mais adequada é a B.", "B"},
		{"A resposta correta não pode ser A, pois isso exigiria direito líquido e certo, o que não há.", "unread"},
		{"Não há dúvida: a resposta é B.", "B"},
		{"Não tenho dúvida de que a resposta correta é a B.", "B"},
		{"Minha resposta final é **B**, apesar de A também trazer elementos corretos.", "B"},
		{"Fico com a letra B.", "B"}, {"A resposta parece ser A. Aplica-se, porém, o art. 5º, e a resposta seria B.", "B"},
		{"Resposta: letra B (ação popular). Fundamento: art. 5º, LXXIII, CF; Lei 4.717/65, art. 1º, § 3º, a.", "B"},
		{"Gabarito: letra C. Ops, digo, letra B.", "B"},
		{"B\n\nA) Errada. B) Certa. C) Errada. D) Errada.", "B"},
	})
	en := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"The court must dismiss the claim.", "The court must hear the claim.", "The claimant must pay 500 dollars.", "30 days"}, Key: []int{1}}
	check(t, en, []reading{
		{"If the term has run out the court dismisses the claim. Here it has not. The answer is B.", "B"},
		{"I would say the answer is B.", "B"},
		{"I would pick B if I had to choose.", "B"},
		{"The correct answer is: B. Had the claim been late, the answer would be A.", "B"},
		{"There is no doubt that the correct answer is B.", "B"},
		{"The answer isn't A. The answer is B.", "B"},
		{"Since A is not a party, the answer should be B.", "B"},
		{"Correct answer: B\nIncorrect answers: A, C, D", "B"},
		{"(A) is incorrect, (B) is correct, (C) is incorrect, (D) is incorrect.", "B"},
		{"Step 1: dismiss A.\nStep 2: dismiss C and D.\nStep 3: choose B.", "B"},
		{"The student who answers A is wrong. The answer is B.", "B"},
		{"My answer: B\n\nConfidence: A 10%, B 80%, C 5%, D 5%", "B"},
		{"The correct answer is: A or B, I can't decide.", "AB hedged"},
	})
	zh := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"人民法院应当裁定不予受理", "人民法院应当受理", "当事人应当先申请行政复议", "应当移送上级人民法院"}, Key: []int{1}}
	check(t, zh, []reading{
		{"若属于复议前置，则选C；本案并非复议前置，故选B。", "B"},
		{"如果当事人未先复议，答案才是C。本案答案为B。", "B"},
		{"不选A、C、D，选B。", "B"},
		{"A、C、D均错误，B正确。", "B"},
		{"若原告适格，应选B。", "B"}, {"看起来答案是A。根据《若干问题的解释》，答案是B。", "B"},
		{"B。A错在混淆了裁定与判决。", "B"},
		{"最终答案：\\boxed{B}", "B"},
		{"本题选非题，错误的是A，但题目问正确的，故选B。", "B"},
		{"责任主体应该是A公司，因此本题答案为B。", "B"},
		{"我选C。哦不，选B。", "B"},
	})
	sel := &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"O prazo é de 15 dias.", "O prazo é de 30 dias.", "Cabe recurso ao tribunal.", "O ato é nulo.", "A multa é devida."}, Key: []int{0, 2}}
	check(t, sel, []reading{
		{"Todas as alternativas estão corretas.", "ABCDE"},
		{"Nem todas as alternativas estão corretas; apenas A e C.", "AC"},
		{"Todas as alternativas foram analisadas. As respostas corretas são: A), C)", "AC"},
		{"As respostas corretas são: A), C). Todas as demais alternativas não estão corretas.", "AC"},
		{"✅ A) O prazo é de 15 dias.\n❌ B) O prazo é de 30 dias.\n✅ C) Cabe recurso ao tribunal.\n❌ D) O ato é nulo.\n❌ E) A multa é devida.", "AC"},
		{"| A | O prazo é de 15 dias. | Correta |\n| B | O prazo é de 30 dias. | Incorreta |\n| C | Cabe recurso ao tribunal. | Correta |\n| D | O ato é nulo. | Incorreta |\n| E | A multa é devida. | Incorreta |", "AC"},
		{"As alternativas A e C são corretas, ao passo que B, D e E são falsas.", "AC"},
		{"Nenhuma.", "unread"},
		{"A) V\nB) F\nC) V\nD) F\nE) F", "AC"},
		{"As respostas corretas são: A), C) e possivelmente E).", "AC hedged"},
		{"A resposta correta é: A", "A"},
	})
	zsel := &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"期限为十五日", "期限为三十日", "可以上诉", "判决无效"}, Key: []int{0, 2}}
	check(t, zsel, []reading{
		{"以上选项均正确。", "ABCD"}, {"除B外，其他选项均正确。", "ACD"}, {"答案：A,C", "AC"}, {"AC正确，BD错误。", "AC"}, {"正确的是A、C；错误的是B、D。", "AC"}, {"各选项并非均正确，正确选项为：A、C", "AC"},
	})
	check(t, truth(), []reading{
		{"A afirmação não é falsa.", "T"}, {"A afirmação é correta, mas incompleta.", "T"}, {"Não, a afirmação é falsa.", "F"}, {"Sim, a afirmação é verdadeira.", "T"},
		{"该说法是正确的，但是适用时应注意例外。", "T"}, {"该说法准确无误。", "T"}, {"不能认为该说法错误。", "T"}, {"该说法不能认定为正确。", "F"},
		{"The statement is true, but only partly.", "T"},
		{"Though often thought to be true, the statement is false.", "F"}, {"The statement is true. The opposite view is wrong.", "T"},
		{"A afirmação é falsa? Não. A afirmação é verdadeira.", "T"},
	})
	epr := &choice.KeyedItem{Form: choice.OptionPairs, Options: []string{"defence", "appeal", "motion"}, Matches: []string{"served defendant", "judgment", "omission"}, Key: []int{1, 0, 2}}
	check(t, epr, []reading{
		{"A is not 1. The correct pairs are: A-2, B-1, C-3", "A2B1C3"},
		{"First, A is 1 party in 2 suits. The correct pairs are: A-2, B-1, C-3", "A2B1C3"},
		{"A-2, B-1, C-3. Common errors: A-1, B-2.", "A2B1C3"},
		{"The correct pairs are: A-2, B-1, C-3. A student may wrongly pick A-1.", "A2B1C3"},
		{"[A] -> [2]\n[B] -> [1]\n[C] -> [3]", "A2B1C3"},
		{"| Defence | judgment |\n| Appeal | served defendant |\n| Motion | omission |", "A2B1C3"},
	})
}

// Answers name all options on the way, and rule several out together.
func TestOptionsNamedOnTheWay(t *testing.T) {
	pt := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"nulidade absoluta", "anulabilidade", "ineficácia relativa", "inexistência"}, Key: []int{1}}
	check(t, pt, []reading{
		{"Para resolver, examino as quatro hipóteses. A nulidade absoluta (A) exige violação de norma cogente; a ineficácia relativa (C) pressupõe validade; a inexistência (D) exige falta de elemento essencial. O caso é de erro substancial, vício do consentimento, e portanto de anulabilidade (B).\n\nA resposta correta é: B", "B"},
		{"O negócio é anulável, e não nulo. Trata-se de anulabilidade, e não de nulidade absoluta nem de inexistência.", "B"},
		{"**Análise das alternativas**\n\n1. **A – nulidade absoluta**: não se aplica.\n2. **B – anulabilidade**: aplica-se ao erro.\n3. **C – ineficácia relativa**: não se aplica.\n4. **D – inexistência**: não se aplica.\n\n**Resposta: B – anulabilidade**", "B"},
		{"Resposta correta: B.\nA alternativa A está errada porque não há violação de norma cogente. A alternativa C está errada. A alternativa D está errada.", "B"},
		{"A alternativa correta é, sem dúvida, a B.", "B"},
		{"Considerando o exposto, assinalo B como correta.", "B"},
		{"A correta é a alternativa de letra \"B\", que trata da anulabilidade.", "B"},
		{"Creio que seja a B.", "B"},
		{"B, sem dúvida.", "B"},
		{"A resposta correta é a letra B, e não a letra A, como muitos pensam.", "B"},
		{"É a letra D? Não. É a letra A? Também não. É a letra B.", "B"},
	})
	en := &choice.KeyedItem{Form: choice.OneOption, Options: []string{"15 days", "30 days", "60 days", "90 days"}, Key: []int{1}}
	check(t, en, []reading{
		{"The term is 30 days, not 15 days.", "B"}, {"30 days.", "B"}, {"The gap should read \"30 days\".", "B"}, {"The correct answer is: B) 30 days\n\nOption A (15 days) applies to appeals, option C (60 days) to the state, option D (90 days) to treaties.", "B"},
		{"A: 15 days is too short.\nB: 30 days is right.\nC: 60 days is too long.\nD: 90 days is too long.", "B"},
		{"Thus, option B is the best choice.", "B"}, {"Both A and B are wrong; C is correct.", "C"}, {"I was going to say A, but B is right.", "B"},
		{"The answer is B (formerly A, before the 2015 reform).", "B"},
		{"Answer: **B**. Distractors: A, C and D.", "B"},
	})
	zh := &choice.KeyedItem{Form: choice.SeveralOptions, Options: []string{"合同有效", "合同无效", "甲应承担违约责任", "乙可以解除合同"}, Key: []int{0, 2}}
	check(t, zh, []reading{
		{"A项：合同有效，表述正确。\nB项：与法律规定不符，错误。\nC项：甲应承担违约责任，正确。\nD项：解除条件未满足，错误。\n\n正确选项为：A、C", "AC"},
		{"A、C", "AC"}, {"选项A和选项C正确，选项B和选项D错误。", "AC"}, {"合同有效；甲应承担违约责任。", "AC"}, {"应选AC，不选BD。", "AC"}, {"正确选项为：A、C（B、D错误）", "AC"},
	})
}
