package command

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// domainDraft has the flags with which plantree drafts a domain from tables, or checks one, and
// does nothing else.
type domainDraft struct {
	from  string // the directory or file of tables, or the database
	to    string // the directory of the domain
	check string // the domain to check
	serve string // the address of the page; "" for none

	public    string   // the URL that people reach the page under; "" for the address of serve
	publicURL *url.URL // nil for ""

	model     string // that is asked for words; "" for none
	endpoints modelFlags
}

func (x *domainDraft) declare(fs *cli.Flags) {
	fs.StringVar(&x.from, "infer", "", "draft a domain from the tables of a `directory`, of one file or of a database by its SQLite file or URL, and do nothing else")
	fs.StringVar(&x.to, "to", "", "`directory` for the domain of -infer; it must not exist, unless -serve goes on with a draft")
	fs.StringVar(&x.serve, "serve", "", "serve the page on which people accept or correct the draft of -infer, at an `address` such as 127.0.0.1:7330; one that others can reach needs a token, which is printed")
	fs.StringVar(&x.public, "public", "", "`URL` under which people reach the page of -serve, if a proxy stands before it or -serve names no single address")
	fs.StringVar(&x.model, "model", "", "`model` that is asked for labels, phrases, descriptions, other words and sense of -infer, over any server in OpenAI's format; it sees names, no cells")
	x.endpoints.declare(fs)
	fs.StringVar(&x.check, "check", "", "check the `domain` of a directory, or a shipped one, and do nothing else")
}

// inferFlags are the flags that -infer and -check allow.
var inferFlags = []string{"infer", "to", "check", "lang", "v", "serve", "public", "corpus-password-env", "max-dropped", "model", "endpoint", "max-cost", "max-tokens", "prices"}

// requested reports whether the flags ask for a draft or a check. The error is for flags that do
// not go together.
func (x *domainDraft) requested(f *flags) (bool, error) {
	given, idle := f.givenBeside(inferFlags)
	switch {
	case given["check"] && given["infer"]:
		return false, misuse("-check and -infer are two commands: give one of them")
	case given["check"] && x.check == "":
		return false, misuse("-check must not be empty: want a directory or the name of a shipped domain")
	case given["check"] && given["lang"]:
		return false, misuse("-check checks every language of a domain: -lang has no part in it")
	case given["to"] && !given["infer"]:
		return false, misuse("-to is the directory of -infer, which is not given")
	case given["serve"] && !given["infer"]:
		return false, misuse("-serve is the page of -infer, which is not given")
	case given["model"] && !given["infer"]:
		return false, misuse("-model is asked about the draft of -infer, which is not given")
	case !given["model"] && (given["endpoint"] || given["max-cost"] || given["max-tokens"] || given["prices"]):
		return false, misuse("-endpoint, -max-cost, -max-tokens and -prices are of -model, which is not given")
	case given["model"] && x.model == "":
		return false, misuse("-model must not be empty: want the name of a model")
	case given["public"] && !given["serve"]:
		return false, misuse("-public is for the page of -serve, which is not given")
	case given["infer"] && (x.from == "" || x.to == ""):
		return false, misuse("-infer wants a directory of tables or a database, and -to a directory for the domain")
	case given["infer"] && f.lossFault() != "":
		return false, misuse("%s", f.lossFault())
	case (given["infer"] || given["check"]) && idle != "":
		return false, misuse("-infer and -check do nothing else: -%s has no part in them", idle)
	}
	if given["serve"] {
		if err := checkAddress("-serve", x.serve, "127.0.0.1:7330"); err != nil {
			return false, err
		}
		var err error
		if x.publicURL, err = publicURL("-serve", x.serve, x.public); err != nil {
			return false, err
		}
	}
	if err := x.endpoints.resolve(); err != nil {
		return false, err
	}
	return given["infer"] || given["check"], x.endpoints.checkKeys(given["model"], false)
}

// perform drafts or checks.
func (x *domainDraft) perform(ctx context.Context, env cli.Env, f *flags) error {
	if x.check != "" {
		return x.checkDomain(env)
	}
	lang := ""
	if f.given()["lang"] {
		lang = f.Language
	}
	_, err := os.Lstat(x.to)
	exists := err == nil
	if exists && x.serve == "" && x.model == "" {
		return fmt.Errorf("%s exists: want a directory that does not, so that nothing of yours is replaced", x.to)
	}
	tables, lost, err := x.read(ctx, env, f)
	if err != nil {
		return err
	}
	d := &draftDir{dir: x.to, tables: tables, record: draftRecord{Name: domainName(x.to), Language: lang}}
	if exists {
		if err := d.open(); err != nil {
			return err
		}
	} else if err := d.create(); err != nil {
		return err
	}
	if x.model != "" {
		if err := x.adviseDraft(ctx, env, d, f.logger(env)); err != nil {
			return err
		}
	}
	if err := printDraft(env.Stdout, d.draft, x.from, x.to); err != nil {
		return err
	}
	if x.serve != "" {
		return x.servePage(ctx, env, f, d)
	}
	if lost == 0 {
		return nil
	}
	return cli.Partial(lost)
}

