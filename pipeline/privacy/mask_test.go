package privacy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// docket is a domain with cases, their rulings and passages.
func docket() *domain.Domain {
	return &domain.Domain{
		Name: "docket", FileOrder: true, Sentinels: []string{"-"}, Masks: []string{"某", "*"},
		Tables: []domain.Table{
			{Name: "Case", Key: "案号", Columns: []domain.Column{
				{Name: "案号", Entity: "case"},
				{Name: "原告", Entity: "company", Separators: []string{",", "、"}},
				{Name: "被告", Entity: "company", Separators: []string{",", "、"}},
				{Name: "第三人", Entity: "company"},
				{Name: "标题", Kind: domain.KindText},
				{Name: "金额", Kind: domain.KindMoney},
				{Name: "证件", Kind: domain.KindText},
				{Name: "手机", Kind: domain.KindText},
				{Name: "邮箱", Kind: domain.KindText},
				{Name: "卡号", Kind: domain.KindText},
				{Name: "CPF", Kind: domain.KindText},
			}},
			{Name: "Ruling", Key: "案号", Columns: []domain.Column{
				{Name: "案号", Entity: "case"},
				{Name: "正文", Kind: domain.KindProse},
			}},
			{Name: "Company", Key: "名称", Columns: []domain.Column{
				{Name: "名称", Entity: "company"},
				{Name: "法定代表人", Kind: domain.KindText},
				{Name: "电话", Kind: domain.KindText, Personal: domain.Impersonal},
			}},
		},
		Passages: []domain.Passages{{Name: "Note", Field: "text"}},
	}
}

var (
	plantedIdentity = chineseIdentity("11010519491231002")
	plantedCPF      = cpf("111444777")
	plantedCard     = card("622202100000000000")
)

