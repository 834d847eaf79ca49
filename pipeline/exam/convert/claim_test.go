package convert

import "testing"

// What rows say once labels, values, alternatives and citations are cut off.
func TestReadClaim(t *testing.T) {
	for _, test := range []struct {
		lang, row     string
		verdict, want string
		fault         Reason
	}{
		{lang: "pt", row: "A. Sim. Para os contratos de grande vulto, assim caracterizados nos termos do Art. 6º, inciso XXII, da Lei nº 14.133/21, é obrigatório que o edital contemple a matriz de riscos (0,55), na forma do Art. 22, § 3º, da Lei nº 14.133/21 (0,10).",
			verdict: yes, want: "Para os contratos de grande vulto, é obrigatório que o edital contemple a matriz de riscos"},
		{lang: "pt", row: "B. Não. O mero inadimplemento não gera, por si só, a responsabilidade do sócio (0,55), conforme o Art. 135, inciso III, do CTN ou Súmula 430 do STJ (0,10).",
			verdict: no, want: "O mero inadimplemento não gera, por si só, a responsabilidade do sócio"},
		{lang: "pt", row: "B. Sim. Como há ameaça à liberdade de locomoção (0,15), pode ser impetrado habeas corpus (0,35), nos termos do Art. 5º, inciso LXVIII, da CRFB/88 (0,10).",
			verdict: yes, want: "Como há ameaça à liberdade de locomoção, pode ser impetrado habeas corpus"},
		{lang: "pt", row: "A. Ajuizar inquérito OU inquérito judicial OU inquérito para apuração de falta grave (0,30) porque ele tem estabilidade (0,25), conforme a Súmula 379 do TST OU Art. 853 da CLT (0,10).",
			want: "Ajuizar inquérito porque ele tem estabilidade"},
		{lang: "pt", row: "8. Ilegalidade da sanção por tempo indeterminado (0,60), consoante Art. 5º, inciso XLVII, da CRFB/88 (0,10). OU Ilegalidade da sanção superior a 12 anos (0,60), nos termos do Art. 12 da Lei nº 8.429/92 (0,10).",
			want: "Ilegalidade da sanção por tempo indeterminado"},
		{lang: "pt", row: "5.1 Observância do prazo decadencial de 120 dias (0,10), na forma do Art. 23 da Lei nº 12.016/2009 (0,10).",
			want: "Observância do prazo decadencial de 120 dias"},
		{lang: "pt", row: "B. Que a prescrição só se inicia com o trânsito em julgado (0,50). Indicação da Súmula 350 do TST (0,10).",
			want: "A prescrição só se inicia com o trânsito em julgado"},
		{lang: "pt", row: "A. Não. É cobrança lícita (0,55), nos termos do Art. 12 (0,10). (Obs: Pode ser alegado outro fundamento).",
			verdict: no, want: "É cobrança lícita"},
		{lang: "pt", row: "6. Tempestividade (0,10).", fault: Short},
		{lang: "pt", row: "A. É vedado o que o parágrafo único veda (0,10).", fault: Article},
		{lang: "zh", row: "A. 不能。根据《资金借贷法》，预收的费用不得高于约定价款的百分之三（0.40分），依据为《资金借贷法》第七条（0.10分）。",
			verdict: no, want: "根据《资金借贷法》，预收的费用不得高于约定价款的百分之三"},
		{lang: "zh", row: "B. 五日。根据《反洗钱条例》，应当自变化之日起五日内报告（0.50分），依据为《反洗钱条例》第八条第二款（0.10分）。",
			want: "根据《反洗钱条例》，应当自变化之日起五日内报告"},
		{lang: "en", row: "A. No. Under the Lending Act, what is taken in advance shall not exceed 3 per cent (0.40), as Article 7 of the Republic of Arvenia Lending Act provides (0.10).",
			verdict: no, want: "Under the Lending Act, what is taken in advance shall not exceed 3 per cent"},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		c, fault := w.readClaim(test.row)
		if fault != test.fault {
			t.Errorf("readClaim(%q): fault %q, want %q", test.row, fault, test.fault)
		}
		if fault == "" && (c.text != test.want || c.verdict != test.verdict) {
			t.Errorf("readClaim(%q) = %q, %q, want %q, %q", test.row, c.verdict, c.text, test.verdict, test.want)
		}
	}
}

