package domain_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Whether things are people is read off the column that says what they are called.
func TestNamesPeople(t *testing.T) {
	staff := domain.Table{Name: "Staff", Key: "StaffId", Names: "FullName", Columns: []domain.Column{
		{Name: "StaffId", Entity: "staff_id"}, {Name: "FullName", Entity: "staff", Parts: []string{"FirstName", "LastName"}}, {Name: "Room", Entity: "room"},
	}}
	rooms := domain.Table{Name: "Rooms", Key: "Room", Columns: []domain.Column{{Name: "Room", Entity: "room"}}}
	d := domain.Domain{Tables: []domain.Table{staff, rooms}}
	for entity, want := range map[string]string{"staff_id": "Staff", "staff": "Staff", "room": "Rooms", "day": ""} {
		got := d.Home(entity)
		if got == nil && want != "" || got != nil && got.Name != want {
			t.Errorf("home of %s is %v, want %q", entity, got, want)
		}
	}
	if !d.Table("Staff").NamesPeople() || d.Table("Rooms").NamesPeople() {
		t.Errorf("staff are people: %v, rooms are: %v; want true and false", d.Table("Staff").NamesPeople(), d.Table("Rooms").NamesPeople())
	}
	d.Tables[0].Columns[1].Parts, d.Tables[0].Columns[1].Personal = nil, domain.PersonNames
	if !d.Table("Staff").NamesPeople() {
		t.Error("a column declared to have names of persons names nobody")
	}
}
