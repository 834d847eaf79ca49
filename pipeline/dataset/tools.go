package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// ToolDescription is a tool that tasks are solved with.
type ToolDescription struct {
	// Name is what a call names it by.
	Name string
	// Kind says what it does: "lookup", "retriever", "arithmetic", "finish".
	Kind string
	// Returns says how much a lookup gives: "one" row, "many", a "field"; "" for any
	// other tool.
	Returns string
	// Descriptions are what an agent reads, by language.
	Descriptions map[string]string
	// Functions are OpenAI function definitions, by language; the languages are those of
	// Descriptions.
	Functions map[string]json.RawMessage
}

// finishing is the kind of a tool that gives the answer and ends a trial.
const finishing = "finish"

// functionName is what OpenAI takes for the name of a function.
var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// unschooled reports every tool that cannot be written.
func unschooled(tools []ToolDescription) error {
	var faults []error
	for _, t := range tools {
		if len(t.Functions) == 0 {
			faults = append(faults, fmt.Errorf("tool %q: it has no function definition", t.Name))
		}
		if !functionName.MatchString(t.Name) {
			faults = append(faults, fmt.Errorf("tool %q: want a name of 1 to 64 letters, digits, hyphens and underscores", t.Name))
		}
		for lang, f := range t.Functions {
			if !json.Valid(f) {
				faults = append(faults, fmt.Errorf("tool %q: its function in language %q is no JSON", t.Name, lang))
			}
		}
	}
	return errors.Join(faults...)
}

// toolRow is a tool in one language as a row.
type toolRow struct {
	Name        string `parquet:"name"`
	Language    string `parquet:"language"`
	Kind        string `parquet:"kind"`
	Returns     string `parquet:"returns"`
	Description string `parquet:"description"`
	Function    string `parquet:"function"`
}

func toolColumns() []column {
	return []column{
		{name: "name", doc: "What a call names the tool by."},
		{name: "language", doc: "Language of description and function."},
		{name: "kind", doc: "What the tool does: lookup, retriever, arithmetic, or finish, which gives the answer."},
		{name: "returns", doc: "How much a lookup gives: one row, many, or a field; empty for any other kind."},
		{name: "description", doc: "What an agent reads."},
		{name: "function", doc: "OpenAI function definition.", json: true},
	}
}

// WriteTools writes tools as a Parquet file, a row for each and each of its languages,
// sorted, tools in the given order.
func WriteTools(w io.Writer, tools []ToolDescription) error {
	var rows []toolRow
	for _, t := range tools {
		for _, lang := range slices.Sorted(maps.Keys(t.Functions)) {
			rows = append(rows, toolRow{t.Name, lang, t.Kind, t.Returns, t.Descriptions[lang], string(t.Functions[lang])})
		}
	}
	return writeRecords(w, "toolRow", rows)
}

// writeRecords writes records as a Parquet file. The name of the schema is part of the
// bytes, so it does not follow the name of the Go type.
func writeRecords[T any](w io.Writer, schema string, rows []T) error {
	p := parquet.NewGenericWriter[T](w,
		parquet.NewSchema(schema, parquet.SchemaOf(new(T))),
		parquet.CreatedBy("taskgrove", "1", "0"), // the library's own version would change the bytes
		parquet.Compression(&parquet.Snappy),     // the one compression every reader has
		parquet.MaxRowsPerRowGroup(groupRows))
	if _, err := p.Write(rows); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	if err := p.Close(); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

// WriteFunctions writes the tools' OpenAI function definitions as a JSON list, in the
// language of the first task: what a request has as its tools. A tool that has none in
// that language has that of its first language. The tool that ends a trial is left out:
// who answers in a message has no need of it.
func WriteFunctions(w io.Writer, r *Release) error {
	list := []json.RawMessage{}
	for _, t := range r.working() {
		list = append(list, t.function(r.Tasks[0].Language))
	}
	return writeJSON(w, list)
}

// working returns the tools that do something else than end a trial.
func (r *Release) working() (tools []*ToolDescription) {
	for i := range r.Tools {
		if t := &r.Tools[i]; t.Kind != finishing {
			tools = append(tools, t)
		}
	}
	return tools
}

// function returns the definition in the language, or in the first there is.
func (t *ToolDescription) function(lang string) json.RawMessage {
	if f, ok := t.Functions[lang]; ok {
		return f
	}
	return t.Functions[slices.Min(slices.Collect(maps.Keys(t.Functions)))]
}
