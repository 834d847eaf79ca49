package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
)

// settings are the parameters of a whole run. They are kept in config.json in the run
// directory, so that a later command uses the same ones; flags beat the file, the file
// beats the defaults.
type settings struct {
	Domain     string    `json:"domain"`      // name of a shipped domain, or a directory
	Corpus     string    `json:"corpus"`      // directory with one file a table, or generated
	Language   string    `json:"lang"`        // of questions and answers; "" until the domain says its first
	Seed       uint64    `json:"seed"`        // of all draws
	Scale      float64   `json:"scale"`       // size of the generated world against the published tables
	Depth      int       `json:"depth"`       // most hops of a path, from 1
	Paths      countList `json:"paths"`       // how many paths of one hop, of two, …
	Writing    int       `json:"writing"`     // how many texts to write, from 0
	Recall     int       `json:"recall"`      // how many questions in fixed words, from 0
	Entities   int       `json:"entities"`    // tasks a path gets, from 1
	Variants   int       `json:"variants"`    // programs tried from each start entity, from 1
	MaxRows    int       `json:"max_rows"`    // most rows a lookup on the way may return, from 1
	MaxAnswers int       `json:"max_answers"` // most values a question may ask for, from 1
	MaxCalls   int       `json:"max_calls"`   // most different tool calls a task may take, from 1
	Twins      bool      `json:"twins"`       // whether unanswerable twins are made
	Model      string    `json:"model"`       // model that writes the questions, or offline
	Parser     string    `json:"parser"`      // model that reads them, or same, or none
	Attempts   int       `json:"attempts"`    // questions asked for, for one task, from 1
	Overlap    int       `json:"overlap"`     // reviewers a task needs, from 1
	Sample     float64   `json:"sample"`      // share of the tasks that is reviewed, in percent, in (0, 100]
	MaxDropped float64   `json:"max_dropped"` // share of rows or cells that may be lost, in percent, in [0, 100]
	Approved   bool      `json:"approved"`    // whether only approved tasks go on
	Tables     bool      `json:"tables"`      // whether the dataset holds the tables
	License    string    `json:"license"`     // SPDX expression; "other" where there is none
	Release    string    `json:"release"`     // version of the dataset
	Creator    string    `json:"creator"`     // who publishes the dataset; "" for nobody named
	Published  string    `json:"published"`   // day of publication; "" for none
	URL        string    `json:"url"`         // address of the dataset on the web; "" for none

	Cases       string   `json:"cases,omitempty"`       // directory of cases that stand beside statutes; "" for none
	Laws        string   `json:"laws,omitempty"`        // directory of statutes by which the citations of cases are resolved; "" for none
	Texts       string   `json:"texts,omitempty"`       // templates of the texts to write, with commas between; "" for the domain's choice
	Mask        string   `json:"mask,omitempty"`        // columns whose personal data is masked, or all; "" for none
	Taxonomy    string   `json:"taxonomy,omitempty"`    // file that puts areas of exams into fields of law; "" for the shipped one
	Merge       string   `json:"merge,omitempty"`       // run directories whose tasks are merged, with commas between; "" for none
	Extend      string   `json:"extend,omitempty"`      // dataset, file of tasks or run directory that is extended; "" for none
	Add         int      `json:"add,omitempty"`         // tasks to add to those of Extend, from 0
	Reanswer    bool     `json:"reanswer,omitempty"`    // whether tasks of Extend that do not hold get successors
	Split       string   `json:"split,omitempty"`       // how the dataset is split, such as path:80,10,10; "" for no splits
	Temperature *float64 `json:"temperature,omitempty"` // of the model that writes; nil is the server's

	choice
}

// Values of -model and -parser that are no models.
const (
	offlineModel = "offline"
	noParser     = "none"
	sameParser   = "same"
)

