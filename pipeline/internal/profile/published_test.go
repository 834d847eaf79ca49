package profile

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The profile that ships is that of the recovered rows. UPDATE=1 writes it.
func TestPublished(t *testing.T) {
	got := Of(open(t, shippedDomain(t, "legal"), realTables(t)))
	if os.Getenv("UPDATE") != "" {
		var b bytes.Buffer
		if err := json.NewEncoder(&b).Encode(got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("published.json", b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(got, Published()); diff != "" {
		t.Errorf("the profile that ships is not that of the rows (UPDATE=1 writes it) (-rows +shipped):\n%s", diff)
	}
}
