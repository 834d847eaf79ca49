package spdx

import "testing"

func TestParse(t *testing.T) {
	for _, tc := range []struct{ in, want, fault string }{
		{in: "MIT", want: "MIT"},
		{in: "cc-by-4.0", want: "CC-BY-4.0"},
		{in: "GPL-2.0+", want: "GPL-2.0+"},
		{in: "mit or  apache-2.0", want: "MIT OR Apache-2.0"},
		{in: "MIT AND(CC0-1.0 or BSD-2-Clause)", want: "MIT AND (CC0-1.0 OR BSD-2-Clause)"},
		{in: "", fault: "a licence is missing: want an SPDX identifier"},
		{in: "MIT OR", fault: "a licence is missing: want an SPDX identifier"},
		{in: "mit\nevil: true", fault: "a licence stands on one line: want an SPDX identifier"},
		{in: "MIT\x1b", fault: "a licence stands on one line: want an SPDX identifier"},
		{in: "Apache", fault: `"Apache" is no SPDX identifier: want Apache-2.0, Apache-1.1, Apache-1.0 or another of https://spdx.org/licenses`},
		{in: "mine", fault: `"mine" is no SPDX identifier, such as MIT or CC-BY-4.0`},
		{in: "MIT Apache-2.0", fault: `"Apache-2.0" after a whole licence expression: want AND or OR between identifiers`},
		{in: "(MIT", fault: "a parenthesis is open: want its end"},
		{in: "MIT)", fault: `")" after a whole licence expression: want AND or OR between identifiers`},
	} {
		got, err := Parse(tc.in)
		if tc.fault != "" {
			if err == nil || err.Error() != tc.fault {
				t.Errorf("Parse(%q) = %q, %v, want %q", tc.in, got, err, tc.fault)
			}
			continue
		}
		if got != tc.want || err != nil {
			t.Errorf("Parse(%q) = %q, %v, want %q", tc.in, got, err, tc.want)
		}
		if again, err := Parse(got); again != got || err != nil {
			t.Errorf("Parse(%q) = %q, %v, want it unchanged", got, again, err)
		}
	}
}

func TestIsIdentifier(t *testing.T) {
	for in, want := range map[string]bool{"MIT": true, "MIT OR Apache-2.0": false, "other": false, "": false} {
		if got := IsIdentifier(in); got != want {
			t.Errorf("IsIdentifier(%q) = %v, want %v", in, got, want)
		}
	}
}