// parser returns the model of the round trip, "" for none.
func (s *settings) parser() string {
	switch s.Parser {
	case sameParser:
		return s.Model
	case noParser:
		return ""
	}
	return s.Parser
}

// defaults follow the published benchmark: 40, 40, 30, 20 and 10 paths of one to
// five hops with two entities each, and 20 texts to write (arXiv 2412.17259, section
// 3.3.2 and Table 2).
func defaults() settings {
	return settings{
		Domain: "legal", Corpus: generatedWorld, Seed: 1, Scale: 1, Depth: 5,
		Paths: countList{40, 40, 30, 20, 10}, Writing: 20, Recall: 300, Entities: 2, Variants: 4, MaxRows: 60, MaxAnswers: 10, MaxCalls: 10,
		Model: offlineModel, Parser: sameParser, Attempts: rewrite.Attempts,
		Overlap: 2, Sample: 100, MaxDropped: 1,
		Tables: true, License: "other", Release: "1.0.0",
	}
}

// configFile is where settings are kept below the run directory.
const configFile = "config.json"

// flags are the common flags: those of subcommands that run stages.
type flags struct {
	settings
	set        *flag.FlagSet
	used       bool      // a command makes stages with the settings
	acceptLoss bool      // take logs that lost lines as they are
	kept       *settings // in the run directory; nil for none
	foreign    bool      // the language is that of another domain, from the config file
	rewriting  bool      // the flags of rewriteSettings are those of settings

	maskKey     string      // by which masks are drawn, from the environment; "" for none
	credentials credentials // of the database of -corpus
	out         string
	workers     int
	verbose     bool
	dry         bool

	messages format // of the log on stderr
}

// commonNotes is what -h all says below the common flags.
const commonNotes = `Settings are kept in config.json in the run directory: a flag that is not given takes
what an earlier command of the same run directory was given. All common flags but -out,
-workers, -v, -log, -accept-loss, -corpus-password-env and -n are kept. A command that fails or is interrupted keeps
none.

Exit codes: 0 done, 1 failed, 2 called wrongly, 3 done but some items failed or are
awaited, or a quota is short, 130 interrupted, 134 crashed, for example without memory (2 if there is too little
to start).
`

