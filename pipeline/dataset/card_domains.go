package dataset

import "fmt"

// A DomainCount says what a release over the tables of several domains has of one.
type DomainCount struct {
	Name   string // of the domain
	Doc    string // what its tables are; it may be empty
	Tables int    // tables and passage corpora
	Rows   int    // of those
	Tools  int    // lookups and retrievers that are its own
	Tasks  int    // tasks that call one of them
}

// writeDomains writes what tables, tools and tasks each of several domains has.
func (c *card) writeDomains() {
	if len(c.r.Domains) == 0 {
		return
	}
	c.printf("### Domains\n\nTasks are of one domain each, and agents have the tools of all: those of the other domains are no use for a question.\n\n")
	var rows [][]string
	for _, d := range c.r.Domains {
		rows = append(rows, []string{d.Name, d.Doc, fmt.Sprint(d.Tables), fmt.Sprint(d.Rows), fmt.Sprint(d.Tools), fmt.Sprint(d.Tasks)})
	}
	c.table([]string{"domain", "what it holds", "tables", "rows", "lookups and retrievers", "tasks"}, rows)
}
