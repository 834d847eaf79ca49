package wording

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRecited(t *testing.T) {
	for _, tt := range []struct{ answer, reference, want string }{
		{"经营者应当守法。", "", "经营者应当守法。"},
		{"第十二条　经营者应当守法。", "", "经营者应当守法。"},
		{"**第十二条之一第二款** 经营者应当守法。", "", "经营者应当守法。"},
		{"《公司法》（2018年修正）第十二条规定：“经营者应当守法。”", "", "经营者应当守法。"},
		{"《公司法》第十二条第二款的内容如下：\n\n“经营者应当守法。”", "", "经营者应当守法。"},
		{"```text\n经营者应当守法。\n```", "", "经营者应当守法。"},
		{"以下是原文：\n> （三）经营者应当守法。", "", "经营者应当守法。"},
		{"第十二条规定的经营者应当守法。", "第十二条规定的经营者应当守法。", "第十二条规定的经营者应当守法。"},
		{"有下列情形的：\n（一）甲；", "有下列情形的：", "有下列情形的：\n（一）甲；"},
		{"该款的原文是：“经营者应当守法。”", "", "经营者应当守法。"},
		{"经营者应当：“守法”，“诚信”", "", "经营者应当：“守法”，“诚信”"},
		{"“甲”和“乙”", "", "“甲”和“乙”"},
		{"The text reads:\n\n> Article 12(2)(c). The carrier is liable.", "", "The carrier is liable."},
		{"Article 12-1: The carrier is liable.", "", "The carrier is liable."},
		{"(c) the carrier is liable;", "", "the carrier is liable;"},
		{`"The carrier is liable."`, "", "The carrier is liable."},
		{"Art. 5º Todos são iguais perante a lei.", "", "Todos são iguais perante a lei."},
		{"Art. 1.024. A sociedade responde.", "", "A sociedade responde."},
		{"Art. 3º-A O prazo é de dez dias.", "", "O prazo é de dez dias."},
		{"XLVII-A – não haverá penas;", "", "não haverá penas;"},
		{"Inciso II: multa de dez vezes o valor da licença;", "", "multa de dez vezes o valor da licença;"},
		{"Alínea “b”) os contratos de concessão.", "", "os contratos de concessão."},
		{"A redação vigente do art. 3º, § 2º, inciso III, da Lei nº 4.120, de 12 de março de 2001, é: “fotografia recente do requerente.”", "fotografia recente do requerente.", "fotografia recente do requerente."},
		{"Segue a redação do dispositivo:\n\nParágrafo único. A dispensa vale para todos.", "", "A dispensa vale para todos."},
		{"§ 2º Todos são iguais.", "", "Todos são iguais."},
		{"III - todos são iguais;", "", "todos são iguais;"},
		{"I will try.", "", "I will try."},
		{"", "", ""},
		{"\xff第一条", "", "\uFFFD第一条"},
	} {
		if got := Recited(tt.answer, tt.reference); got != tt.want {
			t.Errorf("Recited(%q) = %q, want %q", tt.answer, got, tt.want)
		}
	}
}

// golden is a file of entries, and of answers with their classes.
type golden struct {
	Entries []CitableEntry
	Answers []struct {
		Reference string
		Answer    string
		Class     RecitalClass
		Entries   []string
	}
}

func readGolden(t *testing.T, name string) (g golden, x *EntryIndex, byID map[string]*CitableEntry) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	if x, err = NewIndex(g.Entries); err != nil {
		t.Fatal(err)
	}
	byID = map[string]*CitableEntry{}
	for i := range g.Entries {
		byID[g.Entries[i].ID] = &g.Entries[i]
	}
	return g, x, byID
}

func TestClassifyGolden(t *testing.T) {
	seen := map[RecitalClass]map[string]bool{}
	for _, name := range []string{"zh.json", "en.json"} {
		g, x, byID := readGolden(t, name)
		for _, a := range g.Answers {
			reference := byID[a.Reference]
			if reference == nil {
				t.Fatalf("%s: no entry %s", name, a.Reference)
			}
			got := x.Classify(reference, a.Answer, "")
			if diff := cmp.Diff(Classification{a.Class, a.Entries}, got); diff != "" {
				t.Errorf("%s: %s: %q (-want +got):\n%s", name, a.Reference, a.Answer, diff)
			}
			if seen[a.Class] == nil {
				seen[a.Class] = map[string]bool{}
			}
			seen[a.Class][name] = true
		}
	}
	for _, c := range Classes() {
		if len(seen[c]) != 2 {
			t.Errorf("class %s is in %d of 2 golden sets", c, len(seen[c]))
		}
	}
}

