package humanize_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
)

func TestAmount(t *testing.T) {
	yuan := &domain.Column{Kind: domain.KindMoney, Unit: "元"}
	share := &domain.Column{Kind: domain.KindRatio, Unit: "%"}
	staff := &domain.Column{Kind: domain.KindCount, Measure: domain.Text{"zh": "人", "en": "employees"}}
	for _, tt := range []struct {
		col             *domain.Column
		digits, zh, eng string
	}{
		{yuan, "125000000", "1.25亿元", "CNY 125 million"},
		{yuan, "1250000000", "12.5亿元", "CNY 1.25 billion"},
		{yuan, "600000", "60万元", "CNY 600,000"},
		{yuan, "1234567", "1234567元", "CNY 1,234,567"},
		{share, "62.5", "62.5%", "62.5%"},
		{staff, "1264", "1264人", "1264"},
	} {
		if got := humanize.Amount("zh", tt.col, tt.digits); got != tt.zh {
			t.Errorf("Amount(zh, %s %s) = %q, want %q", tt.digits, tt.col.Unit, got, tt.zh)
		}
		if got := humanize.Amount("en", tt.col, tt.digits); got != tt.eng {
			t.Errorf("Amount(en, %s %s) = %q, want %q", tt.digits, tt.col.Unit, got, tt.eng)
		}
	}
}

func TestNumbersAndDays(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{humanize.Ordinal("zh", 2), "第二"}, {humanize.Ordinal("zh", 12), "第12"},
		{humanize.Ordinal("en", 2), "second"}, {humanize.Ordinal("en", 11), "11th"}, {humanize.Ordinal("en", 22), "22nd"}, {humanize.Ordinal("en", 113), "113th"},
		{humanize.Cardinal("zh", 2), "两"}, {humanize.Cardinal("en", 2), "two"}, {humanize.Cardinal("en", 12), "12"},
		{humanize.Day("zh", "2020-05-01"), "2020年5月1日"}, {humanize.Day("en", "2020-05-01"), "1 May 2020"}, {humanize.Day("en", "last May"), "last May"},
		{humanize.Day("pt", "2020-03-01"), "1º de março de 2020"}, {humanize.Day("pt", "2020-12-31"), "31 de dezembro de 2020"}, {humanize.Day("pt", "maio"), "maio"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
