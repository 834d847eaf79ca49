package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/privacy"
)

// maskKeyVariable is the environment variable with the key of masks.
const maskKeyVariable = "TASKGROVE_MASK_KEY"

// shortestMaskKey is how many bytes a key has at least: with fewer, somebody could try all keys.
const shortestMaskKey = 16

// Files about personal data.
const (
	privacyReport = "plantree/privacy.json"
	maskedDir     = "masked"
	masksFile     = "masks.json"
)

// masking says what is masked.
type masking struct {
	places []privacy.DataPlace // nil for all
	key    string              // "" if the environment has none
	params maskParams
}

// maskParams are the parameters of the stage that masks.
type maskParams struct {
	Mask string `json:"mask"`
	Key  string `json:"key"` // what tells keys apart; the key cannot be had from it
}

// masked returns the world with masked tables.
func (w *world) masked(f *flags) (*world, error) {
	switch {
	case w.made != nil:
		return nil, misuse("-mask is for tables of real persons, and in the generated world nobody is real: want -mask ''")
	case w.texts != nil:
		return nil, misuse("-mask is for files of tables, and -corpus %s holds texts, by which tasks are proved as they stand: want -mask '', and texts that are masked already", f.Corpus)
	}
	places, err := privacy.ParsePlaces(w.domain, f.Mask)
	if err != nil {
		return nil, misuse("-mask: %v", err)
	}
	m := &masking{places: places, key: f.maskKey, params: maskParams{Mask: f.Mask}}
	switch {
	case m.key == "":
		if m.params.Key = keptMaskKey(f.out); m.params.Key == "" {
			return nil, m.missingKey()
		}
	case len(m.key) < shortestMaskKey:
		return nil, misuse("%s has %d characters: want at least %d that nobody can guess", maskKeyVariable, len(m.key), shortestMaskKey)
	default:
		m.params.Key = digest.Of("key of masks", m.key).Short()
	}
	made := &world{domain: w.domain, unmasked: w, masking: m}
	for _, file := range w.files {
		name := tablefile.JSONL.File(file.Holds)
		made.files = append(made.files, corpus.DataFile{Name: name, Path: filepath.Join(f.out, maskedDir, name), Holds: file.Holds})
	}
	return made, nil
}

// missingKey is the error of masking without a key.
func (m *masking) missingKey() error {
	return misuse("-mask wants a key, by which equal values get equal masks: set %s to %d characters or more that nobody can guess, and keep it to mask more rows alike", maskKeyVariable, shortestMaskKey)
}

// keptMaskKey returns what tells the key of a run directory's masks from others; "" if it has none.
func keptMaskKey(out string) string {
	m, err := readManifest(filepath.Join(out, maskedDir, "mask.manifest.json"))
	if err != nil {
		return ""
	}
	var params maskParams
	if json.Unmarshal(m.Params, &params) != nil {
		return ""
	}
	return params.Key
}

// given returns the world as it is without masks.
func (w *world) given() *world {
	if w.unmasked != nil {
		return w.unmasked
	}
	return w
}

// mayBePersonal reports whether the tables can hold personal data: nobody in a generated world is
// real.
func (w *world) mayBePersonal() bool { return w.given().made == nil }

// privacyRules are the rules by which personal data is found, as an input of a stage.
func privacyRules() run.StageInput {
	return run.StageInput{Name: "privacy rules", Digest: digest.New("privacy rules").Int("version", privacy.Version).Sum()}
}

// hideIn returns a report whose messages, some of which quote a key, show no personal data.
func hideIn(r *corpus.LoadReport, found *privacy.Inventory) *corpus.LoadReport {
	hidden := *r
	hidden.Tables, hidden.Passages, hidden.Faults = slices.Clone(r.Tables), slices.Clone(r.Passages), slices.Clone(r.Faults)
	for i := range hidden.Tables {
		t := &hidden.Tables[i]
		t.Problem, t.Columns = found.Hide(t.Problem), slices.Clone(t.Columns)
		for j := range t.Columns {
			t.Columns[j].Unread = found.Hide(t.Columns[j].Unread)
		}
	}
	for i := range hidden.Passages {
		hidden.Passages[i].Problem = found.Hide(hidden.Passages[i].Problem)
	}
	for i := range hidden.Faults {
		hidden.Faults[i].What = found.Hide(hidden.Faults[i].What)
	}
	return &hidden
}

