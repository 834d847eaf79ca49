package dataset

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// publish writes a release to a directory, checksums last.
func publish(t *testing.T, r *Release) (dir string) {
	t.Helper()
	var files []ReleaseFile
	writers := map[string]func(io.Writer) error{
		TasksFile:     func(w io.Writer) error { return task.WriteParquet(w, r.Tasks) },
		ChecksFile:    func(w io.Writer) error { return WriteChecks(w, r) },
		CroissantFile: func(w io.Writer) error { return WriteCroissant(w, r, nil) },
	}
	if r.Twins != nil {
		writers[TwinsFile] = func(w io.Writer) error { return task.WriteParquet(w, r.Twins) }
	}
	if r.Reviews != nil {
		writers[ReviewsFile] = func(w io.Writer) error { return WriteReviews(w, r.Reviews) }
	}
	dir = save(t, writers)
	for name := range writers {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, ReleaseFile{Name: name, Digest: digest.Bytes(b)})
	}
	var b bytes.Buffer
	if err := errors.Join(WriteSums(&b, files), os.WriteFile(filepath.Join(dir, SumsFile), b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReadWhatIsPublished(t *testing.T) {
	r := reviewed(t)
	dir := os.DirFS(publish(t, r))
	p, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := &Contents{Version: r.Version, Tasks: append(slices.Clone(r.Tasks), r.Twins...), Dropped: r.Dropped, Reviews: r.Reviews}
	if d := Compare(want, p); len(d.Changes) > 0 || d.Version != nil {
		t.Errorf("what is read differs: %+v", d)
	}
	if diff := cmp.Diff(want.Reviews, p.Reviews); diff != "" {
		t.Errorf("reviews (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want.Dropped, p.Dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	if err := Verify(dir); err != nil {
		t.Errorf("Verify = %v", err)
	}
	if _, err := Read(os.DirFS(t.TempDir())); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read of an empty directory = %v, want %v", err, fs.ErrNotExist)
	}
}

func TestReadTasks(t *testing.T) {
	tasks := made(t)[:2]
	var lines, rows, twice bytes.Buffer
	if err := errors.Join(task.Write(&lines, tasks), task.WriteParquet(&rows, tasks), task.Write(&twice, []*task.Task{tasks[0], tasks[0]})); err != nil {
		t.Fatal(err)
	}
	a, err := ReadTasks(lines.Bytes(), "a.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadTasks(rows.Bytes(), "b.parquet")
	if err != nil {
		t.Fatal(err)
	}
	if d := Compare(a, b); d.Same != 2 || len(d.Changes) > 0 {
		t.Errorf("the same tasks as lines and as rows differ: %+v", d)
	}
	for _, tt := range []struct {
		b          []byte
		name, want string
	}{
		{twice.Bytes(), "c.jsonl", "occurs twice"},
		{[]byte("{}\n"), "c.jsonl", "c.jsonl:1:"},
		{rows.Bytes()[:100], "c.parquet", "c.parquet: "},
	} {
		if _, err := ReadTasks(tt.b, tt.name); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ReadTasks of %s = %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestDamagedReleases(t *testing.T) {
	r := reviewed(t)
	other := save(t, map[string]func(io.Writer) error{TwinsFile: func(w io.Writer) error { return task.WriteParquet(w, r.Twins) }})
	for name, tt := range map[string]struct {
		edit       func(dir string) error
		read, sums string // what the errors say; "" for none
	}{
		"a byte more":          {func(dir string) error { return appendTo(dir, ChecksFile, " ") }, "", "checks.json: its checksum is "},
		"a file gone":          {func(dir string) error { return os.Remove(filepath.Join(dir, ReviewsFile)) }, "", "data/reviews.parquet: no such file"},
		"tasks gone":           {func(dir string) error { return os.Remove(filepath.Join(dir, TasksFile)) }, "data/test.parquet", "data/test.parquet: no such file"},
		"reviews cut":          {func(dir string) error { return os.Truncate(filepath.Join(dir, ReviewsFile), 300) }, "data/reviews.parquet: ", "data/reviews.parquet: its checksum"},
		"twins cut":            {func(dir string) error { return os.Truncate(filepath.Join(dir, TwinsFile), 3) }, "data/twins.parquet: ", "data/twins.parquet: its checksum"},
		"no JSON":              {func(dir string) error { return appendTo(dir, CroissantFile, "}") }, "croissant.json: ", "croissant.json: its checksum"},
		"no list":              {func(dir string) error { return os.Remove(filepath.Join(dir, SumsFile)) }, "", "no such file"},
		"an empty list":        {func(dir string) error { return os.Truncate(filepath.Join(dir, SumsFile), 0) }, "", "SHA256SUMS: no checksum"},
		"a line cut":           {func(dir string) error { return os.Truncate(filepath.Join(dir, SumsFile), 30) }, "", "SHA256SUMS:1: no checksum of a file"},
		"a name outside":       {func(dir string) error { return appendTo(dir, SumsFile, strings.Repeat("0", 64)+"  ../a\n") }, "", "SHA256SUMS:6: "},
		"a line of tasks gone": {func(dir string) error { return listWithout(dir, TasksFile) }, "", "data/test.parquet: not in SHA256SUMS"},
		"twins of another release": {func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, TwinsFile)), listWithout(dir, TwinsFile), os.CopyFS(dir, os.DirFS(other)))
		}, "", "data/twins.parquet: not in SHA256SUMS"},
		"a long line":     {func(dir string) error { return appendTo(dir, SumsFile, strings.Repeat("0", 1<<17)) }, "", "SHA256SUMS: a line of more than 65536 bytes: want"},
		"nothing changed": {func(dir string) error { return nil }, "", ""},
	} {
		dir := publish(t, r)
		if err := tt.edit(dir); err != nil {
			t.Fatal(err)
		}
		_, err := Read(os.DirFS(dir))
		if (err == nil) != (tt.read == "") || err != nil && !strings.Contains(err.Error(), tt.read) {
			t.Errorf("%s: Read = %v, want %q", name, err, tt.read)
		}
		err = Verify(os.DirFS(dir))
		if (err == nil) != (tt.sums == "") || err != nil && !strings.Contains(err.Error(), tt.sums) {
			t.Errorf("%s: Verify = %v, want %q", name, err, tt.sums)
		}
		if errors.Is(err, fs.ErrNotExist) != (name == "no list") {
			t.Errorf("%s: Verify = %v: want fs.ErrNotExist for a directory without a list alone", name, err)
		}
	}
}

// listWithout takes the line of a file out of the list of checksums.
func listWithout(dir, name string) error {
	path := filepath.Join(dir, SumsFile)
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(b), "\n"), func(l string) bool { return strings.HasSuffix(l, "  "+name+"\n") })
	return os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666)
}

