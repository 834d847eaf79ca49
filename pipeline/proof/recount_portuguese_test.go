package proof

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// portugueseTexts are the texts of three made-up laws of Portuguese, one of them in LexML.
const portugueseTexts = "../command/testdata/statutes_pt"

const (
	fishing2001  = "LEI Nº 4.120, DE 12 DE MARÇO DE 2001 (texto original de 12 de março de 2001)"
	fishing2012  = "LEI Nº 4.120, DE 12 DE MARÇO DE 2001 (redação de 20 de setembro de 2012)"
	fairs2004    = "DECRETO Nº 871, DE 5 DE ABRIL DE 2004 (texto original de 5 de abril de 2004)"
	fairs2011    = "DECRETO Nº 871, DE 5 DE ABRIL DE 2004 (redação de 17 de outubro de 2011)"
	archives2008 = "Lei nº 5.310, de 9 de junho de 2008 (texto original de 9 de junho de 2008)"
)

// Sound tasks of each family pass, from texts and from LexML, and each way to break one is caught by the
// check meant for it.
func TestPortugueseFaults(t *testing.T) {
	change := func(reference, column, to string) func(tables) {
		return func(ts tables) { set(ts, provisionTable, "reference", reference, map[string]any{column: to}) }
	}
	for _, c := range []struct {
		name     string
		template string
		day      string
		start    []string
		edit     func(tables)
		question string // added to the question
		want     string
	}{
		{name: "locate a paragraph", template: "locate", start: []string{fishing2012, "A inscrição é gratuita e vale por quatro anos."}},
		{name: "locate a sub-item", template: "locate", start: []string{fishing2012, "as redes de emalhar e as tarrafas;"}},
		{name: "locate in LexML", template: "locate", start: []string{archives2008, "os contratos de concessão de uso."}},
		{name: "locate across markup", template: "locate", start: []string{archives2008, "Os documentos produzidos pelos órgãos do município formam o arquivo público & pertencem à coletividade."}},
		{name: "recite an item", template: "recite", start: []string{fishing2012 + ", art. 3º, § 2º, inciso III"}},
		{name: "recite a caput", template: "recite", start: []string{fishing2012 + ", art. 3º, caput"}},
		{name: "recite an inserted article", template: "recite", start: []string{fishing2012 + ", art. 3º-A, parágrafo único"}},
		{name: "recite on a day", template: "recite_on_day", day: "2015-02-10", start: []string{"LEI Nº 4.120, DE 12 DE MARÇO DE 2001, art. 5º, inciso II"}},
		{name: "in force", template: "in_force", day: "2015-02-10", start: []string{"LEI Nº 4.120, DE 12 DE MARÇO DE 2001"}},
		{name: "changed", template: "changed", start: []string{fairs2004 + ", art. 5º", fairs2011}},
		{name: "renumbered", template: "renumbered", start: []string{fairs2004 + ", art. 4º", fairs2011}},

		{name: "another paragraph", template: "recite", start: []string{fishing2012 + ", art. 3º, § 1º"}, edit: change(fishing2012+", art. 3º, § 1º", "paragraph", "§ 2º"), want: "executed recount"},
		{name: "no paragraph", template: "recite", start: []string{fishing2012 + ", art. 3º, § 1º"}, edit: change(fishing2012+", art. 3º, § 1º", "paragraph", ""), want: "executed recount"},
		{name: "a caput that is called the article", template: "recite", start: []string{fishing2012 + ", art. 3º, caput"}, edit: change(fishing2012+", art. 3º, caput", "paragraph", ""), want: "executed recount"},
		{name: "a paragraph that is not the only one", template: "recite", start: []string{fishing2012 + ", art. 3º, § 1º"}, edit: change(fishing2012+", art. 3º, § 1º", "paragraph", "parágrafo único"), want: "executed recount"},
		{name: "another item", template: "recite", start: []string{fishing2012 + ", art. 4º, inciso I"}, edit: change(fishing2012+", art. 4º, inciso I", "item", "inciso II"), want: "executed recount"},
		{name: "the item of another paragraph", template: "recite", start: []string{fishing2012 + ", art. 3º, § 2º, inciso I"}, edit: change(fishing2012+", art. 3º, § 2º, inciso I", "paragraph", "§ 1º"), want: "executed recount"},
		{name: "another sub-item", template: "recite", start: []string{fishing2012 + ", art. 2º, inciso III, alínea a"}, edit: change(fishing2012+", art. 2º, inciso III, alínea a", "subitem", "alínea b"), want: "executed recount"},
		{name: "the article before an inserted one", template: "recite", start: []string{fishing2012 + ", art. 3º-A, parágrafo único"}, edit: change(fishing2012+", art. 3º-A, parágrafo único", "article", "art. 3º"), want: "executed recount"},
		{name: "another item in LexML", template: "recite", start: []string{archives2008 + ", art. 2º, inciso I"}, edit: change(archives2008+", art. 2º, inciso I", "item", "inciso II"), want: "executed recount"},
		{name: "another paragraph in LexML", template: "recite", start: []string{archives2008 + ", art. 2º, § 2º"}, edit: change(archives2008+", art. 2º, § 2º", "paragraph", "§ 1º"), want: "executed recount"},
		{name: "other words than the source", template: "recite", start: []string{fishing2012 + ", art. 6º"},
			edit: change(fishing2012+", art. 6º", "text", "O Poder Executivo publicará todos os meses o calendário do defeso de cada bacia."), want: "executed recount"},
		{name: "a neighbour with nearly the same text", template: "recite", start: []string{fishing2012 + ", art. 6º"},
			edit: change(fishing2012+", art. 3º, § 3º", "text", "O Poder Executivo publicará todos os anos o calendário do defeso de cada rio."), want: "unique ambiguous"},
		{name: "a day without a role", template: "renumbered", start: []string{strings.Replace(fairs2004, "texto original", "texto", 1) + ", art. 4º", fairs2011}, want: "unique undated",
			edit: func(ts tables) {
				for _, rows := range ts {
					for _, row := range rows {
						for k, v := range row {
							if s, ok := v.(string); ok {
								row[k] = strings.ReplaceAll(s, "texto original de 5 de abril", "texto de 5 de abril")
							}
						}
					}
				}
			}},
		{name: "an article that is another", template: "renumbered", start: []string{fairs2004 + ", art. 4º", fairs2011}, want: "unique ambiguous",
			edit: change(fairs2011+", art. 5º", "text", "A administração da feira guarda os livros de registro das bancas e dos feirantes.")},
		{name: "the text is quoted", template: "recite", start: []string{fishing2012 + ", art. 6º"}, question: " Começa com o Poder Executivo publicará todos?", want: "needed given"},
		{name: "the number is said", template: "locate", start: []string{fishing2012, "A inscrição é gratuita e vale por quatro anos."}, question: " Fica no art. 3º?", want: "needed given"},
		{name: "words before items", template: "recite", start: []string{fairs2004 + ", art. 3º"}, want: "unambiguous reading"},
		{name: "words before sub-items", template: "recite", start: []string{fishing2012 + ", art. 2º, inciso III"}, want: "unambiguous reading"},
		{name: "an amendment that changed nothing", template: "changed", start: []string{fishing2001 + ", art. 6º", fishing2012}, want: "discriminating agrees"},
		{name: "a day on which all versions agree", template: "recite_on_day", day: "2015-02-10", start: []string{"LEI Nº 4.120, DE 12 DE MARÇO DE 2001, art. 6º"}, want: "discriminating agrees"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := sourcesOf(t, portugueseTexts, c.edit)
			x, reason := askIn(t, w, "pt", c.template, c.day, c.start...)
			if reason != "" {
				t.Fatalf("no task: %s", reason)
			}
			x.Question += c.question
			if got := firstFault(t, w, x); got != c.want {
				t.Errorf("%s: fault %q, want %q", x.Question, got, c.want)
			}
		})
	}
}