// declare declares the common flags, with the defaults.
func (f *flags) declare(fs *cli.Flags) {
	f.set = fs.FlagSet
	fs.Help.Notes = commonNotes
	fs.Common(func(fs *flag.FlagSet) {
		f.settings = defaults()
		fs.StringVar(&f.Domain, "domain", f.Domain, "`name` of a shipped domain (legal, legal-en for tables in English, cases, exam, statutes, toy), or a directory with a domain's files")
		fs.StringVar(&f.Corpus, "corpus", f.Corpus, "`directory` with one file a table: CSV, JSONL or Parquet; or a SQLite file; or the URL of a database, postgres://USER@HOST/DATABASE or mysql://USER@HOST/DATABASE, which is read once; with -domain statutes also one with texts, TITLE/YYYY-MM-DD.md, with -domain cases one with cases, and with -domain exam one with exams; or world, a generated world that fits the domain's tables")
		f.credentials.declare(fs)
		fs.StringVar(&f.Cases, "cases", f.Cases, "`directory` of cases that -domain statutes asks about besides: which law governed their facts")
		fs.StringVar(&f.Laws, "laws", f.Laws, "`directory` of statutes, TITLE/YYYY-MM-DD.md, by which -domain cases finds the version of a law that a case cites, and -domain exam whether a law has changed since the exam")
		fs.StringVar(&f.Taxonomy, "taxonomy", f.Taxonomy, "`file` that puts the areas of exams into fields of law and groups, in YAML; the 31 fields of LegalBench.PT and some more if not given")
		fs.StringVar(&f.Mask, "mask", f.Mask, "`columns` of -corpus whose personal data is masked wherever it stands: TABLE.COLUMN, or a table or passages, with commas between, or all; "+maskKeyVariable+" has the key, which no file holds")
		fs.StringVar(&f.Language, "lang", f.Language, "`language` of questions and answers: zh or en, with -domain statutes also pt; the domain's first if not given")
		fs.Var((*seed)(&f.Seed), "seed", "`seed` of all draws; the same seed gives the same bytes")
		fs.Var((*scale)(&f.Scale), "scale", "`size` of the generated world, from 0.01 to 1000; 1 is that of the published tables")
		f.declareDirectory(fs)
		fs.Var((*percent)(&f.MaxDropped), "max-dropped", "`share` of a table's rows, and of a column's cells, that may be unusable, in percent: with more, the command ends with 3; 0 allows none")
		fs.BoolVar(&f.dry, "n", false, "say what is out of date and why, and do nothing")

		fs.Var((*wholeNumber)(&f.Depth), "depth", "most `hops` a path has")
		fs.Var(&f.Paths, "paths", "`numbers` of paths with one, two, … hops, up to -depth; of more hops than the default has numbers for, as many as its last; the default is none in a domain with -recall")
		fs.StringVar(&f.Merge, "merge", f.Merge, "run `directories` with commas between, whose proved tasks become one set, without near-copies, in the place of new ones: over the same tables, or over those of several domains, whose tools agents are then given together")
		fs.StringVar(&f.Extend, "extend", f.Extend, "`dataset`, file of tasks or run directory of an earlier release: its tasks that hold on these tables stay as they are, the others are retired, in the place of new ones")
		fs.Var((*wholeNumber)(&f.Add), "add", "`tasks` to add to those of -extend, where they cover most")
		fs.BoolVar(&f.Reanswer, "reanswer", f.Reanswer, "give tasks of -extend that have another answer now a successor with the same question; -reanswer=false for none")
		fs.StringVar(&f.choice.Tools, "tools", "", "`tools` that questions may use: names with commas between, * for any text, + or - before each; a list that begins with - begins with all, as in -tools '-search_*'")
		fs.StringVar(&f.choice.Columns, "columns", "", "`columns` that questions may ask for, filter, rank or add up: TABLE.COLUMN, or either, written as -tools")
		fs.StringVar(&f.choice.Operators, "operators", "", "`operators` that questions may have, written as -tools; plain is for questions with none")
		fs.StringVar(&f.choice.Quotas, "quotas", "", "`paths` of -paths that should have an operator or serve a matter, at least: operator:NAME=COUNT or matter:NAME=COUNT with commas between, HOPS/ before one for a single depth")
		fs.Var((*wholeNumber)(&f.Writing), "writing", "`texts` to write, each of another case, if the domain has a template")
		fs.StringVar(&f.Texts, "texts", f.Texts, "`templates` of the texts to write, with commas between, such as opinion; -writing is shared among them evenly. If not given, those that the domain does not keep for requests")
		fs.Var((*wholeNumber)(&f.Recall), "recall", "`questions` in the fixed words of the domain's templates, such as the text of an article, if it has any")
		fs.Var((*wholeNumber)(&f.Entities), "entities", "`tasks` a path gets, each with another entity")
		fs.Var((*wholeNumber)(&f.Variants), "variants", "`programs` tried from each start entity")
		fs.Var((*wholeNumber)(&f.MaxRows), "max-rows", "most `rows` that a lookup before the last may return")
		fs.Var((*wholeNumber)(&f.MaxAnswers), "max-answers", "most `values` a question may ask for")
		fs.Var((*wholeNumber)(&f.MaxCalls), "max-calls", "most tool `calls` a task may take; agents of the published benchmark have ten turns")

		fs.BoolVar(&f.Twins, "twins", f.Twins, "make an unanswerable twin of every task that has one; -twins=false for none")
		fs.Var((*wholeNumber)(&f.Overlap), "overlap", "`reviewers` a task needs")
		fs.Var((*percent)(&f.Sample), "sample", "`share` of the tasks that is reviewed, in percent")
		fs.BoolVar(&f.Approved, "approved", f.Approved, "go on with approved tasks alone; -approved=false for all")
		fs.BoolVar(&f.Tables, "tables", f.Tables, "write the tables into the dataset; -tables=false if their licence does not allow it")
		fs.StringVar(&f.Split, "split", f.Split, "`UNIT:TRAIN,VALIDATION,TEST`, shares in percent: split the dataset by task, path, entity, tool or table, as in path:80,10,10, so that no split has what another holds out")
		fs.StringVar(&f.License, "license", f.License, "`licence` of the tables, for the dataset card: an SPDX identifier such as CC-BY-4.0, several as in \"MIT OR Apache-2.0\", or other")
		fs.StringVar(&f.Release, "release", f.Release, "`version` of the dataset, three numbers")
		fs.StringVar(&f.Creator, "creator", f.Creator, "`name` of who publishes the dataset, for its card, citation and croissant.json")
		fs.StringVar(&f.Published, "published", f.Published, "`day` of its publication, such as 2026-11-23")
		fs.StringVar(&f.URL, "url", f.URL, "`address` of the dataset on the web")
	})
}

