package run

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

func TestValidate(t *testing.T) {
	good := func(name string) Stage {
		return Stage{
			Name: name, Doc: "does something", Version: 1, Dir: "dir", Outputs: []string{name + ".txt"},
			Run: func(context.Context, *Exec) error { return nil },
		}
	}
	with := func(change func(*Stage)) []Stage {
		s := good("a")
		change(&s)
		return []Stage{s}
	}
	reads := func(name string, inputs ...StageInput) Stage {
		s := good(name)
		s.Inputs = inputs
		return s
	}
	for _, tc := range []struct {
		name   string
		stages []Stage
		want   string // faults, a line each
	}{
		{"none", nil, ""},
		{"good", []Stage{good("a"), reads("b", StageInput{Name: "dir/a.txt"}, StageInput{Name: "dir/a.manifest.json"}, StageInput{Name: "else"})}, ""},
		{"empty", []Stage{{}}, strings.Join([]string{
			`stage "": name: want a lower-case word, with hyphens`,
			`stage "": no doc line`,
			`stage "": version must be at least 1, not 0`,
			`stage "": directory "": want a path below the run directory`,
			`stage "": nothing to run`,
		}, "\n")},
		{"long doc", with(func(s *Stage) { s.Doc = "a\nb" }), `stage "a": doc: want one line`},
		{"name with dot", with(func(s *Stage) { s.Name = "a.b" }), `stage "a.b": name: want a lower-case word, with hyphens`},
		{"params", with(func(s *Stage) { s.Params = func() {} }), `stage "a": parameters: json: unsupported type: func()`},
		{"dir outside", with(func(s *Stage) { s.Dir = "../x" }), `stage "a": directory "../x": want a path below the run directory`},
		{"output outside", with(func(s *Stage) { s.Outputs = []string{"/x"} }), `stage "a": output "/x": want a path below the stage's directory`},
		{"output hidden", with(func(s *Stage) { s.Outputs = []string{"y/.x"} }), `stage "a": output "y/.x": names with a dot in front are temporary files`},
		{"input names", with(func(s *Stage) {
			s.Inputs = []StageInput{{Name: "x"}, {Name: "x", Path: "y"}, {Name: "./z"}, {Name: "v", Path: "w", Digest: digest.Bytes(nil)}, {Name: "d", Digest: "md5:0"}}
		}), strings.Join([]string{
			`stage "a": input x is declared twice`,
			`stage "a": input "./z": want a slash-separated relative name`,
			`stage "a": input v has both a path and a digest`,
			`stage "a": input d: digest "md5:0": want "sha256:" and 64 lower-case hex digits`,
		}, "\n")},
		{"output twice", with(func(s *Stage) { s.Outputs = []string{"x", "x"} }), `stage "a": output dir/x is also written by stage "a"`},
		{"two writers", []Stage{good("a"), with(func(s *Stage) { s.Name = "b" })[0]}, `stage "b": output dir/a.txt is also written by stage "a"`},
		{"same stage", []Stage{good("a"), good("a")}, "stage \"a\": output dir/a.txt is also written by stage \"a\"\n" +
			`stage "a": output dir/a.manifest.json is also written by stage "a"`},
		{"output as manifest", []Stage{good("a"), with(func(s *Stage) { s.Name, s.Outputs = "b", []string{"a.manifest.json"} })[0]},
			`stage "b": output dir/a.manifest.json is also written by stage "a"`},
		{"file as directory", with(func(s *Stage) { s.Outputs = []string{"x", "x/y"} }),
			`stage "a": output dir/x/y needs a directory where stage "a" writes a file`},
		{"log as directory", with(func(s *Stage) { s.Dir = "log.jsonl"; s.Outputs = nil }),
			`stage "a": output log.jsonl/a.manifest.json needs a directory where the runner writes a file`},
		{"own output", []Stage{reads("a", StageInput{Name: "dir/a.txt"})}, `stage "a": input dir/a.txt is its own output`},
		{"cycle", []Stage{reads("a", StageInput{Name: "dir/b.txt"}), reads("b", StageInput{Name: "dir/a.txt"})},
			`stage "a": input dir/b.txt is written by stage "b", which comes later`},
		{"external of the same name", []Stage{reads("a", StageInput{Name: "dir/b.txt", Path: "elsewhere"}), good("b")}, ""},
	} {
		got := ""
		if err := Validate(tc.stages...); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: Validate (-want +got):\n%s", tc.name, diff)
		}
	}
}
