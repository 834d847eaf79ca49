package command

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/exchange"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// importing is what the flags of verify import say.
type importing struct {
	as    word
	names map[string]string
}

func (i *importing) declare(f *flag.FlagSet, dry *bool) {
	i.as.of = []string{"jsonl", "csv", "labelstudio"}
	i.names = map[string]string{}
	f.Var(&i.as, "format", "`format` of the files; by their names where none is given: .jsonl or .csv")
	f.Func("as", "`ID=NAME`: whom another tool calls ID has this name; can be given again", func(s string) error {
		id, name, ok := strings.Cut(s, "=")
		if !ok || id == "" || name == "" {
			return fmt.Errorf("%q: want ID=NAME", s)
		}
		i.names[id] = name
		return nil
	})
	f.BoolVar(dry, "n", false, "say what would be added, and add nothing")
}

// verifyImport adds the decisions of files to the log. Every file is read and judged
// before the first decision is added.
func verifyImport(ctx context.Context, env cli.Env, args []string) error {
	var i importing
	dry := false
	f, files, err := parseWord("import", args, func(set *flag.FlagSet) { i.declare(set, &dry) })
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return misuse("verify import takes files of decisions: want at least one")
	}
	u, err := openUnderReview(ctx, f)
	if err != nil {
		return err
	}
	defer u.tasks.Close()
	o := exchange.Options{Names: i.names, Now: env.Now()}
	var entries []exchange.Entry
	var faults []error
	c := &counted{out: env.Stdout}
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
	at := map[string]string{} // where each decision is from
	for _, e := range entries {
		at[e.Decision.ID] = e.At
	}
	decisions, left, err := exchange.Complete(u.fresh(entries, c), func(edit *review.Decision) (digest.Digest, []string, string, error) {
		return u.revise(ctx, env, edit)
	})
	if err != nil {
		return err
	}
	for _, l := range left {
		c.refuse(l.At, errors.New(l.Why))
	}
	add := u.pretending()
	if !dry && len(decisions) > 0 {
		log, err := u.openLog()
		if err != nil {
			return err
		}
		defer log.Close()
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
	c.print(dry)
	if c.refused > 0 {
		return cli.Partial(c.refused)
	}
	return nil
}

// read reads a file in the format that was given or that its name says.
func (i *importing) read(name string, o exchange.Options) (*exchange.Import, error) {
	as := i.as.value
	if as == "" {
		as = strings.TrimPrefix(filepath.Ext(name), ".")
	}
	var read func(io.Reader, string, exchange.Options) (*exchange.Import, error)
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
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, name, o)
}

// mark is the byte order mark that some editors put before UTF-8.
const mark = "\ufeff"

// readJSONL reads decisions as a log has them.
func readJSONL(r io.Reader, name string, _ exchange.Options) (*exchange.Import, error) {
	i := &exchange.Import{}
	b := bufio.NewReader(r)
	if start, _ := b.Peek(len(mark)); string(start) == mark {
		b.Discard(len(mark)) // it was peeked at
	}
	var faults []error
	for d, err := range review.ReadDecisions(b, name) {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		i.Entries = append(i.Entries, exchange.Entry{Decision: d, At: fmt.Sprintf("%s: decision %s", name, d.ID)})
	}
	return i, errors.Join(faults...)
}

// fresh returns the entries that the log does not have, and counts the others: an edit
// that was taken over before is not made again, and what is on its outcome is on that.
func (u *underReview) fresh(entries []exchange.Entry, c *counted) []exchange.Entry {
	known := map[string]*review.Decision{}
	for _, d := range u.decisions {
		known[d.ID] = d
	}
	var list []exchange.Entry
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
func (u *underReview) openLog() (*review.Log, error) {
	path := filepath.Join(u.f.out, filepath.FromSlash(decisionsFile))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	log, err := review.OpenLog(path, u.board.Apply)
	if errors.Is(err, review.ErrLogOpen) {
		return nil, fmt.Errorf("%w: end verify serve first, or import beforehand", err)
	}
	return log, err
}

// pretending is [review.Log.Append] on the board alone.
func (u *underReview) pretending() func(*review.Decision, func() error) error {
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
func (u *underReview) add(d *review.Decision, at string, c *counted, add func(*review.Decision, func() error) error) error {
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

// counted is what became of decisions that were to be added.
type counted struct {
	out                                     io.Writer
	added, stale, repeated, refused, passed int
}

// refuse says why a decision is not added.
func (c *counted) refuse(at string, why error) {
	c.refused++
	fmt.Fprintf(c.out, "%s: %v\n", at, why)
}

func (c *counted) print(dry bool) {
	verb := "added"
	if dry {
		verb = "would be added"
	}
	fmt.Fprintf(c.out, "%d %s, of which %d are on what has since changed; %d were there already, %d not taken, %d passed over\n", c.added, verb, c.stale, c.repeated, c.refused, c.passed)
}