func (f *flags) declareDirectory(fs *flag.FlagSet) {
	f.messages = "text"
	fs.StringVar(&f.out, "out", "out", "run `directory`")
	fs.Var((*wholeNumber)(&f.workers), "workers", "`goroutines` to use; 0 means one a processor; results never depend on it")
	fs.BoolVar(&f.verbose, "v", false, "print details to stderr, such as why most items were dropped")
	fs.Var(&f.messages, "log", "`format` of the messages on stderr: text or json")
	fs.BoolVar(&f.acceptLoss, "accept-loss", false, "go on with what is left of decisions, members or trials if some that were recorded are lost")
}

// logger returns the logger for messages on stderr.
func (f *flags) logger(env cli.Env) *slog.Logger {
	if f.messages == "json" {
		return env.LogJSON(f.verbose)
	}
	return env.Log(f.verbose)
}

// declareStored declares the flags of a subcommand that runs no stages: where the run
// directory is, which has the settings.
func (f *flags) declareStored(fs *cli.Flags) {
	f.set = fs.FlagSet
	fs.Common(f.declareDirectory)
	fs.Help.Notes = commonNotes
}

// resolveStored takes the settings of the run directory, after [flags.declareStored]. Those
// that only the dataset card shows may be faulty.
func (f *flags) resolveStored() error {
	if err := f.checkPlace(); err != nil {
		return err
	}
	kept, err := readConfig(f.out)
	if err != nil {
		return err
	}
	if kept != nil {
		if fault := kept.makingFault(); fault != "" {
			return configFault(f.out, fault)
		}
	}
	f.settings = defaults()
	if f.kept = kept; kept != nil {
		f.settings = *kept
	} else if made, _ := recordedSettings(f.out); made != nil {
		f.settings = *made
	}
	return nil
}

// checkPlace checks the flags that are not kept.
func (f *flags) checkPlace() error {
	switch {
	case f.out == "":
		return misuse("-out must not be empty: want a directory")
	case f.workers < 0:
		return misuse("-workers must be at least 0, not %d", f.workers)
	}
	return nil
}

