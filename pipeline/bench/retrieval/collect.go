package retrieval

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// collector makes collections of the tasks and texts of a corpus.
type collector struct {
	domain  *domain.Domain
	corpus  *corpus.Corpus
	tasks   []*task.Task
	cluster func(*task.Task) string
	library map[string]*library // by the name of passages
}

// library is the passages of a domain with their names.
type library struct {
	spec     *domain.Passages
	texts    []string
	names    []string
	headings []domain.Heading // those with different names, in the order of the passages
	has      map[string]bool  // names
}

// Collect returns the collections that have queries, by source and then in the order of the domain's
// passages. Tasks without a question count with their drafts; unanswerable twins are left out.
// Cluster names the cluster of a task. Statutes may be nil.
func Collect(c *corpus.Corpus, tasks []*task.Task, statutes *recall.Statutes, cluster func(*task.Task) string) (all []Collection) {
	o := &collector{domain: c.Domain(), corpus: c, cluster: cluster, library: map[string]*library{}}
	o.tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return t.Twin != nil })
	for i := range o.domain.Passages {
		p := &o.domain.Passages[i]
		if p.Reference != nil && o.isSearched(p.Name) {
			o.library[p.Name] = newLibrary(p, c.Passages(p.Name))
		}
	}
	for _, of := range []struct {
		source  QuerySource
		queries func(*library) []Query
	}{{Plans, o.plans}, {Writing, o.writing}, {Texts, o.cited}} {
		for i := range o.domain.Passages {
			l := o.library[o.domain.Passages[i].Name]
			if l == nil {
				continue
			}
			if queries := of.queries(l); queries != nil {
				all = append(all, Collection{Passages: l.spec.Name, Source: of.source, Texts: l.texts, Names: l.names, Queries: queries})
			}
		}
	}
	return append(all, o.provisions(statutes)...)
}

// isSearched reports whether a retriever of the domain searches the passages.
func (o *collector) isSearched(passages string) bool {
	return slices.ContainsFunc(o.domain.Tools, func(t domain.Tool) bool { return t.Kind == domain.Retriever && t.Passages == passages })
}

func newLibrary(p *domain.Passages, texts []string) *library {
	l := &library{spec: p, texts: texts, names: make([]string, len(texts)), has: map[string]bool{}}
	read := p.Reference.Reader()
	for i, text := range texts {
		h, ok := read(text)
		if !ok {
			continue
		}
		l.names[i] = h.Name()
		if !l.has[l.names[i]] {
			l.has[l.names[i]] = true
			l.headings = append(l.headings, h)
		}
	}
	return l
}

// cites returns the names of the library that a text cites. Passages that discuss others are cited
// as these are.
func (o *collector) cites(l *library, text string) (names []string) {
	spec := l.spec
	if of := o.domain.Passage(spec.Reference.Of); of != nil {
		spec = of
	}
	add := func(name string) {
		if l.has[name] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch r := spec.Reference; {
	case r == nil || r.Cited == "":
	case r.List != "":
		cited, _ := r.CitationReader()(text)
		for _, h := range cited {
			add(h.Name())
		}
	default:
		for _, h := range l.headings {
			if h.Cited(text) {
				add(h.Name())
			}
		}
	}
	return names
}

// plans returns the queries of plans that search the library and take names from what is found.
func (o *collector) plans(l *library) (queries []Query) {
	for _, t := range o.tasks {
		if t.Plan == nil {
			continue
		}
		for i := range t.Steps {
			s := &t.Steps[i]
			spec := o.domain.Tool(s.Tool)
			if s.Op != "retrieve" || spec == nil || spec.Passages != l.spec.Name {
				continue
			}
			if needed := o.citedFrom(l, t, s.Node); needed != nil {
				queries = append(queries, Query{Cluster: o.cluster(t), Text: queryOf(spec, s.Arguments), Needed: each(needed)})
			}
		}
	}
	return queries
}

// each returns names for which no others will do.
func each(names []string) (needed [][]string) {
	for _, name := range names {
		needed = append(needed, []string{name})
	}
	return needed
}

// queryOf returns the query of a retriever's call: its first text.
func queryOf(spec *domain.Tool, arguments json.RawMessage) string {
	var args map[string]any
	if json.Unmarshal(arguments, &args) != nil {
		return ""
	}
	for _, in := range spec.Inputs {
		if text, ok := args[in.Name].(string); ok && in.Type == domain.InputString {
			return text
		}
	}
	return ""
}

// citedFrom returns what a task takes from the passages that a node finds.
func (o *collector) citedFrom(l *library, t *task.Task, node string) (needed []string) {
	add := func(names []string) {
		for _, name := range names {
			if l.has[name] && !slices.Contains(needed, name) {
				needed = append(needed, name)
			}
		}
	}
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		cite, ok := n.Do.(*plan.Cite)
		switch {
		case !ok || len(n.From) == 0 || n.From[0] != node:
		case cite.Which == domain.CiteAll && len(n.From) > 1:
			add(o.cites(l, strings.Join(selectedBy(t, n.From[1]), "\n")))
		case cite.Which != domain.CiteAll:
			add(selectedBy(t, n.Name))
		}
	}
	return needed
}