// read reads the tables of the directory or database.
func (x *domainDraft) read(ctx context.Context, env cli.Env, f *flags) ([]infer.Table, int, error) {
	if err := f.credentials.take(&x.from); err != nil {
		return nil, 0, err
	}
	if err := f.credentials.complete(env, x.from); err != nil {
		return nil, 0, err
	}
	db, err := database.Find(x.from)
	switch {
	case err != nil:
		return nil, 0, err
	case db != nil:
		return databaseTables(ctx, db.WithPassword(f.credentials.password), f.logger(env), env.Stderr, f.MaxDropped)
	}
	return rawTables(ctx, x.from, env.Stderr, f.MaxDropped)
}

// checkDomain prints every fault of a domain.
func (x *domainDraft) checkDomain(env cli.Env) error {
	d, err := domain.Open(x.check)
	if err != nil {
		return err
	}
	lookups := 0
	for _, t := range d.Tools {
		if t.Kind == domain.Lookup {
			lookups++
		}
	}
	_, err = fmt.Fprintf(env.Stdout, "domain %s holds: %d tables, %d entity types, %d lookups, in %s\n", d.Name, len(d.Tables), len(d.Entities), lookups, strings.Join(d.Languages, " and "))
	return err
}

// rawTables reads the tables of a directory, or of one file, without a declaration. Lost is the
// number of rows, columns and whole files that cannot be read, beyond a share in percent of each table.
func rawTables(ctx context.Context, dir string, warn io.Writer, percent float64) (tables []infer.Table, lost int, err error) {
	c, report, err := corpus.LoadRaw(ctx, dir)
	if err != nil {
		return nil, 0, err
	}
	for _, problem := range report.Problems() {
		fmt.Fprintln(warn, problem)
	}
	var funnel run.Funnel
	fillCorpusFunnel(&funnel, report, percent)
	lost = (&run.RunReport{Stages: []run.StageOutcome{{Funnel: funnel}}}).Failed()
	for i, spec := range c.Domain().Tables {
		t, read := c.Table(spec.Name), &report.Tables[i]
		if spec.Columns != nil && read.Rows == 0 && read.Problem != "" {
			lost-- // columns alone are a table that is empty
		}
		raw := infer.Table{Name: spec.Name, Rows: t.Len(), Problem: read.Problem}
		if raw.Rows > 0 {
			raw.Problem = "" // what was lost is a warning
		}
		for col := range spec.Columns {
			raw.Columns = append(raw.Columns, infer.RawColumn{
				Name: spec.Columns[col].Name,
				Cells: func(yield func(string, int) bool) {
					for cell, n := range t.Cells(col) {
						if !yield(cell.Text(), n) {
							return
						}
					}
				},
				At: func(row int) string { return corpus.Cell{Source: t.Source(row, col)}.Text() },
			})
		}
		tables = append(tables, raw)
	}
	return tables, lost, nil
}

// domainName makes the name of a domain of that of its directory.
func domainName(dir string) string {
	name := notInNames.ReplaceAllString(strings.ToLower(filepath.Base(filepath.Clean(dir))), "-")
	if name = strings.Trim(name, "-"); name == "" || name[0] < 'a' {
		return strings.TrimSuffix("tables-"+name, "-")
	}
	return name
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// printDraft prints what was drafted, and what to do next.
func printDraft(w io.Writer, d *infer.DomainDraft, from, to string) error {
	joins, columns, doubts := 0, 0, 0
	for i := range d.Joins {
		if d.Joins[i].Accepted() {
			joins++
		}
	}
	for _, t := range d.Tables {
		if t.LeftOut != "" {
			fmt.Fprintf(w, "left out: table %s: %s\n", t.Table, t.LeftOut)
			continue
		}
		columns += len(t.Columns)
		doubts += len(t.Doubts)
		for _, c := range t.Columns {
			doubts += len(c.Doubts)
		}
	}
	fmt.Fprintf(w, "%s: %d of %d tables, %d columns, %d joins, %d lookups; %d uncertain decisions, marked in domain.yaml and shown in infer.html\n", to, len(d.Domain.Tables), len(d.Tables), columns, joins, d.Lookups(), doubts)
	_, err := fmt.Fprintf(w, "next: plantree -check %s; bench -domain %s -corpus %s -out OUT\n", to, to, from)
	return err
}