func appendTo(dir, name, text string) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func TestSumsRefuseNames(t *testing.T) {
	for _, name := range []string{"a\nb", `a\b`, "../a", "/a", "a\r", ""} {
		if err := WriteSums(io.Discard, []ReleaseFile{{Name: name}}); err == nil {
			t.Errorf("the name %q is written, want an error", name)
		}
	}
}

// What is read of a list of checksums is what writing it again gives.
func FuzzReadSums(f *testing.F) {
	zeros := strings.Repeat("0", 64)
	f.Add(zeros + "  a/b.txt\n")
	f.Add(zeros + " *a b\r\n")
	f.Add(zeros + " a\n" + zeros)
	f.Fuzz(func(t *testing.T, list string) {
		files, err := ReadSums(strings.NewReader(list), "x")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteSums(&b, files); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := ReadSums(&b, "y")
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(files, func(a, b ReleaseFile) int { return strings.Compare(a.Name, b.Name) })
		if diff := cmp.Diff(files, again); diff != "" {
			t.Errorf("read again (-want +got):\n%s", diff)
		}
	})
}

// Decisions of earlier versions had no sources and no rounds.
func TestReadEarlierReviews(t *testing.T) {
	type earlier struct {
		Task     string  `parquet:"task"`
		Original string  `parquet:"original"`
		By       string  `parquet:"by"`
		Role     string  `parquet:"role"`
		Kind     string  `parquet:"kind"`
		Reason   string  `parquet:"reason"`
		Note     string  `parquet:"note"`
		At       string  `parquet:"at"`
		Seconds  float64 `parquet:"seconds"`
		Shown    string  `parquet:"shown"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[earlier](&b)
	if _, err := w.Write([]earlier{{Task: "a", By: "ada", Kind: "approve", Note: "n", Seconds: 1.5}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := readReviews(fstest.MapFS{ReviewsFile: {Data: b.Bytes()}})
	want := []review.PublishedDecision{{Task: "a", By: "ada", Kind: review.Approve, Note: "n", Seconds: 1.5}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
