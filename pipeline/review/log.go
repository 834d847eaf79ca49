package review

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Log is the file of decisions, one a line as decision.schema.json describes it. It is
// append-only, and each line is on disk before it is acknowledged. One process at a time
// has a log open. It is safe for concurrent use.
type Log struct {
	file *ledger.Ledger
	ids  map[string]bool // only the ledger's read and admit functions use it
}

// ErrLogOpen is in the chain of the error of [OpenLog] while another process, such as a
// server, has the log open.
var ErrLogOpen = ledger.ErrLocked

// ErrRepeated is in the chain of the error of an [Log.Append] of a decision whose ID the
// log has.
var ErrRepeated = errors.New("a decision of this ID is recorded")

// ErrTorn is in the chain of the error that [ReadDecisions] yields for a last line that
// breaks off, as a killed process leaves it: it was never acknowledged.
var ErrTorn = errors.New("the line breaks off")

// OpenLog opens the log at path, or starts one there, and gives every decision in it to
// apply, in order; of several with one ID the first. Lines that are no decisions are an
// error of the form `path:line: what is wrong`, and nothing is changed; a torn last line
// is cut off. While the log is open elsewhere, the error is [ErrLogOpen].
//
// apply is called during OpenLog, and during Append for new decisions, never twice at
// once. It owns the decision. It must not call the log, and a caller of the log must not
// hold a lock that apply takes.
func OpenLog(path string, apply func(*Decision)) (*Log, error) {
	l := &Log{ids: map[string]bool{}}
	file, err := ledger.Open(path, func(line []byte, _ int) error {
		d, err := decodeDecision(line)
		if err != nil {
			return err
		}
		if !l.ids[d.ID] {
			l.ids[d.ID] = true
			apply(d)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.file = file
	return l, nil
}

// Append records a decision, which must be valid. It returns nil once the decision is on
// disk and apply has been given it and all decisions before it. A decision with an ID
// that the log has is not recorded; the error is then [ErrRepeated], and the first one
// stays.
//
// admit, unless it is nil, is called after apply has been given all decisions before this
// one. Its error is returned as it is, and nothing is recorded. It is not called for a
// repeated ID, and must not call the log. Even when one of these errors is returned, all
// decisions before are on disk.
func (l *Log) Append(d *Decision, admit func() error) error {
	line, err := encodeDecision(d)
	if err != nil {
		return err
	}
	id := d.ID
	return l.file.Append(line, func() error {
		if l.ids[id] {
			return fmt.Errorf("decision %s: %w", id, ErrRepeated)
		}
		if admit != nil {
			return admit()
		}
		return nil
	})
}

// Close waits for decisions that are being recorded and closes the log; what comes later
// fails with [os.ErrClosed]. A second call does nothing.
func (l *Log) Close() error { return l.file.Close() }

// ReadDecisions yields the decisions in r, one a line, in order, repeated ones among
// them. A line that is no decision is yielded as an error `name:line: what is wrong`
// and the next one after it; an error of the reader is the last. Blank lines are passed
// over, and the last line needs no end; where that one breaks off the error is
// [ErrTorn].
func ReadDecisions(r io.Reader, name string) iter.Seq2[*Decision, error] {
	return func(yield func(*Decision, error) bool) {
		b := bufio.NewReader(r)
		for number := 1; ; number++ {
			line, end := b.ReadBytes('\n')
			if end != nil && end != io.EOF {
				yield(nil, fmt.Errorf("%s:%d: %w", name, number, end))
				return
			}
			if text := bytes.TrimSpace(line); len(text) > 0 {
				d, err := decodeDecision(text)
				if err != nil {
					if end != nil && !json.Valid(text) {
						err = fmt.Errorf("%w: want a decision as JSON", ErrTorn)
					}
					err = fmt.Errorf("%s:%d: %w", name, number, err)
				}
				if !yield(d, err) {
					return
				}
			}
			if end != nil {
				return
			}
		}
	}
}

// WriteDecisions writes decisions as the log has them, one a line, in order. One that is
// not valid is an error and ends the writing.
func WriteDecisions(w io.Writer, decisions []*Decision) error {
	b := bufio.NewWriter(w)
	for _, d := range decisions {
		line, err := encodeDecision(d)
		if err != nil {
			return err
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Flush()
}

// encodeDecision returns the line of a valid decision, without its end. Markup in texts
// stays readable.
func encodeDecision(d *Decision) ([]byte, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("decision %q: %w", d.ID, err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("decision %q: %w", d.ID, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// decodeDecision reads a line that holds one valid decision and nothing else.
func decodeDecision(line []byte) (*Decision, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("not UTF-8: want a decision as JSON")
	}
	in := json.NewDecoder(bytes.NewReader(line))
	in.DisallowUnknownFields()
	d := new(Decision)
	if err := in.Decode(d); err != nil {
		return nil, fmt.Errorf("%w: want a decision as JSON", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errors.New("more than one value: want one decision a line")
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	d.At = d.At.UTC() // and no other zone that agrees with it
	return d, nil
}
