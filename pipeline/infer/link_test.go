package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
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
}

// film has films with actors and directors by two tables of links, and departments in which employees work now, by
// a column, and in which they have worked, by a table of links. Where the actors are billed, theirs does more than link.
func films(billed bool) []sheet {
	tables := []sheet{
		{"films", [][]string{{"film_id", "title"}}}, {"people", [][]string{{"person_id", "full_name"}}},
		{"film_actors", [][]string{{"film_id", "person_id"}}}, {"film_directors", [][]string{{"film_id", "person_id"}}},
		{"departments", [][]string{{"department_id", "department_name"}}}, {"employees", [][]string{{"employee_id", "employee_name", "department_id"}}},
		{"department_employees", [][]string{{"department_id", "employee_id"}}},
	}
	if billed {
		tables[2].rows[0] = append(tables[2].rows[0], "billing")
	}
	add := func(table int, cells ...any) {
		row := make([]string, len(cells))
		for i, c := range cells {
			row[i] = fmt.Sprint(c)
		}
		tables[table].rows = append(tables[table].rows, row)
	}
	for i := range 40 {
		add(0, 100+i, fmt.Sprintf("Night %c%c", 'A'+i%26, 'a'+i/26))
		for place := range 2 {
			actor := []any{100 + i, 3000 + (i+7*place)%25}
			if billed {
				actor = append(actor, fmt.Sprintf("billed %c", 'A'+place))
			}
			add(2, actor...)
		}
		add(3, 100+i, 3000+i*3%25)
		add(5, 7000+i, fmt.Sprintf("Bo Worker%c%c", 'A'+i%26, 'a'+i/26), fmt.Sprintf("D%02d", 10+i%8))
		add(6, fmt.Sprintf("D%02d", 10+i%8), 7000+i)
		add(6, fmt.Sprintf("D%02d", 10+(i+3)%8), 7000+i)
		if i < 25 {
			add(1, 3000+i, fmt.Sprintf("Eve Player%c", 'A'+i))
		}
		if i < 8 {
			add(4, fmt.Sprintf("D%02d", 10+i), fmt.Sprintf("Section %c", 'A'+i))
		}
	}
	return tables
}

// Where two tables, or a table and a column, say how the same things belong together, only the words of the table
// tell which is meant.
func TestLinksBesideOthers(t *testing.T) {
	for _, billed := range []bool{false, true} {
		_, d, _ := draft(t, films(billed))
		for _, want := range [][3]string{
			{"film_actors", "film_id", "the film actors for {}"}, {"film_actors", "person_id", "the film actors of {}"},
			{"film_directors", "film_id", "the film directors for {}"}, {"film_directors", "person_id", "the film directors of {}"},
			{"employees", "department_id", "the employees in {}"},
			{"department_employees", "department_id", "the department employee records in {}"}, {"department_employees", "employee_id", "the department employee records of {}"},
		} {
			if got := toolFor(t, d, want[0], want[1]); got.Phrase.In("en") != want[2] || got.Linked != "" {
				t.Errorf("actors billed %v: %s by %s are %q and link %q, want %q and nothing", billed, want[0], want[1], got.Phrase.In("en"), got.Linked, want[2])
			}
		}
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

// A chain of teachers may be as long as the table.
func TestLongChain(t *testing.T) {
	artists := sheet{"artist", [][]string{{"artist_id", "artist_name", "teacher_id"}}}
	for i := range 100_000 {
		teacher := ""
		if i > 0 {
			teacher = fmt.Sprint(1000 + i - 1)
		}
		artists.rows = append(artists.rows, []string{fmt.Sprint(1000 + i), fmt.Sprintf("Painter %d", i), teacher})
	}
	d, _, _ := draft(t, []sheet{artists})
	if found := references(d, infer.Certain); len(found) != 1 {
		t.Errorf("references %q, want that of teacher_id", found)
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

// In Chinese, rows are those of the thing that a column is called after, or of whom has a role. Types of entities
// have Chinese names.
func TestChineseReferences(t *testing.T) {
	_, d, text := draft(t, clinic())
	for _, want := range [][2]string{
		{"病历号", "{}的住院记录"}, {"科室编号", "{}下的住院记录"}, {"主治医生工号", "{}担任主治医生的住院记录"}, {"诊断编码", "{}作为诊断的住院记录"},
	} {
		if got := toolFor(t, d, "住院记录", want[0]).Phrase.In("zh"); got != want[1] {
			t.Errorf("stays by %s are %q, want %q\n%s", want[0], got, want[1], text)
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

// Days are called by what was done on them, and hours by what they are of.
func TestHoursAndDays(t *testing.T) {
	checks := sheet{"checks", [][]string{{"check_no", "airport_code", "finished_at", "labour_hours", "arrival_time", "pickup_datetime"}}}
	airports := sheet{"airports", [][]string{{"airport_code", "city"}}}
	for i := range 40 {
		if i < 12 {
			airports.rows = append(airports.rows, []string{fmt.Sprintf("%c%c%c", 'A'+i, 'K'+i, 'C'+i*5%20), "Rome"})
		}
		checks.rows = append(checks.rows, []string{fmt.Sprintf("C%03d", i), airports.rows[1+i%12%(len(airports.rows)-1)][0], fmt.Sprintf("2023-%02d-%02d 10:15:00", 1+i%12, 1+i%28), fmt.Sprint(4 + i*7%90), fmt.Sprintf("2023-%02d-%02d 12:00:00", 1+i%11, 1+i%27), fmt.Sprintf("2023-%02d-%02d 09:%02d:00", 1+i%10, 1+i%25, i)})
	}
	_, d, _ := draft(t, []sheet{checks, airports})
	for _, want := range [][2]string{{"finished_at", "completion date"}, {"labour_hours", "number of labour hours"}, {"arrival_time", "arrival date"}, {"pickup_datetime", "pickup date time"}} {
		if got := d.Table("checks").Column(want[0]).Label.In("en"); got != want[1] {
			t.Errorf("%s is called %q, want %q", want[0], got, want[1])
		}
	}
}
