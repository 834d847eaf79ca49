package infer_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// shipping returns the tables of a shipping company whose names are run together in lower case, with
// the references that a database of them would declare. The rows of some tables have several unique columns.
func shipping() (sheets []sheet, declared []string) {
	country := sheet{"ctry", [][]string{{"ctrycd", "ctryname"}}}
	port := sheet{"port", [][]string{{"unlocode", "portname", "ctrycd", "berths", "floors", "maxdraft_m"}}}
	company := sheet{"company", [][]string{{"compno", "legalname", "parentcomp", "ctrycd", "foundedyr", "maxships"}}}
	vessel := sheet{"vessel", [][]string{{"gt", "imo", "vesselname", "ownercomp", "built", "hazclass"}}}
	crew := sheet{"crewmember", [][]string{{"crewid", "crewname", "rankcode", "mentorid"}}}
	rank := sheet{"rankcodes", [][]string{{"rankcode", "ranktitle"}}}
	voyage := sheet{"voyage", [][]string{{"voyageno", "imo", "masterid", "depport", "arrport", "avgspeed_kn", "loadfactor_pct", "left_on"}}}
	call := sheet{"portcall", [][]string{{"voyageno", "seqno", "unlocode", "ata", "bunkered_t"}}}
	code := func(i int) string { return fmt.Sprintf("%c%c", 'A'+i%26, 'K'+i%7) }
	for i := range 12 {
		country.rows = append(country.rows, []string{code(i), fmt.Sprintf("Land %c", 'A'+i)})
		if i < 6 {
			rank.rows = append(rank.rows, []string{fmt.Sprintf("%cR", 'A'+i), fmt.Sprintf("Rank %c", 'A'+i)})
		}
	}
	for i := range 40 {
		port.rows = append(port.rows, []string{fmt.Sprintf("%sX%c%c", code(i), 'A'+i%20, 'A'+i/20), fmt.Sprintf("Town %c%c", 'A'+i%20, 'a'+i/20), code(i % 12), fmt.Sprint(2 + i%9), fmt.Sprint(1 + i%5), fmt.Sprintf("%d.5", 9+i%7)})
		parent := ""
		if i > 5 && i%2 == 0 {
			parent = fmt.Sprint(1001 + 3*(i/2))
		}
		company.rows = append(company.rows, []string{fmt.Sprint(1001 + 3*i), fmt.Sprintf("Line %c%c", 'A'+i%20, 'a'+i/20), parent, code(i * 5 % 12), fmt.Sprint(1900 + i*3), fmt.Sprint(3 + i%8)})
		vessel.rows = append(vessel.rows, []string{fmt.Sprint(3000 + i*i*7), fmt.Sprint(9100000 + i*733), fmt.Sprintf("Ship %c%c", 'A'+i%20, 'a'+i/20), fmt.Sprint(1001 + 3*(i*7%40)), fmt.Sprint(1990 + i%25), []string{"3", "5.1", "9", ""}[i%4]})
		mentor := ""
		if i > 3 {
			mentor = fmt.Sprintf("C%d", 2000+i/2)
		}
		crew.rows = append(crew.rows, []string{fmt.Sprintf("C%d", 2000+i), fmt.Sprintf("Sailor %c%c", 'A'+i%20, 'a'+i/20), rank.rows[1+i%6][0], mentor})
	}
	for i := range 120 {
		day := fmt.Sprintf("%d-%02d-%02d", 2020+i%4, 1+i%12, 1+i%28)
		voyage.rows = append(voyage.rows, []string{fmt.Sprintf("V%d", 21000+i), vessel.rows[1+i*3%40][1], crew.rows[1+i*7%40][0], port.rows[1+i%40][0], port.rows[1+(i*11+1)%40][0], fmt.Sprintf("%d.%d", 9+i%12, i%10), fmt.Sprintf("%d.%d%%", 40+i%60, i%10), day})
		for n := range 1 + i%3 {
			call.rows = append(call.rows, []string{fmt.Sprintf("V%d", 21000+i), fmt.Sprint(n + 1), port.rows[1+(i*13+n*7)%40][0], fmt.Sprintf("%sT%02d:%02d", day, n, i%60), fmt.Sprintf("%d.5", i+n)})
		}
	}
	return []sheet{country, port, company, vessel, crew, rank, voyage, call}, []string{
		"port.ctrycd > ctry.ctrycd", "company.parentcomp > company.compno", "company.ctrycd > ctry.ctrycd", "vessel.ownercomp > company.compno",
		"crewmember.rankcode > rankcodes.rankcode", "crewmember.mentorid > crewmember.crewid", "voyage.imo > vessel.imo", "voyage.masterid > crewmember.crewid",
		"voyage.depport > port.unlocode", "voyage.arrport > port.unlocode", "portcall.voyageno > voyage.voyageno", "portcall.unlocode > port.unlocode",
	}
}