// countPlain counts the lines of a text to the first one with some words, and writes what it finds as
// tables do; a doubt comes first.
func countPlain(source, words string, lexML bool) string {
	lines := plainLines(source)
	if lexML {
		lines = lexMLLines(source)
	}
	n := countPortuguese(lines, strings.Index(source, words))
	switch {
	case n == nil:
		return "nothing"
	case n.doubt != "":
		return n.doubt
	case !n.begins:
		return "goes on"
	}
	v := provision{article: "art. " + n.article, paragraph: n.paragraphLabel()}
	s := v.article
	if v.paragraph != "" {
		s += ", " + v.paragraph
	}
	if n.item > 0 {
		s += ", " + strings.Repeat("i", n.item) + dashed(n.itemLetter)
	}
	if n.subitem > 0 {
		s += ", " + string(rune('a'+n.subitem-1))
	}
	return s
}

// Lines are counted as Brazilian laws are printed, and what is out of turn is in doubt.
func TestCountPortuguese(t *testing.T) {
	const source = `LEI Nº 1, DE 2 DE MAIO DE 2000

CAPÍTULO I
Disposições

Art. 1º Primeira regra, que
continua na linha seguinte.

**Art. 2º** Segunda:

I - alfa;

II – beta:

a) gama;

b) delta;

II-A - épsilon;

§ 1º Zeta.

§ 1º-A Eta.

§ 2º Teta:

I - iota.

Art. 3º-A.
Capa.

Parágrafo único. Lambda.

Art. 1.024. Mi, nos termos do
Art. 9º da Lei nº 2.

§ 2º Ni.

§ 3º Csi:

II - ômicron.

Art. 5º Pi, salvo no caso do
§ 1º do art. 2º e do
parágrafo único do art. 3º.

Art. 6º Fica assim:
"Art. 8º Rô.
§ 1º Sigma.
Art. 9º Tau.
§ 1º Ípsilon." (NR)

Art. 7º Fica assim: “Art. 8º Fi.
§ 1º Qui.” (NR)
§ 1º Psi.
`
	for words, want := range map[string]string{
		"Disposições": "nothing", "Primeira": "art. 1", "continua": "goes on",
		"Segunda": "art. 2, caput", "alfa": "art. 2, i", "beta": "art. 2, ii", "gama": "art. 2, ii, a", "delta": "art. 2, ii, b", "épsilon": "art. 2, ii-A",
		"Zeta": "art. 2, § 1º", "Eta.": "art. 2, § with a letter", "Teta": "art. 2, § 2º", "iota": "art. 2, § 2º, i",
		"Capa": "art. 3-A, caput", "Lambda": "art. 3-A, parágrafo único",
		"Mi,": "art. 1024, caput", "do art. 2º": "goes on", "do art. 3º.": "goes on", "Rô": "goes on", "Sigma": "goes on", "Tau": "the article begins within a quotation", "Ípsilon": "the article begins within a quotation", "Fi.": "art. 7, caput", "Qui": "goes on", "Psi": "art. 7, § 1º",
		"Ni": "§ 2 stands where § 1 is counted", "Csi": "§ 3 stands where § 2 is counted",
	} {
		if got := countPlain(source, words, false); got != want {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
	const lexML = `<Articulacao><!-- Art. 9º --><Titulo><Rotulo>TÍTULO I</Rotulo><NomeAgrupador>Das Regras</NomeAgrupador>
<Artigo id="a1"><Rotulo>Art. 1º</Rotulo><Caput><p>Alfa:</p><Inciso><Rotulo>I –</Rotulo><p>beta;</p></Inciso></Caput>
<Paragrafo><Rotulo>Parágrafo único.</Rotulo><p>Gama <i>e</i> delta.</p><Alteracao><Artigo><Rotulo>Art. 7º</Rotulo><p>zeta</p></Artigo></Alteracao></Paragrafo></Artigo>
<Artigo><Rotulo>Art. 2º</Rotulo><Caput><p>Eta.</p><p>Teta.</p></Caput></Artigo></Titulo></Articulacao>`
	for words, want := range map[string]string{"Alfa": "art. 1, caput", "beta": "art. 1, i", "Gama": "art. 1, parágrafo único", "Eta": "art. 2", "Teta": "goes on", "Regras": "nothing"} {
		if got := countPlain(lexML, words, true); got != want {
			t.Errorf("LexML %s: %s, want %s", words, got, want)
		}
	}
}

// A provision is refused whose line goes on with another, stands behind a number out of turn or before any
// article, or whose numbers differ in any level.
func TestRecountPortuguese(t *testing.T) {
	const source = "Ementa da lei\nArt. 1º Primeira regra, que\ncontinua aqui.\nArt. 2º Segunda:\nI - alfa;\na) beta.\nII - gama.\nIV - delta.\n"
	for _, c := range []struct{ words, article, paragraph, item, subitem, want string }{
		{"Primeira", "art. 1º", "", "", "", ""},
		{"Primeira", "Artigo 1", "", "", "", "article 1 is counted: the table has Artigo 1"},
		{"Ementa", "art. 1º", "", "", "", "no line before the text begins an article"},
		{"continua", "art. 1º", "", "", "", "the line goes on with a provision that begins before it"},
		{"alfa", "art. 2º", "", "inciso I", "", ""},
		{"alfa", "art. 2º", "", "inciso I-A", "", `item 1 is counted: the table has "inciso I-A"`},
		{"alfa", "art. 2º", "", "item 1", "", `the table has "item 1": want the number of an item`},
		{"beta", "art. 2º", "", "inciso I", "alínea a", ""},
		{"beta", "art. 2º", "", "inciso I", "", `sub-item 1 is counted: the table has ""`},
		{"beta", "art. 2º", "", "inciso I", "item a", `the table has "item a": want the letter of a sub-item`},
		{"gama", "art. 2º", "", "inciso II", "", ""},
		{"gama", "art. 2º", "caput", "inciso II", "", `the line is in paragraph "" of 0: the table has "caput"`},
		{"delta", "art. 2º", "", "inciso IV", "", "item IV stands where item 3 is counted"},
	} {
		v := provision{file: "lei.txt", first: strings.Index(source, c.words), article: c.article, paragraph: c.paragraph, item: c.item, subitem: c.subitem}
		if got := recountPortuguese(source, &v); got != c.want {
			t.Errorf("%s as %s %s %s %s: %q, want %q", c.words, c.article, c.paragraph, c.item, c.subitem, got, c.want)
		}
	}
}

// Roman numerals are read as they are written, and a written item counts to its own number.
func TestRomanValue(t *testing.T) {
	for text, want := range map[string]int{"I": 1, "IV": 4, "IX": 9, "XIV": 14, "XL": 40, "XLVII": 47, "XC": 90, "LXXVIII": 78, "CDXLIV": 444, "MCMXC": 1990} {
		if got := romanValue(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// Whatever the text, counting ends and names a line of the text or nothing.
func TestCountPortugueseEnds(t *testing.T) {
	piece := rapid.SampledFrom([]string{"Art. 1º ", "Art. 2º-A", "§ 1º ", "Parágrafo único. ", "I - ", "XLVII – ", "a) ", "\n", "texto", "CAPÍTULO I", "<p>", "</p>", "<Rotulo>", "</Rotulo>", "<Alteracao>", "“", "º", "\xff"})
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
		at := rapid.IntRange(0, len(source)+1).Draw(t, "at")
		for _, lines := range [][]portugueseLine{plainLines(source), lexMLLines(source)} {
			if n := countPortuguese(lines, at); n != nil && (n.article == "" || n.item < 0 || n.subitem < 0 || n.paragraphs < 0) {
				t.Errorf("%q at %d: %+v", source, at, *n)
			}
		}
	})
}
