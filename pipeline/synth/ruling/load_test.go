package ruling

import "testing"

func TestNew(t *testing.T) {
	for _, l := range []string{"zh", "en"} {
		if _, err := New(l); err != nil {
			t.Error(err)
		}
	}
}