// All references of names that are run together are found, and no other.
func TestRunTogetherReferences(t *testing.T) {
	sheets, want := shipping()
	d, _, _ := draft(t, sheets)
	got := references(d, infer.Taken)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("references\n%q, want\n%q", got, want)
	}
}

// Of several unique columns the key is the one that other tables have, and what numbers the parts of a
// thing is a part of their key. What is no noun is called by one.
func TestRunTogetherNames(t *testing.T) {
	sheets, _ := shipping()
	_, d, _ := draft(t, sheets)
	for table, key := range map[string][]string{"ctry": {"ctrycd"}, "port": {"unlocode"}, "company": {"compno"}, "vessel": {"imo"}, "portcall": {"seqno", "voyageno"}} {
		if got := d.Table(table).KeyColumns(); !slices.Equal(got, key) {
			t.Errorf("key of %s: %q, want %q", table, got, key)
		}
	}
	for _, want := range [][3]string{
		{"company", "parentcomp", "parent company"}, {"company", "foundedyr", "year of founding"}, {"company", "ctrycd", "country"}, {"company", "maxships", "maximum number of ships"},
		{"vessel", "ownercomp", "owner company"}, {"vessel", "built", "year of building"}, {"port", "floors", "number of floors"}, {"port", "maxdraft_m", "maximum draft in m"},
		{"crewmember", "mentorid", "mentor"}, {"crewmember", "rankcode", "rank"}, {"voyage", "depport", "departure port"}, {"voyage", "avgspeed_kn", "average speed in knots"},
		{"voyage", "loadfactor_pct", "load factor percentage"}, {"voyage", "left_on", "leaving date"}, {"portcall", "bunkered_t", "bunkered weight in tonnes"}, {"portcall", "ata", "ATA"},
	} {
		if got := d.Table(want[0]).Column(want[1]).Label.In("en"); got != want[2] {
			t.Errorf("%s.%s is called %q, want %q", want[0], want[1], got, want[2])
		}
	}
	if got := d.Table("rankcodes").Row.In("en"); got != "rank" {
		t.Errorf("a row of rankcodes is called %q, want rank", got)
	}
	if c := d.Table("vessel").Column("hazclass"); c.Kind.Numeric() {
		t.Errorf("classes are %s, want text", c.Kind)
	}
}

// A row of two keys is no person: who is in two clubs has two memberships. What a row is called is its name
// even if the column has the noun for the row. A percentage of which nothing says the whole is no share.
func TestLinkNouns(t *testing.T) {
	clubs, buildings := sheet{"Clubs", [][]string{{"ClubId", "ClubName", "PresencePct"}}}, sheet{"Buildings", [][]string{{"BuildingNo", "Building"}}}
	students, members := sheet{"Students", [][]string{{"StudentNo", "StudentName"}}}, sheet{"ClubMembers", [][]string{{"ClubId", "StudentNo", "Role"}}}
	for i := range 20 {
		clubs.rows = append(clubs.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Club %c", 'A'+i), fmt.Sprintf("%d.5", 40+i)})
		buildings.rows = append(buildings.rows, []string{fmt.Sprintf("B%02d", i), fmt.Sprintf("Hall %c", 'A'+i)})
		students.rows = append(students.rows, []string{fmt.Sprintf("S%d", 100+i), fmt.Sprintf("Student %c", 'A'+i)})
		for j := range 3 {
			members.rows = append(members.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("S%d", 100+(i+j)%20), []string{"head", "guest"}[j%2]})
		}
	}
	_, d, _ := draft(t, []sheet{clubs, buildings, students, members})
	if got := d.Table("ClubMembers").Measure.In("en"); got != "club memberships" {
		t.Errorf("rows of ClubMembers are called %q, want club memberships", got)
	}
	if got := d.Table("Buildings").Column("Building").Label.In("en"); got != "name" {
		t.Errorf("what a building is called is its %q, want name", got)
	}
	if c := d.Table("Clubs").Column("PresencePct"); c.Meaning() != domain.Measurement || c.Kind != domain.KindRatio {
		t.Errorf("a presence in percent is a %s with the sense %q, want a ratio and measurement", c.Kind, c.Meaning())
	}
}

