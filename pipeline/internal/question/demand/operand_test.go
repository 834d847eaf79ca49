package demand

import "testing"

// An operand is the same however it is written.
func TestOperandOf(t *testing.T) {
	for _, tt := range []struct{ text, unit, want string }{
		{"CNY 5 million", "元", "5000000"}, {"RMB 5,000,000", "元", "5000000"}, {"人民币500万元", "元", "5000000"}, {"￥500万", "元", "5000000"}, {"5百万", "元", "5000000"}, {"五百万元", "元", "5000000"}, {"1.5 bn yuan", "元", "1500000000"},
		{"5 percent", "%", "5"}, {"百分之5", "%", "5"}, {"百分之五", "%", "5"}, {"5%", "%", "5"},
		{"January 2, 2006", "", "2006-01-02"}, {"2 January 2006", "", "2006-01-02"}, {"Jan 2, 2006", "", "2006-01-02"}, {"2006.1.2", "", "2006-01-02"}, {"2006年1月2号", "", "2006-01-02"},
		{"2020年", "", "2020"}, {"二〇二〇年", "", "2020"}, {"2020", "", "2020"}, {"二六三", "", "二六三"},
	} {
		if got := normalOperand(tt.text, tt.unit); got != tt.want {
			t.Errorf("operandOf(%q, %q) = %q, want %q", tt.text, tt.unit, got, tt.want)
		}
	}
}