// resolve takes the settings of the run directory for the flags that were not given, and
// checks the result. It says which settings are taken. No arguments are expected.
func (f *flags) resolve(env cli.Env, args []string) error {
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	if err := f.checkPlace(); err != nil {
		return err
	}
	kept, err := readConfig(f.out)
	if err != nil {
		return err
	}
	if err := f.credentials.take(&f.Corpus); err != nil {
		return err
	}
	given := f.settings
	inherited := false
	if f.kept = kept; kept != nil {
		f.settings = *kept
	} else if inherited, err = f.inherit(); err != nil {
		return err
	}
	keptDomain := f.Domain
	isGiven := f.given()
	for name := range isGiven {
		f.copySetting(name, &given)
	}
	if f.Extend == "" && isGiven["extend"] { // what was wanted of it goes with it
		f.Add, f.Reanswer = given.Add, given.Reanswer
	}
	if err := f.credentials.complete(env, f.Corpus); err != nil {
		return err
	}
	f.foreign = kept != nil && !isGiven["lang"] && f.Domain != keptDomain
	if fault := f.makingFault(); fault != "" {
		if kept != nil && kept.makingFault() == fault {
			return configFault(f.out, fault)
		}
		return misuse("%s", fault)
	}
	if fault := f.cardFault(); fault != "" {
		if kept != nil && kept.cardFault() == fault {
			return fmt.Errorf("%s: %s: give the flag, and its value replaces this one", filepath.Join(f.out, configFile), fault)
		}
		return misuse("%s", fault)
	}
	f.License, _ = dataset.ParseLicense(f.License) // it has no fault
	if isGiven["paths"] && len(f.Paths) > f.Depth {
		return misuse("-paths has %d numbers, one a number of hops, and paths have at most %d (-depth)", len(f.Paths), f.Depth)
	}
	f.announceUnasked(env.Stderr, isGiven)
	if isGiven["scale"] && f.Corpus != generatedWorld {
		return misuse("-scale is the size of the generated world, and the tables are those of -corpus %s", f.Corpus)
	}
	if f.Mask != "" {
		f.maskKey = env.Getenv(maskKeyVariable)
	}
	if kept == nil && inherited {
		return nil // a run that was killed before it kept them begins with the same ones again
	}
	if kept == nil {
		return f.checkOutputs(isGiven)
	}
	f.announceKept(env.Stderr, isGiven)
	return nil
}

// announceUnasked says that a depth which was asked for gets no tasks, since -paths has no number for it.
func (f *flags) announceUnasked(w io.Writer, given map[string]bool) {
	if n := len(f.quotas()); given["depth"] && n < f.Depth {
		fmt.Fprintf(w, "-paths has %s, one a number of hops: no path of more hops becomes a task, though -depth is %d\n", count(n, "number"), f.Depth)
	}
}

// inherit takes the settings of the run that is merged or extended; false if there is none.
func (f *flags) inherit() (bool, error) {
	for _, read := range []func() (*settings, error){f.mergedSettings, f.extendedSettings} {
		if made, err := read(); err != nil || made != nil {
			if made != nil {
				f.settings = *made
			}
			return made != nil, err
		}
	}
	return false, nil
}

var threeNumbers = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

// lossFault says what is wrong with the share of the tables that may be lost; "" for nothing.
func (s *settings) lossFault() string {
	if s.MaxDropped >= 0 && s.MaxDropped <= 100 {
		return ""
	}
	return fmt.Sprintf("-max-dropped must be from 0 to 100, in percent, not %v", s.MaxDropped)
}

