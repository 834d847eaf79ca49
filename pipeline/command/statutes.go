package command

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Tables of law: of domains over statutes, and of those over cases, which have articles alone in
// place of provisions.
const (
	provisionTable = "Provision"
	articleTable   = "Article"
	versionTable   = "Version"
	caseTable      = "Case"
)

// statutesOf returns what a world's tables say of law, by which answers are measured and tasks
// grouped; nil if no task asks for law. Tables and columns that are missing say nothing.
func statutesOf(c *corpus.Corpus, tasks []*task.Task) (*recall.Statutes, error) {
	if !slices.ContainsFunc(tasks, asksForLaw) {
		return nil, nil
	}
	s := &recall.Statutes{Articles: map[recall.VersionedArticle]bool{}, Decided: decisionDays(c)}
	for row := range rowsOf(c, versionTable, "law", "version", "in_force", "until", "next") {
		s.Versions = append(s.Versions, versionInterval(row("law"), row("version"), row("in_force"), row("until"), row("next")))
	}
	for _, table := range []string{provisionTable, articleTable} {
		for row := range rowsOf(c, table, "version", "article") {
			s.Articles[recall.VersionedArticle{Version: row("version"), Article: row("article")}] = true
		}
	}
	var entries []wording.CitableEntry
	for row := range rowsOf(c, provisionTable, "id", "law", "version", "text") {
		newest := s.NewestVersion(row("law"))
		entries = append(entries, wording.CitableEntry{
			ID: row("id"), Law: row("law"), Version: row("version"), Newest: newest != nil && newest.Version == row("version"), Text: row("text"),
			Article: row("article"), Paragraph: row("paragraph"), Item: row("item"), Subitem: row("subitem"),
		})
	}
	if entries == nil {
		return s, nil
	}
	var err error
	s.Provisions, err = wording.NewIndex(entries)
	return s, err
}

// versionInterval returns the interval of a version as a row of the table of versions has it.
func versionInterval(law, version, inForce, until, next string) caselaw.VersionInterval {
	return caselaw.VersionInterval{Law: law, Version: version, InForce: inForce, Until: until, Last: next == ""}
}

// asksForLaw reports whether a task asks for a provision, its text or its new number, a version of
// a law, or the grounds of a decision.
func asksForLaw(t *task.Task) bool {
	_, recited := task.RecitedText(t)
	_, located := task.LocatedProvision(t)
	return located || recited || slices.Contains([]string{task.InForce, task.Renumbered, task.Governing, task.Case}, t.Family)
}

// decisionDays returns the day of decision of each case by its reasoning, without reasonings that
// cases of several days have.
func decisionDays(c *corpus.Corpus) map[string]string {
	days := map[string]string{}
	for row := range rowsOf(c, caseTable, "reasoning", "decided") {
		if day, again := days[row("reasoning")]; again && day != row("decided") {
			days[row("reasoning")] = ""
			continue
		}
		days[row("reasoning")] = row("decided")
	}
	return days
}

// rowsOf yields the rows of a table, each as a function that returns the text of the cell in a
// column, "" without one. There are none if the table or one of the columns is missing.
func rowsOf(c *corpus.Corpus, table string, columns ...string) func(yield func(func(string) string) bool) {
	return func(yield func(func(string) string) bool) {
		t := c.Table(table)
		if t == nil || slices.ContainsFunc(columns, func(name string) bool { return t.Column(name) < 0 }) {
			return
		}
		for i := range t.Len() {
			cell := func(name string) string {
				if column := t.Column(name); column >= 0 {
					return t.Cell(i, column).Text()
				}
				return ""
			}
			if !yield(cell) {
				return
			}
		}
	}
}
