package directory

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// share is how many of how many.
type share struct{ some, of int }

// count is how many rows are like that.
func count[T any](rows []T, like func(T) bool) share {
	s := share{of: len(rows)}
	for _, r := range rows {
		if like(r) {
			s.some++
		}
	}
	return s
}

// missing counts the cells of a column that have the sentinel "-".
func missing(rows [][]tablefile.Cell, column int) share {
	return count(rows, func(r []tablefile.Cell) bool { return r[column].Text == "-" })
}

// within fails unless a share can be a sample of what the real share, in a sample
// of its own, is one of: four standard errors of their difference apart at most.
func within(t *testing.T, what string, got, real share) {
	t.Helper()
	p := float64(got.some+real.some) / float64(got.of+real.of)
	a, b := float64(got.some)/float64(got.of), float64(real.some)/float64(real.of)
	if bound := 4 * math.Sqrt(p*(1-p)*(1/float64(got.of)+1/float64(real.of))); math.Abs(a-b) > bound {
		t.Errorf("%s: %d of %d, %d of %d of the real ones: want at most %.3f apart", what, got.some, got.of, real.some, real.of, bound)
	}
}

// The court tables have the habits of the real ones, at their rates.
func TestCourtRates(t *testing.T) {
	s := shard(t, 1, "zh", 1, 0, 1)
	info := rows(t, s, "CourtInfo")
	within(t, "courts without head", missing(info, 1), share{1, 73})
	within(t, "courts without date", missing(info, 2), share{28, 44})
	within(t, "courts without telephone", missing(info, 7), share{59, 60})
	within(t, "courts without website", missing(info, 8), share{30, 42})
	dated := slices.DeleteFunc(slices.Clone(info), func(r []tablefile.Cell) bool { return r[2].Text == "-" })
	within(t, "courts entered from 2017 to 2019", count(dated, func(r []tablefile.Cell) bool {
		return strings.HasPrefix(r[2].Text, "2017") || strings.HasPrefix(r[2].Text, "2018") || strings.HasPrefix(r[2].Text, "2019")
	}), share{15, 16})
	for _, r := range info {
		for _, k := range []int{0, 3, 4, 5, 6} {
			if r[k].Form != tablefile.String || r[k].Text == "" || r[k].Text == "-" {
				t.Errorf("%v: want no name, address or place missing", r)
			}
		}
	}
	levels := map[string]int{}
	for _, r := range rows(t, s, "CourtCode") {
		levels[r[2].Text]++
		if municipal := r[1].Text == "市级"; r[2].Text == "中级法院" && !municipal || r[2].Text == "特殊法院" && !municipal {
			t.Errorf("%v: want the level of a city", r)
		}
	}
	all := len(s.Courts)
	if levels["基层法院"]*10 < all*8 || levels["中级法院"] < 200 || levels["特殊法院"] < 20 || levels["高级法院"] < 20 {
		t.Errorf("courts by level: %v", levels)
	}
}