// makingFault says what is wrong with settings, from flags or a file, that say how tasks are
// made and reviewed; "" if nothing is.
func (s *settings) makingFault() string {
	if s.Corpus == "" {
		return "-corpus must not be empty: want " + generatedWorld + ", a directory with one file a table, or a database"
	}
	if !(s.Scale >= synth.SmallestScale && s.Scale <= synth.LargestScale) {
		return fmt.Sprintf("-scale must be from %v to %v, not %v", synth.SmallestScale, synth.LargestScale, s.Scale)
	}
	for _, c := range []struct {
		name  string
		value int
	}{{"writing", s.Writing}, {"recall", s.Recall}} {
		if c.value < 0 {
			return fmt.Sprintf("-%s must be at least 0, not %d", c.name, c.value)
		}
	}
	for _, c := range []struct {
		name  string
		value int
	}{
		{"depth", s.Depth}, {"entities", s.Entities}, {"variants", s.Variants},
		{"max-rows", s.MaxRows}, {"max-answers", s.MaxAnswers}, {"max-calls", s.MaxCalls}, {"attempts", s.Attempts},
		{"overlap", s.Overlap},
	} {
		if c.value < 1 {
			return fmt.Sprintf("-%s must be at least 1, not %d", c.name, c.value)
		}
	}
	for _, n := range s.Paths {
		if n < 0 {
			return fmt.Sprintf("-paths must be at least 0 each, not %d", n)
		}
	}
	if !(s.Sample > 0 && s.Sample <= 100) {
		return fmt.Sprintf("-sample must be above 0 and at most 100, in percent, not %v", s.Sample)
	}
	if fault := s.lossFault(); fault != "" {
		return fault
	}
	if s.Model == "" || s.Parser == "" {
		return "-model and -parser must not be empty: want a model's name, or -model " + offlineModel + ", -parser " + noParser
	}
	if s.Temperature != nil && !(*s.Temperature >= 0 && *s.Temperature <= 2) {
		return fmt.Sprintf("-temperature must be from 0 to 2, not %v", *s.Temperature)
	}
	return ""
}

// cardFault says what is wrong with settings that only the dataset card shows; "" if nothing
// is.
func (s *settings) cardFault() string {
	if _, err := dataset.ParseLicense(s.License); err != nil {
		return fmt.Sprintf("-license %q: %v", s.License, err)
	}
	if !threeNumbers.MatchString(s.Release) {
		return fmt.Sprintf("-release %q: want three numbers, such as 1.0.0", s.Release)
	}
	if err := s.publication().Validate(); err != nil {
		return fmt.Sprintf("-creator, -published or -url: %v", err)
	}
	return ""
}

// publication says who publishes the dataset, when and where.
func (s *settings) publication() dataset.Publication {
	return dataset.Publication{Creator: s.Creator, Date: s.Published, URL: s.URL}
}

// quotas are how many paths of one hop, of two, … are wanted. Numbers for more hops than
// -depth are kept in the settings, for a later command with a larger -depth. Where the numbers are the
// default, as many paths of more hops are wanted as of the most hops that it has a number for.
func (s *settings) quotas() countList {
	quotas := slices.Clone(s.Paths[:min(len(s.Paths), s.Depth)])
	if slices.Equal(s.Paths, defaults().Paths) {
		for len(quotas) < s.Depth {
			quotas = append(quotas, quotas[len(quotas)-1])
		}
	}
	return quotas
}

// configFault returns the error for the settings kept in a run directory.
func configFault(out, fault string) error {
	return fmt.Errorf("%s: %s: want the settings of a run as config.schema.json has them; delete the file and give them again", filepath.Join(out, configFile), fault)
}

// readConfig returns the settings kept in a run directory; nil if there are none. They may
// have faults, as flags may replace the faulty ones.
func readConfig(out string) (*settings, error) {
	path := filepath.Join(out, configFile)
	b, err := inputfile.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := defaults()
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var wrong string
	var mistyped *json.UnmarshalTypeError
	switch err := d.Decode(&s); {
	case errors.As(err, &mistyped):
		wrong = fmt.Sprintf("%s is a %s", cmp.Or(mistyped.Field, "all of it"), mistyped.Value)
	case err != nil:
		wrong = strings.TrimPrefix(err.Error(), "json: ")
	}
	if wrong != "" {
		return nil, configFault(out, wrong)
	}
	return &s, nil
}

// writeConfig keeps the settings, unless they are there already.
func writeConfig(out string, s settings) error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	b = append(b, '\n')
	path := filepath.Join(out, configFile)
	if old, err := inputfile.ReadFile(path); err == nil && string(old) == string(b) {
		return nil
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	return writeFile(path, b)
}

// writeFile puts a file in place whole or not at all.
func writeFile(path string, b []byte) error {
	return writeOutput(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}