// What stands beside the reference is a whole provision, though it begins as one of the reference's
// article does, or speaks of the reference. A refusal is one though the reference has its words.
func TestClassifyWholeEntries(t *testing.T) {
	entries := []CitableEntry{
		{ID: "8", Law: "甲法", Version: "甲法", Article: "第八条", Text: "违反安全管理有下列情形之一的，减轻处罚："},
		{ID: "8.1", Law: "甲法", Version: "甲法", Article: "第八条", Item: "第（一）项", Text: "主动说明自己的违法行为的；"},
		{ID: "9", Law: "甲法", Version: "甲法", Article: "第九条", Text: "违反安全管理有下列情形之一的，从重处罚："},
		{ID: "10.1", Law: "甲法", Version: "甲法", Article: "第十条", Item: "第（一）项", Text: "国家安全奖；"},
		{ID: "11", Law: "甲法", Version: "甲法", Article: "第十一条", Text: "国家安全奖应当注重前瞻性和理论性，由评审委员会每两年评选一次。"},
		{ID: "12", Law: "甲法", Version: "甲法", Article: "第十二条", Text: "行为人有充分证据证明自己不知道的，不予处罚，但是应当补办手续，并在三十日以内向主管机关说明情况。"},
	}
	x, err := NewIndex(entries)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		reference int
		answer    string
		want      RecitalClass
	}{
		{1, entries[1].Text + entries[2].Text, AddedArticle},
		{1, entries[1].Text + entries[0].Text, AddedParagraph},
		{3, entries[3].Text + entries[4].Text, AddedArticle},
		{3, entries[4].Text + entries[3].Text, AddedArticle},
		{5, "抱歉，我不知道。", Refusal},
		{5, entries[5].Text[:len("行为人有充分证据证明自己不知道的，不予处罚")], Altered},
	} {
		if got := x.Classify(&entries[tt.reference], tt.answer, ""); got.Class != tt.want {
			t.Errorf("%s: %q is %s of %v, want %s", entries[tt.reference].ID, tt.answer, got.Class, got.Entries, tt.want)
		}
	}
}

// Whatever is recited of the corpus, its own text is exact, the text of another entry is
// that entry's, and the classes are of the closed set.
func TestClassifyLaws(t *testing.T) {
	for _, name := range []string{"zh.json", "en.json"} {
		g, x, _ := readGolden(t, name)
		entry := rapid.SampledFrom(g.Entries)
		rapid.Check(t, func(t *rapid.T) {
			reference, other := entry.Draw(t, "reference"), entry.Draw(t, "other")
			if got := x.Classify(&reference, "“"+reference.Text+"”", ""); got.Class != Exact {
				t.Fatalf("%s recited: %s", reference.ID, got.Class)
			}
			for _, answer := range []string{reference.Text + other.Text, other.Text + "\n" + reference.Text} {
				if letters(Recited(answer, reference.Text)) != letters(answer) || len(x.byText[letters(answer)]) > 0 || !slices.ContainsFunc([]nearness{sameArticle, sameVersion}, func(n nearness) bool { return n == nearnessOf(&reference, &other) }) {
					continue
				}
				want := AddedArticle
				if slices.ContainsFunc(x.byText[letters(other.Text)], func(i int) bool { return nearnessOf(&reference, &x.entries[i]) == sameArticle }) {
					want = AddedParagraph
				}
				if got := x.Classify(&reference, answer, ""); got.Class != want {
					t.Fatalf("%s with %s: %s, want %s", reference.ID, other.ID, got.Class, want)
				}
			}
			got := x.Classify(&reference, other.Text, "")
			want := x.classOf(&reference, slices.IndexFunc(x.entries, func(e CitableEntry) bool { return e.ID == other.ID }))
			if letters(other.Text) == letters(reference.Text) {
				want = Exact
			}
			if got.Class != want && len(x.byText[letters(other.Text)]) == 1 {
				t.Fatalf("%s for %s: %s, want %s", other.ID, reference.ID, got.Class, want)
			}
			runes := []rune(other.Text + reference.Text)
			cut := rapid.IntRange(0, len(runes)).Draw(t, "cut")
			if got := x.Classify(&reference, string(runes[cut:])+string(runes[:cut]), ""); !contains(Classes(), got.Class) {
				t.Fatalf("class %q", got.Class)
			}
		})
	}
}

func contains(all []RecitalClass, c RecitalClass) bool {
	for _, o := range all {
		if o == c {
			return true
		}
	}
	return false
}

func TestNewIndexRefusesIDs(t *testing.T) {
	for _, entries := range [][]CitableEntry{{{Text: "甲"}}, {{ID: "1"}, {ID: "1"}}} {
		if _, err := NewIndex(entries); err == nil || !strings.Contains(err.Error(), "missing or repeated") {
			t.Errorf("NewIndex(%v): error %v", entries, err)
		}
	}
}

func FuzzClassify(f *testing.F) {
	for _, seed := range []string{"", "第一条", "```\n", "> “”", "\xff\x00", "经营者违反本法规定实施集中的，由国务院反垄断执法机构责令停止实施集中", "I - "} {
		f.Add(seed, "经营者")
	}
	b, err := os.ReadFile("testdata/zh.json")
	if err != nil {
		f.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(b, &g); err != nil {
		f.Fatal(err)
	}
	x, err := NewIndex(g.Entries)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, answer, reference string) {
		v := x.Classify(&CitableEntry{ID: "other", Law: "反垄断法", Text: reference}, answer, "")
		if !contains(Classes(), v.Class) {
			t.Errorf("class %q of %q", v.Class, answer)
		}
	})
}
