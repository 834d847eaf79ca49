package legislation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const englishLaw = `# Companies Act

Adopted on 3 May 2001
Amended on 26 October 2018

## Chapter 1 General Provisions

**Article 1** This Act governs companies.

Article 2 (1) A company shall:
(a) keep books, which are
(i) complete;
(ii) correct;
(b) file reports.
(2) Article 1 applies.

Article 2-1. Words that go on
in a second line.

## Chapter 2 Final Provisions

Article 3 Under Article 2(1)(a) of this Act and Article 1 of the Trade Act, a fine is imposed.
Article 4 This Act enters into force on 1 January 2019.
`

const portugueseLaw = `LEI Nº 9.999, DE 11 DE SETEMBRO DE 1990.

Dispõe sobre o consumo.

TÍTULO I
Dos Direitos

CAPÍTULO I
DISPOSIÇÕES GERAIS

Art. 1º Esta lei protege o consumidor.

Parágrafo único. Aplica-se o art. 2º desta Lei.

Art. 2º São direitos:  (Redação dada pela Lei nº 10.000, de 2000)

I - a saúde;

II – a informação sobre:

a) o preço;

b) a qualidade.

§ 1º O fornecedor responde.

§ 2º (Revogado pela Lei nº 10.000, de 2000)

Art. 2º-A. Novo artigo.

Seção II
Das Penas

Art. 3º Esta lei entra em vigor na data de sua publicação.

Brasília, 11 de setembro de 1990.
`

const lexMLLaw = `<?xml version="1.0" encoding="UTF-8"?>
<LexML xmlns="http://www.lexml.gov.br/1.0"><Norma>
<ParteInicial><Epigrafe>Lei nº 9.999, de 11 de setembro de 1990</Epigrafe><Ementa>Dispõe sobre o consumo.</Ementa></ParteInicial>
<Articulacao><Titulo id="tit1"><Rotulo>TÍTULO I</Rotulo><NomeAgrupador>Dos Direitos</NomeAgrupador>
<Artigo id="art1"><Rotulo>Art. 1º</Rotulo><Caput id="art1_cpt"><p>Esta lei protege o <b>consumidor</b> &amp; o fornecedor.</p></Caput>
<Paragrafo id="art1_par1u"><Rotulo>Parágrafo único.</Rotulo><p>Aplica-se o art. 2º desta Lei.</p></Paragrafo></Artigo>
<Artigo id="art2"><Rotulo>Art. 2º</Rotulo><Caput id="art2_cpt"><p>São direitos: (Redação dada pela Lei nº 10.000, de 2000)</p>
<Inciso id="i1"><Rotulo>I –</Rotulo><p>a saúde:</p><Alinea id="a"><Rotulo>a)</Rotulo><p>do corpo;</p></Alinea></Inciso>
<Inciso id="i2"><Rotulo>II –</Rotulo><p>a informação.</p></Inciso></Caput>
<Paragrafo id="p1"><Rotulo>§ 1º</Rotulo><p>O fornecedor responde.</p><Alteracao><Artigo><Rotulo>Art. 9º</Rotulo><Caput><p>De outra lei.</p></Caput></Artigo></Alteracao></Paragrafo></Artigo></Titulo></Articulacao></Norma></LexML>
`

