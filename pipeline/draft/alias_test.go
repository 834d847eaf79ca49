package draft

import (
	"slices"
	"testing"
)

// An alias is the name of the entity without what its type strips.
func TestAliases(t *testing.T) {
	d := open(t, "legal")
	c := &composer{domain: d}
	for name, want := range map[string][]string{
		"江苏省云溪市中级人民法院": {"云溪市中级人民法院"},
		"云溪市中级人民法院":    nil,
		"江苏省高级人民法院":    nil,
	} {
		if got := c.aliases("court", name); !slices.Equal(got, want) {
			t.Errorf("aliases(%q) = %q, want %q", name, got, want)
		}
	}
}
