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

// ToolDescription describes a tool that solves tasks.
type ToolDescription struct {
	// Name is the tool's name in calls.
	Name string
	// Kind is the kind of tool: "lookup", "retriever", "arithmetic", "finish".
	Kind string
	// Returns says what a lookup returns: "one" row, "many" rows or a "field"; "" for other
	// kinds.
	Returns string
	// Inputs are the arguments of a call, in order.
	Inputs []ToolArgument
	// Output says in English what a call returns: "one row of CompanyInfo".
	Output string
	// Descriptions are the texts that agents read, by language.
	Descriptions map[string]string
	// Functions are OpenAI function definitions, by the languages of Descriptions.
	Functions map[string]json.RawMessage
}

// description returns the text that agents read, in English if there is one.
func (t *ToolDescription) description() string {
	if text := t.Descriptions["en"]; text != "" {
		return text
	}
	for _, lang := range slices.Sorted(maps.Keys(t.Descriptions)) {
		return t.Descriptions[lang]
	}
	return ""
}

// ToolArgument describes an argument of a tool.
type ToolArgument struct {
	Name     string // as in a call
	Type     string // "string", "number", "columns"
	Optional bool   // a call may omit it
}

// finishKind is the kind of the tool that takes the answer and ends a trial.
const finishKind = "finish"

// functionName matches the function names that OpenAI accepts.
var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// validateTools returns an error that lists every tool that cannot be written.
func validateTools(tools []ToolDescription) error {
	var faults []error
	for _, t := range tools {
		if len(t.Functions) == 0 {
			faults = append(faults, fmt.Errorf("tool %q has no function definition: want a definition for each language", t.Name))
		}
		if !functionName.MatchString(t.Name) {
			faults = append(faults, fmt.Errorf("tool %q: want a name of 1 to 64 letters, digits, hyphens and underscores", t.Name))
		}
		for lang, f := range t.Functions {
			if !json.Valid(f) {
				faults = append(faults, fmt.Errorf("tool %q: its function in language %q is not JSON", t.Name, lang))
			}
		}
	}
	return errors.Join(faults...)
}

// toolRow is a tool in one language as a row of the file of tools.
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

// WriteTools writes tools as a Parquet file with one row for each tool and language: tools
// in the given order, the languages of a tool sorted.
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

// WriteFunctions writes the tools' OpenAI function definitions as a JSON list, for the
// field "tools" of a request. They are in the language of the first task, or in a tool's
// first language if the tool lacks the task's. The tool that ends a trial is left out,
// since an agent that answers in a message does not need it.
func WriteFunctions(w io.Writer, r *Release) error {
	list := []json.RawMessage{}
	for _, t := range r.workingTools() {
		list = append(list, t.function(r.Tasks[0].Language))
	}
	return writeJSON(w, list)
}

// workingTools returns the tools without the one that ends a trial.
func (r *Release) workingTools() (tools []*ToolDescription) {
	for i := range r.Tools {
		if t := &r.Tools[i]; t.Kind != finishKind {
			tools = append(tools, t)
		}
	}
	return tools
}

// function returns the definition in the language, or in the tool's first language.
func (t *ToolDescription) function(lang string) json.RawMessage {
	if f, ok := t.Functions[lang]; ok {
		return f
	}
	return t.Functions[slices.Min(slices.Collect(maps.Keys(t.Functions)))]
}
