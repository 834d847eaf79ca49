package tool_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Texts are given to the inputs that were named, in their order.
func TestFinder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Firm.jsonl"), []byte(viewed), 0o644); err != nil {
		t.Fatal(err)
	}
	d := toyDomain()
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tool          string
		inputs, texts []string
		want          []int32
	}{
		{"firm", []string{"identifier"}, []string{"丙公司"}, []int32{2, 3}},
		{"firm", []string{"identifier"}, []string{"甲（集团)公司"}, []int32{0}},
		{"firm", []string{"identifier"}, []string{"丙（公司"}, nil},
		{"region", []string{"county", "city"}, []string{"江北", "宁波"}, []int32{0, 1}},
		{"region", []string{"city", "county"}, []string{"江北", "宁波"}, nil},
		{"region", []string{"city"}, []string{"宁波"}, nil},
	} {
		find, err := tool.Finder(c, d.Tool(tt.tool), tt.inputs)
		if err != nil {
			t.Fatal(err)
		}
		if got := find(tt.texts); !slices.Equal(got, tt.want) {
			t.Errorf("Finder(%s, %q)(%q) = %v, want %v", tt.tool, tt.inputs, tt.texts, got, tt.want)
		}
	}
	for _, inputs := range [][]string{{"name"}, {"columns"}} {
		if _, err := tool.Finder(c, d.Tool("firm"), inputs); err == nil {
			t.Errorf("Finder(firm, %q) = no error, want one", inputs)
		}
	}
}
