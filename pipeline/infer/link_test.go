package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	wording "github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/infer"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// music has tracks on playlists and in albums, and regions that each have one agent, by tables of links.
func music() []sheet {
	tables := []sheet{
		{"Albums", [][]string{{"AlbumId", "Title"}}}, {"Tracks", [][]string{{"TrackId", "Name", "AlbumId", "Seconds"}}},
		{"Playlists", [][]string{{"PlaylistId", "Name"}}}, {"PlaylistTracks", [][]string{{"PlaylistId", "TrackId"}}},
		{"Agents", [][]string{{"AgentId", "FullName"}}}, {"Regions", [][]string{{"RegionId", "RegionName"}}}, {"AgentRegions", [][]string{{"AgentId", "RegionId"}}},
	}
	add := func(table int, cells ...any) {
		row := make([]string, len(cells))
		for i, c := range cells {
			row[i] = fmt.Sprint(c)
		}
		tables[table].rows = append(tables[table].rows, row)
	}
	for i := range 60 {
		add(1, i+1, fmt.Sprintf("Tune %c%c", 'A'+i%26, 'a'+i/26), 100+i%20, 120+i*7%97)
		add(3, 500+i%12, i+1)
		add(3, 500+(i+5)%12, i+1)
		if i < 20 {
			add(0, 100+i, fmt.Sprintf("Album %c", 'A'+i))
			add(5, 900+i, fmt.Sprintf("Shire %c", 'A'+i))
			add(6, 70+i%7, 900+i)
		}
		if i < 12 {
			add(2, 500+i, fmt.Sprintf("Mix %c", 'A'+i))
		}
		if i < 7 {
			add(4, 70+i, fmt.Sprintf("Ann Agent%c", 'A'+i))
		}
	}
	return tables
}

