package domain

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/schemas"
)

// A key is a column, or the list of the columns that name a row together.
func TestKeys(t *testing.T) {
	tables, err := schemas.FS.ReadFile("toy/tables.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		key   string
		want  []string
		fault string
	}{
		{"公司名称", []string{"公司名称"}, ""},
		{"[公司名称]", []string{"公司名称"}, ""},
		{"[所属行业, 公司名称]", []string{"所属行业", "公司名称"}, ""},
		{"[公司名称, 公司名称]", nil, "/key"},
		{"[]", nil, "/key"},
		{"[公司名称, 3]", nil, "/key"},
		{"[公司名称, 没有]", nil, `key "没有" is not a column of table`},
	} {
		files := fstest.MapFS{}
		for _, name := range []string{"domain.yaml", "tools.yaml", "tables.yaml"} {
			b, err := schemas.FS.ReadFile("toy/" + name)
			if err != nil {
				continue // its declarations stand in another file
			}
			files[name] = &fstest.MapFile{Data: b}
		}
		files["tables.yaml"] = &fstest.MapFile{Data: bytes.Replace(tables, []byte("key: 公司名称"), []byte("key: "+tt.key), 1)}
		d, err := Load(files, ".")
		var faults Faults
		switch {
		case tt.fault == "" && err != nil:
			t.Errorf("key: %s: %v", tt.key, err)
		case tt.fault == "":
			if got := d.Tables[0].KeyColumns(); !slices.Equal(got, tt.want) {
				t.Errorf("key: %s names rows by %q, want %q", tt.key, got, tt.want)
			}
		case !errors.As(err, &faults) || !strings.Contains(faults.Error(), strings.TrimPrefix(tt.fault, "/")):
			t.Errorf("key: %s: %v, want the fault %s", tt.key, err, tt.fault)
		}
	}
}
