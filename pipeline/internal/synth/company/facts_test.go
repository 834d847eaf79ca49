package company_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// A telling is what a text says of a cell of its row: group 1 of the pattern is the
// cell.
type telling struct {
	pattern string
	column  int
}

var tellings = map[string]map[string][]telling{
	"zh": {
		"CompanyInfo": {
			{`(?:股票代码|，代码)(\d{6})`, 4},
			{`证券简称“([^”]+)”`, 1},
			{`(?:发行价格为每股|发行价)([\d.]+)元`, 25},
			{`由([^由，。]+?)(?:主承销|保荐承销)`, 27},
			{`法定代表人为([^，。]+)`, 10},
			{`公司住所为([^。]+)。`, 14},
		},
		"CompanyRegister": {
			{`注册(?:资本|资金)(?:为)?([\d.]+万)元`, 4},
			{`法定代表人为?([^，。]+?)[，。]`, 3},
			{`统一社会信用代码为?([0-9A-Z]{18})`, 2},
			{`(?:企业地址位于|办公场所位于|住所为)([^，。]+)[，。]`, 6},
			{`(?:员工|职工|总数为)(\d+)人`, 11},
			{`(?:公司|共有)(\d+)名员工`, 11},
			{`所属行业为([^，。]+)[，。]`, 13},
			{`(?:原名|前身为|由)([^，。]+公司)(?:，|更名而来)(?:\d{4}年)`, 15},
		},
	},
	"en": {
		"CompanyInfo": {
			{`(?:the|,) code (\d{6})`, 4},
			{`as "([^"]+)", code`, 1},
			{`at an issue price of CNY ([\d.]+\d)`, 25},
			{`public at CNY ([\d.]+\d) each`, 25},
			{`sponsored by (.+?), raised`, 27},
			{`[Ii]ts legal representative(?: is)? ([A-Z]\w+ [A-Z]\w+)`, 10},
			{`Its registered address is (.+?)\.(?: |$)`, 14},
		},
		"CompanyRegister": {
			{`registered capital (?:of |now at )?CNY ([\d.]+ million)`, 4},
			{`with a capital of CNY ([\d.]+ million)`, 4},
			{`([A-Z]\w+ [A-Z]\w+) is its legal representative`, 3},
			{`egal representative(?: is)? ([A-Z]\w+ [A-Z]\w+)`, 3},
			{`social credit code ([0-9A-Z]{18})`, 2},
			{`has (\d+) (?:insured )?employees`, 11},
			{`[Ii]ts (\d+) employees`, 11},
			{`At present (\d+) people`, 11},
			{`The staff numbers (\d+)`, 11},
			{`\(industry: (.+?)\)(?:\.| )`, 13},
		},
	},
}

// Every fact that a text tells of its row is the row's.
func TestTextsStateTheRow(t *testing.T) {
	for _, language := range languages {
		s := tables(t, language)["CompanyRegister"]
		for i := range s.rows {
			if row := s.rows[i]; !strings.Contains(row[16].Text, row[0].Text) {
				t.Errorf("the profile of %s in %s does not name it: %s", row[0].Text, language, row[16].Text)
			}
		}
	}
	for language, sayings := range tellings {
		for name, all := range sayings {
			s := tables(t, language)[name]
			text := 16
			if name == "CompanyInfo" {
				text = 23
			}
			for _, tell := range all {
				pattern, told := regexp.MustCompile(tell.pattern), 0
				for i := range s.rows {
					row := s.rows[i]
					column := max(tell.column, 0)
					for _, m := range pattern.FindAllStringSubmatch(row[text].Text, -1) {
						told++
						if want := row[column].Text; m[1] != want && !(column == 15 && strings.HasPrefix(want, m[1])) && !(column == 1 && strings.Contains(row[5].Text, m[1])) {
							t.Errorf("%s row %d in %s: text says %s %q: want %q\n%s", name, i, language, s.columns[column], m[1], want, row[text].Text)
						}
					}
				}
				if told == 0 {
					t.Errorf("no text of %s in %s has %s", name, language, tell.pattern)
				}
			}
		}
	}
}

// What texts say of a parent is what the table of holdings has.
func TestTextsStateTheParent(t *testing.T) {
	shares := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`由([^。]+?公司)([\d.]+)%持股|[。，]([^。，]+?公司)（股票代码\d+）持有公司全部股权，持股比例为([\d.]+)%|[。，]([^。，]+?公司)持有公司([\d.]+)%的股权|，([^。，]+?公司)持股([\d.]+)%|公司股东之一为([^。]+?公司)（持股比例([\d.]+)%）`),
		"en": regexp.MustCompile(`held to (100) % by (.+? (?:Co\., Ltd\.))|of the listed company (.+? Co\., Ltd\.), which holds ([\d.]+) %`),
	}
	whole := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`公司是([^。]+?公司)的全资子公司`),
		"en": regexp.MustCompile(`wholly owned subsidiary of (.+? Co\., Ltd\.)`),
	}
	controls := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`为公司控股股东|的控股子公司`),
		"en": regexp.MustCompile(`its controlling shareholder|a subsidiary of the listed company`),
	}
	for _, language := range languages {
		type holding struct{ parent, share string }
		of := make(map[string]holding)
		held := tables(t, language)["SubCompanyInfo"]
		for i := range held.rows {
			row := held.rows[i]
			of[row[4].Text] = holding{row[0].Text, strings.TrimSuffix(row[2].Text, ".0")}
		}
		told := 0
		s := tables(t, language)["CompanyRegister"]
		for i := range s.rows {
			row := s.rows[i]
			h, text := of[row[0].Text], row[16].Text
			if m := shares[language].FindStringSubmatch(text); m != nil {
				told++
				for _, group := range m[1:] {
					if group != "" && group != h.parent && group != h.share {
						t.Errorf("row %d in %s says %q of the holding: want %+v\n%s", i, language, group, h, text)
					}
				}
			}
			if n, err := strconv.ParseFloat(h.share, 64); controls[language].MatchString(text) && (err != nil || n <= 50) {
				t.Errorf("row %d in %s has a parent in control: want %+v\n%s", i, language, h, text)
			}
			if m := whole[language].FindStringSubmatch(text); m != nil {
				told++
				if m[1] != h.parent || h.share != "100" {
					t.Errorf("row %d in %s says that %s holds all: want %+v", i, language, m[1], h)
				}
			}
		}
		if told < len(s.rows)/20 {
			t.Errorf("%d texts of %d in %s tell who holds how much", told, len(s.rows), language)
		}
	}
}

