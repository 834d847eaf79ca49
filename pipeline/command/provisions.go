package command

import (
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// provisionTable is the table of provisions of domains over statutes.
const provisionTable = "Provision"

// provisionIndex returns the index of a world's provisions, by which recited texts are
// classified and tasks grouped; nil if no task asks for a provision or its text, or if the world has no table of provisions.
func provisionIndex(w *world, tasks []*task.Task) (*wording.EntryIndex, error) {
	for _, t := range tasks {
		_, recited := task.RecitedText(t)
		if _, located := task.LocatedProvision(t); located || recited {
			return indexProvisions(w.corpus.Table(provisionTable))
		}
	}
	return nil, nil
}

// indexProvisions returns the index of a table of provisions; nil without the table or one
// of its columns id, law, version and text.
func indexProvisions(t *corpus.Table) (*wording.EntryIndex, error) {
	if t == nil {
		return nil, nil
	}
	columns := map[string]int{}
	for _, name := range []string{"id", "law", "version", "text", "article", "paragraph", "item", "subitem"} {
		columns[name] = t.Column(name)
	}
	for _, name := range []string{"id", "law", "version", "text"} {
		if columns[name] < 0 {
			return nil, nil
		}
	}
	entries := make([]wording.CitableEntry, t.Len())
	for row := range entries {
		text := func(name string) string {
			if columns[name] < 0 {
				return ""
			}
			return t.Cell(row, columns[name]).Text()
		}
		entries[row] = wording.CitableEntry{
			ID: text("id"), Law: text("law"), Version: text("version"), Text: text("text"),
			Article: text("article"), Paragraph: text("paragraph"), Item: text("item"), Subitem: text("subitem"),
		}
	}
	return wording.NewIndex(entries)
}
