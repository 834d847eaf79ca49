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

// Recording holds the replies of the publishers' server to recorded lookups. It is safe for
// concurrent use, except during [Recording.Complete].
type Recording struct {
	domain  *domain.Domain
	lookups map[string]*lookup // by lookup key
	order   []string           // lookup keys in the order of their first recording
}

// lookup merges all recordings of one lookup, whatever columns they requested.
type lookup struct {
	spec *domain.Tool
	args map[string]string
	// rows are the rows found, with the columns of all recordings; nil if nothing was found.
	rows []map[string]json.RawMessage
	keys []string // keys of rows in the completed corpus, set by Complete
}

// ReadRecording reads recorded calls as JSONL. Each line is an object with tool, args and
// observation, where the observation is a printed Python value. A line of another form is
// an error that begins with name and the line, and the result is nil. Three kinds of calls
// are ignored: calls of tools other than lookups of d, calls whose arguments do not fit the
// tool, and calls whose observation is a fault or is not a result of the tool.
func ReadRecording(b []byte, name string, d *domain.Domain) (*Recording, error) {
	r := &Recording{domain: d, lookups: map[string]*lookup{}}
	for i, line := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		if err := r.add(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w: want a JSON object with tool, args and observation", name, i+1, err)
		}
	}
	return r, nil
}

// add adds one recorded call.
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
		return errors.New("missing observation")
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

// key returns the identity of a lookup and its arguments as the published client sent them; ok
// is false if the call is not a lookup.
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

// observed parses an observation as rows: none if the lookup found nothing; ok is false if the
// text is not the reply of a lookup.
func (r *Recording) observed(spec *domain.Tool, text string) (rows []map[string]json.RawMessage, ok bool) {
	replies := &r.domain.Replies // what the server said; the recordings have what its client made of it
	switch {
	case text == replies.Missing+replies.Hints.Missing:
		return nil, true
	case text == replies.Columns+replies.Hints.Columns || text == replies.Arguments:
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

// merge adds the columns of another recording of the same rows.
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

// Recorded reports whether the lookup of a call was recorded; its complete result is then
// known.
func (r *Recording) Recorded(c tool.Call) bool {
	key, _, ok := r.key(c)
	return ok && r.lookups[key] != nil
}

// fromPython converts a printed Python value of lists, dictionaries, strings and numbers to
// JSON. Values without a JSON form (nan, None) become null. It does not check the text between
// strings; parsing the JSON does.
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

// pythonText parses a string literal up to its closing quote and returns the rest of the text.
func pythonText(text string, quote byte) (s, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case quote:
			return b.String(), text[i+1:], nil
		case '\\':
			i++
			if i == len(text) {
				return "", "", errors.New("string without a closing quote")
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
	return "", "", errors.New("string without a closing quote")
}

// pythonCode parses a numeric escape: xHH, uHHHH or UHHHHHHHH.
func pythonCode(text string) (r rune, size int, err error) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[0]]
	if digits == 0 || len(text) < 1+digits {
		return 0, 0, fmt.Errorf("escape %.10q: too few digits", text)
	}
	n, err := strconv.ParseUint(text[1:1+digits], 16, 31)
	if err != nil {
		return 0, 0, fmt.Errorf("escape %.10q: %w", text, err)
	}
	return rune(n), 1 + digits, nil
}
