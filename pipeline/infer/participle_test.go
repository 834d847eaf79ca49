package infer_test

import (
	"fmt"
	"testing"
)

// Columns whose names are no nouns are called by nouns.
func TestNounLabels(t *testing.T) {
	visits := sheet{"visits", [][]string{{"visit_id", "admitted_at", "last_inspected", "prescribed_by", "attending_doctor_id", "diagnosis_id", "date_created", "guaranteed_by", "rating_id", "paid_on", "taken_at"}}}
	ratings := sheet{"care_ratings", [][]string{{"rating_id", "title"}}}
	doctors := sheet{"doctors", [][]string{{"doctor_id", "hired_on", "full_name"}}}
	diagnoses := sheet{"diagnosis", [][]string{{"diagnosis_id", "title"}}}
	for i := range 40 {
		day := fmt.Sprintf("2023-%02d-%02d", 1+i%12, 1+i%28)
		visits.rows = append(visits.rows, []string{fmt.Sprint(5000 + i), day + " 10:15:00", day, fmt.Sprint(i%20 + 70), fmt.Sprint(i*7%20 + 70), fmt.Sprint(i%20 + 900), day, fmt.Sprint(i*3%20 + 70), fmt.Sprint(i%20 + 400), day, day})
		if i < 20 {
			doctors.rows = append(doctors.rows, []string{fmt.Sprint(70 + i), day, fmt.Sprintf("Doctor %c", 'A'+i)})
			ratings.rows = append(ratings.rows, []string{fmt.Sprint(400 + i), fmt.Sprintf("Mark %c", 'A'+i)})
			diagnoses.rows = append(diagnoses.rows, []string{fmt.Sprint(900 + i), fmt.Sprintf("Ailment %c", 'A'+i)})
		}
	}
	_, d, _ := draft(t, []sheet{visits, doctors, diagnoses, ratings})
	for _, want := range [][3]string{
		{"visits", "admitted_at", "admission date"}, {"visits", "last_inspected", "last inspected date"}, {"doctors", "hired_on", "hired date"},
		{"visits", "prescribed_by", "prescribing doctor"}, {"visits", "date_created", "date created"}, {"visits", "guaranteed_by", "guaranteeing doctor"},
		{"visits", "rating_id", "rating"}, {"visits", "paid_on", "payment date"}, {"visits", "taken_at", "taken date"},
	} {
		if got := d.Table(want[0]).Column(want[1]).Label.In("en"); got != want[2] {
			t.Errorf("%s.%s is called %q, want %q", want[0], want[1], got, want[2])
		}
	}
	if got := d.Table("diagnosis").Measure.In("en"); got != "diagnoses" {
		t.Errorf("several rows of diagnosis are %q, want diagnoses", got)
	}
}
