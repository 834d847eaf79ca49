package domain

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// legal returns the shipped legal domain.
func legal(t *testing.T) *Domain {
	t.Helper()
	d, err := Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// published returns the folder of the real tables, or skips the test.
func published(t *testing.T) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		root, err := os.Getwd()
		for ; err == nil; root = filepath.Dir(root) {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			if root == filepath.Dir(root) {
				t.Fatal("no go.mod above the test")
			}
		}
		data = filepath.Join(filepath.Dir(root), "shared", "data")
	}
	dir := filepath.Join(data, "legalagentbench")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real tables: %s is absent; set TASKGROVE_DATA to the folder that has legalagentbench", dir)
	}
	return dir
}

// cells returns the distinct texts of a column of the real tables, sorted.
func cells(t *testing.T, dir, table, column string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "corpus", table+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var texts []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row map[string]any
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		if s, ok := row[column].(string); ok {
			texts = append(texts, s)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// labels are the columns' English names in the paper's Table 4, in source order, and last
// those of the table that the published ones lack.
var labels = map[string]string{
	"CompanyInfo":        "Company Name, Company Abbreviation, English Name, Associated Security, Company Code, Former Abbreviation, Market, Industry, Date of Establishment, Listing Date, Legal Representative, General Manager, Board Secretary, Postal Code, Registered Address, Office Address, Telephone Number, Fax, Official Website, Email, Included Indices, Main Business, Business Scope, Company Profile, Par Value per Share (CNY), Initial Public Offering (IPO) Price (CNY), Net Proceeds from IPO (CNY), Lead Underwriter for IPO",
	"CompanyRegister":    "Company Name, Registration Status, Unified Social Credit Code, Legal Representative, Registered Capital, Date of Establishment, Company Address, Contact Number, Contact Email, Registration Number, Organization Code, Number of Insured Persons, Primary Industry Category, Secondary Industry Category, Tertiary Industry Category, Former Name, Company Profile, Business Scope",
	"SubCompanyInfo":     "Full Name of the Related Listed Company, Relationship to the Listed Company, Listed Company's Shareholding Percentage, Listed Company's Investment Amount, Company Name",
	"LegalDoc":           "Related Company, Title, Case Number, Document Type, Plaintiff, Defendant, Plaintiff's Law Firm, Defendant's Law Firm, Cause of Action, Amount Involved (CNY), Judgment Outcome, Date, File Name",
	"LegalAbstract":      "File Name, Case Number, Text Summary",
	"CourtInfo":          "Court Name, Court Head, Date of Establishment, Court Address, Court Province, Court City, Court County, Court Contact Number, Court Official Website",
	"CourtCode":          "Court Name, Administrative Level, Court Level, Court Code, Zoning Code, Rank",
	"LawfirmInfo":        "Law Firm Name, Law Firm Unique Code, Law Firm Head, Law Firm Registered Capital, Date of Establishment, Law Firm Address, Law Firm Province, Law Firm City, Law Firm County, Contact Phone Number, Contact Email, Law Firm Profile, Law Firm Registration Authority",
	"LawfirmLog":         "Law Firm Name, Business Volume Ranking, Served Listed Companies, Listed Companies with Violations During Reporting Period, Listed Companies Under Investigation During Reporting Period",
	"AddrInfo":           "Address, Province, City, County",
	"RestrictionCase":    "Restricted High-Consumption Enterprise Name, Case Number, Legal Representative, Applicant, Amount Involved (CNY), Executing Court, Filing Date, Restriction Publication Date",
	"FinalizedCase":      "Finalized Company Name, Case Number, Person Subject To Execution, Suspected Applicant for Enforcement, Unfulfilled Amount (CNY), Executor Target (CNY), Executing Court, Filing Date, Finalized Date",
	"DishonestyCase":     "Dishonest Executed Company Name, Case Number, Dishonest Executed Person, Suspected Applicant for Enforcement, Amount Involved (CNY), Executing Court, Filing Date, Publication Date",
	"AdministrativeCase": "Administrative Penalty Company Name, Case Number, Facts, Penalty Outcome, Penalty Amount (CNY), Penalizing Authority, Penalty Date",
	"CaseFile":           "Case Number, Court, Filing Date, Complaint, Client's Statement, Defence, Points of Defence",
	"ClaimFile":          "Client, Opponent, Opponent's Address, Opponent's Representative, Law Firm Retained, Cause of Action, Court, Filing Date, Client's Account, Claims and Reasons, Points of Claim",
}

func TestLegalLabels(t *testing.T) {
	d := legal(t)
	if len(d.Tables) != len(labels) {
		t.Errorf("legal has %d tables, want %d", len(d.Tables), len(labels))
	}
	for _, table := range d.Tables {
		var got []string
		for _, c := range table.Columns {
			got = append(got, c.Label.In("en"))
		}
		if diff := cmp.Diff(strings.Split(labels[table.Name], ", "), got); diff != "" {
			t.Errorf("labels of %s differ (-want +got):\n%s", table.Name, diff)
		}
	}
}

// TestLegalColumns: the declaration has the columns and keys of the source and no
// others, in the same order.
func TestLegalColumns(t *testing.T) {
	d, dir := legal(t), published(t)
	data, err := os.ReadFile(filepath.Join(dir, "columns.json"))
	if err != nil {
		t.Fatal(err)
	}
	type table struct {
		Columns []string `json:"columns"`
		Key     string   `json:"key"`
	}
	var want map[string]table
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	got := map[string]table{}
	for _, t := range d.Tables {
		if t.Name == "CaseFile" || t.Name == "ClaimFile" {
			continue // not published
		}
		var columns []string
		for _, c := range t.Columns {
			columns = append(columns, c.Name)
		}
		got[t.Name] = table{columns, t.Key}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns differ (-want +got):\n%s", diff)
	}
}

// TestLegalTools: the 37 tools, how much each gives back and what it is asked
// about.
func TestLegalTools(t *testing.T) {
	want := strings.Split(`get_company_info one company company_abbreviation stock_code
get_company_register one company
get_company_register_name field credit_code
get_sub_company_info one company
get_sub_company_info_list many company
get_legal_document one case_number
get_legal_abstract one case_number
get_legal_document_company_list many company
get_legal_document_law_list many law_firm law_firm
get_court_info one court
get_court_info_list many region
get_court_code one court court_code
get_lawfirm_info one law_firm
get_lawfirm_info_list many region
get_lawfirm_log one law_firm
get_address_info one address
get_restriction_case one case_number
get_restriction_case_company_list many company
get_restriction_case_court_list many court
get_finalized_case one case_number
get_finalized_case_company_list many company
get_finalized_case_court_list many court
get_dishonesty_case one case_number
get_dishonesty_case_company_list many company
get_dishonesty_case_court_list many court
get_administrative_case one penalty_number
get_administrative_case_company_list many company
get_administrative_case_court_list many authority
legal_knowledge_retriever LegalKnowledge
legal_article_retriever LegalArticle
legal_case_retriever LegalCases
get_sum sum
get_subtract subtract
get_multiply multiply
get_divide divide
get_rank rank
finish`, "\n")
	d := legal(t)
	c := checker{d: d}
	var got []string
	for i := range d.Tools {
		tool := &d.Tools[i]
		line := strings.TrimSpace(strings.Join([]string{tool.Name, string(tool.Returns), tool.Passages, string(tool.Operation)}, " "))
		fields := strings.Fields(line)
		for _, m := range tool.Match {
			fields = append(fields, c.named(d.Table(tool.Table), m.Columns))
		}
		got = append(got, strings.Join(fields, " "))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tools differ (-want +got):\n%s", diff)
	}
	for alias, name := range map[string]string{
		"get_legal_document_lawfirm_list": "get_legal_document_law_list",
		"get_subtraction":                 "get_subtract",
		"get_multiplication":              "get_multiply",
		"get_division":                    "get_divide",
	} {
		if tool := d.Tool(alias); tool == nil || tool.Name != name {
			t.Errorf("Tool(%q) = %v, want %s", alias, tool, name)
		}
	}
}

// TestLegalReplies: the replies are those of the published server, as far as it was seen
// giving them, and the hints those of its client, whose observations were recorded.
func TestLegalReplies(t *testing.T) {
	d, dir := legal(t), published(t)
	data, err := os.ReadFile(filepath.Join(dir, "tool_calls.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for line := range strings.Lines(string(data)) {
		var call struct{ Observation string }
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			t.Fatal(err)
		}
		seen[call.Observation]++
	}
	for _, reply := range []string{d.Replies.Missing + d.Replies.Hints.Missing, d.Replies.Columns + d.Replies.Hints.Columns, d.Replies.Arguments, d.Replies.Failed[Sum], d.Replies.Failed[Rank]} {
		if seen[reply] == 0 {
			t.Errorf("no published call was answered %q", reply)
		}
	}
}

func TestCaseNumberCourtCode(t *testing.T) {
	extract := legal(t).Derivation("case_number_court_code").Extractor()
	for _, c := range []struct{ number, code string }{
		{"（2019）沪0104执1779号", "沪0104"},
		{"（2019）陕0802执恢581号", "陕0802"},
		{"（2019）粤0391执保460号", "粤0391"},
		{"（2020）皖04民终2086号", "皖04"},
		{"（2019）京73行初10421号", "京73"},
		{"（2018）京7101民初1号", "京7101"},
		{"（2020）京行终3263号", "京"},
		{"（2019）苏民申1156号", "苏"},
		{"（2020）最高法知民终12号", "最高法"},
		{"（2021）兵0103民初7号", "兵0103"},
		{"（2021）军民初7号", "军"},
		{"（2021）苏05破3号", "苏05"},
		{"(2021)新40民终3号", "新40"},
		{"〔2021〕内0102民初3号", "内0102"},
		{"（2021）豫0105执*号", "豫0105"},
		{"（2019）澜0104民初1779号", "澜0104"},
		{"（2019）澜07010400执恢12号", "澜07010400"},
		{"（2019）澜01行初3号", "澜01"},
		{"（2019）沅知民初3号", "沅"},
		{"（2009）澜0104商59号", "澜0104"},
		{"（2019）最高法民终12号", "最高法"},
		{"（2014）浦民二(商)初字第1号", ""},
		{"（2014）沪一中民初字第59号", ""},
		{"（2014）鲁刑四终字第2－1号", ""},
		{"（2010）刑三复22651920号", ""},
		{"[2019]第1085-1号", ""},
		{"〔2017〕2092号", ""},
		{"余城法罚字[2019]第11026601号", ""},
		{"（2019）沪0104", ""},
		{"", ""},
	} {
		if got, ok := extract(c.number); got != c.code || ok != (c.code != "") {
			t.Errorf("case_number_court_code(%q) = %q, %v, want %q", c.number, got, ok, c.code)
		}
	}
}

// TestRealCaseNumbers: every real case number yields a code, and most of the
// codes are in the table of courts; those that are not have a row there without
// its code, or none.
func TestRealCaseNumbers(t *testing.T) {
	d, dir := legal(t), published(t)
	extract := d.Derivation("case_number_court_code").Extractor()
	codes := cells(t, dir, "CourtCode", "法院代字")
	var numbers []string
	for _, table := range []string{"LegalDoc", "LegalAbstract", "RestrictionCase", "FinalizedCase", "DishonestyCase"} {
		numbers = append(numbers, cells(t, dir, table, "案号")...)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	known := 0
	for _, number := range numbers {
		code, ok := extract(number)
		if !ok {
			t.Errorf("case_number_court_code(%q) finds none", number)
		}
		if _, ok := slices.BinarySearch(codes, code); ok {
			known++
		}
	}
	for _, number := range cells(t, dir, "AdministrativeCase", "案号") {
		if code, ok := extract(number); ok {
			t.Errorf("case_number_court_code(%q) = %q, want none for a penalty decision", number, code)
		}
	}
	t.Logf("%d of %d case numbers lead to a court", known, len(numbers))
	if known*100 < len(numbers)*85 {
		t.Errorf("%d of %d case numbers lead to a court, want 85 %%", known, len(numbers))
	}
}

// TestRealCourts: the cut makes the names of a court with and without its
// province equal and those of no two courts.
func TestRealCourts(t *testing.T) {
	d, dir := legal(t), published(t)
	strip := d.Entity("court").Stripper()
	for _, c := range [][2]string{
		{"山东省东营市中级人民法院", "东营市中级人民法院"},
		{"江苏省高邮市人民法院", "高邮市人民法院"},
		{"河南省林州市人民法院", "林州市人民法院"},
		{"江苏省高级人民法院", "江苏省高级人民法院"},
		{"新疆维吾尔自治区高级人民法院伊犁哈萨克自治州分院", "新疆维吾尔自治区高级人民法院伊犁哈萨克自治州分院"},
		{"海南省第一中级人民法院", "海南省第一中级人民法院"},
		{"北京市第一中级人民法院", "北京市第一中级人民法院"},
		{"中华人民共和国最高人民法院", "最高人民法院"},
		{"澜江省沅溪市中级人民法院", "沅溪市中级人民法院"},
		{"沅北自治区澜山县人民法院", "澜山县人民法院"},
		{"澜华共和国最高人民法院", "最高人民法院"},
		{"澜江省高级人民法院", "澜江省高级人民法院"},
		{"沅北自治区第一中级人民法院", "沅北自治区第一中级人民法院"},
		{"澜京市澜山区人民法院", "澜京市澜山区人民法院"},
	} {
		if got := strip(c[0]); got != c[1] {
			t.Errorf("court Stripper(%q) = %q, want %q", c[0], got, c[1])
		}
	}
	full := map[string][]string{}
	for _, at := range [][2]string{{"CourtInfo", "法院名称"}, {"CourtCode", "法院名称"}, {"RestrictionCase", "执行法院"}, {"FinalizedCase", "执行法院"}, {"DishonestyCase", "执行法院"}} {
		for _, name := range cells(t, dir, at[0], at[1]) {
			if short := strip(name); !slices.Contains(full[short], name) {
				full[short] = append(full[short], name)
			}
		}
	}
	// Of two names with one form, one must be the form itself: then the other is it
	// with a province in front, not its namesake in another province.
	for short, same := range full {
		if len(same) > 2 || len(same) == 2 && !slices.Contains(same, short) {
			t.Errorf("court Stripper = %q for %q, want it for one court", short, same)
		}
	}
}

// A county in brackets before an authority is cut where the name says it.
func TestAuthorityInBrackets(t *testing.T) {
	d, err := Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	strip := d.Entity("authority").Stripper()
	for name, want := range map[string]string{
		"【余杭区】杭州市公安局余杭区分局五常派出所": "杭州市公安局余杭区分局五常派出所",
		"【桐乡市】浙江省嘉兴市桐乡市市建设局":    "浙江省嘉兴市桐乡市市建设局",
		"【西湖区】区城管局（区综合行政执法局）":   "【西湖区】区城管局（区综合行政执法局）",
		"杭州市公安局余杭区分局":           "杭州市公安局余杭区分局",
	} {
		if got := strip(name); got != want {
			t.Errorf("authority Stripper(%q) = %q, want %q", name, got, want)
		}
	}
}
