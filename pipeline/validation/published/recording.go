package published

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Recording is what the publishers' server answered to recorded lookups. It is
// read-only and safe for concurrent use.
type Recording struct {
	domain  *domain.Domain
	lookups map[string]*lookup // by key
	order   []string           // keys, as first recorded
}

// lookup is what was recorded of one lookup, whatever columns were asked for.
type lookup struct {
	spec *domain.Tool
	args map[string]string
	// rows are what was found, all columns that were ever asked for together; nil
	// where nothing was.
	rows []map[string]json.RawMessage
	keys []string // of rows, once they stand in a corpus, see Complete
}

// ReadRecording reads recorded calls, a JSON object with tool, args and observation
// a line; an observation is what Python prints. Calls that a client got wrong and
// tools other than lookups are left out. Name stands in errors.
func ReadRecording(b []byte, name string, d *domain.Domain) (*Recording, error) {
	r := &Recording{domain: d, lookups: map[string]*lookup{}}
	for i, line := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		if err := r.add(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w: want a recorded call", name, i+1, err)
		}
	}
	return r, nil
}

// add reads one recorded call.
func (r *Recording) add(line []byte) error {
	var c struct {
		Tool        string  `json:"tool"`
		Args        any     `json:"args"`
		Observation *string `json:"observation"`
	}
	if err := json.Unmarshal(line, &c); err != nil {
		return err
	}
	if c.Observation == nil {
		return errors.New("no observation")
	}
	spec := r.domain.Tool(c.Tool)
	if spec == nil || spec.Kind != domain.Lookup {
		return nil
	}
	key, args, ok := r.key(tool.Call{Tool: c.Tool, Args: c.Args})
	if !ok {
		return nil
	}
	rows, ok := r.observed(spec, *c.Observation)
	if !ok {
		return nil
	}
	l := r.lookups[key]
	if l == nil {
		l = &lookup{spec: spec, args: args}
		r.lookups[key] = l
		r.order = append(r.order, key)
	}
	l.merge(rows)
	return nil
}

// key returns what tells lookups apart, and the arguments it is made of, as the
// published client sent them.
func (r *Recording) key(c tool.Call) (key string, args map[string]string, ok bool) {
	spec := r.domain.Tool(c.Tool)
	given, ok := tool.Published(c).Args.(map[string]any)
	if !ok || spec == nil || spec.Kind != domain.Lookup {
		return "", nil, false
	}
	key, args = spec.Name, map[string]string{}
	for _, in := range spec.Inputs {
		if in.Type != domain.InputString {
			continue
		}
		text, ok := given[in.Name].(string)
		if !ok {
			return "", nil, false
		}
		key, args[in.Name] = key+"\x1f"+text, text
	}
	return key, args, true
}

// observed reads an observation as rows: none for a miss; ok is false for what no
// lookup says.
func (r *Recording) observed(spec *domain.Tool, text string) (rows []map[string]json.RawMessage, ok bool) {
	switch {
	case text == r.domain.Replies.Missing:
		return nil, true
	case text == r.domain.Replies.Columns || text == r.domain.Replies.Arguments:
		return nil, false
	}
	if spec.Returns == domain.Field {
		cell, err := json.Marshal(text)
		return []map[string]json.RawMessage{{spec.Column: cell}}, err == nil
	}
	b, err := fromPython(text)
	if err != nil {
		return nil, false
	}
	if spec.Returns == domain.One {
		b = append(append([]byte{'['}, b...), ']')
	}
	if json.Unmarshal(b, &rows) != nil || len(rows) == 0 {
		return nil, false
	}
	table := r.domain.Table(spec.Table)
	for _, row := range rows {
		for name := range row {
			if table.Column(name) == nil {
				return nil, false
			}
		}
	}
	return rows, true
}

// merge adds the columns of another call that found the same rows.
func (l *lookup) merge(rows []map[string]json.RawMessage) {
	if len(rows) != len(l.rows) {
		if len(rows) > len(l.rows) {
			l.rows = rows
		}
		return
	}
	for i, row := range rows {
		for name, cell := range row {
			l.rows[i][name] = cell
		}
	}
}

// Recorded reports whether the lookup of a call was recorded, so that what it finds
// in the whole tables is known.
func (r *Recording) Recorded(c tool.Call) bool {
	key, _, ok := r.key(c)
	return ok && r.lookups[key] != nil
}

// fromPython rewrites what Python prints of lists, dictionaries, texts and numbers
// as JSON. What is no number in JSON (nan, None) becomes null. It does not judge
// what lies between texts: a JSON reader does.
func fromPython(text string) ([]byte, error) {
	var b bytes.Buffer
	for text != "" {
		if quote := text[0]; quote == '\'' || quote == '"' {
			s, rest, err := pythonText(text[1:], quote)
			if err != nil {
				return nil, err
			}
			quoted, err := json.Marshal(s)
			if err != nil {
				return nil, err
			}
			b.Write(quoted)
			text = rest
			continue
		}
		end := strings.IndexAny(text, `'"`)
		if end < 0 {
			end = len(text)
		}
		b.WriteString(pythonWords.Replace(text[:end]))
		text = text[end:]
	}
	return b.Bytes(), nil
}

var (
	pythonWords   = strings.NewReplacer("None", "null", "nan", "null", "True", "true", "False", "false")
	pythonEscapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': `\`, '\'': "'", '"': `"`}
)

// pythonText reads a text up to its quote and returns what is left behind it.
func pythonText(text string, quote byte) (s, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case quote:
			return b.String(), text[i+1:], nil
		case '\\':
			i++
			if i == len(text) {
				return "", "", errors.New("a text that does not end")
			}
			if plain, ok := pythonEscapes[text[i]]; ok {
				b.WriteString(plain)
				continue
			}
			n, size, err := pythonCode(text[i:])
			if err != nil {
				return "", "", err
			}
			b.WriteRune(n)
			i += size - 1
		default:
			b.WriteByte(c)
		}
	}
	return "", "", errors.New("a text that does not end")
}

// pythonCode reads a character by number: xHH, uHHHH, UHHHHHHHH.
func pythonCode(text string) (r rune, size int, err error) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[0]]
	if digits == 0 || len(text) < 1+digits {
		return 0, 0, fmt.Errorf("escape %.10q", text)
	}
	n, err := strconv.ParseUint(text[1:1+digits], 16, 31)
	if err != nil {
		return 0, 0, fmt.Errorf("escape %.10q: %w", text, err)
	}
	return rune(n), 1 + digits, nil
}
