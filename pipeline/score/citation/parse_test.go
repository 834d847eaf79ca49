package citation

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// at returns a provision of plain numbers.
func at(numbers ...int) (p Provision) {
	for i, n := range numbers {
		if n > 0 {
			p.Numbers[i] = Number{Main: n}
		}
	}
	return p
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ answer, want string }{
		// Blocks.
		{"条序号: 12\n款序号: 2\n项序号: None", "12.2.0.0 block"},
		{"条序号：第十二条之一\n款序号：第二款\n项序号：第（三）项", "12-1.2.3.0 block"},
		{"**条序号**：十二之一\n**款序号**：无\n**项序号**：无", "12-1.0.0.0 block"},
		{"```\n条序号: 109\n款序号: None\n项序号: 3\n```", "109.0.3.0 block"},
		{`{"条序号": "第一百零九条", "款序号": 1, "项序号": null}`, "109.1.0.0 block"},
		{"| 条序号 | 12 |\n| 款序号 | 2 |\n| 项序号 | - |", "12.2.0.0 block"},
		{"条序号：12；款序号：2；项序号：①", "12.2.1.0 block"},
		{"条：第十二条\n款：二\n项：无\n目：1", "12.2.0.1 block"},
		{"条序号: 第十二条第二款\n项序号: (三)", "12.2.3.0 block"},
		{"Article: 12\nParagraph: 2\nItem: c", "12.2.3.0 block"},
		{"- Article number: Article 12A\n- Paragraph number: (2)\n- Item number: none", "12-1.2.0.0 block"},
		{"article_number: 12-1\nparagraph_number: n/a", "12-1.0.0.0 block"},
		{"Artigo: 5º\nParágrafo: 2º\nInciso: III\nAlínea: b", "5.2.3.2 block"},
		{"Artigo: 12\nParágrafo: Nenhum\nInciso: Nenhum\nAlínea: Nenhum", "12.0.0.0 block"},
		{"Artigo: 3º-A\nParágrafo: único\nInciso: II\nAlínea: i", "3-1.1.2.9 block"},
		{"Artigo: 4\nParágrafo: caput\nInciso: V", "4.0.5.0 block"},
		{"Artigo: 1.024\nParágrafo: parágrafo único", "1024.1.0.0 block"},
		{"Artigo: vinte e três\nParágrafo: primeiro", "23.1.0.0 block"},
		{"Artigo: não sei", "none block"},
		{"条序号：…\n款序号：…\n\n条序号：7\n款序号：1", "7.1.0.0 block"},
		{"条序号：7\n款序号：1\n条序号：7\n款序号：2", "7.0.0.0 block hedged at paragraph"},
		{"条序号: None\n款序号: None\n项序号: None", "none block"},
		{"Article: None\nParagraph: None", "none block"},
		{"我认为是第九条。\n条序号: 8\n款序号: 1\n项序号: 2", "8.1.2.0 block"},
		// Chinese prose.
		{"第十二条第二款第（三）项", "12.2.3.0"},
		{"该内容见《公司法》第 12 条第 2 款第 3 项。", "12.2.3.0"},
		{"第一百零九条之一", "109-1.0.0.0"},
		{"第12-1条", "12-1.0.0.0"},
		{"第十二条的第二款", "12.2.0.0"},
		{"第十二条第（三）项第2目", "12.0.3.2"},
		{"第十二条第(三)项之一", "12.0.3-1.0"},
		{"在第十二条。具体是第二款，第（一）项。", "12.2.1.0"},
		{"第十二条，即第十二条第二款", "12.2.0.0"},
		{"第十二条第一款或者第十二条第二款", "12.0.0.0 hedged at paragraph"},
		{"第十二条第一、二款", "12.0.0.0 hedged at paragraph"},
		{"第十二条第（一）、（二）项", "12.0.0.0 hedged at item"},
		{"第十二条至第十四条", "0.0.0.0 hedged at article"},
		{"第十二条、第十三条", "0.0.0.0 hedged at article"},
		{"第十二、十三条", "0.0.0.0 hedged at article"},
		{"不是第十一条，而是第十二条第一款", "12.1.0.0"},
		{"第十条讲的是别的事。因此，答案是第十二条。", "12.0.0.0"},
		{"这一款共有三项内容", "none"},
		{"第二款", "none"},
		{"", "none"},
		{"第二章第三节第十二条", "12.0.0.0"},
		// English prose.
		{"Article 12(2)(c)", "12.2.3.0"},
		{"It is in art. 12 (2) (c) (iii) of the Act.", "12.2.3.3"},
		{"Article 12-1(2)", "12-1.2.0.0"},
		{"Article 12A", "12-1.0.0.0"},
		{"Article 12(c)", "12.0.3.0"},
		{"paragraph 2 of Article 12", "12.2.0.0"},
		{"item (c) of paragraph 2 of Article 12 of the Companies Act", "12.2.3.0"},
		{"Article 12, paragraph (2), item (c)", "12.2.3.0"},
		{"Article 12, paragraph 2, subparagraph c", "12.2.3.0"},
		{"Article 12 of the Companies Act (2018)", "12.0.0.0"},
		{"Article 12 and Article 13", "0.0.0.0 hedged at article"},
		{"not Article 11 but Article 12", "12.0.0.0"},
		// Portuguese prose.
		{"art. 12, § 2º, inciso III", "12.2.3.0"},
		{"artigo 5º, inciso XXXV", "5.0.35.0"},
		{`Art. 5º, § 1º, III... inciso IV, alínea "b"`, "5.1.4.2"},
		{"alínea a do inciso III do § 2º do art. 12", "12.2.3.1"},
		{"art. 12, parágrafo único", "12.1.0.0"},
		{"art. 12, caput", "12.0.0.0"},
		{"art. 103-A, § 1º", "103-1.1.0.0"},
		{"art. 5º-A", "5-1.0.0.0"},
		{"art. 5º, § 2º, inciso XLVII, alínea b", "5.2.47.2"},
		{"Art. 5º, XLVII, b", "5.0.47.2"},
		{`art. 5º, inciso XLVII, "b"`, "5.0.47.2"},
		{"Art. 2º, III, a)", "2.0.3.1"},
		{"art. 5o, par. 2o, inc. III, al. a", "5.2.3.1"},
		{"art. 37, XXI, da Constituição", "37.0.21.0"},
		{"art. 5º, II-A", "5.0.2-1.0"},
		{"art. 5º, I, e o art. 6º, II", "0.0.0.0 hedged at article"},
		{"O art. 4º, I e II", "4.0.0.0 hedged at item"},
		{"art. 5º, d", "5.0.0.4"},
		{"art. 5º, X", "5.0.10.0"},
		{"art. 5º, e o seguinte", "5.0.0.0"},
		{"art. 5º, civil, e outros", "5.0.0.0"},
		{"incisos I e II do art. 4º", "4.0.0.0 hedged at item"},
		{"alíneas a e b do inciso I do art. 4º", "4.0.1.0 hedged at subitem"},
		{"§§ 1º e 2º do art. 4º", "4.0.0.0 hedged at paragraph"},
		{"artigos 5º, 6º e 7º", "0.0.0.0 hedged at article"},
		{"art. 5º, inciso I, alínea i", "5.0.1.9"},
		{"art. 1.024, § 3º", "1024.3.0.0"},
		{"art. 3.º-A, § 1.º, II", "3-1.1.2.0"},
		{"art. 5.º, §§ 1.º e 2.º", "5.0.0.0 hedged at paragraph"},
		{"art. 5. O fornecedor", "5.0.0.0"},
		{"art. 2º, parágrafo primeiro e segundo", "2.0.0.0 hedged at paragraph"},
		{"artigo 2º, parágrafos primeiro ou quinto", "2.0.0.0 hedged at paragraph"},
		{"artigos quinto e sexto", "0.0.0.0 hedged at article"},
		{"artigo vinte ou dois", "0.0.0.0 hedged at article"},
		{"artigo quinto", "5.0.0.0"},
		{"artigo décimo segundo, parágrafo único", "12.1.0.0"},
		{"artigo vinte e três, parágrafo segundo, inciso terceiro", "23.2.3.0"},
		{"primeiro parágrafo do artigo 5º", "5.1.0.0"},
		{"O texto está no caput do artigo 5º.", "5.0.0.0"},
		{"Encontra-se no artigo 4º, inciso II, da Lei nº 4.120, de 12 de março de 2001.", "4.0.2.0"},
		{"Não está no art. 4º, mas no art. 5º", "5.0.0.0"},
		{"o art. 4º, inciso II, e não o inciso III", "4.0.2.0"},
		{"Não sei em que artigo está.", "none"},
		// Words of English that look like Portuguese levels.
		{"Article 12, I think.", "12.0.0.0"},
		{"Article 12, which Acme Inc. 2 and Roe et al. a wrote of", "12.0.0.0"},
	} {
		if got := describe(Parse(tt.answer, "")); got != tt.want {
			t.Errorf("Parse(%q) = %s, want %s", tt.answer, got, tt.want)
		}
	}
}

