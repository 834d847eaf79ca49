package society

import "testing"

// A city of many counties, as the largest municipalities have, gives each a code of
// two digits of its own.
func TestRenumber(t *testing.T) {
	s := &Shard{Cities: []City{{}}}
	for k := range 60 {
		code := []int{k + 1, 21 + k, 81 + k%19}[k%3]
		s.Cities[0].Counties = append(s.Cities[0].Counties, k)
		s.Counties = append(s.Counties, County{Code: code})
	}
	s.assignCountyCodes()
	seen := map[int]int{}
	for i, c := range s.Counties {
		if at, ok := seen[c.Code]; ok || c.Code < 1 || c.Code > 99 {
			t.Errorf("county %d has the code %d, which is that of %d or none", i, c.Code, at)
		}
		seen[c.Code] = i
	}
}

// However many things stand in one county, no two have one address.
func TestAddressesDiffer(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		s := make1(t, 1, language, 1, 0, 0.01)
		s.usedAddresses, s.Addresses = map[string]bool{}, nil
		seen := map[string]bool{}
		for i := range 40_000 {
			text := s.address("things", i, 0)
			if seen[text] {
				t.Fatalf("%q is the address of two things", text)
			}
			seen[text] = true
		}
		if len(s.Addresses) != len(seen) {
			t.Errorf("%d addresses in the book, want %d", len(s.Addresses), len(seen))
		}
	}
}