// plant writes a corpus in which every kind of personal data stands.
func plant(t interface {
	Fatal(...any)
	TempDir() string
}) *corpus.Corpus {
	dir := t.TempDir()
	rows := map[string][]map[string]any{
		"Case": {
			{"案号": "1", "原告": "张伟", "被告": "张伟贸易有限公司", "标题": "张伟与张伟贸易有限公司买卖合同纠纷", "金额": 13800138000, "证件": plantedIdentity, "手机": "13800138000", "邮箱": "zhangwei@firm.example", "卡号": plantedCard, "CPF": plantedCPF},
			{"案号": "2", "原告": "王小明、欧阳娜", "被告": "赵某某", "标题": "王小明、欧阳娜与赵某某借款合同纠纷", "证件": "-", "手机": 13800138000, "邮箱": "office@firm.example", "CPF": pointed(plantedCPF)},
			{"案号": "3", "原告": "-", "被告": "李强", "标题": "高新区案", "手机": "+86 138 0013 8000", "卡号": nil},
			{"案号": "4", "原告": "陈立", "被告": "孙丽", "第三人": "张伟", "手机": "021-66788765", "卡号": json.Number(plantedCard)},
		},
		"Ruling": {
			{"案号": "1", "正文": "原告张伟（身份证号" + plantedIdentity + "，电话138-0013-8000）诉张伟贸易有限公司。张伟称其多次催要。张伟力另案处理。"},
			{"案号": "2", "正文": "王小明与欧阳娜系夫妻。孙丽娟系邻居。王小明律师事务所代理。"},
			{"案号": "3", "正文": "不涉及张伟先生以外的人；孙丽不在本案。原告陈立未到庭。"},
		},
		"Company": {
			{"名称": "张伟贸易有限公司", "法定代表人": "张伟", "电话": "13900139000"},
			{"名称": "Silva Ltda", "法定代表人": "Maria da Silva", "电话": "-"},
		},
		"Note": {{"text": "王小明说，欧阳娜与 Maria da Silva 在场，电话13800138000。"}},
	}
	for name, list := range rows {
		var b bytes.Buffer
		for _, row := range list {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return load(t, dir)
}

func load(t interface{ Fatal(...any) }, dir string) *corpus.Corpus {
	c, r, err := corpus.Load(context.Background(), dir, docket())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 {
		t.Fatal(r.Faults)
	}
	return c
}

// Everything planted is reported, by column, and no value is in the report.
func TestScanReportsWhatIsPlanted(t *testing.T) {
	r := Scan(plant(t)).Report
	var got []string
	for _, c := range r.Columns {
		got = append(got, fmt.Sprintf("%s %s %s %d/%d/%d", DataPlace{c.Table, c.Column}, c.Kind, c.Basis, c.Cells, c.Values, c.Hidden))
	}
	want := []string{
		"Case.原告 name form 3/4/0",
		"Case.被告 name form 2/2/1",
		"Case.第三人 name repeated 1/1/0",
		"Case.标题 name repeated 2/3/0",
		"Case.证件 identity  1/1/0",
		"Case.手机 mobile  3/1/0",
		"Case.邮箱 email  1/1/0",
		"Case.卡号 card  2/1/0",
		"Case.CPF identity  2/1/0",
		"Ruling.正文 identity  1/1/0",
		"Ruling.正文 mobile  1/1/0",
		"Ruling.正文 name repeated 3/4/0",
		"Company.法定代表人 name label 2/2/0",
		"Note mobile  1/1/0",
		"Note name repeated 1/3/0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range []string{"张伟", "王小明", "欧阳娜", "Maria", plantedIdentity, "13800138000", "0013", "zhangwei", plantedCard, plantedCPF} {
		if bytes.Contains(b, []byte(raw)) {
			t.Errorf("the report has %s", raw)
		}
	}
}

func TestHide(t *testing.T) {
	v := Scan(plant(t))
	for text, want := range map[string]string{
		`姓名 "张伟" stands in an earlier row`:        `姓名 "张*" stands in an earlier row`,
		"key " + plantedIdentity + ", 王小明, Silva": "key 11****************, 王**, Silva",
		"张伟贸易有限公司 is left":                        "张伟贸易有限公司 is left",
		"Maria da Silva \xff":                     "M**** ** ***** \xff",
	} {
		if got := v.Hide(text); got != want {
			t.Errorf("Hide(%q) = %q, want %q", text, got, want)
		}
	}
}

// tabled is a corpus of some cases and their companies.
func tabled(t *testing.T, cases, companies []map[string]any) *corpus.Corpus {
	dir := t.TempDir()
	for name, rows := range map[string][]map[string]any{"Case": cases, "Company": companies} {
		var b bytes.Buffer
		for _, row := range rows {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return load(t, dir)
}

// Names in one cell are masked each by its own mask, whatever stands between or behind them, and
// companies whose names hold brackets keep theirs.
func TestMaskOfCellsWithSeveralNames(t *testing.T) {
	c := tabled(t, nil, []map[string]any{
		{"名称": "甲", "法定代表人": "张建国（董事长）"}, {"名称": "乙", "法定代表人": "王小明/李雪梅；赵一凡"},
		{"名称": "丙", "法定代表人": "高明（集团）"}, {"名称": "丁", "法定代表人": "张建国"}, {"名称": "戊", "法定代表人": "孙丽(代)"},
	})
	m := Scan(c).Masker(nil, []byte("key"))
	name := func(raw string) string { return m.masks[item{Name, raw}] }
	want := []string{name("张建国") + "（董事长）", name("王小明") + "/" + name("李雪梅") + "；" + name("赵一凡"), "高明（集团）", name("张建国"), name("孙丽") + "(代)"}
	if diff := cmp.Diff(want, texts(masked(t, c, m), "Company", "法定代表人")); diff != "" || name("张建国") == "" || name("孙丽") == "" {
		t.Error(diff)
	}
}

// A name of two characters is looked for in rows of its own kind of key: case 1 has nothing to do with
// company 1. Words that begin alike are no names by their form.
func TestRowsOfOtherKeysAreApart(t *testing.T) {
	c := tabled(t, []map[string]any{
		{"案号": "1", "标题": "方正字体案", "第三人": "周一"}, {"案号": "2", "第三人": "周二"}, {"案号": "3", "第三人": "周三"},
	}, []map[string]any{{"名称": "1", "法定代表人": "方正"}})
	v := Scan(c)
	for _, found := range v.Report.Columns {
		if found.Table != "Company" {
			t.Errorf("found %+v", found)
		}
	}
}

// More values than a mask of their length has digits for get longer masks.
func TestMasksOfShortNumbersDiffer(t *testing.T) {
	values := map[item]struct{}{}
	for i := range 120_000 {
		values[item{Mobile, fmt.Sprintf("+1%07d", i)}] = struct{}{}
	}
	seen := map[string]bool{}
	for i, mask := range masksOf([]byte("key"), values) {
		text := spaced("＋１-"+i.value[2:], mask, places(i))
		if seen[text] || Find(text, "") != nil {
			t.Fatalf("%s is masked as %s", i.value, text)
		}
		seen[text] = true
	}
}

// masked writes a corpus with masks and reads it again.
func masked(t interface {
	Fatal(...any)
	TempDir() string
}, c *corpus.Corpus, m *Masker) *corpus.Corpus {
	dir := t.TempDir()
	for _, name := range []string{"Case", "Ruling", "Company", "Note"} {
		var b bytes.Buffer
		if _, _, err := m.Write(context.Background(), &b, name); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return load(t, dir)
}

func texts(c *corpus.Corpus, table, column string) (list []string) {
	t := c.Table(table)
	for row := range t.Len() {
		list = append(list, t.Cell(row, t.Column(column)).Text())
	}
	return list
}

func TestMask(t *testing.T) {
	c := plant(t)
	v := Scan(c)
	m := v.Masker(nil, []byte("a key of the test"))
	got := masked(t, c, m)
	name := func(raw string) string { return m.masks[item{Name, raw}] }
	zhang, wang, ouyang, silva := name("张伟"), name("王小明"), name("欧阳娜"), name("Maria da Silva")
	if !strings.HasPrefix(zhang, "张氏") || !strings.HasPrefix(ouyang, "欧阳氏") || !strings.HasPrefix(silva, "Person ") {
		t.Errorf("masks are %q, %q, %q", zhang, ouyang, silva)
	}
	id, mobile := m.masks[item{Identity, plantedIdentity}], m.masks[item{Mobile, "13800138000"}]
	bank := m.masks[item{Card, plantedCard}]
	for _, test := range []struct {
		table, column string
		want          []string
	}{
		{"Case", "原告", []string{zhang, wang + "、" + ouyang, "-", name("陈立")}},
		{"Case", "被告", []string{"张伟贸易有限公司", "赵某某", name("李强"), name("孙丽")}},
		{"Case", "第三人", []string{"", "", "", zhang}},
		{"Case", "卡号", []string{bank, "", "", bank}},
		{"Case", "标题", []string{zhang + "与张伟贸易有限公司买卖合同纠纷", wang + "、" + ouyang + "与赵某某借款合同纠纷", "高新区案", ""}},
		{"Case", "金额", []string{"13800138000", "", "", ""}},
		{"Case", "证件", []string{id, "-", "", ""}},
		{"Case", "手机", []string{mobile, mobile, "+86 " + mobile[:3] + " " + mobile[3:7] + " " + mobile[7:], "021-66788765"}},
		{"Case", "CPF", []string{m.masks[item{Identity, plantedCPF}], pointed(m.masks[item{Identity, plantedCPF}]), "", ""}},
		{"Ruling", "正文", []string{
			"原告" + zhang + "（身份证号" + id + "，电话" + mobile[:3] + "-" + mobile[3:7] + "-" + mobile[7:] + "）诉张伟贸易有限公司。" + zhang + "称其多次催要。" + zhang + "力另案处理。",
			wang + "与" + ouyang + "系夫妻。孙丽娟系邻居。王小明律师事务所代理。",
			"不涉及张伟先生以外的人；孙丽不在本案。原告" + name("陈立") + "未到庭。",
		}},
		{"Company", "名称", []string{"张伟贸易有限公司", "Silva Ltda"}},
		{"Company", "法定代表人", []string{zhang, silva}},
		{"Company", "电话", []string{"13900139000", "-"}},
	} {
		if diff := cmp.Diff(test.want, texts(got, test.table, test.column)); diff != "" {
			t.Errorf("%s.%s: %s", test.table, test.column, diff)
		}
	}
	if want := []string{wang + "说，" + ouyang + "与 " + silva + " 在场，电话" + mobile + "。"}; !slices.Equal(got.Passages("Note"), want) {
		t.Errorf("passages are %q, want %q", got.Passages("Note"), want)
	}
	if again := Scan(got).Report.Columns; slices.ContainsFunc(again, func(c PersonalColumn) bool { return c.Values > 0 }) {
		t.Errorf("after masking there are %+v", again)
	}
	for row := range c.Table("Case").Len() {
		for col := range c.Table("Case").Spec().Columns {
			if before, after := c.Table("Case").Cell(row, col), got.Table("Case").Cell(row, col); before.State != after.State || len(before.Values) != len(after.Values) {
				t.Errorf("row %d column %d was %+v and is %+v", row, col, before, after)
			}
		}
	}
}

// Only what the chosen places hold is masked, and wherever it stands.
func TestMaskOfPlaces(t *testing.T) {
	c := plant(t)
	places, err := ParsePlaces(c.Domain(), "Company.法定代表人, Note")
	if err != nil {
		t.Fatal(err)
	}
	got := masked(t, c, Scan(c).Masker(places, []byte("key")))
	if plaintiffs := texts(got, "Case", "原告"); plaintiffs[0] == "张伟" || plaintiffs[1] != "王小明、欧阳娜" {
		t.Errorf("plaintiffs are %q", plaintiffs)
	}
	if ids, phones := texts(got, "Case", "证件"), texts(got, "Case", "手机"); ids[0] != plantedIdentity || phones[0] == "13800138000" {
		t.Errorf("numbers are %q, %q", ids, phones)
	}
	for text, want := range map[string]string{
		"Nowhere": `has no table "Nowhere"`, "Case.x": `has no column "x"`, "Nowhere.x": "has no table", "Note.text": "has no table", "": "has no table",
	} {
		if _, err := ParsePlaces(c.Domain(), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParsePlaces(%q) = %v, want %s", text, err, want)
		}
	}
}

// Names of which two come to the same number have masks of their own.
func TestMasksDiffer(t *testing.T) {
	values := map[item]struct{}{}
	for a := range 60 {
		for b := range 60 {
			values[item{Name, "张" + string([]rune(surnames)[a]) + string([]rune(surnames)[b])}] = struct{}{}
		}
	}
	seen, longer := map[string]bool{}, 0
	for _, mask := range masksOf([]byte("key"), values) {
		seen[mask] = true
		if len(mask) > len("张氏12345") {
			longer++
		}
	}
	if len(seen) != len(values) || longer == 0 || longer > len(values)/20 {
		t.Errorf("%d names have %d masks, %d of them longer", len(values), len(seen), longer)
	}
}

// Equal values have equal masks and different values different ones, whatever else there is; another
// key gives others.
func TestMaskLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "key")
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[张王][一-二伟强]{1,2}`), 1, 60, rapid.ID[string]).Draw(t, "names")
		of := func(names []string, key []byte) map[item]string {
			values := map[item]struct{}{}
			for i, n := range names {
				values[item{Name, n}] = struct{}{}
				values[item{Mobile, fmt.Sprintf("138%08d", i)}] = struct{}{}
			}
			return masksOf(key, values)
		}
		all := of(names, key)
		some := of(names[:1+len(names)/2], key)
		seen := map[string]item{}
		for i, mask := range all {
			if other, ok := seen[mask]; ok {
				t.Fatalf("%v and %v are both %q", i, other, mask)
			}
			seen[mask] = i
		}
		changed := 0
		for i, mask := range some {
			if all[i] != mask {
				changed++
			}
		}
		if changed > 1 {
			t.Fatalf("%d of %d masks are others in a larger corpus", changed, len(some))
		}
		if other := of(names, append(slices.Clone(key), 1)); cmp.Equal(all, other) {
			t.Fatal("another key gives the same masks")
		}
	})
}

// Whole names are masked by their parts, also if they alone are to be masked.
func TestMaskOfNamesPutTogether(t *testing.T) {
	d := &domain.Domain{Name: "d", Tables: []domain.Table{{Name: "People", Key: "id", Columns: []domain.Column{
		{Name: "id", Kind: domain.KindText},
		{Name: "full_name", Kind: domain.KindText, Parts: []string{"a", "b"}},
		{Name: "a", Kind: domain.KindText},
		{Name: "b", Kind: domain.KindText},
	}}}}
	dir := t.TempDir()
	read := func(text string) *corpus.Corpus {
		if err := os.WriteFile(filepath.Join(dir, "People.jsonl"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, _, err := corpus.Load(t.Context(), dir, d)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := read(`{"id": "1", "a": "Ana", "b": "Silva"}` + "\n" + `{"id": "2", "a": "Ana", "b": "Souza"}` + "\n")
	for _, text := range []string{All, "People.full_name"} {
		places, err := ParsePlaces(d, text)
		if err != nil {
			t.Fatal(err)
		}
		v := Scan(c)
		m := v.Masker(places, []byte("a key of the test"))
		var b bytes.Buffer
		if _, _, err := m.Write(t.Context(), &b, "People"); err != nil {
			t.Fatal(err)
		}
		ana := m.masks[item{Name, "Ana"}]
		want := []string{ana + " " + m.masks[item{Name, "Silva"}], ana + " " + m.masks[item{Name, "Souza"}]}
		got := texts(read(b.String()), "People", "full_name")
		if ana == "" || !slices.Equal(got, want) || strings.Contains(b.String(), "Ana") || strings.Contains(b.String(), "full_name") {
			t.Errorf("-mask %s: names are %q, want %q; the file is %s", text, got, want, b.String())
		}
	}
}

// Why a part of two whole names counts as a name does not depend on chance.
func TestBasisOfSharedParts(t *testing.T) {
	d := &domain.Domain{Name: "d", Tables: []domain.Table{{Name: "People", Key: "id", Columns: []domain.Column{
		{Name: "id", Kind: domain.KindText},
		{Name: "姓名", Kind: domain.KindText, Parts: []string{"b", "a"}},
		{Name: "w", Kind: domain.KindText, Parts: []string{"b", "a"}, Personal: domain.PersonNames},
		{Name: "a", Kind: domain.KindText},
		{Name: "b", Kind: domain.KindText},
	}}}}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "People.jsonl"), []byte(`{"id": "1", "a": "Ana", "b": "Silva"}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if got := Scan(c).persons[DataPlace{"People", "a"}]; got != Labelled {
			t.Fatalf("basis %q, want %q of the first column", got, Labelled)
		}
	}
}