// describe writes an answer in one line.
func describe(a *CitedAnswer) string {
	s := a.Provision.String()
	if !a.Found {
		s = "none"
	}
	if a.Block {
		s += " block"
	}
	if a.Hedged {
		s += " hedged at " + a.HedgedAt.String()
	}
	return s
}

// A provision that the question quotes is not an answer.
func TestParseIgnoresTheQuestionsOwn(t *testing.T) {
	const question = "下列内容是哪一条：“违反本法第十五条第一款规定的，处以罚款。”"
	for _, tt := range []struct{ answer, want string }{
		{"“违反本法第十五条第一款规定的，处以罚款”出自第八十条。", "80.0.0.0"},
		{"第十五条第一款", "15.1.0.0"},
	} {
		if got := describe(Parse(tt.answer, question)); got != tt.want {
			t.Errorf("Parse(%q) = %s, want %s", tt.answer, got, tt.want)
		}
	}
}

func TestParseProvision(t *testing.T) {
	for _, tt := range []struct {
		levels []string
		want   string
	}{
		{[]string{"第十二条之一", "第二款", "第（三）项"}, "12-1.2.3.0"},
		{[]string{"第十二条", "第（三）项"}, "12.0.3.0"},
		{[]string{"Article 12-1", "(2)", "(c)"}, "12-1.2.3.0"},
		{[]string{"Article 12-1", "paragraph 2", "item c"}, "12-1.2.3.0"},
		{[]string{"art. 12", "§ 2º", "inciso III", "alínea a"}, "12.2.3.1"},
	} {
		p, err := ParseProvision(tt.levels...)
		if err != nil || p.String() != tt.want {
			t.Errorf("ParseProvision(%q) = %s, %v, want %s", tt.levels, p, err, tt.want)
		}
	}
	for _, text := range []string{"", "第二款", "第十二条、第十三条", "公司法"} {
		if _, err := ParseProvision(text); err == nil || !strings.Contains(err.Error(), "want one provision") {
			t.Errorf("ParseProvision(%q): error %v, want one that asks for a provision", text, err)
		}
	}
}

