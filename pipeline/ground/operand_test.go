package ground

import (
	"strings"
	"testing"
)

// The time that the part takes which two texts have in common grows with their length, not
// with its cube.
func TestCommonPart(t *testing.T) {
	long := strings.Repeat("公", 100_000)
	for _, tc := range []struct{ a, b, want string }{
		{"运输合同纠纷", "承揽合同纠纷", "合同纠纷"},
		{"甲公司诉乙公司", "丙公司", "公司"},
		{"carriage of goods by sea", "a sale of goods by auction", "of goods by"},
		{"第1条和第2条", "第1条和第2条", "条和第"},
		{"abc", "xyz", ""},
		{"", "", ""},
		{long, long + "司", strings.Repeat("公", 6)},
		{long, "司公司", ""},
	} {
		if got := commonPart(tc.a, tc.b); got != tc.want {
			t.Errorf("commonPart(%.40q, %.40q) = %.40q, want %q", tc.a, tc.b, got, tc.want)
		}
	}
}
