package draft

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// college is a domain in which teachers are people, rooms have an ID and a number, and the lookup of
// offerings says its role in a clause.
const college = `
name: college
title: {en: tables of a college}
languages: [en]
entities:
  - {name: offering_id, label: {en: offering ID}, denotes: {en: offering}}
  - {name: room_id, label: {en: room ID}, denotes: {en: room}}
  - {name: teacher, label: {en: teacher}}
  - {name: teacher_id, label: {en: teacher ID}, denotes: {en: teacher}, named: seldom}
tables:
  - name: Offerings
    label: {en: offerings}
    row: {en: offering}
    measure: {en: offerings}
    key: OfferingId
    columns:
      - {name: OfferingId, label: {en: offering ID}, entity: offering_id}
      - {name: RoomId, label: {en: room}, entity: room_id}
      - {name: TeacherId, label: {en: teacher}, entity: teacher_id}
      - {name: Weekday, label: {en: weekday}, kind: text, sense: label}
      - {name: Begins, label: {en: start date}, kind: date}
  - name: Rooms
    label: {en: rooms}
    row: {en: room}
    measure: {en: rooms}
    key: RoomId
    columns:
      - {name: RoomId, label: {en: room ID}, entity: room_id}
      - {name: RoomNo, label: {en: room number}, kind: text, sense: identifier}
  - name: Teachers
    label: {en: teachers}
    row: {en: teacher}
    measure: {en: teachers}
    key: TeacherId
    names: FullName
    columns:
      - {name: TeacherId, label: {en: teacher ID}, entity: teacher_id}
      - {name: FullName, label: {en: name}, entity: teacher, parts: [First, Last]}
      - {name: First, label: {en: first name}, kind: text, asked: never}
      - {name: Last, label: {en: last name}, kind: text, asked: never}
      - {name: Salary, label: {en: salary}, kind: money, unit: USD}
      - {name: Pension, label: {en: pension}, kind: money, unit: USD}
tools:
  - name: get_offerings_by_room
    kind: lookup
    table: Offerings
    returns: many
    phrase: {en: "the offerings whose room is {}"}
    description: {en: Finds offerings.}
    inputs: [{name: identifier, type: string, description: {en: the ID}}]
    match: [{columns: [RoomId], inputs: [identifier]}]
  - name: get_teacher
    kind: lookup
    table: Teachers
    returns: one
    phrase: {en: "the teacher with {}"}
    description: {en: Finds a teacher.}
    inputs: [{name: identifier, type: string, description: {en: the ID}}]
    match: [{columns: [TeacherId], inputs: [identifier]}]
  - name: get_room
    kind: lookup
    table: Rooms
    returns: one
    phrase: {en: "the room with {}"}
    description: {en: Finds a room.}
    inputs: [{name: identifier, type: string, description: {en: the ID}}]
    match: [{columns: [RoomId], inputs: [identifier]}]
  - name: get_difference
    kind: arithmetic
    operation: subtract
    description: {en: Subtracts.}
    inputs: [{name: a, type: number, description: {en: the first}}, {name: b, type: number, description: {en: the second}}]
  - {name: finish, kind: finish, description: {en: Ends.}, inputs: [{name: answer, type: string, description: {en: the answer}}]}
replies: {missing: No row., columns: No such column., arguments: Bad arguments., failed: {subtract: No.}}
`

// wordings returns the question of a program in some manners.
func wordings(t *testing.T, p *plan.Program) (texts []string) {
	t.Helper()
	d, err := domain.Load(fstest.MapFS{"d/domain.yaml": {Data: []byte(college)}}, "d")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(16) {
		all, err := Reworded(d, p, "en", Wordings{Manner: RandomManner(rand.New(rand.NewPCG(seed, 1)))})
		if err != nil {
			t.Fatal(err)
		}
		s := all[0].Stepwise
		texts = append(texts, strings.Join(append(s.Steps, s.Clause), ". "))
	}
	return texts
}

// A second clause of the same rows is joined by "and": "whose room is … whose weekday is …" is no English. A
// room with an ID and a number is called by neither alone.
func TestClausesAreJoined(t *testing.T) {
	p := new(plan.Program)
	rows := p.Add(&plan.Call{Tool: "get_offerings_by_room"}, p.Add(&plan.Start{Entity: "room_id", Value: []string{"29"}}))
	only := p.Add(&plan.Only{}, p.Add(&plan.Filter{Column: "Begins", Comparison: plan.Year, Operand: "2021"}, rows))
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Project{Columns: []string{"Weekday"}}, only), Form: plan.Form{Style: plan.StyleText}}}
	joined := 0
	for _, text := range wordings(t, p) {
		if strings.Contains(text, "room ID 29 whose") || strings.Contains(text, "those and") || !strings.Contains(text, "whose room is room ID 29") {
			t.Errorf("%q: want the offering whose room is room ID 29 and whose start date …", text)
		}
		if strings.Contains(text, "room ID 29 and whose start date ") {
			joined++
		}
	}
	if joined == 0 {
		t.Errorf("no wording has two clauses: %q", wordings(t, p))
	}
}

