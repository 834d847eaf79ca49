package caselaw

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAsk(t *testing.T) {
	for _, tt := range []struct {
		language string
		from     FocusSource
		focus    string
		want     string
	}{
		{"zh", FromReasoning, "合同是否有效。", "合同是否有效？"},
		{"zh", FromReasoning, "被告应当付款还是退货", "被告应当付款还是退货？"},
		{"zh", FromReasoning, "本案行为是否违反了反垄断法第十七条第五项之规定", "本案行为是否违反了反垄断法的规定？"},
		{"zh", FromReasoning, "《民法典》第1217条第2款是否适用", "《民法典》是否适用？"},
		{"zh", FromReasoning, "关于被告的责任承担问题", "被告的责任承担应当如何认定？"},
		{"zh", FromTitle, "自愿参加体育活动 意外受伤谁担责", "自愿参加体育活动，意外受伤谁担责？"},
		{"zh", FromClaim, "被告返还“定金”", "对于“被告返还‘定金’”的请求，应否支持？"},
		{"en", FromReasoning, "whether the contract was void or voidable", "How should the court decide whether the contract was void or voidable?"},
		{"en", FromReasoning, "whether Article 12(2) of the Tenancy Act applies", "How should the court decide whether the Tenancy Act applies?"},
		{"en", FromReasoning, "who bears the loss", "Who bears the loss?"},
		{"en", FromClaim, `payment of "rent"`, `Should the request for "payment of 'rent'" be granted?`},
		{"en", FromSection, "Liability of the carrier", "How should the court decide on liability of the carrier?"},
		{"zh", FromReasoning, "。？", ""},
	} {
		if got := Ask(tt.language, tt.from, tt.focus); got != tt.want {
			t.Errorf("Ask(%q, %q, %q) = %q, want %q", tt.language, tt.from, tt.focus, got, tt.want)
		}
	}
}

func TestCitations(t *testing.T) {
	for _, tt := range []struct {
		language, text string
		want           []string
	}{
		{"zh", "根据《中华人民共和国公司法》第二十二条第二款的规定", []string{"《中华人民共和国公司法》第二十二条第二款"}},
		{"zh", "依据民法典第1217条和第1218条第3款", []string{"《民法典》第一千二百一十七条", "《民法典》第一千二百一十八条第三款"}},
		{"zh", "《刑法》第一百零九条之一第（二）项、第十条", []string{"《刑法》第一百零九条之一第（二）项", "《刑法》第十条"}},
		{"zh", "《食品安全法》（2015年修订）第三条规定：“应当负责。”该法第二十八条第八项", []string{"《食品安全法》第三条", "《食品安全法》第二十八条第（八）项"}},
		{"zh", "《中华人民共和国食品安全法》（以下简称《食品安全法》）第三条，《食品安全法》第四条",
			[]string{"《中华人民共和国食品安全法》第三条", "《中华人民共和国食品安全法》第四条"}},
		{"zh", "《劳动法》第三十八条规定：“每周休息一日。”第四十一条规定", []string{"《劳动法》第三十八条", "《劳动法》第四十一条"}},
		{"zh", "《补充协议》第六条第一项，《协议》约定。第七条", nil},
		{"zh", "《关于适用《中华人民共和国保险法》若干问题的解释》第十条", []string{"《关于适用〈中华人民共和国保险法〉若干问题的解释》第十条"}},
		{"zh", "《关于适用〈中华人民共和国保险法〉若干问题的解释》第十条", []string{"《关于适用〈中华人民共和国保险法〉若干问题的解释》第十条"}},
		{"zh", "《甲法》《乙法》第十条", []string{"《乙法》第十条"}},
		{"zh", "依照本法第十条", nil},
		{"zh", "《民法典》实施以来，第五条常被引用", nil},
		{"zh", "《合同法》第10条、第10条", []string{"《合同法》第十条"}},
		{"en", "Under Article 12(2)(c) of the Companies Act and Section 4 of the Law on Tenancy Act", []string{"Companies Act, Article 12(2)(c)", "Law on Tenancy Act, Article 4"}},
		{"en", "Loans Act, Article 3-1(a)", []string{"Loans Act, Article 3-1(a)"}},
		{"en", "Article 5 of the agreement", nil},
	} {
		var got []string
		for _, c := range citationsIn(tt.language, CasePart{{Text: tt.text}}) {
			got = append(got, c.Cited)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("citations in %q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestChineseNumeral(t *testing.T) {
	for number, want := range map[string]string{
		"1": "一", "10": "十", "12": "十二", "20": "二十", "101": "一百零一", "110": "一百一十", "1217": "一千二百一十七", "1009": "一千零九",
		"二〇": "二零", "两百": "二百", "0": "0", "12345": "12345",
	} {
		if got := chineseNumeral(number); got != want {
			t.Errorf("chineseNumeral(%q) = %q, want %q", number, got, want)
		}
	}
}
