package llmtest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// A schema can't make the server read anything.
func TestSchemaLoadsNothing(t *testing.T) {
	name := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(name, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	body := tool(`{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{"a":{"$ref":"file://` + filepath.ToSlash(name) + `"}}}}}`)
	w := post(New(ServerOptions{}), pathChat, body)
	if _, code := errorOf(t, w.Body.Bytes()); w.Code != http.StatusBadRequest || code != "invalid_json_schema" {
		t.Errorf("%d %s, want the schema refused", w.Code, w.Body)
	}
}

// Schemas are remembered with what is wrong with them, and not without bound.
func TestSchemasAreRemembered(t *testing.T) {
	var s schemas
	for range 2 {
		if c := s.schema([]byte(`{"type":"object"}`), false, true); c.schema == nil || c.fault != "" {
			t.Errorf("%+v, want a schema", c)
		}
		if c := s.schema([]byte(`{"type":"object"}`), true, true); c.fault == "" {
			t.Error("an open object passes for a strict schema")
		}
		if c := s.schema([]byte(`{"type":"thing"}`), false, false); c.fault == "" {
			t.Error("a schema of an unknown type passes")
		}
	}
	if len(s.known) != 3 {
		t.Errorf("%d schemas are remembered, want 3", len(s.known))
	}
	for i := range maxSchemas + 10 {
		s.schema(fmt.Appendf(nil, `{"const":%d}`, i), false, false)
		if len(s.known) > maxSchemas {
			t.Fatalf("%d schemas are remembered, want at most %d", len(s.known), maxSchemas)
		}
	}
}