// Opposites of claims, or none where a part of the claim would no longer make sense.
func TestContrast(t *testing.T) {
	for _, test := range []struct{ lang, claim, right, wrong string }{
		{"pt", "A. Não. A submissão do pedido não pode ser cobrada, na medida em que o serviço é gratuito.",
			"A submissão do pedido não pode ser cobrada.", "A submissão do pedido pode ser cobrada."},
		{"pt", "É vedado ao poder público exigir os motivos da solicitação", "É vedado ao poder público exigir os motivos da solicitação.", "É permitido ao poder público exigir os motivos da solicitação."},
		{"pt", "A fruição do benefício independe de contribuição", "A fruição do benefício independe de contribuição.", "A fruição do benefício depende de contribuição."},
		{"pt", "Embora haja semelhança, não há possibilidade de confusão", "", ""},
		{"pt", "O autor pode pedir a revisão, desde que pague as custas", "", ""},
		{"zh", "根据《审理案件适用法律问题的解释》，当事人应当在七日内提出异议", "根据《审理案件适用法律问题的解释》，当事人应当在七日内提出异议。", "根据《审理案件适用法律问题的解释》，当事人无须在七日内提出异议。"},
		{"en", "Under the Act, where the seller is late, the buyer may end the contract", "Under the Act, where the seller is late, the buyer may end the contract.", "Under the Act, where the seller is late, the buyer may not end the contract."},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		c, fault := w.readClaim(test.claim)
		if fault != "" || c.contrast != [2]string{test.right, test.wrong} {
			t.Errorf("contrast of %q = %q (%s), want %q", test.claim, c.contrast, fault, [2]string{test.right, test.wrong})
		}
	}
}

// Typed values, the longest of those that overlap.
func TestReadMentions(t *testing.T) {
	for _, test := range []struct {
		lang, text string
		want       []string // kind and text
	}{
		{"pt", "no prazo comum de 5 (cinco) dias, ou de quinze dias úteis", []string{"days 5 (cinco) dias", "days quinze dias úteis"}},
		{"pt", "1% (um por cento) do valor de R$ 3.000,00", []string{"percent 1% (um por cento)", "sum R$ 3.000,00"}},
		{"pt", "impetrar mandado de segurança coletivo contra o Presidente da República", []string{"remedy-m mandado de segurança coletivo", "office-m Presidente da República"}},
		{"pt", "estabilidade/autoridade policial", nil},
		{"zh", "自2019年6月11日起三十日内，处二万元的罚款", []string{"days 三十日", "amount 二万元"}},
		{"zh", "根据《民事诉讼程序法》提起诉讼", []string{"remedy 提起诉讼"}},
		{"en", "within 10 working days, a fine of up to 20,000 yuan or 3 per cent", []string{"days 10 working days", "sum 20,000 yuan", "percent 3 per cent"}},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range w.readMentions(test.text) {
			got = append(got, m.kind+" "+m.text)
		}
		if len(got) != len(test.want) {
			t.Errorf("readMentions(%q) = %q, want %q", test.text, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("readMentions(%q) = %q, want %q", test.text, got, test.want)
			}
		}
	}
}

// A value takes the form of the one in whose place it stands.
func TestRewrite(t *testing.T) {
	for _, test := range []struct{ lang, value, like, want string }{
		{"pt", "120 (cento e vinte) dias", "dez dias", "cento e vinte dias"},
		{"pt", "dez dias", "5 (cinco) dias", "10 (dez) dias"},
		{"pt", "dez dias", "120 dias", "10 dias"},
		{"pt", "50%", "1% (um por cento)", "50% (cinquenta por cento)"},
		{"zh", "三十日", "15日", "30日"},
		{"en", "10 days", "thirty days", "ten days"},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		v, like := w.readMentions(test.value)[0], w.readMentions(test.like)[0]
		if got, ok := w.rewrite(v, like); !ok || got != test.want {
			t.Errorf("rewrite(%q, %q) = %q, %v, want %q", test.value, test.like, got, ok, test.want)
		}
	}
}

