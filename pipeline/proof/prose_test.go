package proof

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// prose is a text as the result of a node.
func prose(text string) *relation {
	return &relation{data: []datum{{kind: value.Text, text: text}}, width: 1}
}

// cites returns the citations that the second execution finds in a text, or the reason why
// it finds none.
func cites(r *relational, text string) (names []string, reason plan.Reason) {
	to := &relation{from: []*relation{prose(text)}, width: 1}
	reason, _ = r.citations(to, &plan.Citations{Passages: "LegalArticle"})
	return textsIn(to.data), reason
}

// legalProse returns the second execution over a legal domain without rows, whose passages
// name one work that is the beginning of another.
func legalProse(t *testing.T, name string, passages ...string) *relational {
	d := toytest.Domain(t, name)
	return &relational{domain: d, passageSets: map[string]*passageSet{
		"LegalArticle": newPassageSet(passages, d.Passage("LegalArticle").Reference),
	}}
}

// The two executions read the same citations out of any text of lists and other sentences.
func TestBothReadTheSameCitations(t *testing.T) {
	for _, c := range []struct {
		domain string
		r      *relational
		pieces []string
	}{
		{"legal", legalProse(t, "legal", "甲法第三条：一", "甲法实施条例第五条：一"), []string{
			"《甲法》第三条", "《甲法实施条例》第五条", "《某院关于适用〈甲法〉的解释》第五条", "、第三条", "《甲法》", "第十五条", "第五条之一", "第二款", "、", "和", "以及", "的规定，", "依照", "。", "合同", "甲法",
		}},
		{"legal-en", legalProse(t, "legal-en", "Republic of Lindravia Sale Act, Article 5: a", "Republic of Lindravia Sale Act Order, Article 5: a"), []string{
			"Article 5 of the Republic of Lindravia Sale Act; ", "Article 5, Article 15 and Article 5-1 of the Republic of Lindravia Sale Act Order, ", "Article 15, ", " and ", ", ", "; ",
			"Article 6 and Article 7", " of the Republic of Lindravia Trade Act and ", ". The court ",
		}},
	} {
		read := c.r.domain.Passage("LegalArticle").Reference.CitationReader()
		found := 0
		check := func(t *rapid.T) {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(c.pieces), 1, 16).Draw(t, "pieces"), "")
			cited, ok := read(text)
			if !ok || len(cited) == 0 {
				return // the plan has no answer
			}
			found++
			names, reason := cites(c.r, text)
			var want []string
			for _, h := range cited {
				want = append(want, h.Name())
			}
			if got := strings.Join(names, "|"); reason != "" || got != strings.Join(want, "|") {
				t.Fatalf("%s: citations of %q = %q %s, want %q", c.domain, text, got, reason, want)
			}
		}
		rapid.Check(t, check)
		if found == 0 {
			t.Errorf("%s: no text had citations", c.domain)
		}
	}
}

// A text that cites parts in a form that is not read has no list of citations in either
// execution, so that no list lacks some.
func TestNeitherReadsOtherForms(t *testing.T) {
	legal, english := legalProse(t, "legal", "甲法第三条：一"), legalProse(t, "legal-en", "Republic of Lindravia Sale Act, Article 5: a")
	for _, c := range []struct {
		r    *relational
		text string
		read bool
	}{
		{legal, "依照《甲法》第三条、第五条的规定，判决如下", true},
		{legal, "依照《甲法》第三条第二款、第五条第（一）项的规定，判决如下", true},
		{legal, "依照《甲法》第三条、《乙法》第五、六条的规定，判决如下", false},
		{legal, "依照《甲法》第三条、第五、六条的规定，判决如下", false},
		{legal, "依照《甲法》第三条和第五、第六条的规定，判决如下", false},
		{legal, "依照《甲法》第三条、五条的规定，判决如下", false},
		{legal, "依照《甲法》第三条、《乙法》第五至七条的规定，判决如下", false},
		{legal, "依照《甲法》第5条至第7条的规定，判决如下", false},
		{legal, "依照《甲法》第5-7条、《乙法》第三条的规定，判决如下", false},
		{english, "under Article 5, Article 15 and Article 5-1 of the Republic of Lindravia Sale Act, the court", true},
		{english, "under Article 3 of the Republic of Lindravia Trade Act and Articles 5 and 6 of the Republic of Lindravia Sale Act, the court", false},
		{english, "under Article 3 of the Republic of Lindravia Trade Act and Art. 6 of the Republic of Lindravia Sale Act, the court", false},
		{english, "under Article 3 of the Republic of Lindravia Trade Act and article 6 of that Act, the court", false},
		{english, "under Article 5 to 7 of the Republic of Lindravia Sale Act and Article 3 of the Republic of Lindravia Trade Act, the court", false},
		{english, "under Article 3 of the Republic of Lindravia Trade Act and Article 5 and 6 of the Republic of Lindravia Sale Act, the court", false},
	} {
		cited, ok := c.r.domain.Passage("LegalArticle").Reference.CitationReader()(c.text)
		if read := ok && len(cited) > 0; read != c.read {
			t.Errorf("citations of %q = %v, %v, want them read: %v", c.text, cited, ok, c.read)
		}
		if names, reason := cites(c.r, c.text); (reason == "") != c.read || !c.read && reason != plan.Underived {
			t.Errorf("the second execution reads %q, %q from %q, want them read: %v", names, reason, c.text, c.read)
		}
	}
}

// Both executions read the same fact, or none for the same reason.
func TestBothReadTheSameFacts(t *testing.T) {
	f := domain.Fact{Name: "fee", Kind: domain.KindMoney, Unit: "元", Patterns: []string{`fee (\S+)`}}
	day := domain.Fact{Name: "day", Kind: domain.KindDate, Patterns: []string{`on (\S+)`}}
	for _, c := range []struct {
		fact   *domain.Fact
		text   string
		want   string
		reason plan.Reason
	}{
		{&f, "fee 1,234.50元 and fee 1234.5元", "1234.5", ""},
		{&f, "fee 1.2万元", "12000", ""},
		{&f, "fee 12元 fee 13元", "", plan.Several},
		{&f, "fee 12天", "", plan.Unparsed},
		{&f, "no charge", "", plan.Underived},
		{&day, "on 2020年3月5日 and on 2020-03-05", "2020-03-05", ""},
		{&day, "on 2020-03-05 and on 2020-03-06", "", plan.Several},
		{&day, "on Monday", "", plan.Unparsed},
	} {
		v, reason := plan.FactIn(c.fact, c.text)
		if v.Text != c.want || reason != c.reason {
			t.Errorf("FactIn(%q) = %q, %q, want %q, %q", c.text, v.Text, reason, c.want, c.reason)
		}
		data, reason, _ := factIn(c.fact, c.text)
		if got := strings.Join(textsIn(data), ","); got != c.want || reason != c.reason {
			t.Errorf("the second execution reads %q, %q from %q, want %q, %q", got, reason, c.text, c.want, c.reason)
		}
	}
}
