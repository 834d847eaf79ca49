package recall_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

const (
	fishing     = "LEI Nº 4.120, DE 12 DE MARÇO DE 2001"
	fishing2012 = fishing + " (redação de 20 de setembro de 2012)"
	fairs       = "DECRETO Nº 871, DE 5 DE ABRIL DE 2004"
)

// portuguese reads the Portuguese texts, and returns what their tables say, and their provisions by
// version and number.
func portuguese(t *testing.T) (*recall.Statutes, map[string]legislation.CitableUnit) {
	t.Helper()
	c, err := legislation.Read(t.Context(), "../../command/testdata/statutes_pt", 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &recall.Statutes{Articles: map[recall.VersionedArticle]bool{}}
	newest := map[string]bool{}
	for _, v := range c.Versions {
		newest[v.Name] = v.Next == ""
		s.Versions = append(s.Versions, caselaw.VersionInterval{Law: v.Law, Version: v.Name, InForce: v.InForce.Format(time.DateOnly), Last: v.Next == ""})
	}
	var entries []wording.CitableEntry
	units := map[string]legislation.CitableUnit{}
	for _, p := range c.Provisions {
		units[p.Version+p.Citation[len(p.Law):]] = p
		entries = append(entries, wording.CitableEntry{ID: p.ID, Law: p.Law, Version: p.Version, Newest: newest[p.Version], Text: p.Text,
			Article: p.Article, Paragraph: p.Paragraph, Item: p.Item, Subitem: p.Subitem})
	}
	if s.Provisions, err = wording.NewIndex(entries); err != nil {
		t.Fatal(err)
	}
	return s, units
}

// askPortuguese returns a task of a family whose last lookup has the given arguments, and whose answer
// is the key.
func askPortuguese(family, key string, kind value.Kind, arguments map[string]string) *task.Task {
	call, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	row, err := json.Marshal(map[string]string{"text": key})
	if err != nil {
		panic(err)
	}
	return &task.Task{ID: family + " " + key, Family: family, Type: family, Language: "pt", Draft: "Responda sobre " + arguments["version"] + arguments["reference"] + arguments["article"] + ".",
		KeyAnswer: []string{key}, AnswerValues: []value.Answer{{Kind: kind, Text: key}},
		Steps: []plan.Step{{Tool: "find", Op: "lookup", Arguments: call, Observation: row}}}
}

// Scripted agents that answer in Portuguese get exactly what they should.
func TestScriptedAgentsInPortuguese(t *testing.T) {
	s, units := portuguese(t)
	text := func(number string) string {
		u, ok := units[fishing2012+", "+number]
		if !ok {
			t.Fatalf("no %s", number)
		}
		return u.Text
	}
	locate := func(number string) *task.Task {
		return askPortuguese(task.Locate, number, value.Text, map[string]string{"version": fishing2012, "text": text(number)})
	}
	recite := func(number string) *task.Task {
		return askPortuguese(task.Recite, text(number), value.Text, map[string]string{"reference": fishing2012 + ", " + number})
	}
	const item, fine = "art. 4º, inciso II", "art. 5º, inciso II"
	inForce := askPortuguese(task.InForce, "2013-01-01", value.Date, map[string]string{"law": fishing})
	renumbered := askPortuguese(task.Renumbered, "art. 5º", value.Text, map[string]string{"article": fairs + ", art. 4º", "version": fairs})
	const refusal = "Infelizmente, não sei qual é o dispositivo."
	for _, tt := range []struct {
		agent                          string
		one                            *task.Task
		answer                         string
		article, paragraph, item       float64
		exact, newest, abstained, rate float64
		class                          wording.RecitalClass
	}{
		{"right", locate(item), "O trecho está no art. 4º, II, da Lei nº 4.120, de 12 de março de 2001.", 1, 1, 1, 1, none, 0, 1, ""},
		{"right in a block", locate(item), "Artigo: 4º\nParágrafo: Nenhum\nInciso: II\nAlínea: Nenhuma", 1, 1, 1, 1, none, 0, 1, ""},
		{"right in words", locate(item), "Artigo quarto, caput, inciso segundo.", 1, 1, 1, 1, none, 0, 1, ""},
		{"a paragraph off", locate(item), "art. 4º, § 1º, inciso II", 1, 0, 0, 0, none, 0, 0, ""},
		{"an item off", locate(item), "art. 4º, inciso III", 1, 1, 0, 0, none, 0, 0, ""},
		{"adding the next article", locate(item), "art. 4º, inciso II, e art. 5º, inciso II", 0, 0, 0, 0, none, 0, 0, ""},
		{"adding the next item", locate(item), "art. 4º, incisos II e III", 1, 1, 0, 0, none, 0, 0, ""},
		{"refusing", locate(item), refusal, 0, 0, 0, 0, none, 1, 0, ""},
		{"refusing in the block", locate(item), "Artigo: Nenhum\nParágrafo: Nenhum\nInciso: Nenhum", 0, 0, 0, 0, none, 1, 0, ""},
		{"right", locate("art. 2º, inciso III, alínea b"), "alínea “b” do inciso III do artigo 2º", 1, 1, 1, 1, none, 0, 1, ""},
		{"a sub-item off", locate("art. 2º, inciso III, alínea b"), "Art. 2º, III, a", 1, 1, 1, 0, none, 0, 0, ""},
		{"right", locate("art. 3º, caput"), "Art. 3º.", 1, 1, 1, 1, none, 0, 1, ""},
		{"right", locate("art. 3º, caput"), "caput do art. 3º", 1, 1, 1, 1, none, 0, 1, ""},
		{"a paragraph off", locate("art. 3º, caput"), "art. 3º, § 1º", 1, 0, 0, 0, none, 0, 0, ""},
		{"right", locate("art. 3º-A, parágrafo único"), "Art. 3º-A, § único.", 1, 1, 1, 1, none, 0, 1, ""},
		{"an article off", locate("art. 3º-A, parágrafo único"), "Art. 3º, parágrafo único.", 0, 0, 0, 0, none, 0, 0, ""},
		{"newest law", locate("art. 4º, parágrafo único"), "art. 4º, § 1º", 1, 1, 1, 1, none, 0, 1, ""}, // the only paragraph is the first

		{"right", recite(fine), "II - " + text(fine), none, none, none, 1, 0, 0, 1, wording.Exact},
		{"an item off", recite(fine), text("art. 5º, inciso I"), none, none, none, 0, 0, 0, 0, wording.OtherNumber},
		{"a version behind", recite(fine), units[fishing+" (texto original de 12 de março de 2001), "+fine].Text, none, none, none, 0, 0, 0, 0, wording.OtherVersion},
		{"newest law", recite(fine), units[fishing+" (redação de 6 de maio de 2019), "+fine].Text, none, none, none, 0, 1, 0, 0, wording.NewestVersion},
		{"adding the next item", recite(fine), text(fine) + "\nIII - " + text("art. 5º, inciso III"), none, none, none, 0, 0, 0, 0, wording.AddedParagraph},
		{"adding the next article", recite(fine), text(fine) + "\nArt. 6º " + text("art. 6º"), none, none, none, 0, 0, 0, 0, wording.AddedArticle},
		{"refusing", recite(fine), "Não me lembro da redação desse inciso.", none, none, none, 0, 0, 1, 0, wording.Refusal},

		{"right", inForce, "Essa versão está em vigor desde 1º de janeiro de 2013.", none, none, none, none, 0, 0, 1, ""},
		{"a version behind", inForce, "Vigorava a versão de 1º de julho de 2001.", none, none, none, none, 0, 0, 0, ""},
		{"newest law", inForce, "Entrou em vigor em 1º de agosto de 2019.", none, none, none, none, 1, 0, 0, ""},
		{"refusing", inForce, "Não sei.", none, none, none, none, 0, 1, 0, ""},

		{"right", renumbered, "O antigo art. 4º é hoje o artigo 5º.", none, none, none, none, none, 0, 1, ""},
		{"right in words", renumbered, "Artigo quinto.", none, none, none, none, none, 0, 1, ""},
		{"the next article", renumbered, "art. 6º", none, none, none, none, none, 0, 0, ""},
		{"hedging", renumbered, "art. 5º ou art. 6º", none, none, none, none, none, 0, 0, ""},
		{"refusing", renumbered, "Não sei.", none, none, none, none, none, 1, 0, ""},
	} {
		tr := &agent.Transcript{Answer: tt.answer}
		m, class := s.Measure(tt.one, tr)
		for _, of := range []struct {
			name string
			want float64
		}{{recall.Article, tt.article}, {recall.Paragraph, tt.paragraph}, {recall.Item, tt.item}, {recall.Exact, tt.exact}, {recall.Newest, tt.newest}, {recall.Abstained, tt.abstained}} {
			got, ok := m[of.name]
			if !ok {
				got = none
			}
			if got != of.want {
				t.Errorf("%s, %s: %s %v, want %v", tt.one.ID, tt.agent, of.name, got, of.want)
			}
		}
		if class != tt.class {
			t.Errorf("%s, %s: class %q, want %q", tt.one.ID, tt.agent, class, tt.class)
		}
		if grade := task.Grade(tt.one, tr.Attempt()).Strict.Success; grade == nil || *grade != tt.rate {
			t.Errorf("%s, %s (%s): success %v, want %v", tt.one.ID, tt.agent, tt.answer, grade, tt.rate)
		}
	}
	if law := s.LawOf(askPortuguese(task.Renumbered, "art. 5º", value.Text, map[string]string{"citation": fishing + ", art. 4º"})); law != fishing {
		t.Errorf("law %q, want %q", law, fishing)
	}
	if !slices.Contains(recall.Names(), recall.Newest) {
		t.Error("no measure of the newest law")
	}
}
