package privacy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// realTables returns the directory of the tables recovered from published logs; the test is skipped
// without them.
func realTables(t *testing.T) string {
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(data, "legalagentbench", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real tables: %v: set TASKGROVE_DATA to the folder that holds legalagentbench", err)
	}
	return dir
}

func scanned(t *testing.T, dir string) *Inventory {
	t.Helper()
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return Scan(c)
}

// What is found in real tables, as different values and cells. Each value was read: all 458 names are
// of persons, and one name of a person in these columns is not found, since its file has a question
// mark in it. Of the 35 addresses two are rather a firm's. The names that repeat in texts mean persons
// too.
func TestRealTables(t *testing.T) {
	v := scanned(t, realTables(t))
	var got []string
	for _, c := range v.Report.Columns {
		got = append(got, fmt.Sprintf("%s %s %d %d %d", DataPlace{c.Table, c.Column}, c.Kind, c.Values, c.Cells, c.Hidden))
	}
	want := []string{
		"CompanyInfo.法人代表 name 24 24 0",
		"CompanyInfo.总经理 name 20 20 0",
		"CompanyInfo.董秘 name 20 20 0",
		"CompanyInfo.机构简介 name 2 2 0",
		"CompanyRegister.法定代表人 name 46 48 0",
		"CompanyRegister.联系邮箱 email 14 15 0",
		"CompanyRegister.企业简介 name 14 14 0",
		"LegalDoc.标题 name 4 4 0",
		"LegalDoc.原告 name 7 7 302",
		"LegalDoc.被告 name 3 3 263",
		"LegalDoc.判决结果 name 4 6 0",
		"CourtInfo.法院负责人 name 72 72 0",
		"LawfirmInfo.律师事务所负责人 name 274 278 0",
		"LawfirmInfo.通讯邮箱 email 19 19 0",
		"LawfirmInfo.事务所简介 email 2 2 0",
		"LawfirmInfo.事务所简介 name 7 7 0",
		"RestrictionCase.法定代表人 name 8 42 0",
		"RestrictionCase.申请人 name 0 0 10",
		"FinalizedCase.疑似申请执行人 name 0 0 27",
		"DishonestyCase.疑似申请执行人 name 0 0 9",
		"LegalCases name 1 1 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Personal data planted in real rows is found, each value, in its column.
func TestPlantedInRealTables(t *testing.T) {
	from, to := realTables(t), t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	rows := map[string][]map[string]string{}
	planted := map[DataPlace][]item{}
	plant := func(table, column, key string, kind DataKind, text, value string) {
		n := len(rows[table])
		rows[table] = append(rows[table], map[string]string{key: fmt.Sprintf("埋藏%d", n), column: text})
		at := DataPlace{table, column}
		planted[at] = append(planted[at], item{kind, value})
	}
	for i := range 50 {
		id := chineseIdentity(fmt.Sprintf("%s%04d%02d%02d%03d", []string{"11", "44", "53", "62"}[i%4]+"0102", 1940+i, 1+i%12, 1+i%28, 100+i))
		mobile := fmt.Sprintf("1%d%09d", 3+i%7, 123456789+i*7654321)
		tax := cpf(fmt.Sprintf("%09d", 123456789+i*1234567))
		bank := card(fmt.Sprintf("622848%011d", 40000000000+i*98765))
		name := string([]rune(surnames)[i]) + []string{"建国", "敏", "晓燕"}[i%3]
		plant("LegalAbstract", "文本摘要", "案号", Identity, "原告称，其身份证号码为"+id+"，有复印件为证。", id)
		plant("AdministrativeCase", "事实", "案号", Mobile, "经查，当事人（电话："+mobile+"）未到场。", mobile)
		plant("LegalDoc", "判决结果", "案号", Card, "款项汇入账户"+bank+"。", bank)
		plant("LegalDoc", "标题", "案号", Identity, "CPF "+pointed(tax)+"案", tax)
		plant("LegalDoc", "原告", "案号", Name, name+",某某公司", name)
		plant("CompanyRegister", "法定代表人", "公司名称", Name, name, name)
		plant("LawfirmInfo", "通讯邮箱", "律师事务所名称", Email, fmt.Sprintf("zhang.wei%d@firm.example", i), fmt.Sprintf("zhang.wei%d@firm.example", i))
	}
	for table, list := range rows {
		var b bytes.Buffer
		for _, row := range list {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		f, err := os.OpenFile(filepath.Join(to, table+".jsonl"), os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(b.Bytes()); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	v := scanned(t, to)
	for at, items := range planted {
		for _, i := range items {
			if _, ok := v.values[at][i]; !ok {
				t.Errorf("%s: %s %s is not found", at, i.kind, i.value)
			}
		}
	}
	// And none of them is left in what is masked.
	m := v.Masker(nil, []byte("key of the test"))
	for table := range rows {
		var b bytes.Buffer
		if _, _, err := m.Write(t.Context(), &b, table); err != nil {
			t.Fatal(err)
		}
		for at, items := range planted {
			for _, i := range items {
				if at.Table == table && len([]rune(i.value)) > 2 && strings.Contains(b.String(), i.value) {
					t.Errorf("%s: %s %s is not masked", at, i.kind, i.value)
				}
			}
		}
	}
}
