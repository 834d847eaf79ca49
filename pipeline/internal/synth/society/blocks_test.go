package society

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"pgregory.net/rapid"
)

// The slots of all shards have different brands and place names, up to the last of
// the largest world.
func TestBlocksAreDisjoint(t *testing.T) {
	worlds := map[string]*Society{}
	for _, language := range []string{"zh", "en"} {
		w, err := Open(1, language, MostShards, func(int) Sizes { return Published().Scaled(0.01) })
		if err != nil {
			t.Fatal(err)
		}
		worlds[language] = w
	}
	block := func(t *rapid.T, size int) (shard, slot int) {
		shard = rapid.OneOf(rapid.IntRange(0, 4), rapid.IntRange(0, MostShards-1), rapid.Just(MostShards-1)).Draw(t, "shard")
		return shard, rapid.OneOf(rapid.IntRange(0, size-1), rapid.Just(size-1)).Draw(t, "slot")
	}
	rapid.Check(t, func(t *rapid.T) {
		w := worlds[rapid.SampledFrom([]string{"zh", "en"}).Draw(t, "language")]
		a, i := block(t, brandsPerShard)
		b, j := block(t, brandsPerShard)
		x, y := w.brand(a, i, rapid.Bool().Draw(t, "short")), w.brand(b, j, rapid.Bool().Draw(t, "short"))
		if (a != b || i != j) && x == y {
			t.Fatalf("slots %d of %d and %d of %d have the brand %s", i, a, j, b, x)
		}
		a, i = block(t, placeNamesPerShard)
		b, j = block(t, placeNamesPerShard)
		if x, y = w.placeName(a, i), w.placeName(b, j); (a == b && i == j) != (x == y) {
			t.Fatalf("slots %d of %d and %d of %d have the names %s and %s", i, a, j, b, x, y)
		}
	})
}

// There are as many numbers as all blocks have together: two slots whose numbers
// differ by as many would share a name.
func TestBlocksFit(t *testing.T) {
	for _, c := range []struct {
		what        string
		block, room int
	}{
		{"brands", brandsPerShard, name.Brands - name.ShortBrands},
		{"place names", placeNamesPerShard, name.PlaceNames},
		{"organizations", organizationsPerShard, 100_000_000},
		{"listed companies", listedPerShard, 1_000_000},
	} {
		if c.block*MostShards > c.room {
			t.Errorf("%d shards of %d %s: there are %d", MostShards, c.block, c.what, c.room)
		}
	}
	if firmSlots-spareSlots > firstFirm || firstFirm+outsiderSlots-firmSlots > organizationsPerShard {
		t.Errorf("companies and law firms of a shard share organization codes")
	}
}

// What is numbered in the whole world is numbered once, though shards differ by a row:
// stock codes, decisions, and cases of the courts that all shards share.
func TestNumbersAreOfOneShard(t *testing.T) {
	for _, shards := range []int{2, 9, 60} {
		w, err := Open(3, "zh", shards, func(int) Sizes { return Published().Scaled(0.01) })
		if err != nil {
			t.Fatal(err)
		}
		codes, decisions, numbers := map[string]int{}, map[int]int{}, map[string]int{}
		for n := range shards {
			s := &Shard{World: w, Number: n, Size: uneven(1, n), Key: w.Key.Of("shards").At(n), serials: map[serial]bool{}}
			s.Courts = []Court{{Level: High, Code: "X"}}
			for i := range s.Size.CompanyInfo {
				code := s.stockCode(i)
				if digits := code[3:]; codes[digits] > 0 {
					t.Fatalf("stock code %s of shard %d ends like one of shard %d", code, n, codes[digits]-1)
				}
				codes[code[3:]] = n + 1
			}
			for i := range s.Size.AdministrativeCase {
				serial := s.decisionSerial(i)
				if decisions[serial] > 0 {
					t.Fatalf("decision %d of shard %d is one of shard %d", serial, n, decisions[serial]-1)
				}
				decisions[serial] = n + 1
			}
			r := s.Key.Rand()
			for range 50 {
				number := s.newCaseNumber(r, 0, CivilAppeal, NewDay(2020, 6, 1))
				if numbers[number] > 0 {
					t.Fatalf("case %s of shard %d is one of shard %d", number, n, numbers[number]-1)
				}
				numbers[number] = n + 1
			}
		}
	}
}

// What a shard has no room for is refused, with the shard and the table.
func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		shards int
		change func(z *Sizes)
		want   string
	}{
		{1, func(*Sizes) {}, ""},
		{0, func(*Sizes) {}, "0 shards"},
		{MostShards + 1, func(*Sizes) {}, "1001 shards"},
		{1, func(z *Sizes) { z.CompanyInfo = 1001 }, "CompanyInfo"},
		{1, func(z *Sizes) { z.CompanyRegister = 20_000 }, "CompanyRegister"},
		{1, func(z *Sizes) { z.CourtCode, z.CourtInfo = 3600, 3600 }, "CourtCode"},
		{1, func(z *Sizes) { z.LawfirmInfo = 5001 }, "LawfirmInfo"},
		{1, func(z *Sizes) { z.AdministrativeCase = 501 }, "AdministrativeCase"},
		{1, func(z *Sizes) { z.DishonestyCase = 0 }, "DishonestyCase"},
	} {
		z := Published()
		c.change(&z)
		// The law is made last and takes longest.
		z.LegalArticle, z.LegalKnowledge = 600, 300
		_, err := Open(1, "zh", c.shards, func(int) Sizes { return z })
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("Open of %d shards = %v, want %q", c.shards, err, c.want)
		}
	}
	w, err := Open(1, "zh", 2, func(n int) Sizes {
		z := Published().Scaled(0.01)
		z.LawfirmLog -= n
		return z
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Shard(1); err == nil || !strings.Contains(err.Error(), "shard 1: 0 rows of LawfirmLog") {
		t.Errorf("a shard without a ranking: %v", err)
	}
}

// Both languages have as many generic districts, since a world draws from them.
func TestDistrictsAgree(t *testing.T) {
	zh, err := name.New("zh")
	if err != nil {
		t.Fatal(err)
	}
	en, err := name.New("en")
	if err != nil {
		t.Fatal(err)
	}
	if zh.GenericDistricts() != en.GenericDistricts() {
		t.Errorf("%d generic districts in Chinese, %d in English", zh.GenericDistricts(), en.GenericDistricts())
	}
}
