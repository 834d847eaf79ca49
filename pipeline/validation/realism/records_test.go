package realism

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// records are tables of a generated world, read back from its files as anybody would who has no more
// than them. Columns are in the order of the files, which is the same in both languages.
type records struct {
	tables map[string][][]string
	texts  map[string]string // abstracts by case number
}

// Columns of the tables.
const (
	docRelated, docNumber, docPlaintiffs, docDefendants, docCause, docOutcome, docDay = 0, 2, 4, 5, 8, 10, 11
	abstractNumber, abstractText                                                      = 1, 2
	companyName, companyCapital, companyFounded, companyFormers                       = 0, 4, 5, 15
	listedFounded, listedDay, listedProceeds                                          = 8, 9, 26
	holdingShare, holdingAmount, holdingSub                                           = 2, 3, 4
	penaltyFacts, penaltyFine, penaltyAuthority, penaltyDay                           = 2, 4, 5, 6
)

// written is a file that keeps what is written.
type written struct{ *bytes.Buffer }

func (written) Close() error { return nil }

// recordsOf generates a world and reads its tables.
func recordsOf(t *testing.T, world synth.WorldSpec) *records {
	t.Helper()
	var mu sync.Mutex
	files := map[string]*bytes.Buffer{}
	only := []string{"CompanyInfo", "CompanyRegister", "SubCompanyInfo", "LegalDoc", "LegalAbstract", "CourtInfo", "RestrictionCase", "FinalizedCase", "DishonestyCase", "AdministrativeCase"}
	err := world.Write(t.Context(), synth.Output{Format: tablefile.JSONL, Only: only, Create: func(name string) (io.WriteCloser, error) {
		mu.Lock()
		defer mu.Unlock()
		b := new(bytes.Buffer)
		files[strings.TrimSuffix(name, ".jsonl")] = b
		return written{b}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	rs := &records{map[string][][]string{}, map[string]string{}}
	for name, b := range files {
		for line := range bytes.Lines(b.Bytes()) {
			rs.tables[name] = append(rs.tables[name], cells(t, line))
		}
	}
	for _, r := range rs.tables["LegalAbstract"] {
		rs.texts[r[abstractNumber]] = r[abstractText]
	}
	return rs
}

// cells returns the values of a flat JSON object in their order; "" for null.
func cells(t *testing.T, line []byte) []string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var list []string
	for i := 0; ; i++ {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, bracket := token.(json.Delim); bracket || i%2 == 1 {
			continue // a brace, or a key
		}
		if token == nil {
			token = ""
		}
		list = append(list, fmt.Sprint(token))
	}
}

// dayOf reads a day as tables and texts write it.
func dayOf(text string) (time.Time, bool) {
	for _, layout := range []string{"2006年01月02日", "2006年1月2日", time.DateOnly, "2 January 2006"} {
		if d, err := time.Parse(layout, text); err == nil {
			return d, true
		}
	}
	return time.Time{}, false
}
