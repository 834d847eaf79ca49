package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/exchange"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

var verifyImportHelp = cli.Help{
	Usage: "verify import [-out DIR] [-format FORMAT] [-as ID=NAME] [-n] FILE...",
	Doc:   "Add the decisions of files to the log: of verify decisions, of a sheet of verify handout that people filled in, or of another tool. All files are read and judged before anything is added.",
	Examples: []cli.Example{
		{Line: "verify import sheets/tasks.csv"},
		{Line: "verify import -n -format labelstudio -as 7=ann export.json", Doc: "only say what would be added"},
	},
}

// verifyImport is verify import.
type verifyImport struct {
	env    cli.Env
	flags  flags
	format choiceFlag
	names  map[string]string // of reviewers, by the ID that another tool gave them
}

func (c *verifyImport) declare(fs *cli.Flags) {
	c.format.of = []string{"jsonl", "csv", "labelstudio"}
	c.names = map[string]string{}
	c.flags.declareStored(fs)
	fs.Var(&c.format, "format", "`format` of the files: jsonl, csv or labelstudio; by their extension if not given, .jsonl or .csv")
	fs.Func("as", "`ID=NAME`: the reviewer whom another tool calls ID has this name, which is published; can be given several times", func(s string) error {
		id, name, ok := strings.Cut(s, "=")
		if !ok || id == "" || name == "" {
			return fmt.Errorf("%q: want ID=NAME", s)
		}
		c.names[id] = name
		return nil
	})
	fs.BoolVar(&c.flags.dry, "n", false, "say what would be added, and add nothing")
}

func (i *verifyImport) run(ctx context.Context, files []string) error {
	f, env := &i.flags, i.env
	if err := f.resolveStored(); err != nil {
		return err
	}
	if len(files) == 0 {
		return misuse("verify import takes files of decisions: want at least one")
	}
	o := exchange.ImportOptions{Names: i.names, Now: env.Now()}
	var entries []exchange.ImportedDecision
	var faults []error
	c := &importCounts{out: env.Stdout}
	for _, name := range files {
		read, err := i.read(name, o)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		entries = append(entries, read.Entries...)
		c.passed += read.Passed
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	if err := f.acceptLost(env.Stderr); err != nil {
		return err
	}
	u, err := openUnderReview(ctx, f)
	if err != nil {
		return err
	}
	defer u.tasks.Close()
	at := map[string]string{} // where each decision is from
	for _, e := range entries {
		at[e.Decision.ID] = e.At
	}
	decisions, left, err := exchange.Complete(u.newEntries(entries, c), func(edit *review.Decision) (digest.Digest, []string, string, error) {
		return u.revise(ctx, env, edit)
	})
	if err != nil {
		return err
	}
	for _, l := range left {
		c.refuse(l.At, errors.New(l.Why))
	}
	add := u.dryAppend()
	if !i.flags.dry && len(decisions) > 0 {
		log, err := u.openLog()
		if err != nil {
			return err
		}
		defer log.Close()
		warnTorn(f.logger(env), logPath(f), log)
		add = log.Append
	}
	for _, d := range decisions {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := u.add(d, at[d.ID], c, add); err != nil {
			return err
		}
	}
	c.print(i.flags.dry)
	if c.refused > 0 {
		return cli.Partial(c.refused)
	}
	return nil
}

// read reads a file in the format that was given or that its name says.
func (i *verifyImport) read(name string, o exchange.ImportOptions) (*exchange.ImportedFile, error) {
	as := i.format.value
	if as == "" {
		as = strings.TrimPrefix(filepath.Ext(name), ".")
	}
	var read func(io.Reader, string, exchange.ImportOptions) (*exchange.ImportedFile, error)
	switch as {
	case "jsonl":
		read = readJSONL
	case "csv":
		read = exchange.ReadCSV
	case "labelstudio":
		read = exchange.ReadLabelStudio
	default:
		return nil, misuse("%s: want -format jsonl, csv or labelstudio for a file of another name than .jsonl or .csv", name)
	}
	f, err := inputfile.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, name, o)
}

// byteOrderMark is what some editors put before UTF-8.
const byteOrderMark = "\ufeff"

// readJSONL reads decisions as a log has them.
func readJSONL(r io.Reader, name string, _ exchange.ImportOptions) (*exchange.ImportedFile, error) {
	i := &exchange.ImportedFile{}
	b := bufio.NewReader(r)
	if start, _ := b.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
		b.Discard(len(byteOrderMark)) // it was peeked at
	}
	var faults []error
	for d, err := range review.ReadDecisions(b, name) {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		i.Entries = append(i.Entries, exchange.ImportedDecision{Decision: d, At: fmt.Sprintf("%s: decision %s", name, d.ID)})
	}
	return i, errors.Join(faults...)
}

// newEntries returns the entries that the log does not have, and counts the others. An entry
// that refers to an edit which the log has refers to the log's edit.
func (u *reviewSet) newEntries(entries []exchange.ImportedDecision, c *importCounts) []exchange.ImportedDecision {
	known := map[string]*review.Decision{}
	for _, d := range u.decisions {
		known[d.ID] = d
	}
	var list []exchange.ImportedDecision
	for _, e := range entries {
		if known[e.Decision.ID] != nil {
			c.repeated++
			continue
		}
		if e.Of != nil && known[e.Of.ID] != nil {
			e.Of = known[e.Of.ID]
		}
		list = append(list, e)
	}
	return list
}

// openLog opens the log that decisions are added to, in a directory that need not be
// there yet; the board gets what was added since it was made.
func (u *reviewSet) openLog() (*review.Log, error) {
	path := logPath(u.f)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	log, err := review.OpenLog(path, u.board.Apply)
	if errors.Is(err, review.ErrLogOpen) {
		return nil, fmt.Errorf("%w: end verify serve first, or import beforehand", err)
	}
	return log, err
}

// dryAppend is [review.Log.Append] on the board alone.
func (u *reviewSet) dryAppend() func(*review.Decision, func() error) error {
	seen := map[string]bool{}
	return func(d *review.Decision, admit func() error) error {
		if seen[d.ID] {
			return review.ErrRepeated
		}
		if err := admit(); err != nil {
			return err
		}
		seen[d.ID] = true
		u.board.Apply(d)
		return nil
	}
}

// add adds one decision, and counts it. The error is for a log that cannot be written.
func (u *reviewSet) add(d *review.Decision, at string, c *importCounts, add func(*review.Decision, func() error) error) error {
	var refusal error
	stale := false
	err := add(d, func() error {
		refusal = u.board.Admit(d)
		if stale = errors.Is(refusal, review.ErrStale); stale {
			refusal = nil // it is part of the history
		}
		return refusal
	})
	switch {
	case errors.Is(err, review.ErrRepeated):
		c.repeated++
	case err != nil && refusal == nil:
		return err
	case err != nil:
		c.refuse(at, refusal)
	default:
		c.added++
		if stale {
			c.stale++
		}
	}
	return nil
}

// importCounts counts what became of the decisions.
type importCounts struct {
	out                                     io.Writer
	added, stale, repeated, refused, passed int
}

// refuse says why a decision is not added.
func (c *importCounts) refuse(at string, why error) {
	c.refused++
	fmt.Fprintf(c.out, "%s: %v\n", at, why)
}

func (c *importCounts) print(dry bool) {
	verb := "added"
	if dry {
		verb = "would be added"
	}
	fmt.Fprintf(c.out, "%d %s, of which %d are outdated; %d were there already, %d not taken, %d passed over\n", c.added, verb, c.stale, c.repeated, c.refused, c.passed)
}