// say returns the question for a program.
func say(t *testing.T, d *domain.Domain, p *plan.Program, lang string) string {
	t.Helper()
	text, err := wording.Question(d, p, lang)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// toolFor returns the lookup of a table's rows by a column.
func toolFor(t *testing.T, d *domain.Domain, table, column string) *domain.Tool {
	t.Helper()
	at := slices.IndexFunc(d.Tools, func(o domain.Tool) bool {
		return o.Table == table && o.Returns == domain.Many && o.Match[0].Columns[0] == column
	})
	if at < 0 {
		t.Fatalf("no lookup of %s by %s", table, column)
	}
	return &d.Tools[at]
}

// Nobody speaks of the rows of a table that only links two others: questions are about what it links.
func TestLinks(t *testing.T) {
	_, d, _ := draft(t, music())
	for _, want := range [][3]string{
		{"PlaylistTracks", "PlaylistId", "the tracks in {}"}, {"PlaylistTracks", "TrackId", "the playlists whose tracks include {}"},
		{"AgentRegions", "AgentId", "the regions of {}"}, {"AgentRegions", "RegionId", "the agents whose regions include {}"},
		{"Tracks", "AlbumId", "the tracks of {}"},
	} {
		if got := toolFor(t, d, want[0], want[1]).Phrase.In("en"); got != want[2] {
			t.Errorf("%s by %s are %q, want %q", want[0], want[1], got, want[2])
		}
	}
	if got := d.Table("AgentRegions").Keys; !slices.Equal(got, []string{"AgentId", "RegionId"}) {
		t.Errorf("the key of a table of links is %q, want both columns", got)
	}
	link := toolFor(t, d, "PlaylistTracks", "PlaylistId")
	start := func(p *plan.Program) string {
		return p.Add(&plan.Call{Tool: link.Name}, p.Add(&plan.Start{Entity: d.Table("Playlists").KeyEntity(), Value: []string{"503"}}))
	}
	counted := new(plan.Program)
	counted.Answers = []plan.AnswerSpec{{From: counted.Add(&plan.Count{}, start(counted)), Form: plan.Form{Style: plan.StyleCount}}}
	if got, want := say(t, d, counted, "en"), "How many tracks in playlist 503 are there?"; got != want {
		t.Errorf("a count of links says %q, want %q", got, want)
	}
	far := new(plan.Program)
	of := far.Add(&plan.Project{Columns: []string{"TrackId"}}, start(far))
	one := slices.IndexFunc(d.Tools, func(o domain.Tool) bool { return o.Table == "Tracks" && o.Returns == domain.One })
	longest := far.Add(&plan.Superlative{Column: "Seconds", Order: plan.Max}, far.Add(&plan.Call{Tool: d.Tools[one].Name, Each: true}, of))
	far.Answers = []plan.AnswerSpec{{From: far.Add(&plan.Project{Columns: []string{"Name"}}, longest), Form: plan.Form{Style: plan.StyleText}}}
	if got := say(t, d, far, "en"); !strings.Contains(got, "the track ") || !strings.Contains(got, "in playlist 503") || strings.Contains(got, "playlist track") {
		t.Errorf("beyond links a question says %q, want it to speak of a track in playlist 503", got)
	}
}

// The teacher of an artist is another artist, where nobody is a teacher's teacher in a circle.
func TestKin(t *testing.T) {
	for _, circle := range []bool{false, true} {
		artists := sheet{"artist", [][]string{{"artist_id", "artist_name", "teacher_id"}}}
		for i := range 30 {
			teacher := ""
			if i > 3 && i%3 > 0 {
				teacher = fmt.Sprint(i/2 + 1)
			}
			if circle && i < 3 {
				teacher = fmt.Sprint((i+1)%3 + 1)
			}
			artists.rows = append(artists.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Painter %c", 'A'+i), teacher})
		}
		d, _, _ := draft(t, []sheet{artists})
		found := references(d, infer.Certain)
		if got := slices.ContainsFunc(found, func(r string) bool { return strings.Contains(r, "teacher_id") }); got == circle {
			t.Errorf("in a circle %v: references %q, want that of teacher_id: %v", circle, found, !circle)
		}
	}
}

// clinic has stays that refer to a patient, a ward, a doctor in a role and a diagnosis.
func clinic() []sheet {
	tables := []sheet{
		{"患者", [][]string{{"病历号", "姓名"}}}, {"科室", [][]string{{"科室编号", "科室名称"}}}, {"医生", [][]string{{"工号", "姓名", "月薪元"}}}, {"疾病", [][]string{{"疾病编码", "疾病名称"}}},
		{"住院记录", [][]string{{"住院号", "病历号", "科室编号", "主治医生工号", "诊断编码", "总费用元"}}}, {"医生擅长", [][]string{{"工号", "疾病编码"}}},
	}
	add := func(table int, cells ...any) {
		row := make([]string, len(cells))
		for i, c := range cells {
			row[i] = fmt.Sprint(c)
		}
		tables[table].rows = append(tables[table].rows, row)
	}
	for i := range 80 {
		add(4, fmt.Sprintf("ZY%05d", i), fmt.Sprintf("BL%d", 700+i*7%30), fmt.Sprintf("KS%02d", 10+i*3%8), 1001+i%12, fmt.Sprintf("J%d", 40+i%10), 800+i*37)
		if i < 30 {
			add(0, fmt.Sprintf("BL%d", 700+i), fmt.Sprintf("王%c", '一'+i))
		}
		if i < 8 {
			add(1, fmt.Sprintf("KS%02d", 10+i), fmt.Sprintf("第%c科", '甲'+i))
		}
		if i < 12 {
			add(2, 1001+i, fmt.Sprintf("李%c", '丁'+i), 7000+100*i)
			add(5, 1001+i, fmt.Sprintf("J%d", 40+i%10))
			add(5, 1001+i, fmt.Sprintf("J%d", 40+(i+3)%10))
		}
		if i < 10 {
			add(3, fmt.Sprintf("J%d", 40+i), fmt.Sprintf("病%c", '子'+i))
		}
	}
	return tables
}

// In Chinese, rows are those of the thing that a column is called after, of whom has a role, or with a code in
// a column. Types of entities have Chinese names.
func TestChineseReferences(t *testing.T) {
	_, d, text := draft(t, clinic())
	for _, want := range [][3]string{
		{"病历号", "{}的住院记录", "BL705号患者的住院记录有多少条？"}, {"科室编号", "{}下的住院记录", "科室KS12下的住院记录有多少条？"},
		{"主治医生工号", "{}担任主治医生的住院记录", "主治医生工号为1003的住院记录有多少条？"}, {"诊断编码", "{}作为诊断的住院记录", "诊断编码为J45的住院记录有多少条？"},
	} {
		tool := toolFor(t, d, "住院记录", want[0])
		if got := tool.Phrase.In("zh"); got != want[1] {
			t.Errorf("stays by %s are %q, want %q\n%s", want[0], got, want[1], text)
			continue
		}
		name := map[string]string{"病历号": "BL705", "科室编号": "KS12", "主治医生工号": "1003", "诊断编码": "J45"}[want[0]]
		p := new(plan.Program)
		rows := p.Add(&plan.Call{Tool: tool.Name}, p.Add(&plan.Start{Entity: d.Table("住院记录").Column(want[0]).Entity, Value: []string{name}}))
		p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Count{}, rows), Form: plan.Form{Style: plan.StyleCount}}}
		if got := strings.ReplaceAll(say(t, d, p, "zh"), "共有", "有"); got != want[2] {
			t.Errorf("stays by %s: %q, want %q", want[0], got, want[2])
		}
	}
	if got := toolFor(t, d, "医生擅长", "工号").Phrase.In("zh"); got != "{}擅长的疾病" {
		t.Errorf("the links of a doctor are %q", got)
	}
	for _, e := range d.Entities {
		if strings.HasPrefix(e.Name, "id") || strings.HasPrefix(e.Name, "entity") {
			t.Errorf("an entity type is called %s (%s)", e.Name, e.Label.In("zh"))
		}
	}
}

