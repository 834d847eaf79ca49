package value

import "testing"

func TestParseCitation(t *testing.T) {
	for _, c := range []struct {
		text string
		want Citation // zero for a text that is none
	}{
		{"樱川共和国租赁法第十四条", Citation{"樱川共和国租赁法", 14, 0}},
		{"《租赁法》第14条", Citation{"租赁法", 14, 0}},
		{"《租赁法》（2020年公布）第一百零五条之二", Citation{"租赁法", 105, 2}},
		{"租赁法（2016年修正，已废止）第 5 条", Citation{}},
		{"租赁法（２０１６年修正，已废止）第５条", Citation{"租赁法", 5, 0}},
		{"商标办法（二）第二十七条", Citation{"商标办法(二)", 27, 0}},
		{"Article 14 of the Lease Act", Citation{"lease act", 14, 0}},
		{"Art. 14-1 Lease Act (as enacted 2020)", Citation{"lease act", 14, 1}},
		{"the Lease Act, art. 14", Citation{"lease act", 14, 0}},
		{"Use of Things Order (No. 2), Article 7", Citation{"use of things order (no. 2)", 7, 0}},
		{"租赁法", Citation{}},
		{"第十四条", Citation{}},
		{"Article 14", Citation{}},
		{"Lease Act", Citation{}},
		{"租赁法第零条", Citation{}},
	} {
		got, ok := ParseCitation(c.text)
		if got != c.want || ok != (c.want != Citation{}) {
			t.Errorf("ParseCitation(%q) = %v, %v: want %v", c.text, got, ok, c.want)
		}
	}
}

func TestSameCitation(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"中华人民共和国民法典第5条", "《民法典》第五条", true},
		{"民法典第五条", "樱川共和国民法典第五条", true},
		{"Art. 5 of the Lease Act", "Republic of Lindravia Lease Act, Article 5", true},
		{"雁省租赁条例第五条", "租赁条例第五条", false},
		{"民法典第五条", "民法典第五条之一", false},
		{"民法典第五条", "民法典第十五条", false},
		{"Lease Act, Article 5", "Lease Act Order, Article 5", false},
		{"Article 5 of the House Lease Act", "Article 5 of the Lease Act", false},
	} {
		a, aok := ParseCitation(c.a)
		b, bok := ParseCitation(c.b)
		if !aok || !bok || a.Same(b) != c.want || b.Same(a) != c.want {
			t.Errorf("%q and %q: same %v: want %v", c.a, c.b, !c.want, c.want)
		}
	}
}

func TestParseOrdinal(t *testing.T) {
	for text, want := range map[string]int{
		"1": 1, "14": 14, "9999": 9999, "10000": 0, "0": 0, "+3": 0, "": 0, "一": 1, "十": 10, "十四": 14, "二十": 20,
		"一百零五": 105, "一百一十五": 115, "一千二百六十": 1260, "二千〇三": 2003, "零": 0, "甲": 0,
	} {
		if n, ok := ParseOrdinal(text); ok != (want > 0) || ok && n != want {
			t.Errorf("ParseOrdinal(%q) = %d, %v: want %d", text, n, ok, want)
		}
	}
}

// A citation is no part of that of another article, whose number it begins.
func TestIncludes(t *testing.T) {
	for _, c := range []struct {
		text, part string
		want       bool
	}{
		{"sales act, article 72", "sales act, article 7", false},
		{"sales act, article 12-1", "sales act, article 12", false},
		{"sales act, article 7", "sales act, article 7", true},
		{"the sales act, article 7", "sales act, article 7", true},
		{"sales act, article 72", "sales act", true},
		{"see sales act, article 72, and more", "sales act, article 7", true}, // no citation alone
		{"第七十二条", "第七条", false},
	} {
		if got := Includes(c.text, c.part); got != c.want {
			t.Errorf("Includes(%q, %q) = %v, want %v", c.text, c.part, got, c.want)
		}
	}
}
