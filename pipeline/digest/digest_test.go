package digest

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// empty is the SHA-256 of no bytes (FIPS 180-4 test vector).
const empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

func TestParse(t *testing.T) {
	digits := strings.TrimPrefix(empty, "sha256:")
	for _, tc := range []struct {
		in   string
		want string // error text; empty means none
	}{
		{empty, ""},
		{"sha1:0", `digest "sha1:0": want "sha256:" and 64 lower-case hex digits`},
		{"", `digest "": want "sha256:" and 64 lower-case hex digits`},
		{digits, `digest "` + digits + `": want "sha256:" and 64 lower-case hex digits`},
		{empty[:70], `digest "` + empty[:70] + `": want "sha256:" and 64 lower-case hex digits`},
		{empty + "0", `digest "` + empty + `0": want "sha256:" and 64 lower-case hex digits`},
		{strings.ToUpper(empty), `digest "` + strings.ToUpper(empty) + `": want "sha256:" and 64 lower-case hex digits`},
		{"sha256:" + strings.Repeat("g", 64), `digest "sha256:` + strings.Repeat("g", 64) + `": want "sha256:" and 64 lower-case hex digits`},
		{"sha256:" + strings.Repeat("0", 31) + "g" + strings.Repeat("0", 32), `digest "sha256:` + strings.Repeat("0", 31) + "g" + strings.Repeat("0", 32) + `": want "sha256:" and 64 lower-case hex digits`},
	} {
		d, err := Parse(tc.in)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tc.want || err == nil && string(d) != tc.in {
			t.Errorf("Parse(%q) = %q, %q, want error %q", tc.in, d, got, tc.want)
		}
	}
}

func TestShort(t *testing.T) {
	for in, want := range map[Digest]string{empty: "e3b0c44298fc", "": "", "sha256:abc": "abc"} {
		if got := in.Short(); got != want {
			t.Errorf("%q.Short() = %q, want %q", in, got, want)
		}
	}
}

func TestSum(t *testing.T) {
	sum, err := Digest(empty).Sum()
	if got := string(encode(sum[:])); err != nil || got != empty {
		t.Errorf("%q.Sum() = %x, %v, want the same digits", empty, sum, err)
	}
	for _, bad := range []Digest{"", Digest(empty[:70]), "sha1:0"} {
		if _, err := bad.Sum(); err == nil {
			t.Errorf("%q.Sum() = nil error, want one", bad)
		}
	}
}

// The framing is a format: stored keys and task ids depend on it.
func TestFramingIsFixed(t *testing.T) {
	got := New("task").Field("a", []byte("x")).String("b", "诉").Int("n", -1).Sum()
	want := Bytes([]byte("\x00\x00\x00\x00\x00\x00\x00\x04task" +
		"b\x00\x00\x00\x00\x00\x00\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x01x" +
		"b\x00\x00\x00\x00\x00\x00\x00\x01b\x00\x00\x00\x00\x00\x00\x00\x03诉" +
		"i\x00\x00\x00\x00\x00\x00\x00\x01n\x00\x00\x00\x00\x00\x00\x00\x08\xff\xff\xff\xff\xff\xff\xff\xff"))
	if got != want {
		t.Errorf("digest of a label and three fields = %v, want %v", got, want)
	}
	if got, want := Rand("1", "sample", "x").Uint64(), uint64(14153072808906987673); got != want {
		t.Errorf("Rand(1, sample, x).Uint64() = %d, want %d", got, want)
	}
}

// Digests change when a byte crosses a field boundary.
func TestBoundaryLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringN(1, 20, -1).Draw(t, "s")
		i := rapid.IntRange(0, len(s)).Draw(t, "i")
		j := rapid.IntRange(0, len(s)).Draw(t, "j")
		if i == j {
			return
		}
		if d, e := Of("x", s[:i], s[i:]), Of("x", s[:j], s[j:]); d == e {
			t.Fatalf("Of(%q, %q) = Of(%q, %q)", s[:i], s[i:], s[:j], s[j:])
		}
		if d, e := New(s[:i]).String(s[i:], "").Sum(), New(s[:j]).String(s[j:], "").Sum(); d == e {
			t.Fatalf("a byte crossed from label to name in %q unnoticed", s)
		}
		if d, e := New("x").String(s[:i], s[i:]).Sum(), New("x").String(s[:j], s[j:]).Sum(); d == e {
			t.Fatalf("a byte crossed from name to value in %q unnoticed", s)
		}
	})
}

// Two lists have the same digest exactly if they are equal; strings are drawn
// from a tiny alphabet, so that near misses are common.
func TestEqualityLaw(t *testing.T) {
	fields := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("a\x00b")), 0, 3, -1), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		a, b := fields.Draw(t, "a"), fields.Draw(t, "b")
		if got, want := Of("x", a...) == Of("x", b...), slices.Equal(a, b); got != want {
			t.Fatalf("Of(%q) == Of(%q) is %v, want %v", a, b, got, want)
		}
		if got, want := Rand(a...).Uint64() == Rand(b...).Uint64(), slices.Equal(a, b); got != want {
			t.Fatalf("Rand(%q) and Rand(%q) agree: %v, want %v", a, b, got, want)
		}
		if Of("x", a...) == Of("y", a...) {
			t.Fatalf("Of(%q) ignores its label", a)
		}
	})
}

func TestIntIsNotItsEncoding(t *testing.T) {
	if New("x").Int("n", 7).Sum() == New("x").Field("n", []byte{0, 0, 0, 0, 0, 0, 0, 7}).Sum() {
		t.Error("Int(7) and the bytes that encode it have the same digest")
	}
}

// Every result of Parse, Of and Bytes is a digest that Parse accepts; Sum
// leaves the hasher usable.
func TestSumLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		h := New("x").String("", a)
		if d := h.Sum(); d != h.Sum() || d != Of("x", a) {
			t.Fatalf("Sum after %q is not stable", a)
		}
		d := h.String("", b).Sum()
		if d != Of("x", a, b) {
			t.Fatalf("Sum in between changes the digest of (%q, %q)", a, b)
		}
		if _, err := Parse(string(d)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(empty)
	f.Add("sha256:")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			return
		}
		if len(d) != 71 || len(d.Short()) != 12 || strings.ToLower(s) != s {
			t.Errorf("Parse(%q) = %q, want an error", s, d)
		}
	})
}