// The directory of law firms has the habits of the real one, at its rates.
func TestFirmRates(t *testing.T) {
	firms := rows(t, shard(t, 1, "zh", 1, 0, 1), "LawfirmInfo")
	null := func(column int) share {
		return count(firms, func(r []tablefile.Cell) bool { return r[column].Form == tablefile.Null })
	}
	within(t, "firms with 市 in their name", count(firms, func(r []tablefile.Cell) bool { return strings.Contains(r[0].Text, "市") }), share{211, 1071})
	within(t, "firms without code", missing(firms, 1), share{3, 371})
	within(t, "firms without head", missing(firms, 2), share{1, 279})
	within(t, "firms with null for capital", null(3), share{5, 894})
	within(t, "firms without capital", missing(firms, 3), share{1, 894})
	for capital, n := range map[string]int{"30万": 344, "100万": 129, "10万": 88, "50万": 47, "1000万": 40, "2000万": 17} {
		within(t, "capitals of "+capital, count(firms, func(r []tablefile.Cell) bool { return r[3].Text == capital }), share{n, 888})
	}
	within(t, "firms with null for date", null(4), share{1, 718})
	within(t, "clerks' notes for addresses", count(firms, func(r []tablefile.Cell) bool { return strings.Contains(r[5].Text, "章程") }), share{3, 661})
	within(t, "firms without county", missing(firms, 8), share{1, 223})
	within(t, "firms without telephone", missing(firms, 9), share{6, 475})
	mobile := regexp.MustCompile(`^1\d{10}$`)
	within(t, "mobile telephones", count(firms, func(r []tablefile.Cell) bool { return mobile.MatchString(r[9].Text) }), share{76, 475})
	within(t, "firms without mail", missing(firms, 10), share{210, 251})
	within(t, "firms without profile", missing(firms, 11), share{89, 221})
	within(t, "firms without bureau", missing(firms, 12), share{3, 222})
	within(t, "firms registered by a city", count(firms, func(r []tablefile.Cell) bool { return strings.HasSuffix(r[12].Text, "市司法局") }), share{24, 219})
	mail := regexp.MustCompile(`^[a-z0-9]+@[a-z0-9]+[a-z0-9.-]*\.[a-z]+$`)
	for _, r := range firms {
		if m := r[10].Text; m != "-" && !mail.MatchString(m) {
			t.Errorf("mail address %q", m)
		}
	}
}

// Profiles are as long as the real ones and tell the same things as often.
func TestProfileRates(t *testing.T) {
	var profiles []string
	for _, r := range rows(t, shard(t, 1, "zh", 1, 0, 1), "LawfirmInfo") {
		if r[11].Text != "-" {
			profiles = append(profiles, r[11].Text)
		}
	}
	var lengths []int
	for _, p := range profiles {
		lengths = append(lengths, utf8.RuneCountInString(p))
	}
	slices.Sort(lengths)
	for i, q := range []int{10, 50, 90} {
		want := []int{78, 271, 627}[i]
		if got := lengths[len(lengths)*q/100]; got*10 < want*7 || got*7 > want*10 {
			t.Errorf("profiles have %d characters at %d%%, the real ones %d", got, q, want)
		}
	}
	for _, tc := range []struct {
		what, pattern string
		real          share
	}{
		{"year of foundation or bureau", `(19|20)\d\d年|司法局`, share{62, 132}},
		{"honours", `称号|获评|评为|典型案例|表彰`, share{33, 132}},
		{"number of lawyers", `律师队伍有\d|执业律师\D{0,3}\d|\d+名律师|\d+名，`, share{22, 132}},
		{"branches", `分所|分支机构|个城市设立`, share{9, 132}},
		{"floor area", `平方米`, share{5, 132}},
		{"a last full stop", `。$`, share{116, 132}},
	} {
		p := regexp.MustCompile(tc.pattern)
		within(t, "profiles with "+tc.what, count(profiles, p.MatchString), tc.real)
	}
	if distinct := len(slices.Compact(slices.Sorted(slices.Values(profiles)))); distinct*100 < len(profiles)*98 {
		t.Errorf("%d of %d profiles differ", distinct, len(profiles))
	}
}

// Addresses stand with the places they lie in, which they name about as often as
// the real ones.
func TestAddressRates(t *testing.T) {
	addresses := rows(t, shard(t, 1, "zh", 1, 0, 1), "AddrInfo")
	seen := map[string]bool{}
	for _, r := range addresses {
		if seen[r[0].Text] {
			t.Errorf("address %q is twice there", r[0].Text)
		}
		seen[r[0].Text] = true
	}
	names := func(column int) share {
		return count(addresses, func(r []tablefile.Cell) bool { return strings.Contains(r[0].Text, r[column].Text) })
	}
	within(t, "addresses with their province", names(1), share{28, 42})
	within(t, "addresses with their city", names(2), share{35, 45})
	within(t, "addresses with their county", names(3), share{30, 46})
	municipality := count(addresses, func(r []tablefile.Cell) bool { return r[1].Text == r[2].Text })
	if municipality.some == 0 {
		t.Error("no address lies in a municipality")
	}
}