// writePersonal writes what personal data the tables hold, and logs how much. Those of several domains can be
// masked only in the runs of each.
func (w *world) writePersonal(e *run.Exec, r *privacy.PrivacyReport) error {
	where := ""
	if w.union != nil {
		where = " in the runs that are merged"
	}
	if places := personalPlaces(r); places > 0 {
		e.Log.Info(fmt.Sprintf("personal data in %d columns and passages: %s lists them, -mask masks them%s", places, privacyReport, where))
	}
	return createJSON(e, "privacy.json", r)
}

// personalPlaces counts the columns and passages that hold personal data which is not masked.
func personalPlaces(r *privacy.PrivacyReport) int {
	places := map[privacy.DataPlace]bool{}
	for _, c := range r.Columns {
		if c.Values > 0 {
			places[privacy.DataPlace{Table: c.Table, Column: c.Column}] = true
		}
	}
	return len(places)
}

// maskReport says what was masked: masks.json.
type maskReport struct {
	Mask    string                   `json:"mask"`    // the columns asked for, or all
	Values  map[privacy.DataKind]int `json:"values"`  // how many values have a mask, by kind
	Columns []privacy.Replacement    `json:"columns"` // how often one stands where, in the order of files
}

// maskStage writes the tables with masks; it is off in a world without.
func maskStage(w *world) run.Stage {
	s := run.Stage{
		Name: "mask", Doc: "mask the personal data of the tables",
		Version: privacy.Version, Dir: maskedDir, Off: w.masking == nil, Outputs: []string{masksFile},
		Run: func(context.Context, *run.Exec) error { return nil },
	}
	if s.Off {
		return s
	}
	from := w.unmasked
	for _, f := range w.files {
		s.Outputs = append(s.Outputs, f.Name)
	}
	s.Params, s.Inputs = w.masking.params, append(from.inputs(), run.StageInput{Name: corpusReport})
	s.Run = func(ctx context.Context, e *run.Exec) error {
		if w.masking.key == "" {
			return w.masking.missingKey()
		}
		if err := from.open(ctx, e.Log); err != nil {
			return err
		}
		masker := privacy.Scan(from.corpus).Masker(w.masking.places, []byte(w.masking.key))
		type written struct {
			rows     int
			replaced []privacy.Replacement
		}
		all, err := run.Map(ctx, e.Workers, w.files, func(ctx context.Context, _ int, f corpus.DataFile) (made written, err error) {
			return made, create(e, f.Name, func(out io.Writer) error {
				made.rows, made.replaced, err = masker.Write(ctx, out, f.Holds)
				return err
			})
		})
		if err != nil {
			return err
		}
		r := maskReport{Mask: w.masking.params.Mask, Values: masker.Masks(), Columns: []privacy.Replacement{}}
		for _, one := range all {
			e.Funnel().In += one.rows
			e.Funnel().Out += one.rows
			r.Columns = append(r.Columns, one.replaced...)
		}
		return createJSON(e, masksFile, r)
	}
	return s
}

// printPersonal prints what personal data the tables of a run directory hold, and how much of it is
// masked; nothing if there is none.
func printPersonal(out io.Writer, w *world, dir string) error {
	if !w.mayBePersonal() {
		return nil
	}
	var found privacy.PrivacyReport
	if err := readJSON(filepath.Join(dir, filepath.FromSlash(privacyReport)), &found); err != nil || len(found.Columns) == 0 {
		return err
	}
	masks := maskReport{}
	if w.masking != nil {
		if err := readJSON(filepath.Join(dir, maskedDir, masksFile), &masks); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "personal data\tkind\tcells\tvalues\tmasked before\tsuch as")
	for _, c := range found.Columns {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%s\n", privacy.DataPlace{Table: c.Table, Column: c.Column}, c.Kind, c.Cells, c.Values, c.Hidden, cli.Visible(strings.Join(c.Samples, ", ")))
	}
	if err := t.Flush(); err != nil || w.masking == nil {
		return err
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(masks.Values)) {
		parts = append(parts, fmt.Sprintf("%s %d", kind, masks.Values[kind]))
	}
	_, err := fmt.Fprintf(out, "masked (-mask %s): %s\n", masks.Mask, strings.Join(parts, ", "))
	return err
}
