package draft

import "testing"

// What a lookup finds of something is had by it, unless its phrase says a role.
func TestKnownFromPhrase(t *testing.T) {
	for phrase, want := range map[string]string{
		"the reservations for {}":             "has reservations",
		"the work orders of {}":               "has work orders",
		"the customers in {}":                 "has customers",
		"the transfers whose from ward is {}": "is the from ward of a transfer",
		"the member with {}":                  "has a record as to the member with it",
		"the orders with a discount, for {}":  "has a record as to the orders with a discount, for it",
	} {
		if got := (english{}).knownFromPhrase(phrase, "transfer"); got != want {
			t.Errorf("known from %q is %q, want %q", phrase, got, want)
		}
	}
}

// A role in a row is in the plural with its rows: several teachers are the patrons of clubs.
func TestKnownPlural(t *testing.T) {
	for _, test := range []struct{ known, row, rows, want string }{
		{"has reservations", "reservation", "reservations", "have reservations"},
		{"is the patron of a club", "club", "clubs", "are the patrons of clubs"},
		{"is the deputy of an enquiry", "enquiry", "enquiries", "are the deputies of enquiries"},
	} {
		if got := (english{}).knownPlural(test.known, test.row, test.rows); got != test.want {
			t.Errorf("the plural of %q is %q, want %q", test.known, got, test.want)
		}
	}
}

// A number of one kind of several that a thing may have is said with its kind.
func TestKindsOfNumbers(t *testing.T) {
	for _, test := range []struct{ label, name, noun, want string }{
		{"turbine serial number", "SN0121345", "turbine", "the turbine with serial number SN0121345"},
		{"car licence number", "KX 12", "car", "the car with licence number KX 12"},
		{"turbine ID", "T7", "turbine", "turbine T7"},
	} {
		if got := (english{}).nounForGiven(test.label, test.name, test.noun, true); got != test.want {
			t.Errorf("%s %s is %q, want %q", test.label, test.name, got, test.want)
		}
	}
}
