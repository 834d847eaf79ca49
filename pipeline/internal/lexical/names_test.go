package lexical

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"pgregory.net/rapid"
)

// The likeliest piece is the name, or one of the few that come first.
func TestPieces(t *testing.T) {
	for _, tt := range []struct{ domain, language, question, name, entity string }{
		{"legal", "zh", "我是实习生，主管问得很细。可以帮我核实一下砚川祥高律师事务所的电邮账号吗？谢谢！", "砚川祥高律师事务所", "law_firm"},
		{"legal", "zh", "请问，卷宗编号是（2019）漪0530执305号的背信债务案的所涉款额为多少？", "（2019）漪0530执305号", "case_number"},
		{"legal", "zh", "我把它补上。请给出案号为（2019）漪0530执305号的终本案件的立案日期。", "（2019）漪0530执305号", "case_number"},
		{"legal", "zh", "说明一下背景，罚单编号榕市监处罚20190053000所对应的官方惩罚是多少？", "榕市监处罚20190053000", ""},
		{"legal", "zh", "我需要盘面代号为601877的股份公开流通的企业的信函投递区号，还请费心。", "601877", ""},
		{"legal", "zh", "请整理出雁河省绢岫市鲤屯区当地的律务机构中出资额超过200万元的每一家的名号。", "雁河省绢岫市鲤屯区", "region"},
		{"legal", "zh", "请教一下，珠都市葛庄区综合行政执法局下达的惩处决定的款项均值是多少？", "珠都市葛庄区综合行政执法局", ""},
		{"legal-en", "en", "I am a lawyer. Please find the leader of Grandhollow Vantaven Law Firm. For context: I write a report.", "Grandhollow Vantaven Law Firm", "law_firm"},
		{"legal-en", "en", "Hello. What is the debt of the matter bearing identifier (2019) QL0530 Enf. No. 305 and who owes it?", "(2019) QL0530 Enf. No. 305", "case_number"},
		{"legal-en", "en", "Please supply the counsel offices in Arvenia Province, Melderfirth City, Lapwenworth District? Thanks.", "Arvenia Province, Melderfirth City, Lapwenworth District", "region"},
		{"legal-en", "en", "I look at the tribunal carrying tribunal symbol JV0883. I would like to see its head.", "JV0883", ""},
		{"legal-en", "en", "Give me the ones having “(2020) GH0121 Enf. No. 5736” of the enterprise carrying 91130121MAGDHTTT12 (as a list).", "91130121MAGDHTTT12", ""},
	} {
		d := toytest.Domain(t, tt.domain)
		pieces := newLexicon(d, tt.language).namePieces(tt.question, 12)
		at := slices.IndexFunc(pieces, func(p piece) bool { return tt.question[p.from:p.to] == tt.name })
		if at < 0 {
			t.Errorf("pieces(%q): %q is not among the first %d", tt.question, tt.name, len(pieces))
		} else if tt.entity != "" && !slices.Contains(pieces[at].types, tt.entity) {
			t.Errorf("pieces(%q): %q is taken for %v, want %s", tt.question, tt.name, pieces[at].types, tt.entity)
		}
	}
}

// Pieces of any text lie within it, at characters, and come in the order of their scores.
func TestPiecesOfAnything(t *testing.T) {
	d := toytest.Domain(t, "toy")
	lexicons := map[string]*lexicon{"zh": newLexicon(d, "zh"), "en": newLexicon(d, "en")}
	parts := rapid.SampledFrom([]string{"案号", "为", "（2021）甲01民初12号", "公司", "的", "，", "Court of ", "Ltd. ", "12", "省", "“", "”", "\xff", "İ", " ", "a", "."})
	rapid.Check(t, func(t *rapid.T) {
		question := ""
		for _, p := range rapid.SliceOfN(parts, 0, 30).Draw(t, "parts") {
			question += p
		}
		language := rapid.SampledFrom([]string{"zh", "en"}).Draw(t, "language")
		pieces := lexicons[language].namePieces(question, 50)
		if len(pieces) > 50 {
			t.Fatalf("%d pieces, want at most 50", len(pieces))
		}
		for i, p := range pieces {
			if p.from < 0 || p.from >= p.to || p.to > len(question) {
				t.Fatalf("piece %v of %d bytes", p.span, len(question))
			}
			if i > 0 && p.score > pieces[i-1].score {
				t.Fatalf("piece %d scores %v after %v", i, p.score, pieces[i-1].score)
			}
		}
	})
}