// An answer calls what was found by its kind where its name is a bare number.
func TestFoundNumbersHaveNouns(t *testing.T) {
	d, err := domain.Load(fstest.MapFS{"d/domain.yaml": {Data: []byte(college)}}, "d")
	if err != nil {
		t.Fatal(err)
	}
	p := new(plan.Program)
	rows := p.Add(&plan.Call{Tool: "get_teacher"}, p.Add(&plan.Start{Entity: "teacher_id", Value: []string{"5"}}))
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Project{Columns: []string{"FullName"}}, rows), Form: plan.Form{Style: plan.StyleText}}}
	c, err := newComposer(d, p, "en", Wordings{})
	if err != nil {
		t.Fatal(err)
	}
	for entity, want := range map[string]string{"offering_id": "offering 7", "room_id": "room ID 7", "teacher": "7"} {
		if got := c.foundName(entity, []string{"7"}); got != want {
			t.Errorf("%s 7 is called %q, want %q", entity, got, want)
		}
	}
}

// What a set is called does not stand for one of it, and no adjective is said twice.
func TestWordsAroundColumns(t *testing.T) {
	for each, want := range map[string]string{
		"the teachers who report to teacher 5": "the clubs whose patron is one of the teachers who report to teacher 5",
		"the advisor of Ann or of Bob":         "the clubs whose patron is the advisor of Ann or of Bob",
	} {
		if got := (english{}).pluralPhrase("the clubs whose patron is {}", false, each); got != want {
			t.Errorf("each of %q: %q, want %q", each, got, want)
		}
	}
	ranked := &rowPhrase{base: "the loans of member 5", phrase: "the loans of {}", many: true, choice: &rowChoice{column: "return date", order: plan.Max, kind: domain.KindDate}}
	if _, got := (english{}).twoColumns(ranked, "loan date", "return date"); got != "the return date of the one with the latest return date among the loans of member 5" {
		t.Errorf("the second of two days of a row is %q", got)
	}
	r := &rowPhrase{base: "the courses in the department Biology", phrase: "the courses in {}", many: true}
	for seed := range uint64(16) {
		g := english{manner: RandomManner(rand.New(rand.NewPCG(seed, 1)))}
		for f, column := range map[plan.Function]string{plan.Average: "mean temperature", plan.Sum: "combined weight"} {
			if got := g.aggregate(f, r, column); strings.Contains(got, "  ") || strings.Contains(got, "mean mean") {
				t.Errorf("%s of the column %s is %q", f, column, got)
			}
		}
	}
	if got, want := (english{}).aggregate(plan.Maximum, r, "maximum number of students"), "the highest maximum number of students of the courses in the department Biology"; got != want {
		t.Errorf("the maximum is %q, want %q", got, want)
	}
}

// A person is no "it".
func TestPronounsOfPeople(t *testing.T) {
	p := new(plan.Program)
	rows := p.Add(&plan.Call{Tool: "get_offerings_by_room"}, p.Add(&plan.Start{Entity: "room_id", Value: []string{"29"}}))
	offering := p.Add(&plan.Superlative{Column: "Begins", Order: plan.Max}, p.Add(&plan.Filter{Column: "Weekday", Comparison: plan.Equals, Operand: "Mon"}, rows))
	teacher := p.Add(&plan.Call{Tool: "get_teacher"}, p.Add(&plan.Project{Columns: []string{"TeacherId"}}, offering))
	other := p.Add(&plan.Call{Tool: "get_teacher"}, p.Add(&plan.Start{Entity: "teacher_id", Value: []string{"5"}}))
	salary, pension := p.Add(&plan.Project{Columns: []string{"Salary"}}, teacher), p.Add(&plan.Project{Columns: []string{"Pension"}}, other)
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Arithmetic{Function: plan.Subtract}, salary, pension), Form: plan.Form{Style: plan.StyleNumber, Unit: "USD", Places: 2}}}
	their := 0
	for _, text := range wordings(t, p) {
		if strings.Contains(text, "its ") {
			t.Errorf("%q calls a teacher it", text)
		}
		if strings.Contains(text, "their salary") {
			their++
		}
	}
	if their == 0 {
		t.Errorf("no wording says their salary: %q", wordings(t, p))
	}
}