func TestLanguages(t *testing.T) {
	for _, tc := range []struct {
		name, text, ext, title string
		want                   []string
		faults                 int
	}{
		{"English", englishLaw, ".md", "Companies Act", []string{
			"1-0.0.0.0 Article 1 | This Act governs companies. | Chapter 1 General Provisions",
			"2-0.1.0.0 Article 2 paragraph (1) | A company shall: | Chapter 1 General Provisions",
			"2-0.1.1.0 Article 2 paragraph (1) item (a) | keep books, which are | Chapter 1 General Provisions",
			"2-0.1.1.1 Article 2 paragraph (1) item (a) item (i) | complete; | Chapter 1 General Provisions",
			"2-0.1.1.2 Article 2 paragraph (1) item (a) item (ii) | correct; | Chapter 1 General Provisions",
			"2-0.1.2.0 Article 2 paragraph (1) item (b) | file reports. | Chapter 1 General Provisions",
			"2-0.2.0.0 Article 2 paragraph (2) | Article 1 applies. | Chapter 1 General Provisions",
			"2-1.0.0.0 Article 2-1 | Words that go on in a second line. | Chapter 1 General Provisions",
			"3-0.0.0.0 Article 3 | Under Article 2(1)(a) of this Act and Article 1 of the Trade Act, a fine is imposed. | Chapter 2 Final Provisions",
			"4-0.0.0.0 Article 4 | This Act enters into force on 1 January 2019. | Chapter 2 Final Provisions",
		}, 0},
		{"English citations at the beginning of lines", "Trade Act\nArticle 1 Under\nArticle 9(1) Acts and\nArticle 8 of the Old Act, a fine is due.\nArticle 2 Other.", ".txt", "Trade Act", []string{
			"1-0.0.0.0 Article 1 | Under Article 9(1) Acts and Article 8 of the Old Act, a fine is due.", "2-0.0.0.0 Article 2 | Other.",
		}, 0},
		{"Portuguese", portugueseLaw, ".txt", "LEI Nº 9.999, DE 11 DE SETEMBRO DE 1990", []string{
			"1-0.0.0.0 art. 1º caput | Esta lei protege o consumidor. | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"1-0.1.0.0 art. 1º parágrafo único | Aplica-se o art. 2º desta Lei. | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-0.0.0.0 art. 2º caput | São direitos: | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-0.0.1.0 art. 2º inciso I | a saúde; | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-0.0.2.0 art. 2º inciso II | a informação sobre: | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-0.0.2.1 art. 2º inciso II alínea a | o preço; | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-0.0.2.2 art. 2º inciso II alínea b | a qualidade. | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-0.1.0.0 art. 2º § 1º | O fornecedor responde. | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"2-1.0.0.0 art. 2º-A | Novo artigo. | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS",
			"3-0.0.0.0 art. 3º | Esta lei entra em vigor na data de sua publicação. | TÍTULO I Dos Direitos CAPÍTULO I DISPOSIÇÕES GERAIS Seção II Das Penas",
		}, 0},
		{"LexML", lexMLLaw, ".xml", "Lei nº 9.999, de 11 de setembro de 1990", []string{
			"1-0.0.0.0 art. 1º caput | Esta lei protege o consumidor & o fornecedor. | TÍTULO I Dos Direitos",
			"1-0.1.0.0 art. 1º parágrafo único | Aplica-se o art. 2º desta Lei. | TÍTULO I Dos Direitos",
			"2-0.0.0.0 art. 2º caput | São direitos: | TÍTULO I Dos Direitos",
			"2-0.0.1.0 art. 2º inciso I | a saúde: | TÍTULO I Dos Direitos",
			"2-0.0.1.1 art. 2º inciso I alínea a | do corpo; | TÍTULO I Dos Direitos",
			"2-0.0.2.0 art. 2º inciso II | a informação. | TÍTULO I Dos Direitos",
			"2-0.1.0.0 art. 2º § 1º | O fornecedor responde. | TÍTULO I Dos Direitos",
		}, 0},
		{"LexML that is not well-formed", "<LexML>\n<Artigo></p></LexML>", ".xml", "T", nil, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := parseText(tc.text, tc.ext)
			if diff := cmp.Diff(tc.want, outline(d)); diff != "" {
				t.Errorf("provisions (-want +got):\n%s", diff)
			}
			if d.title != tc.title {
				t.Errorf("title %q, want %q", d.title, tc.title)
			}
			if len(d.faults) != tc.faults {
				t.Errorf("faults %v, want %d", d.faults, tc.faults)
			}
			if !d.leftOut && tc.ext != ".xml" {
				checkPieces(t, d, tc.text)
			}
		})
	}
}