// Whatever a citation is, both forms of answers read it back.
func TestParseReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, "provision")
		p.Caput = false
		for _, answer := range []string{chineseBlock(p), chinese(p), english(p), "答案：" + chinese(p) + "。", "The answer is " + english(p) + "."} {
			a := Parse(answer, "")
			if !a.Found || a.Hedged || a.Provision.String() != p.String() || !Grade(p, a).Exact() {
				t.Fatalf("Parse(%q) = %s, want %s", answer, describe(a), p)
			}
		}
	})
}

// drawn draws a provision with an article.
func drawn(t *rapid.T, label string) (p Provision) {
	p.Numbers[Article] = Number{Main: rapid.IntRange(1, 1300).Draw(t, label+" article"), Branch: rapid.IntRange(0, 2).Draw(t, label+" branch")}
	for _, l := range Levels()[1:] {
		if n := rapid.IntRange(-3, 20).Draw(t, label+" "+l.String()); n > 0 {
			p.Numbers[l] = Number{Main: n}
		}
	}
	if p.At(Item).IsZero() {
		p.Numbers[Subitem] = Number{}
	}
	p.Caput = rapid.Bool().Draw(t, label+" caput")
	return p
}

func chineseBlock(p Provision) string {
	var b strings.Builder
	for i, label := range []string{"条", "款", "项", "目"} {
		n := strings.ReplaceAll(p.Numbers[i].String(), "-", "之")
		if n == "0" {
			n = "None"
		}
		b.WriteString(label + "序号: " + n + "\n")
	}
	return b.String()
}