// Words are not divided into others, and the stem of a key that two tables may have is divided for neither.
func TestUndividedNames(t *testing.T) {
	members, parts := sheet{"memberships", [][]string{{"membershipno", "refused", "depends"}}}, sheet{"component", [][]string{{"componentid", "componentname", "compno"}}}
	companies := sheet{"company", [][]string{{"compno", "companyname", "parentcomp"}}}
	for i := range 20 {
		members.rows = append(members.rows, []string{fmt.Sprint("M", i), []string{"late", "full", "young"}[i%3], []string{"much", "little"}[i%2]})
		parts.rows = append(parts.rows, []string{fmt.Sprint("P", i), fmt.Sprintf("Part %c", 'A'+i), fmt.Sprint(1001 + i*3)})
		companies.rows = append(companies.rows, []string{fmt.Sprint(1001 + i*3), fmt.Sprintf("Firm %c", 'A'+i), fmt.Sprint(1001 + i/2*3)})
	}
	_, d, _ := draft(t, []sheet{members, parts, companies})
	for _, want := range [][3]string{
		{"memberships", "membershipno", "membership number"}, {"memberships", "refused", "refused"}, {"memberships", "depends", "depends"}, {"company", "parentcomp", "parentcomp"},
	} {
		if got := d.Table(want[0]).Column(want[1]).Label.In("en"); got != want[2] {
			t.Errorf("%s.%s is called %q, want %q", want[0], want[1], got, want[2])
		}
	}
}

// A table of codes lists what has them only if it names that: a postal code is no postal.
func TestTablesOfCodes(t *testing.T) {
	codes, grades := sheet{"postal_codes", [][]string{{"postal_code", "city"}}}, sheet{"country_codes", [][]string{{"country_code", "country"}}}
	for i := range 20 {
		codes.rows = append(codes.rows, []string{fmt.Sprintf("K%dX", 100+i), fmt.Sprintf("Town %c", 'A'+i%7)})
		grades.rows = append(grades.rows, []string{fmt.Sprintf("%cQ", 'A'+i), fmt.Sprintf("Land %c", 'A'+i)})
	}
	_, d, _ := draft(t, []sheet{codes, grades})
	for table, want := range map[string]string{"postal_codes": "postal code", "country_codes": "country"} {
		if got := d.Table(table).Row.In("en"); got != want {
			t.Errorf("a row of %s is called %q, want %q", table, got, want)
		}
	}
}

// A number is no reference to people because its name has a role: chairs are counted, and a rating of a driver
// is none. The mentor of a student is a teacher where there are some.
func TestRolesOfPeople(t *testing.T) {
	teachers, students, rooms := sheet{"teachers", [][]string{{"teacher_id", "teacher_name"}}}, sheet{"students", [][]string{{"student_id", "student_name", "mentor_id"}}}, sheet{"rooms", [][]string{{"room_code", "chairs", "head_rating", "tutor_id"}}}
	for i := range 80 {
		students.rows = append(students.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Student %c%c", 'A'+i%26, 'a'+i/26), fmt.Sprint(i%12 + 1)})
		if i < 40 {
			teachers.rows = append(teachers.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Teacher %c%c", 'A'+i%26, 'a'+i/26)})
			rooms.rows = append(rooms.rows, []string{fmt.Sprintf("R%02d", i), fmt.Sprint(8 + i%5*2), fmt.Sprint(i%5 + 1), fmt.Sprint(i%5 + 1)})
		}
	}
	d, _, _ := draft(t, []sheet{teachers, students, rooms})
	got, want := references(d, infer.Taken), []string{"rooms.tutor_id > teachers.teacher_id", "students.mentor_id > teachers.teacher_id"}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("references\n%q, want\n%q", got, want)
	}
}

// Amounts of four digits are no years because their name is a participle, marks are numbers with a mean, and
// what is due in a year has no participle.
func TestAmountsLikeYears(t *testing.T) {
	s := sheet{"courses", [][]string{{"course_code", "produced", "grade", "due_year", "built"}}}
	for i := range 60 {
		s.rows = append(s.rows, []string{fmt.Sprintf("C%02d", i), fmt.Sprint(1003 + i*19), fmt.Sprintf("%d.%d", 1+i%4, i%3*3), fmt.Sprint(2020 + i%7), fmt.Sprint(1850 + i*2)})
	}
	_, d, _ := draft(t, []sheet{s})
	for column, want := range map[string]string{"produced": "produced", "due_year": "due year", "built": "year of building"} {
		if got := d.Table("courses").Column(column).Label.In("en"); got != want {
			t.Errorf("%s is called %q, want %q", column, got, want)
		}
	}
	if c := d.Table("courses").Column("grade"); c.Kind != domain.KindNumber {
		t.Errorf("grades are %s, want numbers", c.Kind)
	}
	if c := d.Table("courses").Column("built"); c.Kind != domain.KindText {
		t.Errorf("years of building are %s, want text", c.Kind)
	}
}
