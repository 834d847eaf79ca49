package gate

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/schemas"
)

// The schema of rejected questions knows every reason for which a gate rejects one.
func TestSchemaKnowsReasons(t *testing.T) {
	text, err := schemas.FS.ReadFile("rejected.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Tries struct {
				Items struct {
					Properties struct {
						Reason struct {
							Enum []string `json:"enum"`
						} `json:"reason"`
					} `json:"properties"`
				} `json:"items"`
			} `json:"tries"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for reason := range hintTexts["en"] {
		if known := schema.Properties.Tries.Items.Properties.Reason.Enum; !slices.Contains(known, reason) {
			t.Errorf("the schema has the reasons %v, want %s too", known, reason)
		}
	}
}
