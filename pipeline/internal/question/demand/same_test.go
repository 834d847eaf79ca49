package demand

import "testing"

func TestSameUnit(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"万元", "10,000 CNY", true},
		{"万元", "units of 10,000 CNY", true},
		{"亿元", "hundred million yuan", true},
		{"million CNY", "CNY million", true},
		{"million CNY", "millions of RMB", true},
		{"元", "人民币元", true},
		{"%", "percent", true},
		{"％", "百分比", true},
		{"人", "人", true},
		{"", "", true},
		{"元", "万元", false},
		{"元", "", false},
		{"元", "1", false},
		{"%", "元", false},
		{"人", "家", false},
	} {
		if got := sameUnit(tt.a, tt.b); got != tt.want {
			t.Errorf("sameUnit(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
