package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Points in time are days, marked as uncertain; long numbers that look like them are none.
func TestPointsInTimeAreDays(t *testing.T) {
	rentals := sheet{"rentals", [][]string{{"rental_id", "customer", "rental_date", "receipt"}}}
	for i := range 40 {
		rentals.rows = append(rentals.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("customer %d", i%7), fmt.Sprintf("2005-05-%02d %02d:53:30", i%28+1, i%24), fmt.Sprintf("200505%02d%02d5330", i%28+1, i%24)})
	}
	d, loaded, _ := draft(t, []sheet{rentals})
	for name, kind := range map[string]domain.ColumnKind{"rental_date": domain.KindDate, "receipt": domain.KindText} {
		c := loaded.Table("rentals").Column(name)
		if c == nil || c.Kind != kind {
			t.Errorf("column %s is %+v, want of kind %s", name, c, kind)
		}
	}
	for _, f := range d.Tables[0].Columns {
		if f.Column == "rental_date" && !strings.Contains(strings.Join(f.Doubts, " "), "are read as days") {
			t.Errorf("doubts %q, want that points in time are read as days", f.Doubts)
		}
	}
}
