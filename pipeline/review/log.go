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

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Log is the file of decisions, one per line in the form of schemas/decision.schema.json,
// with a checksum as its last member. It is append-only, and each line is on disk before it
// is acknowledged. A file beside it records how many lines there were: a log that lacks
// lines is an error wherever it is read, see [ErrLost]. Only one process
// at a time can have a log open. It is safe for concurrent use.
type Log struct {
	file *ledger.Ledger
	ids  map[string]bool // only the ledger's read and admit functions use it
}

// ErrLogOpen is in the chain of the error of [OpenLog] while another process, such as a
// server, has the log open.
var ErrLogOpen = ledger.ErrLocked

// ErrLost is in the chain of the error of [OpenLog] and [ReadLog] for a log that is gone,
// is shorter than recorded, or has other lines than recorded.
var ErrLost = ledger.ErrLost

// ErrRepeated is in the chain of the error of [Log.Append] for a decision whose ID the log
// has.
var ErrRepeated = errors.New("a decision of this ID is recorded")

// ErrTorn is in the chain of the error that [ReadDecisions] yields for an incomplete last
// line, as a killed process leaves it. Such a decision was never acknowledged.
var ErrTorn = errors.New("the line breaks off")

// OpenLog opens the log at path, creating the file if there is none, and passes every
// decision in it to apply, in order; of several with the same ID only the first. A line
// that is not a decision is an error of the form `path:line: what is wrong`, and the file
// is not changed; an incomplete last line is moved to the file beside it, see [Log.Torn].
// While the log is open elsewhere, the error is [ErrLogOpen].
//
// apply is called during OpenLog, and during Append for new decisions, never twice at once.
// It owns the decision. It must not call the log, and a caller of the log must not hold a
// lock that apply takes.
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
// disk and was passed to apply, after all decisions before it. A decision with an ID that
// the log has is not recorded; the error is [ErrRepeated], and the recorded decision stays.
//
// admit, unless it is nil, is called after apply was called for all decisions before this
// one. If it returns an error, nothing is recorded and Append returns this error. It is not
// called for a repeated ID, and must not call the log. Even when one of these errors is
// returned, all decisions before are on disk.
func (l *Log) Append(d *Decision, admit func() error) error {
	line, err := encodeDecision(d)
	if err != nil {
		return err
	}
	id := d.ID
	return l.file.Append(ledger.Seal(line), func() error {
		if l.ids[id] {
			return fmt.Errorf("decision %s: %w", id, ErrRepeated)
		}
		if admit != nil {
			return admit()
		}
		return nil
	})
}

// Close waits for decisions that are being recorded and closes the log; later calls of
// Append fail with [os.ErrClosed]. A second call of Close does nothing.
func (l *Log) Close() error { return l.file.Close() }

// Torn returns the size in bytes of the incomplete last line that [OpenLog] moved to the
// file whose name has ".torn" after the log's.
func (l *Log) Torn() int64 { return l.file.Torn() }

// ReadLog reads the log at path, to which another process may append meanwhile, and changes
// nothing. It returns the decisions in order, of several with the same ID only the first,
// and the digest of the log's whole lines. The error names every line that is not a
// decision, up to ten.
func ReadLog(path string) ([]*Decision, digest.Digest, error) {
	var decisions []*Decision
	seen := map[string]bool{}
	var lines bytes.Buffer
	err := ledger.Read(path, func(line []byte, _ int) error {
		d, err := decodeDecision(line)
		if err != nil {
			return err
		}
		lines.Write(line)
		lines.WriteByte('\n')
		if !seen[d.ID] {
			seen[d.ID] = true
			decisions = append(decisions, d)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return decisions, digest.Bytes(lines.Bytes()), nil
}

// RecordLog records how many lines the log at path has, so that a log which lacks some of
// them later is [ErrLost]. A log that is open for appending keeps its record itself.
func RecordLog(path string) error { return ledger.Record(path) }

// ReadDecisions yields the decisions in r, one per line, in order, repeated ones included.
// For a line that is not a decision it yields nil and an error `name:line: what is wrong`,
// and goes on. If r fails, its error comes last. Blank lines are skipped, and the last line
// may lack its line break; if it is incomplete, the error is [ErrTorn].
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

// WriteDecisions writes decisions in the format of the log, one per line with its checksum,
// in order. It
// stops at an invalid decision with an error; otherwise the error is the writer's.
func WriteDecisions(w io.Writer, decisions []*Decision) error {
	b := bufio.NewWriter(w)
	for _, d := range decisions {
		line, err := encodeDecision(d)
		if err != nil {
			return err
		}
		b.Write(ledger.Seal(line))
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

// decodeDecision reads a line that holds one valid decision and nothing else, with its
// checksum or without.
func decodeDecision(line []byte) (*Decision, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("not UTF-8: want a decision as JSON")
	}
	line, err := ledger.Unseal(line)
	if err != nil {
		return nil, err
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
