package infer

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// schemaComment names the schema of the file for editors. The schema stands beside it.
const schemaComment = "# yaml-language-server: $schema=domain.schema.json\n"

// Write writes the domain as YAML. Comments say what is uncertain, and why.
func (d *DomainDraft) Write(w io.Writer) error {
	y := &yamlWriter{}
	dom := d.Domain
	y.line("%s# A domain drafted from tables. Lines with \"uncertain\" want your judgement: change what is", schemaComment)
	y.line("# wrong and delete the comment. infer.html shows the evidence of every column and join.")
	y.line("name: %s", scalar(dom.Name))
	y.line("title: %s", textOf(dom.Title))
	y.line("languages: %s", list(dom.Languages))
	if len(dom.Sentinels) > 0 {
		y.line("sentinels: %s", list(dom.Sentinels))
	}
	y.line("")
	y.line("entities:")
	for _, e := range dom.Entities {
		f := fields{{"name", scalar(e.Name)}, {"label", textOf(e.Label)}, {"denotes", textOf(e.Denotes)}, {"named", string(e.Named)}}
		y.line("  - {%s}", f)
	}
	y.line("")
	y.line("tables:")
	for _, f := range d.Tables {
		if f.LeftOut != "" {
			y.comment("  ", "left out: table %s: %s", f.Table, f.LeftOut)
		}
	}
	for i := range dom.Tables {
		d.writeTable(y, &dom.Tables[i])
	}
	y.line("tools:")
	for i := range dom.Tools {
		y.tool(&dom.Tools[i])
	}
	y.line("")
	y.line("replies:")
	y.line("  missing: %s", scalar(dom.Replies.Missing))
	y.line("  columns: %s", scalar(dom.Replies.Columns))
	y.line("  arguments: %s", scalar(dom.Replies.Arguments))
	y.line("  failed:")
	for _, op := range slices.Sorted(maps.Keys(dom.Replies.Failed)) {
		y.line("    %s: %s", op, scalar(dom.Replies.Failed[op]))
	}
	_, err := io.WriteString(w, y.b.String())
	return err
}

func (d *DomainDraft) writeTable(y *yamlWriter, t *domain.Table) {
	at := slices.IndexFunc(d.Tables, func(f TableFinding) bool { return f.Table == t.Name })
	f := &d.Tables[at]
	for _, doubt := range f.Doubts {
		y.comment("  ", "uncertain: %s", doubt)
	}
	y.line("  - name: %s", scalar(t.Name))
	y.line("    label: %s", textOf(t.Label))
	y.line("    row: %s", textOf(t.Row))
	y.line("    measure: %s", textOf(t.Measure))
	if t.Keys != nil {
		y.line("    key: %s", list(t.Keys))
	} else {
		y.line("    key: %s", scalar(t.Key))
	}
	if t.Names != "" {
		y.line("    names: %s", scalar(t.Names))
	}
	y.line("    columns:")
	for i := range t.Columns {
		c := &t.Columns[i]
		column := slices.IndexFunc(f.Columns, func(f ColumnFinding) bool { return f.Column == c.Name })
		for _, doubt := range f.Columns[column].Doubts {
			y.comment("      ", "uncertain: %s", doubt)
		}
		l := fields{{"name", scalar(c.Name)}, {"label", textOf(c.Label)}, {"entity", scalar(c.Entity)}, {"kind", string(c.Kind)}, {"unit", scalar(c.Unit)}, {"day_order", string(c.DayOrder)}, {"measure", textOf(c.Measure)}, {"sense", string(c.Sense)}, {"asked", string(c.Asked)}}
		if c.Parts != nil {
			l = append(l, [2]string{"parts", list(c.Parts)})
		}
		if c.Sentinels != nil {
			l = append(l, [2]string{"sentinels", list(c.Sentinels)})
		}
		if c.Separators != nil {
			l = append(l, [2]string{"separators", list(c.Separators)})
		}
		y.line("      - {%s}", l)
	}
	y.line("")
}

// yamlWriter collects lines.
type yamlWriter struct{ b strings.Builder }

func (y *yamlWriter) line(format string, args ...any) { fmt.Fprintf(&y.b, format+"\n", args...) }

// comment writes a text, which may be anybody's, as a comment of one line.
func (y *yamlWriter) comment(indent, format string, args ...any) {
	y.line("%s# %s", indent, inert(fmt.Sprintf(format, args...)))
}

// inert returns a text without characters that act on what stands around it.
func inert(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, text)
}

func (y *yamlWriter) tool(t *domain.Tool) {
	y.line("  - name: %s", t.Name)
	y.line("    kind: %s", t.Kind)
	if t.Table != "" {
		y.line("    table: %s", scalar(t.Table))
		y.line("    returns: %s", t.Returns)
		y.line("    phrase: %s", textOf(t.Phrase))
		if t.Plural {
			y.line("    plural: true")
		}
		if t.Linked != "" {
			y.line("    linked: %s", scalar(t.Linked))
		}
	}
	if t.Operation != "" {
		y.line("    operation: %s", t.Operation)
	}
	y.line("    description: %s", textOf(t.Description))
	y.line("    inputs:")
	for _, in := range t.Inputs {
		optional := ""
		if in.Optional {
			optional = "true"
		}
		y.line("      - {%s}", fields{{"name", in.Name}, {"type", string(in.Type)}, {"optional", optional}, {"description", textOf(in.Description)}})
	}
	if t.Match != nil {
		y.line("    match:")
		for _, m := range t.Match {
			y.line("      - {columns: %s, inputs: %s}", list(m.Columns), list(m.Inputs))
		}
	}
}

// fields are the members of a mapping in one line; those without a value are left out.
type fields [][2]string

func (f fields) String() string {
	var parts []string
	for _, m := range f {
		if m[1] != "" {
			parts = append(parts, m[0]+": "+m[1])
		}
	}
	return strings.Join(parts, ", ")
}

// plain is a text that YAML reads as that text without quotes, in flow context too.
var plain = regexp.MustCompile(`^[\p{Han}A-Za-z][\p{Han}A-Za-z0-9_ .()（）-]*$`)

// scalar returns a text as a YAML scalar; "" for the empty text.
func scalar(text string) string {
	switch {
	case text == "":
		return ""
	case plain.MatchString(text) && !strings.HasSuffix(text, " ") && !slices.Contains([]string{"null", "true", "false", "yes", "no", "on", "off", "y", "n"}, strings.ToLower(text)):
		return text
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("infer: a text has no JSON: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func list(texts []string) string {
	var parts []string
	for _, t := range texts {
		parts = append(parts, scalar(t))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func textOf(t domain.Text) string {
	if t == nil {
		return ""
	}
	var parts []string
	for _, lang := range slices.Sorted(maps.Keys(t)) {
		parts = append(parts, lang+": "+scalar(t[lang]))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