// Where rows have names, people ask for these and not for the codes that refer to them.
func TestCodesOfNamedRows(t *testing.T) {
	_, d, _ := draft(t, clinic())
	stays := d.Table("住院记录")
	for column, want := range map[string]domain.Frequency{"诊断编码": domain.Never, "科室编号": domain.Never} {
		if got := stays.Column(column).Asked; got != want {
			t.Errorf("%s is asked %q, want %q", column, got, want)
		}
	}
	if got := d.Table("疾病").Column("疾病编码").Asked; got != domain.Seldom {
		t.Errorf("the code of a named row is asked %q, want %q", got, domain.Seldom)
	}
	if c := d.Table("医生").Column("月薪元"); c.Sense != domain.Stock {
		t.Errorf("月薪元 has sense %q, want %q", c.Sense, domain.Stock)
	}
}

// Questions call a row by its code and the noun for it, days by what was done on them, and hours by what they are of.
func TestCodesHoursAndDays(t *testing.T) {
	checks := sheet{"checks", [][]string{{"check_no", "airport_code", "finished_at", "labour_hours", "arrival_time"}}}
	airports := sheet{"airports", [][]string{{"airport_code", "city"}}}
	for i := range 40 {
		if i < 12 {
			airports.rows = append(airports.rows, []string{fmt.Sprintf("%c%c%c", 'A'+i, 'K'+i, 'C'+i*5%20), "Rome"})
		}
		checks.rows = append(checks.rows, []string{fmt.Sprintf("C%03d", i), airports.rows[1+i%12%(len(airports.rows)-1)][0], fmt.Sprintf("2023-%02d-%02d 10:15:00", 1+i%12, 1+i%28), fmt.Sprint(4 + i*7%90), fmt.Sprintf("2023-%02d-%02d 12:00:00", 1+i%11, 1+i%27)})
	}
	_, d, _ := draft(t, []sheet{checks, airports})
	for _, want := range [][2]string{{"finished_at", "completion date"}, {"labour_hours", "number of labour hours"}, {"arrival_time", "arrival date"}} {
		if got := d.Table("checks").Column(want[0]).Label.In("en"); got != want[1] {
			t.Errorf("%s is called %q, want %q", want[0], got, want[1])
		}
	}
	p := new(plan.Program)
	rows := p.Add(&plan.Call{Tool: toolFor(t, d, "checks", "airport_code").Name}, p.Add(&plan.Start{Entity: d.Table("airports").KeyEntity(), Value: []string{"AKC"}}))
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Count{}, rows), Form: plan.Form{Style: plan.StyleCount}}}
	if got := say(t, d, p, "en"); !strings.Contains(got, "airport AKC") {
		t.Errorf("%q, want it to name airport AKC", got)
	}
}