func chinese(p Provision) string {
	article, branch, _ := strings.Cut(p.At(Article).String(), "-")
	s := "第" + article + "条"
	if branch != "" {
		s += "之" + branch
	}
	for i, word := range []string{"款", "项", "目"} {
		if n := p.Numbers[i+1]; !n.IsZero() {
			s += "第" + n.String() + word
		}
	}
	return s
}

func english(p Provision) string {
	s := "Article " + p.At(Article).String()
	for i, word := range []string{", paragraph ", ", item ", ", sub-item "} {
		if n := p.Numbers[i+1]; !n.IsZero() {
			s += word + n.String()
		}
	}
	return s
}

// The time is linear in the length: an answer that lists a whole law is read at once.
func TestParseLongAnswers(t *testing.T) {
	for _, piece := range []string{"第一条、", "不是第一条，", "Article 1(2)(c), ", "条序号: 1\n", "第十二条第", "art. "} {
		answer := strings.Repeat(piece, 200_000/len(piece))
		start := time.Now()
		Parse(answer, "")
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%d bytes of %q took %v, want a moment", len(answer), piece, took)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"条序号: 12\n款序号: 2\n项序号: None", "第十二条第二款第（三）项", "Article 12(2)(c)", "art. 12, § 2º, inciso III", "alínea a do art. 5º-A",
		"Art. 5º, XLVII, b", "artigo vigésimo primeiro, parágrafo único", "arts. 5º, 6º e 7º", "alíneas a, e e i", "art. 1.024, inc. II-A, al. 'e'", "Artigo: 5º\nParágrafo: único\nInciso: C\nAlínea: i", "art. , e", "artigo: mil",
		"条序号:|", "第(一)、(二)项", "第条", "第-条", "article 0", "(三)项之", "§§ 1", "第99999999999999999999条", "\xff第一条", "i)ⅷ条序号＝Ⅸ",
	} {
		f.Add(seed, "第一条")
	}
	f.Fuzz(func(t *testing.T, answer, question string) {
		a := Parse(answer, question)
		if a.Found != !a.Provision.At(Article).IsZero() && !(a.Hedged && a.HedgedAt == Article) {
			t.Errorf("Parse(%q): found %v with article %s", answer, a.Found, a.Provision)
		}
		for _, n := range a.Provision.Numbers {
			if n.Main < 0 || n.Main > maxNumber || n.Branch < 0 || n.IsZero() != (n.Main == 0) {
				t.Errorf("Parse(%q): number %+v", answer, n)
			}
		}
		if a.Found && !a.Hedged && !Grade(a.Provision, a).Exact() {
			t.Errorf("Parse(%q) = %s, which is not itself", answer, describe(a))
		}
	})
}