// Days, names, citations and kinds in English and Portuguese.
func TestLanguageRows(t *testing.T) {
	c, err := Read(t.Context(), write(t, map[string]string{
		"Companies Act/2018-10-26.md": englishLaw, "Trade Act/2001-01-01.md": "# Trade Act\nAdopted on January 1, 2001\nArticle 1 A.\n",
		"Lei 9999/1990-09-11.txt": portugueseLaw,
	}), 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range c.Versions {
		got = append(got, strings.Join([]string{v.Name, v.Adopted.Format(time.DateOnly), v.Amended.Format(time.DateOnly), v.InForce.Format(time.DateOnly)}, " "))
	}
	for _, l := range c.Laws {
		got = append(got, l.Title+": "+l.Kind)
	}
	for _, ci := range c.Citations {
		got = append(got, ci.Citing+" > "+ci.Cited)
	}
	want := []string{
		"Companies Act (as amended on 26 October 2018) 2001-05-03 2018-10-26 2019-01-01",
		"LEI Nº 9.999, DE 11 DE SETEMBRO DE 1990 (texto original de 11 de setembro de 1990) 1990-09-11 0001-01-01 0001-01-01",
		"Trade Act (as adopted on 1 January 2001) 2001-01-01 0001-01-01 0001-01-01",
		"Companies Act: statute", "LEI Nº 9.999, DE 11 DE SETEMBRO DE 1990: lei", "Trade Act: statute",
		"Companies Act, Article 2(2) > Companies Act, Article 1",
		"Companies Act, Article 3 > Companies Act, Article 2",
		"Companies Act, Article 3 > Trade Act, Article 1",
		"LEI Nº 9.999, DE 11 DE SETEMBRO DE 1990, art. 1º, parágrafo único > LEI Nº 9.999, DE 11 DE SETEMBRO DE 1990, art. 2º",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// A broken line that goes on with a citation begins no paragraph, and what an amendment quotes has none
// of this law's numbers, whatever the quotation marks.
func TestPortugueseLinesWithoutNumbers(t *testing.T) {
	const text = `LEI Nº 1, DE 2 DE MAIO DE 2000

Art. 1º A navegação observa o que dispõe o
§ 1º do art. 4º desta Lei, salvo no caso do
parágrafo único do art. 3º.
Art. 2º A Lei nº 9, de 3 de maio de 1990, passa a vigorar com estas alterações:
%sArt. 7º O prazo é de dez dias.

§ 1º O prazo suspende-se no recesso.
I - nos portos;
§ 2º Cabe recurso.%s (NR)
§ 1º O regulamento diz o resto.
Art. 3º Nada.
`
	want := []string{
		"1-0.0.0.0 A navegação observa o que dispõe o § 1º do art. 4º desta Lei, salvo no caso do parágrafo único do art. 3º.",
		"2-0.0.0.0 A Lei nº 9, de 3 de maio de 1990, passa a vigorar com estas alterações: “Art. 7º O prazo é de dez dias. § 1º O prazo suspende-se no recesso. I - nos portos; § 2º Cabe recurso.” (NR)",
		"2-0.1.0.0 O regulamento diz o resto.",
		"3-0.0.0.0 Nada.",
	}
	for _, marks := range [][2]string{{"“", "”"}, {`"`, `"`}} {
		source := fmt.Sprintf(text, marks[0], marks[1])
		d := parseText(source, ".txt")
		var got []string
		for _, e := range d.entries {
			got = append(got, e.unit.String()+" "+e.text)
		}
		var wanted []string
		for _, w := range want {
			wanted = append(wanted, strings.NewReplacer("“", marks[0], "”", marks[1]).Replace(w))
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		checkPieces(t, d, source)
	}
}

// Days stand in the title of a law and in lines on its history, and the clause on the entry into force
// names one or the publication.
func TestPortugueseDays(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"LEI Nº 4.120, DE 12 DE MARÇO DE 2001.", "adopted 2001-03-12"},
		{"Alterada pela Lei nº 12.340, de 20 de setembro de 2012, em vigor desde 1º de janeiro de 2013", "amended 2012-09-20, in force 2013-01-01"},
		{"(Com a redação dada pela Lei nº 9, de 1º de maio de 1999)", "amended 1999-05-01"},
		{"Texto consolidado até a Lei nº 13.905, de 6 de maio de 2019", "amended 2019-05-06"},
		{"Lei atualizada até a Lei nº 13.905, de 6 de maio de 2019", "amended 2019-05-06"},
		{"Publicada no Diário Oficial de 14 de março de 2001.", "published 2001-03-14"},
		{"Aprovada em 2 de fevereiro de 2001 e sancionada em 12 de março de 2001", "approved 2001-02-02, adopted 2001-03-12"},
		{"Vigência: 1º de julho de 2001", "in force 2001-07-01"},
		{"Regulamenta a Lei nº 7, de 3 de abril de 1998, alterada pela Lei nº 8, de 4 de maio de 1999.", ""},
		{"Altera a Lei nº 7, de 3 de abril de 1998.", ""},
		{"Publicada no Diário Oficial de 31 de fevereiro de 2001", ""},
	} {
		var got []string
		for _, e := range portugueseEvents(c.line) {
			name := map[role]string{adoptedRole: "adopted", amendedRole: "amended", promulgatedRole: "published", approvedRole: "approved", inForceRole: "in force"}[e.role]
			got = append(got, name+" "+e.day.Format(time.DateOnly))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %q, want %q", c.line, s, c.want)
		}
	}
	for text, want := range map[string]string{
		"Esta Lei entra em vigor em 1º de julho de 2001.":                                            "2001-07-01",
		"Este Decreto entrará em vigor a partir de 2 de janeiro de 2012.":                            "2012-01-02",
		"Revogam-se as disposições em contrário. Esta Lei entra em vigor no dia 3 de abril de 1998.": "1998-04-03",
		"Esta Lei entra em vigor na data de sua publicação.":                                         "publication",
		"Esta Lei entra em vigor após decorridos noventa dias de sua publicação.":                    "",
		"A Lei nº 7 entra em vigor em 1º de julho de 2001.":                                          "",
		// Some provisions have another day.
		"Esta Lei entra em vigor em 1º de julho de 2001, exceto o art. 5º, que entra em vigor em 1º de janeiro de 2002.": "",
		"Esta Lei entra em vigor na data de sua publicação, salvo quanto ao art. 3º.":                                    "",
		"Esta Lei entra em vigor em 1º de julho de 2001, à exceção do art. 3º.":                                          "",
		"Esta Lei entra em vigor na data de sua publicação. Os arts. 4º e 5º entram em vigor em noventa dias.":           "",
		"Esta Lei entra em vigor em 1º de julho de 2001, revogadas as disposições em contrário.":                         "2001-07-01",
	} {
		clause, ok := portugueseForce(text)
		got := ""
		switch {
		case clause.onPromulgation:
			got = "publication"
		case ok:
			got = clause.day.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Whatever the bytes, the pieces rebuild the file and reading ends.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{englishLaw, portugueseLaw, lexMLLaw, "# 甲法\n第一条 （一）甲；\n1．乙；\n附件：\n第一条 丙", "第一条“\n第二条 ”\n---\n", "---\n第一条"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		for _, ext := range []string{".md", ".xml"} {
			d := parseText(string(source), ext)
			if d.grammar != nil && !(ext == ".xml" && d.leftOut) {
				checkPieces(t, d, string(source))
			}
			if !d.leftOut {
				c := &Collection{}
				laws := c.group([]*document{d, parseText(string(source), ext)})
				for _, law := range laws {
					c.addLaw(law, newTitles(laws))
				}
			}
		}
	})
}
