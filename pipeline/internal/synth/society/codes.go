package society

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// symbols are the characters of credit codes: digits and capital letters without I, O, S, V and
// Z (GB 32100-2015).
const symbols = "0123456789ABCDEFGHJKLMNPQRTUWXY"

// organization returns the code of the n-th organization of the world: eight characters and a
// check character (GB 11714-1997), without the hyphen. Codes since 2016 begin with two letters,
// which depend on the kind of organization.
func (w *Society) organization(n int, letters string, founded Day) string {
	var body string
	if founded.Year() >= 2016 {
		at := chance.NewPermutation(w.Key.Of("new organization codes"), 31*31*31*31*31*31).At(uint64(n))
		b := []byte(letters + "000000")
		for i := 7; i > 1; i-- {
			b[i] = symbols[at%31]
			at /= 31
		}
		body = string(b)
	} else {
		body = fmt.Sprintf("%08d", chance.NewPermutation(w.Key.Of("organization codes"), 100_000_000).At(uint64(n)))
	}
	sum := 0
	for i, weight := range []int{3, 7, 9, 10, 5, 8, 4, 2} {
		sum += weight * organizationValue(body[i])
	}
	switch check := 11 - sum%11; check {
	case 10:
		return body + "X"
	case 11:
		return body + "0"
	default:
		return body + strconv.Itoa(check)
	}
}

// organizationValue returns the value of a character: that of a digit, or 10 for A, 11 for B
// and so on.
func organizationValue(c byte) int {
	if c >= 'A' {
		return int(c-'A') + 10
	}
	return int(c - '0')
}

// credit returns a unified social credit code (GB 32100-2015): the registering department and
// kind of organization, the zone, the organization code, and a check character.
func credit(kind, zone, organization string) string {
	body := kind + zone + organization
	sum, weight := 0, 1
	for i := range len(body) {
		sum += weight * strings.IndexByte(symbols, body[i])
		weight = weight * 3 % 31
	}
	return body + string(symbols[(31-sum%31)%31])
}

// zone returns the six-digit zoning code of a county.
func (s *Shard) zone(county int) string {
	c := s.Counties[county]
	city := s.Cities[c.City]
	return fmt.Sprintf("%02d%02d%02d", s.World.Provinces[city.Province].Zone%100, city.Code%100, c.Code%100)
}

// stockCode returns the code of the i-th listed company: six digits that begin with its
// market's prefix, or more in a large world.
func (s *Shard) stockCode(i int) string {
	prefixes := [][]string{{"600", "601", "603", "605"}, {"688"}, {"300", "301"}}[s.market(i)]
	digits, total := 3, 1000
	for total < s.World.shards*listedPerShard {
		digits, total = digits+1, total*10
	}
	at := chance.NewPermutation(s.World.Key.Of("stock codes"), uint64(total)).At(uint64(s.Number*listedPerShard + i))
	return prefixes[i%len(prefixes)] + fmt.Sprintf("%0*d", digits, at)
}
