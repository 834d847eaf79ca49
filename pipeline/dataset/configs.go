package dataset

import (
	"encoding/json"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/schemas"
)

// config is one file of rows of a release, which Hugging Face calls a configuration
// and Croissant a record set.
type config struct {
	name, file string
	doc        string // says what a row is
	rows       int
	columns    []column
	key        []string    // columns that tell rows apart; nil for none
	splits     []splitFile // nil for one split, test, which is file
}

// splitFile is a split of a configuration.
type splitFile struct {
	split, file string
	rows        int
}

// files returns the splits of a configuration.
func (c *config) files() []splitFile {
	if c.splits == nil {
		return []splitFile{{"test", c.file, c.rows}}
	}
	return c.splits
}

// splitsOf returns the splits of tasks, or of twins; nil if there is but one.
func (r *Release) splitsOf(twins bool) []splitFile {
	if r.Splits == nil {
		return nil
	}
	var list []splitFile
	for _, f := range r.Files() {
		if f.Twins == twins {
			list = append(list, splitFile{f.Split, f.Name, len(f.Tasks)})
		}
	}
	return list
}

// tasksConfig is the name of the configuration of tasks, which is what opens when
// nobody says which.
const tasksConfig = "default"

// configs returns the files of rows that a release has, tables last.
func (r *Release) configs() ([]config, error) {
	cs, err := columns()
	if err != nil {
		return nil, err
	}
	all := []config{{name: tasksConfig, file: TasksFile, doc: "One record a task.", rows: len(r.Tasks), columns: cs, key: []string{"id"}, splits: r.splitsOf(false)}}
	if r.Twins != nil {
		all = append(all, config{name: "twins", file: TwinsFile, doc: "One record an unanswerable twin of a task.", rows: len(r.Twins), columns: cs, key: []string{"id"}, splits: r.splitsOf(true)})
	}
	if r.Reviews != nil {
		all = append(all, config{name: "reviews", file: ReviewsFile, doc: "One record a decision of a reviewer, in the order they were made.", rows: len(r.Reviews), columns: reviewColumns()})
	}
	definitions := 0
	for _, t := range r.Tools {
		definitions += len(t.Functions)
	}
	if !isExam(r) {
		all = append(all, config{name: "tools", file: ToolsFile, doc: "One record a tool and language.", rows: definitions, columns: toolColumns(), key: []string{"name", "language"}})
	}
	for _, t := range r.Tables {
		c := config{name: tableConfig(t.Name), file: TableFile(t.Name), doc: "One record a row of " + t.Name + ".", rows: t.Rows}
		if t.Doc != "" {
			c.doc = t.Doc
		}
		for _, k := range t.Columns {
			c.columns = append(c.columns, column{name: k.Name, doc: k.Doc})
		}
		all = append(all, c)
	}
	return all, nil
}

// column documents one column.
type column struct {
	name, doc string
	list      bool // a list of text; otherwise text
	json      bool // the text is JSON
	number    bool // a number with a fraction; not text
	integer   bool // a whole number; not text
}

// kind names the type of the column's values.
func (k *column) kind() string {
	switch {
	case k.list:
		return "list of text"
	case k.json:
		return "JSON as text"
	case k.number:
		return "number"
	case k.integer:
		return "whole number"
	}
	return "text"
}

// columns documents the columns of the Parquet file, in file order, in the words
// of the schema of tasks.
func columns() ([]column, error) {
	b, err := schemas.FS.ReadFile("task.schema.json")
	if err != nil {
		return nil, err
	}
	var schema struct {
		Properties map[string]struct {
			Description string
			Type        any
			Ref         string `json:"$ref"`
			Enum        []any
		}
	}
	if err := json.Unmarshal(b, &schema); err != nil {
		return nil, fmt.Errorf("task.schema.json: %w", err)
	}
	var cs []column
	for _, name := range task.Columns() {
		p, ok := schema.Properties[name]
		if !ok || p.Description == "" {
			return nil, fmt.Errorf("task.schema.json: property %q: want a description", name)
		}
		c := column{name: name, doc: p.Description}
		c.list = name == "key_answer" || name == "key_middle"
		c.json = !c.list && p.Type != "string" && p.Enum == nil
		cs = append(cs, c)
	}
	return cs, nil
}
