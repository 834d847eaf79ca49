package infer_test

import (
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// hospital has what questions about unseen tables went wrong on: codes as references, roles, units in
// names, measurements, results of several units, order numbers, and tables that link two others.
func hospital() []sheet {
	staff := sheet{"staff", [][]string{{"staff_id", "full_name", "hourly_rate", "employed_since", "mrn"}}}
	tests := sheet{"lab_assays", [][]string{{"assay_code", "assay_name", "unit", "ref_low"}}}
	drugs := sheet{"drugs", [][]string{{"drug_code", "drug_name", "strength_mg"}}}
	results := sheet{"results", [][]string{{"result_no", "assay_code", "technician_staff_id", "value", "taken_on", "doses_per_day", "height_cm", "downtime_h", "floor", "term_years", "price_eur_mwh", "starts_at", "rated_kw", "total_price"}}}
	pairs := sheet{"interactions", [][]string{{"drug_a", "drug_b", "severity"}}}
	links := sheet{"DrugStaff", [][]string{{"drug_code", "staff_id"}}}
	for i := range 30 {
		staff.rows = append(staff.rows, []string{fmt.Sprint(4100 + i), fmt.Sprintf("Person %c%c", 'A'+i%26, 'a'+i), fmt.Sprintf("%d.50", 20+i), fmt.Sprintf("2010-01-%02d", i%28+1), fmt.Sprint(700000000 + i*7919)})
		tests.rows = append(tests.rows, []string{fmt.Sprintf("A%02d", i), fmt.Sprintf("Assay %c%c", 'A'+i%26, 'a'+i), []string{"mg/L", "mmol/L", "%"}[i%3], fmt.Sprintf("%d.5", i)})
		drugs.rows = append(drugs.rows, []string{fmt.Sprintf("D%03d", i), fmt.Sprintf("Drug %c%c", 'A'+i%26, 'a'+i), fmt.Sprint(5 * (i%9 + 1))})
	}
	for i := range 60 { // each of a pair comes twice
		pairs.rows = append(pairs.rows, []string{fmt.Sprintf("D%03d", i%30), fmt.Sprintf("D%03d", (i+7+i/30)%30), []string{"minor", "major"}[i%2]})
		links.rows = append(links.rows, []string{fmt.Sprintf("D%03d", i%30), fmt.Sprint(4100 + (i*11+i/30)%30)})
	}
	for i := range 90 {
		results.rows = append(results.rows, []string{fmt.Sprintf("R-%04d", i), fmt.Sprintf("A%02d", i%30), fmt.Sprint(4100 + i*7%30), fmt.Sprintf("%d.%d", i, i%7), fmt.Sprintf("2023-02-%02d", i%28+1), fmt.Sprint(i%4 + 1),
			fmt.Sprint(150 + i%40), fmt.Sprintf("%d.5", i%50), fmt.Sprint(i%6 + 1), fmt.Sprint(i%4*5 + 5), fmt.Sprintf("%d.20", 40+i%30), fmt.Sprintf("%02d/%02d/2023 10:15", i%28+1, i%12+1), fmt.Sprint(2000 + i%10*100), fmt.Sprintf("%d.40", 300+i%25)})
	}
	return []sheet{staff, tests, drugs, results, pairs, links}
}

// What a column means keeps questions from adding up what has no sum, and from taking codes for amounts.
func TestSenseOfNumbers(t *testing.T) {
	_, d, text := draft(t, hospital())
	for _, want := range []struct {
		table, column string
		kind          domain.ColumnKind
		sense         domain.ColumnSense
	}{
		{"staff", "hourly_rate", domain.KindMoney, domain.Price},
		{"staff", "mrn", domain.KindText, domain.Identifier},
		{"lab_assays", "ref_low", domain.KindNumber, domain.Measurement},
		{"drugs", "strength_mg", domain.KindNumber, domain.Measurement},
		{"results", "value", domain.KindText, domain.Identifier},
		{"results", "height_cm", domain.KindNumber, domain.Measurement},
		{"results", "downtime_h", domain.KindNumber, ""},
		{"results", "floor", domain.KindText, domain.Label},
		{"results", "term_years", domain.KindNumber, domain.Measurement},
		{"results", "price_eur_mwh", domain.KindMoney, domain.Price},
		{"results", "total_price", domain.KindMoney, domain.Flow},
		{"results", "starts_at", domain.KindDate, ""},
	} {
		c := d.Table(want.table).Column(want.column)
		if c == nil || c.Kind != want.kind || c.Sense != want.sense {
			t.Errorf("%s.%s is %+v, want %s with sense %q\n%s", want.table, want.column, c, want.kind, want.sense, text)
		}
	}
}

// Labels say things and not codes, units with words, and what is counted.
func TestLabelsSayThings(t *testing.T) {
	_, d, text := draft(t, hospital())
	for _, want := range [][3]string{
		{"results", "technician_staff_id", "technician staff member"},
		{"results", "doses_per_day", "number of doses per day"},
		{"results", "height_cm", "height in cm"},
		{"results", "downtime_h", "downtime in hours"},
		{"results", "term_years", "term in years"},
		{"results", "rated_kw", "rated power in kW"},
		{"results", "price_eur_mwh", "price per MWh"},
		{"results", "starts_at", "start date"},
		{"staff", "employed_since", "employed date"},
		{"interactions", "drug_a", "first drug"},
		{"interactions", "drug_b", "second drug"},
	} {
		if c := d.Table(want[0]).Column(want[1]); c == nil || c.Label.In("en") != want[2] {
			t.Errorf("%s.%s is %+v, want it called %q\n%s", want[0], want[1], c, want[2], text)
		}
	}
	if got := d.Table("staff").Row.In("en"); got != "staff member" {
		t.Errorf("a row of staff is a %q, want a staff member", got)
	}
	if got := d.Table("DrugStaff").Row.In("en"); got != "drug staff member record" {
		t.Errorf("a row of DrugStaff is a %q, want a record, which nobody takes for staff", got)
	}
}

// A lookup by a role says the role, in words that can stand within one another.
func TestRolesStandBehindWhose(t *testing.T) {
	_, d, text := draft(t, hospital())
	phrases := map[string]bool{}
	for i := range d.Tools {
		phrases[d.Tools[i].Phrase.In("en")] = true
	}
	for _, want := range []string{"the interactions whose first drug is {}", "the interactions whose second drug is {}", "the results whose technician staff member is {}"} {
		if !phrases[want] {
			t.Errorf("no lookup has the phrase %q:\n%s", want, text)
		}
	}
}

// Rows with a status are not "for" it: a short code of letters is said with its column.
func TestMuteCodes(t *testing.T) {
	status := sheet{"status_codes", [][]string{{"status_cd", "remark"}, {"OK", "all well"}, {"MNT", "see the plan"}, {"OFF", "out of use, not to be mended"}, {"NEW", "not yet at work"}, {"OLD", "to be replaced soon"}}}
	sites := sheet{"sites", [][]string{{"site_id", "site_name"}}}
	turbines := sheet{"turbines", [][]string{{"turbine_id", "status_cd", "site_id"}}}
	for i := range 20 {
		sites.rows = append(sites.rows, []string{fmt.Sprintf("S%02d", i), fmt.Sprintf("Hill %c", 'A'+i)})
	}
	for i := range 60 {
		turbines.rows = append(turbines.rows, []string{fmt.Sprint(7001 + 2*i), status.rows[1+i%5][0], fmt.Sprintf("S%02d", i%20)})
	}
	_, d, text := draft(t, []sheet{status, sites, turbines})
	phrases := map[string]string{}
	for _, tool := range d.Tools {
		if tool.Table == "turbines" && tool.Returns == domain.Many {
			phrases[tool.Match[0].Columns[0]] = tool.Phrase.In("en")
		}
	}
	if phrases["status_cd"] != "the turbines whose status is {}" || phrases["site_id"] != "the turbines of {}" {
		t.Errorf("phrases are %q\n%s", phrases, text)
	}
}
