package exam

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An object is one JSON object of a file.
type object struct {
	r       *fileReader
	line    int
	members map[string]jsontext.Value
	read    map[string]bool
}

func (o *object) has(name string) bool { return len(o.members[name]) > 0 }

// member returns the value of the first of the members that exists, as raw JSON; nil for none and
// for null.
func (o *object) member(names ...string) jsontext.Value {
	for _, name := range names {
		if v := o.members[name]; len(v) > 0 && !o.read[name] {
			o.read[name] = true
			if v.Kind() != 'n' {
				return v
			}
		}
	}
	return nil
}

// bad tells of a value that cannot be read.
func (o *object) bad(name, wanted string) {
	o.r.fault(o.line, BadValue, false, "the value of %q cannot be read: want %s", name, wanted)
}

// text returns the text of the first of the members that exists; "" for none.
func (o *object) text(names ...string) string {
	v := o.member(names...)
	if v == nil {
		return ""
	}
	text, err := textOf(v)
	if err != nil {
		o.bad(names[0], "a text")
	}
	return o.r.prose(o.line, text)
}

// line returns the text of a member that is one line.
func (o *object) short(names ...string) string { return oneLine(o.text(names...)) }

// texts returns the texts of a member that is a list of texts, or one text; nil for none.
func (o *object) texts(name string) []string {
	v := o.member(name)
	if v == nil {
		return nil
	}
	list, err := textsOf(v)
	if err != nil {
		o.bad(name, "a list of texts")
	}
	var all []string
	for _, text := range list {
		if text = o.r.prose(o.line, text); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// points returns the number of points of a member, in hundredths; 0 for none.
func (o *object) points(name string) int {
	v := o.member(name)
	if v == nil {
		return 0
	}
	text, err := textOf(v)
	n, ok := parsePoints(text)
	if err != nil || !ok {
		o.bad(name, "points with at most two decimals")
	}
	return n
}

// prose returns a text of the file as a cell of prose has it, and tells of characters that were
// taken out.
func (r *fileReader) prose(line int, text string) string {
	kept, taken := plain(text)
	if taken != "" {
		r.fault(line, Characters, false, "the text holds %s, which was taken out: want text without control characters", taken)
	}
	return kept
}

// textOf returns the text of a string, or the literal of a number.
func textOf(v jsontext.Value) (string, error) {
	switch v.Kind() {
	case '"':
		text, err := jsontext.AppendUnquote(nil, v)
		return string(text), err
	case '0':
		return string(v), nil
	case 'n':
		return "", nil
	}
	return "", errNoText
}

// listOf returns the elements of a list; a value that is no list is its only element.
func listOf(v jsontext.Value) ([]jsontext.Value, error) {
	if v.Kind() != '[' {
		return []jsontext.Value{v}, nil
	}
	var list []jsontext.Value
	err := json.Unmarshal(v, &list)
	return list, err
}

func textsOf(v jsontext.Value) ([]string, error) {
	list, err := listOf(v)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, v := range list {
		text, err := textOf(v)
		if err != nil {
			return all, err
		}
		all = append(all, text)
	}
	return all, nil
}