// selectedBy returns what a node of a task's plan selected.
func selectedBy(t *task.Task, node string) (texts []string) {
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Node == node {
			texts = append(texts, s.Selected...)
		}
	}
	return texts
}

// searches reports whether a task's plan searches the library.
func (o *collector) searches(t *task.Task, l *library) bool {
	return slices.ContainsFunc(t.Steps, func(s plan.Step) bool {
		spec := o.domain.Tool(s.Tool)
		return s.Op == "retrieve" && spec != nil && spec.Passages == l.spec.Name
	})
}

// writing returns the queries of texts to write whose plans do not search the library.
func (o *collector) writing(l *library) (queries []Query) {
	for _, t := range o.tasks {
		if t.Family != task.Writing || o.searches(t, l) {
			continue
		}
		question := task.CurrentQuestion(t)
		given := o.cites(l, question)
		needed := slices.DeleteFunc(o.citedIn(l, t), func(names []string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(given, name) })
		})
		if len(needed) > 0 {
			queries = append(queries, Query{Cluster: o.cluster(t), Text: question, Needed: needed})
		}
	}
	return queries
}

// citedIn returns what a text to write cites: of each keyword the names that it takes, then the others of
// the reference.
func (o *collector) citedIn(l *library, t *task.Task) (needed [][]string) {
	for _, v := range t.AnswerValues {
		if names := o.cites(l, strings.Join(append([]string{v.Text}, v.Aliases...), "\n")); names != nil {
			needed = append(needed, names)
		}
	}
	for _, name := range o.cites(l, t.Answer) {
		if !slices.ContainsFunc(needed, func(names []string) bool { return slices.Contains(names, name) }) {
			needed = append(needed, []string{name})
		}
	}
	return needed
}

// cited returns the queries of texts of tables, each different text once. A text is its own cluster.
func (o *collector) cited(l *library) (queries []Query) {
	for i := range o.domain.Tables {
		table := o.corpus.Table(o.domain.Tables[i].Name)
		if table == nil {
			continue
		}
		for j := range o.domain.Tables[i].Columns {
			c := &o.domain.Tables[i].Columns[j]
			if c.Cites == "" || c.Cites != l.spec.Name && c.Cites != l.spec.Reference.Of {
				continue
			}
			citation := regexp.MustCompile(o.domain.Passage(c.Cites).Reference.ListExpression())
			seen := map[string]bool{}
			for row := range table.Len() {
				text := value.Unquote(table.Source(row, table.Column(c.Name)))
				query := citation.ReplaceAllString(text, "")
				if needed := o.cites(l, text); needed != nil && !seen[query] {
					seen[query] = true
					queries = append(queries, Query{Cluster: query, Text: query, Needed: each(needed)})
				}
			}
		}
	}
	return queries
}

// provisions returns the collections of all provisions with the queries of tasks about one of them.
// Provisions of one wording have one name: their text.
func (o *collector) provisions(statutes *recall.Statutes) (all []Collection) {
	if statutes == nil || statutes.Provisions == nil {
		return nil
	}
	of := map[QuerySource][]Query{}
	for _, t := range o.tasks {
		if e := statutes.EntryOf(t); e != nil {
			source := Named
			if _, ok := task.LocatedProvision(t); ok {
				source = Located
			}
			of[source] = append(of[source], Query{Cluster: o.cluster(t), Text: task.CurrentQuestion(t), Needed: [][]string{{e.Text}}})
		}
	}
	var texts, names []string
	entries := statutes.Provisions.Entries()
	for i := range entries {
		texts, names = append(texts, provisionText(&entries[i])), append(names, entries[i].Text)
	}
	for _, source := range []QuerySource{Located, Named} {
		if of[source] != nil {
			all = append(all, Collection{Passages: "Provision", Source: source, Texts: texts, Names: names, Queries: of[source]})
		}
	}
	return all
}

// provisionText returns a provision as a passage: its law and version, its number and its text.
func provisionText(e *wording.CitableEntry) string {
	law := e.Law
	if strings.Contains(e.Version, e.Law) {
		law = e.Version
	}
	return strings.Join([]string{law, e.Article, e.Paragraph, e.Item, e.Subitem, e.Text}, " ")
}
