package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
)

// names returns the flags of all settings, in the order of config.json.
func (s *settings) names() (names []string) {
	for _, field := range settingFields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, strings.ReplaceAll(name, "_", "-"))
	}
	return names
}

// field returns the setting of a flag; the zero value for a flag that is no setting.
func (s *settings) field(name string) reflect.Value {
	i := slices.Index(s.names(), name)
	if i < 0 {
		return reflect.Value{}
	}
	return reflect.ValueOf(s).Elem().FieldByIndex(settingFields()[i].Index)
}

// settingFields returns the fields of all settings, those of embedded records too.
func settingFields() []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[settings]()), func(f reflect.StructField) bool { return f.Anonymous })
}

// copySetting copies the setting of a flag. It does nothing for a flag that is no setting.
func (s *settings) copySetting(name string, from *settings) {
	if to := s.field(name); to.IsValid() {
		to.Set(from.field(name))
	}
}

// text returns the setting of a flag as the flag's value.
func (s *settings) text(name string) string {
	switch v := s.field(name).Interface().(type) {
	case countList:
		return v.String()
	case *float64:
		if v == nil {
			return "server"
		}
		return fmt.Sprint(*v)
	default:
		return fmt.Sprint(v)
	}
}

// option returns the setting of a flag as it is written on a command line.
func (s *settings) option(name string) string {
	text := s.text(name)
	switch {
	case s.field(name).Kind() == reflect.Bool && text == "true":
		return "-" + name
	case s.field(name).Kind() == reflect.Bool:
		return "-" + name + "=" + text
	case text == "" || strings.ContainsAny(text, " \t\"'$*?&|;<>()\\"):
		text = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return "-" + name + " " + text
}

// differing returns the flags of the settings that differ from others.
func (s *settings) differing(from *settings) (names []string) {
	for _, name := range s.names() {
		if s.text(name) != from.text(name) {
			names = append(names, name)
		}
	}
	return names
}

// rewriteSettings are the settings whose flags only rewrite has; other commands have other
// flags of these names.
var rewriteSettings = []string{"model", "parser", "attempts", "temperature"}

// given returns the flags of this command that give settings.
func (f *flags) given() map[string]bool {
	given := map[string]bool{}
	f.set.Visit(func(fl *flag.Flag) {
		if f.rewriting || !slices.Contains(rewriteSettings, fl.Name) {
			given[fl.Name] = true
		}
	})
	return given
}

// givenBeside returns the flags that are given on the command line, and the first of them in order of
// names that a list does not have; "" for none.
func (f *flags) givenBeside(list []string) (given map[string]bool, other string) {
	given = map[string]bool{}
	f.set.Visit(func(fl *flag.Flag) {
		given[fl.Name] = true
		if other == "" && !slices.Contains(list, fl.Name) {
			other = fl.Name
		}
	})
	return given, other
}

// announceKept says which settings an earlier command gave: those that no flag of this one
// gives and that differ from the defaults.
func (f *flags) announceKept(w io.Writer, given map[string]bool) {
	standard := defaults()
	var kept []string
	for _, name := range f.settings.differing(&standard) {
		if !given[name] && f.kept.text(name) == f.text(name) && !(name == "lang" && f.Language == firstLanguage(f.Domain)) {
			kept = append(kept, f.option(name))
		}
	}
	if len(kept) > 0 {
		fmt.Fprintf(w, "settings kept in %s: %s\n", filepath.Join(f.out, configFile), cli.Visible(strings.Join(kept, ", ")))
	}
}

// keep writes the settings of a command that ended with err into the run directory if it
// did its work: without an error, or with one of items that failed, are awaited or are too few. It says
// which settings are others than before. A failed command changes nothing that a later one
// goes by. The error is err, or that of writing.
func (f *flags) keep(w io.Writer, err error) error {
	var failed cli.Partial
	var awaited cli.Waiting
	var short cli.Short
	if !f.used || f.dry || err != nil && !errors.As(err, &failed) && !errors.As(err, &awaited) && !errors.As(err, &short) {
		return err
	}
	if f.kept != nil {
		var changed []string
		for _, name := range f.settings.differing(f.kept) {
			changed = append(changed, fmt.Sprintf("-%s %s → %s", name, cmp.Or(f.kept.text(name), "none"), f.text(name)))
		}
		if len(changed) == 0 {
			return err
		}
		fmt.Fprintf(w, "settings changed in %s: %s\n", filepath.Join(f.out, configFile), cli.Visible(strings.Join(changed, ", ")))
	}
	fault := writeConfig(f.out, f.settings)
	if f.kept == nil && run.IsUnwritable(fault) {
		return err // what is up to date there was made with them
	}
	if fault != nil {
		return errors.Join(err, fault)
	}
	kept := f.settings
	f.kept = &kept
	return err
}

// checkOutputs returns an error if the run directory has outputs but no settings, and the
// flags given would make others: a run must not be made anew by defaults because a file was
// lost. The error has the flags that made the outputs, as far as their manifests say.
func (f *flags) checkOutputs(given map[string]bool) error {
	made, unknown := recordedSettings(f.out)
	if made == nil {
		return nil
	}
	var missing []string
	verb := "give these again"
	for _, name := range made.differing(&f.settings) {
		if given[name] {
			continue
		}
		missing = append(missing, made.option(name))
		if slices.Contains(rewriteSettings, name) && !f.rewriting {
			verb = "give these to rewrite first"
		}
	}
	for _, name := range unknown {
		if given[name] {
			continue
		}
		option := "-" + name + " …"
		if f.settings.field(name).Kind() == reflect.Bool {
			option = "-" + name + "=…"
		}
		if !slices.Contains(missing, option) {
			missing = append(missing, option)
		}
		if slices.Contains(rewriteSettings, name) && !f.rewriting {
			verb = "give these to rewrite first"
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%s has outputs of earlier commands, and no %s with their settings: %s (%s), or others, or another -out", f.out, configFile, verb, strings.Join(missing, " "))
}

// acceptLost makes what is left of those logs of a run directory that have lost lines the
// truth if -accept-loss is given, and says for each what was lost. Commands call it once
// they have checked their flags, the world and the files that they read, so that a command
// that cannot work accepts nothing.
func (f *flags) acceptLost(w io.Writer) error {
	if !f.acceptLoss || f.dry {
		return nil
	}
	records, err := filepath.Glob(filepath.Join(runDir(f, "*"), trialsFile+ledger.RecordSuffix))
	if err != nil {
		return err
	}
	for _, name := range []string{web.DecisionsFile, web.RatingsFile, web.TeamFile} {
		records = append(records, filepath.Join(f.out, reviewDir, name+ledger.RecordSuffix))
	}
	for _, record := range records {
		path := strings.TrimSuffix(record, ledger.RecordSuffix)
		lost := ledger.Read(path, func([]byte, int) error { return nil })
		if !errors.Is(lost, ledger.ErrLost) {
			continue
		}
		if err := ledger.Accept(path); err != nil {
			return err
		}
		what := strings.TrimSuffix(lost.Error(), ": "+ledger.ErrLost.Error())
		fmt.Fprintf(w, "loss accepted: %s\n", cli.Visible(what))
	}
	return nil
}

// recordedSettings returns the settings with which the outputs of a run directory were made,
// as far as their manifests say, and defaults for the others; nil if there are no outputs.
// Unknown are the settings that differ from the defaults in a way that no manifest says, and
// those that stand in manifests that cannot be read.
func recordedSettings(out string) (s *settings, unknown []string) {
	made := defaults()
	found := false
	// read reads the parameters of a stage into a value; false if the stage has not run, or
	// has a manifest that cannot be read, in which case its settings are unknown.
	read := func(manifest string, into any, names ...string) (*run.Manifest, bool) {
		m, err := readManifest(filepath.Join(out, filepath.FromSlash(manifest)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
		found = true
		if err != nil || json.Unmarshal(m.Params, into) != nil {
			unknown = append(unknown, names...)
			return nil, false
		}
		return m, true
	}
	var none any
	if m, ok := read("plantree/corpus.manifest.json", &none, "domain", "corpus"); ok {
		if made.Domain, ok = domainOf(m); !ok {
			made.Domain = defaults().Domain
			unknown = append(unknown, "domain")
		}
		if slices.ContainsFunc(m.Inputs, func(in run.File) bool { return strings.HasPrefix(in.Name, "corpus/") }) {
			unknown = append(unknown, "corpus")
		}
	}
	var world synth.WorldSpec
	if _, ok := read("world/world.manifest.json", &world, "seed", "scale"); ok {
		made.Seed, made.Scale = world.Seed, world.Scale
	}
	if _, ok := read("world/snapshot.manifest.json", &none, "corpus"); ok {
		unknown = append(unknown, "corpus") // a database
	}
	tree := struct {
		Depth    int    `json:"depth"`
		Language string `json:"lang"`
	}{}
	if _, ok := read("plantree/plantree.manifest.json", &tree, "depth", "lang"); ok {
		made.Depth, made.Language = tree.Depth, tree.Language
		if tree.Language == firstLanguage(made.Domain) {
			made.Language = "" // the one that is taken if none is given
		}
	}
	var sampled sampling
	if _, ok := read("sample/sample.manifest.json", &sampled, "seed", "paths", "writing", "entities", "variants", "max-rows", "max-answers", "max-calls"); ok {
		if sampled.Merged > 0 {
			unknown = append(unknown, "merge")
		} else if sampled.Extended {
			unknown = append(unknown, "extend", "add", "reanswer")
		}
		if sampled.Merged > 0 || sampled.Extended {
			sampled = sampling{Paths: made.Paths, Seed: made.Seed, Writing: made.Writing, Entities: made.Entities, Limits: ground.Limits{Variants: made.Variants, Answers: made.MaxAnswers, Rows: made.MaxRows}}
		}
		made.Seed, made.Writing, made.Entities = sampled.Seed, sampled.Writing, sampled.Entities
		made.Recall = cmp.Or(sampled.Recall, made.Recall) // not recorded where no template asks questions
		made.Variants, made.MaxAnswers, made.MaxRows = sampled.Limits.Variants, sampled.Limits.Answers, sampled.Limits.Rows
		made.choice = sampled.choice
		made.MaxCalls = cmp.Or(sampled.Limits.Calls, made.MaxCalls) // earlier programs had no such limit
		standard := defaults()
		standard.Depth = made.Depth
		if !slices.Equal(sampled.Paths, standard.quotas()) {
			made.Paths = sampled.Paths
		}
	}
	var asked rewriteParams
	if _, ok := read(rewriteDir+"/rewrite.manifest.json", &asked, rewriteSettings...); ok && asked.Model != nil {
		made.Model, made.Attempts, made.Temperature = asked.Model.Name, asked.Model.Attempts, asked.Model.Temperature
		if asked.Model.Parser != made.Model {
			made.Parser = cmp.Or(asked.Model.Parser, noParser)
		}
	}
	var reviewed reviewParams
	if _, ok := read(reviewFunnel.manifest, &reviewed, "overlap", "sample", "approved"); ok {
		made.Overlap, made.Sample, made.Approved = reviewed.Overlap, reviewed.Sample, reviewed.Approved
	}
	_, made.Twins = read(twinFunnel.manifest, &none, "twins")
	var exported exportParams
	if m, ok := read(datasetDir+"/export.manifest.json", &exported, "tables", "license", "release", "creator", "published", "url", "split"); ok {
		made.Split = exported.Split
		made.License, made.Release = exported.License, exported.Release
		made.Creator, made.Published, made.URL = exported.Creator, exported.Published, exported.URL
		made.Tables = slices.ContainsFunc(m.Inputs, func(in run.File) bool { return in.Name == tablesManifest })
	}
	if !found {
		return nil, nil
	}
	return &made, unknown
}

// firstLanguage returns the language that a domain's questions are in if none is given; ""
// for a domain that cannot be read.
func firstLanguage(name string) string {
	d, _, err := openDomain(name)
	if err != nil {
		return ""
	}
	return d.Languages[0]
}

// domainOf returns the name of the shipped domain that a stage read; false for another one.
func domainOf(m *run.Manifest) (string, bool) {
	at := slices.IndexFunc(m.Inputs, func(in run.File) bool { return in.Name == "domain" })
	if at < 0 {
		return "", false
	}
	for _, name := range domain.Shipped() {
		if d, err := domain.Open(name); err == nil && d.Digest() == m.Inputs[at].Digest {
			return name, true
		}
	}
	return "", false
}
