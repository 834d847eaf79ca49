package tablefile_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

func TestDecimalIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, places := rapid.Int64Range(0, 1e14).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "places")
		s := tablefile.Decimal(n, places)
		whole, fraction, _ := strings.Cut(s, ".")
		if len(fraction) == 0 || len(fraction) > places || len(fraction) > 1 && strings.HasSuffix(fraction, "0") {
			t.Fatalf("tablefile.Decimal(%d, %d) = %s", n, places, s)
		}
		back, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64)
		if err != nil || back != n {
			t.Fatalf("tablefile.Decimal(%d, %d) = %s, which is %d", n, places, s, back)
		}
	})
}

func TestDecimal(t *testing.T) {
	for cents, want := range map[int64]string{0: "0.0", 3_000_000: "30000.0", 43428549: "434285.49", 43428505: "434285.05", 43428550: "434285.5"} {
		if got := tablefile.Decimal(cents, 2); got != want {
			t.Errorf("tablefile.Decimal(%d, 2) = %q, want %q", cents, got, want)
		}
	}
}
