package company

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// A wrong digit of a registration number is found by its check digit.
func TestRegistrationNumberFindsWrongDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := pad(rapid.IntRange(0, 999_999).Draw(t, "zone"), 6)
		other, serial := rapid.IntRange(0, 99).Draw(t, "other"), rapid.IntRange(0, 99_999_999).Draw(t, "serial")
		number := registrationNumber(zone, other, serial)
		if len(number) != 15 || number[:2] != zone[:2] || number[6:14] != pad(serial, 8) {
			t.Fatalf("registrationNumber(%s, %d, %d) = %s", zone, other, serial, number)
		}
		at := rapid.IntRange(6, 13).Draw(t, "at")
		wrong := []byte(number)
		wrong[at] = '0' + (wrong[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "by")))%10
		n, _ := strconv.Atoi(string(wrong[6:14]))
		if again := registrationNumber(number[:6], 99, n); again[14] == number[14] {
			t.Fatalf("%s and %s have the same check digit", number, again)
		}
	})
}

func TestNumbersAreWrittenAsProseDoes(t *testing.T) {
	for _, c := range []struct {
		n     int64
		power int
		want  string
	}{
		{0, 0, "0"}, {999, 0, "999"}, {1000, 0, "1,000"}, {183804200, 0, "183,804,200"}, {183804200, 4, "18,380.42"},
		{100000000, 4, "10,000"}, {10100, 4, "1.01"}, {99, 4, "0.00"},
	} {
		if got := scaled(c.n, c.power); got != c.want {
			t.Errorf("scaled(%d, %d) = %s, want %s", c.n, c.power, got, c.want)
		}
	}
}

func TestProceeds(t *testing.T) {
	for _, c := range []struct {
		cents     int64
		exactness int
		want      string
	}{
		{76_471_136_500, 0, "764710000.0"}, {76_471_136_500, 1, "764711300.0"}, {76_471_136_500, 2, "764711365.0"}, {71_262_000_000, 2, "712620000.0"},
	} {
		if got := proceeds(c.cents, c.exactness); got != c.want {
			t.Errorf("proceeds(%d, %d) = %s, want %s", c.cents, c.exactness, got, c.want)
		}
	}
}

func TestNeighbourDiffersAtTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := "0324-" + pad(rapid.IntRange(20_000_000, 89_999_999).Draw(t, "number"), 8)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		if other := neighbour(r, number); other == number || len(other) != len(number) || other[:9] != number[:9] {
			t.Fatalf("neighbour of %s is %s", number, other)
		}
	})
}

func TestStylesOfEnglishNames(t *testing.T) {
	for _, c := range []struct {
		s    style
		want string
	}{
		{style{ending: "Co.,Ltd"}, "Kelvora Materials Co.,Ltd"},
		{style{ending: "Corporation", capital: true}, "KELVORA MATERIALS CORPORATION"},
	} {
		if got := c.s.write("Kelvora Materials Co., Ltd."); got != c.want {
			t.Errorf("%+v writes %s, want %s", c.s, got, c.want)
		}
	}
}

// Both languages have the same rules and slots, and no rule that no text needs.
func TestGrammarsAgree(t *testing.T) {
	roots := []string{"business", "box", "story", "story_direct", "template", "profile"}
	zh, err := New("zh")
	if err != nil {
		t.Fatal(err)
	}
	en, err := New("en")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(zh.grammar.Rules(), en.grammar.Rules()); diff != "" {
		t.Errorf("rules (-zh +en):\n%s", diff)
	}
	for _, r := range []*Renderer{zh, en} {
		if left := r.grammar.Unused(roots...); len(left) > 0 {
			t.Errorf("rules in %s that no text needs: %q", r.terms.language, left)
		}
	}
	// Only Chinese texts name trades and divisions within a sentence.
	one := func(slot string) bool { return slot == "trade" || slot == "lower_trade" || slot == "division" }
	for _, root := range roots {
		if diff := cmp.Diff(slices.DeleteFunc(zh.grammar.Slots(root), one), slices.DeleteFunc(en.grammar.Slots(root), one)); diff != "" {
			t.Errorf("slots of %s (-zh +en):\n%s", root, diff)
		}
	}
	a, b := zh.terms, en.terms
	for _, c := range []struct {
		what   string
		zh, en int
	}{
		{"indices", len(a.Indices), len(b.Indices)}, {"prefixes", len(a.Special), len(b.Special)}, {"endings", len(a.Joint), len(b.Joint)},
		{"columns of CompanyInfo", len(a.Columns.Info), len(b.Columns.Info)}, {"columns of CompanyRegister", len(a.Columns.Register), len(b.Columns.Register)},
	} {
		if c.zh != c.en {
			t.Errorf("%d %s in Chinese, %d in English", c.zh, c.what, c.en)
		}
	}
}

// A trade is in the same kind of business in both languages, and all kinds have
// trades and words.
func TestBusinessesAgree(t *testing.T) {
	of := make(map[string][]business)
	for _, language := range []string{"zh", "en"} {
		r, err := New(language)
		if err != nil {
			t.Fatal(err)
		}
		tongue, err := name.New(language)
		if err != nil {
			t.Fatal(err)
		}
		kinds := r.terms.businessOf(tongue.Trades())
		for _, trade := range tongue.Trades() {
			of[language] = append(of[language], kinds[trade.Section])
		}
		for _, b := range []business{makes, yields, sells, builds, offers} {
			if !slices.Contains(of[language], b) {
				t.Errorf("no trade in %s %ss anything", language, b)
			}
			if len(r.scopes.Verbs[b]) == 0 || len(r.scopes.Modern[b]) == 0 || len(r.scopes.Doing[b]) == 0 || wareSlot[b] == "" {
				t.Errorf("no words in %s for what a trade that %ss does", language, b)
			}
		}
	}
	if diff := cmp.Diff(of["zh"], of["en"]); diff != "" {
		t.Errorf("businesses of trades (-zh +en):\n%s", diff)
	}
}
