package proof

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// What a written text cites was in force on the day, and says what the text quotes.
func TestCites(t *testing.T) {
	laws := map[string][]string{
		"legal": {
			"甲国买卖法（2015年公布）第八条：货物有瑕疵的，买受人可以请求减少价款。",
			"甲国买卖法（2015年公布）第九条：本法自2016年3月1日起施行。",
			"甲国买卖法第八条：货物有瑕疵的，买受人可以请求更换。\n\n双方另有约定的除外。",
			"甲国买卖法第九条：本法自2020年3月1日起施行。",
		},
		"legal-en": {
			"Republic of A Sale Act (as enacted 2015), Article 8: Where the goods are faulty, the buyer may claim a lower price.",
			"Republic of A Sale Act (as enacted 2015), Article 9: This Act enters into force on 2016-03-01.",
			"Republic of A Sale Act, Article 8: Where the goods are faulty, the buyer may claim others.",
			"Republic of A Sale Act, Article 9: This Act enters into force on 2020-03-01.",
		},
	}
	for _, c := range []struct {
		name, domain, text, day, fault string
		n                              int
	}{
		{"the old text in its day", "legal", "《甲国买卖法》第八条规定：“买受人可以请求减少价款。”", "2018-05-01", "", 1},
		{"the new text in its day", "legal", "《甲国买卖法》第八条规定：“货物有瑕疵的，买受人可以请求更换。”", "2021-05-01", "", 1},
		{"the new text before its day", "legal", "《甲国买卖法》第八条规定：“货物有瑕疵的，买受人可以请求更换。”", "2018-05-01", "disagree", 0},
		{"the old text after its day", "legal", "《甲国买卖法》第八条规定：“买受人可以请求减少价款。”", "2021-05-01", "disagree", 0},
		{"no text yet", "legal", "《甲国买卖法》第八条规定：“买受人可以请求减少价款。”", "2015-05-01", "undated", 0},
		{"another article", "legal", "《甲国买卖法》第九条规定：“买受人可以请求减少价款。”", "2018-05-01", "disagree", 0},
		{"no such article", "legal", "《甲国买卖法》第十条规定：“买受人可以请求减少价款。”", "2018-05-01", "invalid: the answer cites", 0},
		{"no such law", "legal", "《乙国买卖法》第八条规定：“买受人可以请求减少价款。”", "2018-05-01", "invalid: the answer cites", 0},
		{"one word more", "legal", "《甲国买卖法》第八条规定：“买受人可以随时请求减少价款。”", "2018-05-01", "disagree", 0},
		{"nothing cited for it", "legal", "法律规定：“买受人可以请求减少价款。”", "2018-05-01", "invalid: the answer quotes", 0},
		{"quoted twice, cited once", "legal", "《甲国买卖法》第八条规定：“买受人可以请求减少价款。”又规定：“货物有瑕疵的”", "2018-05-01", "invalid: the answer quotes", 0},
		{"nothing cited", "legal", "请求驳回。", "2018-05-01", "", 0},
		{"the old text in its day", "legal-en", `Article 8 of the Republic of A Sale Act provides: "the buyer may claim a lower price."`, "2018-05-01", "", 1},
		{"the old text after its day", "legal-en", `Article 8 of the Republic of A Sale Act provides: "the buyer may claim a lower price."`, "2021-05-01", "disagree", 0},
		{"no such article", "legal-en", `Article 10 of the Republic of A Sale Act provides: "the buyer may claim a lower price."`, "2018-05-01", "invalid: the answer cites", 0},
		{"a form that is not read", "legal-en", "Articles 8 and 9 of the Republic of A Sale Act", "2018-05-01", "invalid: the answer cites", 0},
	} {
		d := toytest.Domain(t, c.domain)
		ref := d.Passage("LegalArticle").Reference
		r := &relational{domain: d, passageSets: map[string]*passageSet{"LegalArticle": newPassageSet(laws[c.domain], ref)}}
		p := &prover{Sources: Sources{Domain: d}, relational: r}
		n, fault := p.cites(c.text, c.day)
		if n != c.n || (fault == "") != (c.fault == "") || !strings.HasPrefix(fault, c.fault) {
			t.Errorf("%s, %s: %d citations, %q: want %d, %q", c.domain, c.name, n, fault, c.n, c.fault)
		}
	}
}

// The articles that a text rests on are answers, each with those that could stand in its place.
func TestArticlesMet(t *testing.T) {
	eight := value.Answer{Kind: value.Text, Text: "《甲国买卖法》第八条", Aliases: []string{"《甲国买卖法》第九条"}}
	one := value.Answer{Kind: value.Text, Text: "《甲国租赁法》第一条"}
	ways := [][]string{{"《甲国买卖法》第八条", "《甲国买卖法》第九条"}, {"《甲国租赁法》第一条"}}
	less, more := eight, eight
	less.Aliases, more.Aliases = nil, append(more.Aliases, "《甲国买卖法》第十条")
	for _, c := range []struct {
		name    string
		answers []value.Answer
		ways    [][]string
		n       int
		met     bool
	}{
		{"none", nil, nil, 0, true},
		{"both", []value.Answer{eight, one}, ways, 2, true},
		{"one twice", []value.Answer{eight}, [][]string{ways[0], ways[0]}, 1, true},
		{"one missing", []value.Answer{eight}, ways, 0, false},
		{"the other order", []value.Answer{one, eight}, ways, 0, false},
		{"one that could not stand in its place", []value.Answer{more, one}, ways, 0, false},
		{"one fewer in its place", []value.Answer{less, one}, ways, 0, false},
		{"another article", []value.Answer{one}, ways[:1], 0, false},
	} {
		n, fault := articlesMet(c.answers, c.ways)
		if (fault == "") != c.met || c.met && n != c.n {
			t.Errorf("%s: %d met, %q: want %d", c.name, n, fault, c.n)
		}
	}
}
