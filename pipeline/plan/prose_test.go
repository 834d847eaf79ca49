package plan

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// The shipped domains read their facts out of sentences as summaries and judgments write
// them.
func TestFactsOfShippedDomains(t *testing.T) {
	for _, c := range []struct{ domain, table, fact, text, want string }{
		{"legal", "LegalAbstract", "interest_from", "请求判令支付工程款559112元以及自2019年5月12日起的逾期利息；款项付清之日止", "2019-05-12"},
		{"legal", "LegalAbstract", "interest_from", "有权获得自2019年5月12日起的利息。损失应自2020年1月2日起按照同期利率计付", "several"},
		{"legal", "LegalAbstract", "interest_from", "确认双方自2016年8月14日存在劳动关系", "underived"},
		{"legal", "LegalAbstract", "filed_on", "故于2019年7月1日提起诉讼。", "2019-07-01"},
		{"legal", "LegalAbstract", "filed_on", "遂于2019年7月1日向某市人民法院起诉，要求给付", "2019-07-01"},
		{"legal", "LegalAbstract", "contract_day", "双方于2020年11月12日签订合同，约定", "2020-11-12"},
		{"legal", "LegalDoc", "court_fee", "案件受理费123,893元,由上诉人负担", "123893"},
		{"legal", "LegalDoc", "court_fee", "案件受理费93836元,减半收取46918元,由被告负担", "underived"},
		{"legal", "LegalDoc", "halved_fee", "案件受理费93836元,减半收取计46918.5元,由被告负担", "46918.5"},
		{"legal", "LegalDoc", "outcome_interest_from", "支付利息（自2019年10月28日起至付清之日止,以12006076元为基数", "2019-10-28"},
		{"legal-en", "LegalAbstract", "interest_from", "pay the works price of CNY 772,800, together with interest on arrears from 1 May 2020 and to bear the costs", "2020-05-01"},
		{"legal-en", "LegalAbstract", "contract_day", "by a contract of 8 July 2016 the plaintiff undertook to deliver", "2016-07-08"},
		{"legal-en", "LegalDoc", "halved_fee", "The case acceptance fee is CNY 1,840; half of it, CNY 920, is charged", "920"},
		{"legal-en", "LegalDoc", "halved_fee", "fee of 13,931 yuan, reduced by half to 6,965.50 yuan, shall be borne", "6965.5"},
		{"legal-en", "LegalDoc", "outcome_interest_from", "damages for late payment (from 4 May 2019 until the sum is paid)", "2019-05-04"},
	} {
		f, _ := shipped(t, c.domain).Table(c.table).Fact(c.fact)
		if f == nil {
			t.Fatalf("%s has no fact %s", c.domain, c.fact)
		}
		v, reason := FactIn(f, c.text)
		if got := v.Text + string(reason); got != c.want || reason == "" && v.Unit != f.Unit {
			t.Errorf("%s %s of %q = %s %s, want %s %s", c.domain, c.fact, c.text, got, v.Unit, c.want, f.Unit)
		}
	}
}

// Lists of citations, as texts write them, in whole.
func TestCitationsOfShippedDomains(t *testing.T) {
	for _, c := range []struct{ domain, text, want string }{
		{"legal", "依照《甲共和国劳动法》第四十四条、《甲共和国诉讼法》第三十九条第二款、第一百三十四条之一的规定，依据《甲共和国劳动法》第四十四条",
			"甲共和国劳动法第四十四条 甲共和国诉讼法第三十九条 甲共和国诉讼法第一百三十四条之一"},
		{"legal", "依照《甲共和国劳动法》第四十四条，合同第五条约定", "-"},
		{"legal", "依据《甲共和国劳动法》等法律作出判决", ""},
		{"legal-en", "under Article 2, Article 16 and Article 34-1 of the Republic of Lindravia Construction Works Act and Article 12 of the Republic of Lindravia Civil Procedure Act, the judgment is",
			"Article 2 of the Republic of Lindravia Construction Works Act|Article 16 of the Republic of Lindravia Construction Works Act|Article 34-1 of the Republic of Lindravia Construction Works Act|Article 12 of the Republic of Lindravia Civil Procedure Act"},
	} {
		cited, ok := shipped(t, c.domain).Passage("LegalArticle").Reference.CitationReader()(c.text)
		got := namesOf(cited)
		if !ok {
			got = []string{"-"}
		}
		separator := " "
		if c.domain == "legal-en" {
			separator = "|"
		}
		if strings.Join(got, separator) != c.want {
			t.Errorf("citations of %q = %q, %v, want %q", c.text, got, ok, c.want)
		}
	}
}

func namesOf(headings []domain.Heading) []string {
	var list []string
	for _, h := range headings {
		list = append(list, h.Name())
	}
	return list
}
