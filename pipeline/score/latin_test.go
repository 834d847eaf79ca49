package score

import (
	"strings"
	"testing"

	"taskgrove/pipeline/value"
)

// What tables in English hold, in answers in English.
func TestStrictEnglish(t *testing.T) {
	company := text1("Kelver Precision Instruments Co., Ltd.")
	court := text1("Kelmar Province Ashmere Intermediate Court", "Ashmere Intermediate Court")
	number := text1("(2019) KM0104 Civ. No. 1779")
	person, short := text1("Rowan Ashby"), text1("Kelver Precision")
	district, cases := text1("Lakeside District"), number1("3", "3", "")
	amount := number1("24090000.00", "24090000.00", "CNY")
	for _, tt := range []struct {
		want   value.Answer
		answer string
		out    Outcome
	}{
		{company, "The parent is Kelver Precision Instruments Co., Ltd.", Credited},
		{company, "The parent is Kelver Precision Instruments Co., Ltd, which is listed.", Credited},
		{company, "Kelver Precision Instruments Co Ltd", Credited},
		{company, "KELVER PRECISION INSTRUMENTS CO.,LTD.", Credited},
		{company, "It is Kelver Precision Instruments Co., Ltd. Its branch is elsewhere.", Credited},
		{company, "Kelver Precision Instruments Co., Ltd. Ashmere Branch", Absent},
		{company, "Kelver Precision Instruments Inc.", Absent},
		{company, "It is not Kelver Precision Instruments Co., Ltd.", Absent},
		{company, "Kelver Precision Instruments Co., Ltd. or Hollin Advanced Materials Inc.", Hedged},
		{company, "Possibly Hollin Advanced Materials Inc., Marlstone Water Group Co., Ltd., Kelver Precision Instruments Co., Ltd.", Hedged},
		{company, "Candidates: Hollin Materials Co., Ltd.; Marlstone Water Group Co., Ltd.; Kelver Precision Instruments Co., Ltd.", Hedged},
		{company, "It may be Hollin Advanced Materials Inc. Perhaps it is Marlstone Water Group Co., Ltd. I say Kelver Precision Instruments Co., Ltd.", Hedged},
		{court, "Ashmere Intermediate Court", Credited},
		{court, "the Kelmar Province Ashmere Intermediate Court", Credited},
		{court, "It is Ashmere Intermediate Court, not a basic court.", Credited},
		{court, "Tarnwick Intermediate Court, Hillmere Intermediate Court, Ashmere Intermediate Court", Hedged},
		{number, "The case number is (2019) KM0104 Civ. No. 1779.", Credited},
		{number, "(2019)KM0104 Civ.No.1779", Credited},
		{number, "(2019) KM0104 Civ. No. 17790", Absent},
		{number, "(2019) KM0104 Civ. App. No. 1779", Absent},
		{number, "(2019) KM0104 Civ. No. 1777, (2019) KM0104 Civ. No. 1778, (2019) KM0104 Civ. No. 1779", Hedged},
		{cases, "There are 3 court cases.", Credited},
		{cases, "There are 3 court cases: (2019) KM0104 Civ. No. 1777, (2019) KM0104 Civ. No. 1778 and (2019) KM0104 Civ. App. No. 1779.", Credited},
		{cases, "(2019) KM0104 Civ. No. 3", Absent},
		{cases, "Ashmere Mkt. Pen. [2018] No. 3", Absent},
		{cases, "Building 3, 19 Wharf Road", Absent},
		{cases, "No, 3.", Credited},
		{person, "The legal representative is Rowan Ashby.", Credited},
		{person, "The head of the court, Rowan Ashby, was appointed in 2019, as far as I know.", Credited},
		{person, "Rowan Ashby, Lionel Dufay, Wanda Shenfield", Hedged},
		{person, "Lionel Dufay, Wanda Shenfield and Rowan Ashby", Hedged},
		{person, "Lionel Dufay or Rowan Ashby", Hedged},
		{person, "Rowan Ashbyson", Absent},
		{short, "Kelver Precision (309988)", Credited},
		{short, "Kelver Precision Co., Ltd.", Absent},
		{district, "Lakeside District, Ashmere City, Kelmar Province", Credited},
		{district, "Lakeside District, East District, Old Town District", Hedged},
		{district, "Lakeside District Court", Absent},
		{amount, "24.09 million", Credited},
		{amount, "CNY 24,090,000", Credited},
		{amount, "24.09 thousand", Absent},
		{text1("None"), "None", Idle},
	} {
		r := &Reference{Question: "What is it?", KeyAnswer: []string{tt.want.Text}, Values: []value.Answer{tt.want}}
		_, verdicts := Strict(r, &Attempt{Answer: tt.answer})
		if got := verdicts[0].Outcome; got != tt.out {
			t.Errorf("Strict(%q, %q) = %v, want %v", tt.want.Text, tt.answer, got, tt.out)
		}
	}
}

// A longer name that was seen hides a name within it, but not one that has only
// its place in front.
func TestEnglishNamesSeen(t *testing.T) {
	for seen, want := range map[string]Outcome{
		"Kelmar Province Ashmere Lakeside District Court": Credited,
		"Upper Ashmere Lakeside District Court":           Absent,
	} {
		r := &Reference{Question: "Which court?", KeyAnswer: []string{"Ashmere Lakeside District Court"}}
		_, verdicts := Strict(r, &Attempt{Answer: "It is the " + seen + ".", Observed: true, Observations: []string{`{"court": "` + seen + `", "head": "Rowan Ashby", "telephone": "0519-55"}`}})
		if got := verdicts[0].Outcome; got != want {
			t.Errorf("Ashmere Lakeside District Court stated as %s: %v, want %v", seen, got, want)
		}
	}
}

func BenchmarkLookEnglish(b *testing.B) {
	text := strings.Repeat("The court of the county held that Kelver Precision Instruments Co., Ltd. owed 24.09 million CNY from 2019-12-11 on. ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		look(text).scan()
	}
}
