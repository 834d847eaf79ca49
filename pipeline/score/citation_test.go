package score

import "testing"

// An article is cited in any English form, and another article or another statute is not it.
func TestEnglishCitations(t *testing.T) {
	for _, c := range []struct {
		key   string
		cites []string
		not   []string
	}{
		{"Article 31 of the Republic of Arvenia Civil Procedure Order", []string{
			"By Art. 31 Civil Procedure Order it is for the plaintiff to prove it.",
			"Article 31 of the Civil Procedure Order of the Republic of Arvenia applies.",
			"The Civil Procedure Order (Art. 31) requires it.",
			"The Civil Procedure Order provides in Article 31 that papers be filed.",
			"See s. 31 of the Civil Procedure Order.",
			"Under s 31 of the Civil Procedure Order papers must be filed.",
			"Articles 30, 31 and 40 of the Civil Procedure Order apply.",
			"Article 11 of the Civil Procedure Order applies, and Article 31 of the same Order as well.",
			"The costs order rests on the Civil Procedure Order, Article 31.",
		}, []string{
			"Articles 30 to 32 of the Civil Procedure Order apply.",
			"Articles 30-32 of the Civil Procedure Order apply.",
			"Art. 131 of the Civil Procedure Order applies.",
			"Art. 31 of the Civil Procedure Order Implementing Rules applies.",
			"Art. 31 of the Interim Civil Procedure Order applies.",
			"Art. 11 of the Civil Procedure Order and Art. 31 of the Civil and Commercial Code apply.",
			"Art. 31 of the Civil and Commercial Code and the Civil Procedure Order apply.",
			"Under the Civil Procedure Order, Art. 31 of the Civil and Commercial Code applies.",
			"Article 11 of the Civil Procedure Order applies, and Article 31 of the same Code.",
		}},
		{"Article 2 of the Republic of Arvenia Interim Regulation on Sale of Goods", []string{
			"Art. 2 of the Interim Regulation on Sale of Goods binds a seller.",
			"The Interim Regulation on Sale of Goods, Art. 2, binds a seller.",
		}, []string{
			"Art. 2 of the Interim Regulation on Sale of Land binds a seller.",
			"Art. 2 of the Regulation on Sale of Goods binds a seller.",
			"Art. 2 of the Interim Regulation binds a seller.",
			"Art. 20 of the Interim Regulation on Sale of Goods binds a seller.",
		}},
		{"Article 32 of the Republic of Arvenia Lease and Hire Act", []string{"Art. 32 of the Lease and Hire Act applies."},
			[]string{"Art. 32 of the Lease and Hire Act Implementing Order applies."}},
	} {
		r := &Reference{Question: "Draft a statement of defence.", KeyAnswer: []string{c.key}, Written: true}
		for i, text := range append(c.cites, c.not...) {
			want := Credited
			if i >= len(c.cites) {
				want = Absent
			}
			if _, v := Strict(r, &Attempt{Answer: text}); v[0].Outcome != want {
				t.Errorf("%s in %q is %s, want %s", c.key, text, v[0].Outcome, want)
			}
		}
	}
}