// The half of the profiles that repeat the row repeat all of it.
func TestTemplatesRepeatTheRow(t *testing.T) {
	marks := map[string][2]string{"zh": {"经营范围包含：", "经营范围包括："}, "en": {"Its business scope includes: ", "Business scope: "}}
	for _, language := range languages {
		s := tables(t, language)["CompanyRegister"]
		found := 0
		for i := range s.rows {
			row := s.rows[i]
			text := row[16].Text
			if !strings.Contains(text, marks[language][0]) && !strings.Contains(text, marks[language][1]) {
				continue
			}
			found++
			for _, k := range []int{0, 2, 3, 4, 6, 13, 17} {
				want := strings.TrimRight(row[k].Text, "。.")
				if want != "-" && !strings.Contains(text, want) {
					t.Errorf("row %d in %s does not tell %s %q:\n%s", i, language, s.columns[k], want, text)
				}
			}
			if gone := strings.Contains(text, "注销企业") || strings.Contains(text, "deregistered"); gone != strings.Contains(row[1].Text, "20") {
				t.Errorf("row %d in %s is %s:\n%s", i, language, row[1].Text, text)
			}
		}
		if found == 0 {
			t.Errorf("no profile in %s repeats its row", language)
		}
	}
}

var civil = regexp.MustCompile(`(\d{4})年(\d{1,2})月(\d{1,2})日`)

// Stories lie between a company's founding, or the weeks before, and the present;
// years in profiles are of the founding, the renaming or the listing.
func TestTextsKeepTheTime(t *testing.T) {
	all := tables(t, "zh")
	year := func(c tablefile.Cell) string { return c.Text[:4] }
	info := all["CompanyInfo"]
	listed := make(map[string]string)
	for i := range info.rows {
		row := info.rows[i]
		listed[row[0].Text] = year(row[9])
		days := civil.FindAllString(row[23].Text, -1)
		if len(days) == 0 {
			t.Errorf("row %d tells no day:\n%s", i, row[23].Text)
		}
		for _, d := range civil.FindAllStringSubmatch(row[23].Text, -1) {
			if before := d[1] < year(row[8]); before && d[1] != prior(year(row[8])) || d[1] > "2024" {
				t.Errorf("row %d founded %s tells of %s:\n%s", i, row[8].Text, d[0], row[23].Text)
			}
		}
	}
	renamed := make(map[string]string)
	for _, c := range made["zh"].shard.Companies {
		if c.Former != "" {
			renamed[c.Name] = c.Renamed.Time().Format("2006")
		}
	}
	s := all["CompanyRegister"]
	years := regexp.MustCompile(`(\d{4})年`)
	for i := range s.rows {
		row := s.rows[i]
		for _, m := range years.FindAllStringSubmatch(row[16].Text, -1) {
			if name := row[0].Text; m[1] != year(row[5]) && m[1] != renamed[name] && m[1] != listed[name] {
				t.Errorf("row %d, founded %s, tells of %s:\n%s", i, row[5].Text, m[1], row[16].Text)
			}
		}
	}
}

// prior is the year before.
func prior(year string) string {
	b := []byte(year)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] > '0' {
			b[i]--
			break
		}
		b[i] = '9'
	}
	return string(b)
}

// Nothing happens to a company after it was struck off.
func TestGoneIsTheEnd(t *testing.T) {
	all := tables(t, "zh")["CompanyRegister"]
	s := made["zh"].shard
	end := make(map[string]string)
	for i := range all.rows {
		row := all.rows[i]
		if status, ok := strings.CutPrefix(row[1].Text, "注销（"); ok {
			end[row[0].Text] = strings.TrimSuffix(status, "）")
		}
	}
	if len(end) == 0 {
		t.Fatal("no company is gone")
	}
	check := func(company int, day string) {
		if company < 0 {
			return
		}
		c := s.Companies[company]
		if e := end[c.Name]; e != "" && (e <= day || c.Listed != nil) {
			t.Errorf("%s is gone on %s and has something on %s", c.Name, e, day)
		}
	}
	for _, c := range s.Cases {
		check(c.Related, c.Decided.Time().Format("2006-01-02"))
		for _, p := range append(c.Plaintiffs[:len(c.Plaintiffs):len(c.Plaintiffs)], c.Defendants...) {
			check(p.Company, c.Decided.Time().Format("2006-01-02"))
		}
	}
	for _, d := range s.Debts {
		check(d.Debtor, max(d.Filed, d.Closed, d.Published, d.Restricted).Time().Format("2006-01-02"))
	}
	for _, p := range s.Penalties {
		check(p.Company, p.Day.Time().Format("2006-01-02"))
	}
}