// A case keeps its sentences without numbers of provisions.
func TestClean(t *testing.T) {
	for _, test := range []struct{ lang, text, want string }{
		{"pt", "O Ministério Público ajuizou ação em face de Rômulo, na forma do Art. 10, inciso VIII, da Lei nº 8.429/92, em decorrência de fraude. (Valor: 5,00)", "O Ministério Público ajuizou ação em face de Rômulo, em decorrência de fraude."},
		{"pt", "Foi condenado pelo Art. 155 do CP e recorreu.", "Foi condenado pelo dispositivo legal e recorreu."},
		{"pt", "Luana foi denunciada por abandono de incapaz (Art. 133, § 1º, do CP) e furto.", "Luana foi denunciada por abandono de incapaz e furto."},
		{"pt", "É lícita a cobrança? Justifique.", "É lícita a cobrança?"},
		{"zh", "该主张能否成立？请说明理由。", "该主张能否成立？"},
		{"en", "Is this right? Give reasons.", "Is this right?"},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.clean(test.text); got != test.want {
			t.Errorf("clean(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// Claims that no option may be: without a subject, or about what stands before them.
func TestFragments(t *testing.T) {
	for _, test := range []struct {
		lang, claim string
		fragment    bool
	}{
		{"pt", "Acarreta a renúncia ao poder de recorrer na esfera administrativa", true},
		{"pt", "Da ata da reunião que rejeitou a alteração do objeto social", true},
		{"pt", "Afrontou a liberdade de expressão da atividade artística", true},
		{"pt", "A probabilidade do direito decorre da violação dos dispositivos legais elencados na fundamentação", true},
		{"pt", "O táxi é impenhorável, por ser o instrumento de trabalho", false},
		{"pt", "É vedado ao poder público exigir os motivos da solicitação", false},
		{"zh", "催告以及等待一段合理的时间，是该条为请求设定的前提", true},
		{"zh", "资料在谁手中，谁就应当拿出来。本院据此认定其没有履行", true},
		{"zh", "根据《资金借贷法》，用款人没有在到期日归还本金的，应当恢复原状", false},
		{"en", "As such the claim is good. The fault was not found", true},
		{"en", "Set against a loss of 1,160,000 yuan, a penalty of 1,357,200 yuan is 17 per cent too high", true},
		{"en", "Under the Companies Act, the companies registry shall decide within 45 days", false},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		if c, fault := w.readClaim(test.claim); fault != "" || c.fragment != test.fragment {
			t.Errorf("readClaim(%q): fragment %v (%s), want %v", test.claim, c.fragment, fault, test.fragment)
		}
	}
}

// Claims whose opposite would be absurd or ungrammatical have none.
func TestNoContrast(t *testing.T) {
	for _, test := range []struct{ lang, claim string }{
		{"pt", "Há prova pré-constituída, consistente no fato de a decisão do Prefeito estar documentada"},
		{"pt", "A decisão não pode ser revista sem nova publicação"},
		{"zh", "根据《税收办法》，扣缴义务人没有履行义务的，由税务机关予以警告，可以并处三万元罚款"},
		{"zh", "根据《专利法》，商标使用人未经许可以营利为目的使用商标的，商标权人应当在三个月内提出请求；有正当理由的，可以请求顺延"},
		{"zh", "根据《水污染办法》，发生突发事件影响水污染防治的，按排放的种类分担责任"},
		{"en", "Under the Safety at Work Ordinance, books and minutes are kept for 1 year from the end of the licence"},
		{"en", "Under the Companies Act, the firm shall notify the creditor within 3 days; the cost of late notice is its own"},
		{"en", "Under the Employment Act, a claim for wages lapses 1 year after the event"},
	} {
		w, err := readWords(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		if c, fault := w.readClaim(test.claim); fault != "" || c.contrast[0] != "" {
			t.Errorf("contrast of %q = %q (%s), want none", test.claim, c.contrast[1], fault)
		}
	}
}

// Words that announce questions after a case go, since an item may ask none of them.
func TestUnannounced(t *testing.T) {
	w, err := readWords("pt")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range [][2]string{
		{"Ana contratou seus serviços como advogado(a) e formulou os questionamentos a seguir", "Ana contratou seus serviços como advogado(a)."},
		{"Ana caiu.\nDiante desse cenário, responda aos itens a seguir", "Ana caiu."},
		{"Iná consultou você, como advogado(a), a fim de esclarecer as dúvidas a seguir", "Iná consultou você, como advogado(a)."},
		{"Ana caiu a seguir.", "Ana caiu a seguir."},
	} {
		if got := w.unannounced(test[0]); got != test[1] {
			t.Errorf("unannounced(%q) = %q, want %q", test[0], got, test[1])
		}
	}
}
