package convert_test

import "github.com/taskgrove/taskgrove/pipeline/exam"

// paper is a small exam in Portuguese: enough essays of one field for every rule to find
// other answers.
func paper() *exam.Collection {
	origin := exam.Origin{Exam: "2024-03", Field: "Direito Administrativo", Group: "Public", Day: "2024-03-10", Language: "pt"}
	part := func(label, question string, rows ...string) exam.Part {
		p := exam.Part{Label: label, Question: question, Value: 60 * len(rows)}
		for _, r := range rows {
			p.Points = append(p.Points, exam.Point{Text: r, Values: []int{0, 60}})
			p.Answer += r + "\n"
		}
		return p
	}
	essays := [][]exam.Part{
		{
			part("A", "O edital poderia dispensar a publicação? Justifique.", "A. Não. O edital não pode ser alterado sem nova publicação no prazo de dez dias (0,50), nos termos do Art. 55 da Lei nº 14.133/21 (0,10)."),
			part("B", "Qual a ação constitucional cabível? Justifique.", "B. A ação cabível contra o ato ilegal é o mandado de segurança (0,50), conforme o Art. 5º, inciso LXIX, da CRFB/88 (0,10)."),
		},
		{
			part("A", "É lícita a cobrança pela consulta? Justifique.", "A. Não. A consulta aos autos não pode ser cobrada, pois o serviço é gratuito para os interessados (0,50), na forma do Art. 12 (0,10)."),
			part("B", "Qual o prazo para recorrer? Justifique.", "B. O prazo para a interposição do recurso é de quinze dias contados da ciência (0,50), nos termos do Art. 59 (0,10)."),
		},
		{
			part("A", "O servidor pode acumular os cargos? Justifique.", "A. Não. É vedado ao servidor acumular remuneração de cargos com horários incompatíveis (0,50), consoante o Art. 37 (0,10)."),
			part("B", "Qual o recurso cabível? Justifique.", "B. A decisão que indefere a liminar desafia agravo de instrumento no prazo de cinco dias (0,50), nos termos do Art. 7º (0,10)."),
		},
		{
			part("A", "A anulação depende de processo? Justifique.", "A. Não. A revogação por conveniência independe de processo judicial prévio contra o interessado (0,50), conforme a Súmula 473 do STF (0,10)."),
			part("B", "Quanto dura a sanção? Justifique.", "B. A sanção de impedimento terá a duração de trinta dias, uma vez que a conduta foi culposa (0,50), segundo o Art. 156 (0,10)."),
		},
	}
	c := &exam.Collection{}
	for i, parts := range essays {
		c.Essays = append(c.Essays, exam.Essay{
			ID: "e" + string(rune('1'+i)), Origin: origin, Parts: parts, Value: 120,
			Statement: "O Município Beta conduziu um procedimento contra Joana, que se insurgiu contra a decisão da autoridade.",
		})
	}
	c.Questions = []exam.Question{
		{ID: "q1", Origin: origin, Stem: "A quem cabe o controle externo?", Options: []string{"Ao Congresso Nacional.", "Ao Prefeito.", "Ao Governador.", "Nenhuma das anteriores."}, Key: []int{0}},
		{ID: "q2", Origin: origin, Stem: "São atributos do ato administrativo:", Options: []string{"a presunção", "a fé", "a moral"}, Key: []int{0, 1}},
	}
	return c
}
