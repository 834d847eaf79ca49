package company_test

import (
	"strconv"
	"strings"
	"testing"
)

// The characters of credit codes, by value (GB 32100-2015).
const creditCharacters = "0123456789ABCDEFGHJKLMNPQRTUWXY"

func creditCheck(code string) byte {
	sum, weight := 0, 1
	for i := range 17 {
		sum += weight * strings.IndexByte(creditCharacters, code[i])
		weight = weight * 3 % 31
	}
	return creditCharacters[(31-sum%31)%31]
}

// The check character of an organization code (GB 11714-1997).
func organizationCheck(code string) byte {
	sum := 0
	for i, weight := range []int{3, 7, 9, 10, 5, 8, 4, 2} {
		v := int(code[i] - '0')
		if code[i] >= 'A' {
			v = int(code[i]-'A') + 10
		}
		sum += v * weight
	}
	return "0123456789X0"[11-sum%11]
}

// ISO 7064 MOD 11,10: the product that runs through all digits ends at 1.
func registrationChecks(number string) bool {
	p := 10
	for _, c := range number[:14] {
		p = (p + int(c-'0')) % 10
		if p == 0 {
			p = 10
		}
		p = p * 2 % 11
	}
	return (p+int(number[14]-'0'))%10 == 1
}

func TestCodes(t *testing.T) {
	s := tables(t, "zh")["CompanyRegister"]
	same, numbers := 0, 0
	credits, registered := make(map[string]bool), make(map[string]bool)
	for i := range s.rows {
		row := s.rows[i]
		credit, organization, number := row[2].Text, row[10].Text, row[9].Text
		if credit[17] != creditCheck(credit) {
			t.Errorf("%s ends with %c: want %c", credit, credit[17], creditCheck(credit))
		}
		if organization != credit[8:16]+"-"+credit[16:17] {
			t.Errorf("%s has organization code %s", credit, organization)
		}
		if organization[9] != organizationCheck(organization) {
			t.Errorf("%s ends with %c: want %c", organization, organization[9], organizationCheck(organization))
		}
		if credits[credit] {
			t.Errorf("%s is twice", credit)
		}
		credits[credit] = true
		if number == "-" {
			continue
		}
		numbers++
		if !registrationChecks(number) || number[:2] != credit[2:4] || registered[number] {
			t.Errorf("%s is a wrong registration number of %s, or twice", number, credit)
		}
		registered[number] = true
		if number[:6] == credit[2:8] {
			same++
		}
	}
	// 17 of 27 real ones.
	if share := same * 100 / numbers; share < 50 || share > 76 {
		t.Errorf("%d %% of registration numbers have the credit code's zone: want about 63", share)
	}
}

// The capital of a company is written in one unit, and what is listed costs and
// has raised something.
func TestAmounts(t *testing.T) {
	all := tables(t, "zh")
	s := made["zh"].shard
	capital := make(map[string]int64)
	for _, c := range s.Companies {
		capital[c.Name] = c.Capital
	}
	register := all["CompanyRegister"]
	for i := range register.rows {
		row := register.rows[i]
		n, err := strconv.ParseFloat(strings.TrimSuffix(row[4].Text, "万"), 64)
		if want := float64(capital[row[0].Text]) / 1e6; err != nil || n-want > 1e-6 || want-n > 1e-6 {
			t.Errorf("%s has a capital of %s: want %v万", row[0].Text, row[4].Text, want)
		}
	}
	info := all["CompanyInfo"]
	listed := make(map[string]int)
	for i := range s.Companies {
		listed[s.Companies[i].Name] = i
	}
	for i := range info.rows {
		row := info.rows[i]
		l := s.Companies[listed[row[0].Text]].Listed
		price, _ := strconv.ParseFloat(row[25].Text, 64)
		raised, _ := strconv.ParseFloat(row[26].Text, 64) // yuan
		if off := price - float64(l.Price)/100; off > 1e-9 || off < -1e-9 {
			t.Errorf("%s was offered at %s: want %d cents", row[0].Text, row[25].Text, l.Price)
		}
		if off := float64(l.Proceeds)/100 - raised; off < -1e-9 || off >= 10_000 {
			t.Errorf("%s raised %s: want %d cents, at most one ten thousand less", row[0].Text, row[26].Text, l.Proceeds)
		}
	}
	held := all["SubCompanyInfo"]
	share := make(map[string]int)
	for _, h := range s.Holdings {
		share[s.Companies[h.Sub].Name] = h.Share
	}
	for i := range held.rows {
		row := held.rows[i]
		n, err := strconv.ParseFloat(row[2].Text, 64)
		if want := share[row[4].Text]; want >= 0 && (err != nil || int(n*100+0.5) != want) || want < 0 && row[2].Text != " -" {
			t.Errorf("%s is held to %q: want %d hundredths", row[4].Text, row[2].Text, want)
		}
	}
}
