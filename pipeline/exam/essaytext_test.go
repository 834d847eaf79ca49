package exam

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestReadEssayText(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		want             []Essay
		faults           []string
	}{{
		name: "Markdown with suppositions", file: "2023-01-15_obrig.md",
		text: `# Exame de Obrigações
Área: Direito das Obrigações

## Enunciado
Ana vendeu um quadro a
Bruno por 500 euros.

## Pergunta 1 (ignored
## Pergunta 1
O contrato é válido?

## Padrão de resposta
Sim. A forma
é livre.

Distribuição dos pontos

| Item | Pontos |
|---|---|
| Sim (0,5) | 0/0,5 |

## Suposição
O quadro é falso.

### Pergunta 2
Pode Bruno anular?
### Resposta
Sim, por erro.
### Pergunta 3
Até quando?
### Resposta
Um ano.

## Pergunta 4
E se for doação?
## Resposta
Não.
`,
		want: []Essay{{
			ID: "2023-01-15_obrig-1", Statement: "Ana vendeu um quadro a Bruno por 500 euros.\n## Pergunta 1 (ignored", Value: 50,
			Origin: Origin{Exam: "2023-01-15_obrig", Area: "Direito das Obrigações", Field: "Direito das Obrigações", Group: "Private", Day: "2023-01-15", Language: "pt", File: "2023-01-15_obrig.md", Line: 2},
			Parts: []Part{
				{Label: "1", Question: "O contrato é válido?", Answer: "Sim. A forma é livre.", Points: []Point{{"Sim (0,5)", []int{0, 50}}}, Value: 50},
				{Label: "2", Question: "Pode Bruno anular?", Answer: "Sim, por erro.", Assumptions: []string{"O quadro é falso."}},
				{Label: "3", Question: "Até quando?", Answer: "Um ano.", Assumptions: []string{"O quadro é falso."}},
				{Label: "4", Question: "E se for doação?", Answer: "Não."},
			},
		}},
		faults: []string{"2023-01-15_obrig.md:1: unread!"},
	}, {
		name: "plain, two essays", file: "mock.txt",
		text: `Questão 1
Enunciado: Ana caiu.
Suposição: Havia gelo.
Pergunta A: Quem paga?
Resposta: O dono.
Pergunta B: Suponha que era noite. Quem paga?
Resposta: Ninguém.
Questão 2
Área: Direito Penal
Data: ontem
Enunciado
João furtou. Há crime?
Padrão de resposta
Sim, há.
`,
		want: []Essay{{
			ID: "mock-1", Title: "Questão 1", Statement: "Ana caiu.",
			Origin: Origin{Exam: "mock", Language: "pt", File: "mock.txt", Line: 1},
			Parts: []Part{
				{Label: "A", Question: "Quem paga?", Answer: "O dono.", Assumptions: []string{"Havia gelo."}},
				{Label: "B", Question: "Quem paga?", Answer: "Ninguém.", Assumptions: []string{"Suponha que era noite."}},
			},
		}, {
			ID: "mock-2", Title: "Questão 2", Statement: "João furtou. Há crime?",
			Origin: Origin{Exam: "mock", Area: "Direito Penal", Field: "Direito Penal", Group: "Public", Language: "pt", File: "mock.txt", Line: 8},
			Parts:  []Part{{Label: "A", Answer: "Sim, há."}},
		}},
		faults: []string{"mock.txt:1: empty-area", "mock.txt:8: bad-value"},
	}, {
		name: "Chinese", file: "卷.md",
		text: `# 论述题 1
科目：合同法
## 案情
甲向乙购买
机器。
## 问题一
合同是否成立？
## 参考答案
成立。
### 评分标准
要点不明
## 问题二
## 答案
无。
`,
		want: []Essay{{
			ID: "卷-1", Title: "论述题 1", Statement: "甲向乙购买机器。",
			Origin: Origin{Exam: "卷", Area: "合同法", Field: "合同法", Group: "Private", Language: "zh", File: "卷.md", Line: 1},
			Parts:  []Part{{Label: "一", Question: "合同是否成立？", Answer: "成立。\n要点不明"}, {Label: "二", Answer: "无。"}},
		}},
		faults: []string{"卷.md:1: bad-value"},
	}, {
		name: "answer without a question", file: "a.txt",
		text:   "Model answer: Yes.\n\nAssumption: It rained.\n",
		faults: []string{"a.txt:1: no-question!", "a.txt:1: no-question!"},
	}} {
		t.Run(tt.name, func(t *testing.T) {
			c := written(t, map[string]string{tt.file: tt.text})
			if diff := cmp.Diff(tt.want, c.Essays, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			wantFaults(t, c, tt.faults...)
		})
	}
}
