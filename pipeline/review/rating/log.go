package rating

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// RatingLog is the file of ratings, one per line in the form of schemas/rating.schema.json, with a
// checksum as its last member. It is append-only, and each line is on disk before it is
// acknowledged. Only one process at a time can have a log open. It is safe for concurrent use.
type RatingLog struct {
	file *ledger.Ledger
	ids  map[string]bool // only the ledger's read and admit functions use it
}

// ErrRepeated is in the chain of the error of [RatingLog.Append] for a rating whose ID the log has.
var ErrRepeated = errors.New("a rating of this ID is recorded")

// OpenLog opens the log at path, creating the file if there is none, and passes every rating in
// it to apply, in order; of several with the same ID only the first. A line that is not a
// rating is an error of the form `path:line: what is wrong`, and the file is not changed; an
// incomplete last line is moved to the file beside it, see [RatingLog.Torn].
//
// apply is called during OpenLog, and during Append for new ratings, never twice at once. It
// owns the rating. It must not call the log, and a caller of the log must not hold a lock that
// apply takes.
func OpenLog(path string, apply func(*TextRating)) (*RatingLog, error) {
	l := &RatingLog{ids: map[string]bool{}}
	file, err := ledger.Open(path, func(line []byte, _ int) error {
		r, err := decode(line)
		if err != nil {
			return err
		}
		if !l.ids[r.ID] {
			l.ids[r.ID] = true
			apply(r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.file = file
	return l, nil
}

// Append records a rating, which must be valid. It returns nil once the rating is on disk and
// was passed to apply. A rating with an ID that the log has is not recorded; the error is
// [ErrRepeated], and the recorded rating, which is on disk, stays.
func (l *RatingLog) Append(r *TextRating) error {
	line, err := encode(r)
	if err != nil {
		return err
	}
	id := r.ID
	return l.file.Append(ledger.Seal(line), func() error {
		if l.ids[id] {
			return fmt.Errorf("rating %s: %w", id, ErrRepeated)
		}
		return nil
	})
}

// Close waits for ratings that are being recorded and closes the log; later calls of Append
// fail with [os.ErrClosed].
func (l *RatingLog) Close() error { return l.file.Close() }

// Torn returns the size in bytes of the incomplete last line that [OpenLog] moved to the file
// whose name has ".torn" after the log's.
func (l *RatingLog) Torn() int64 { return l.file.Torn() }

// ReadLog reads the log at path, to which another process may append meanwhile, and changes
// nothing. It returns the ratings in order, of several with the same ID only the first.
func ReadLog(path string) ([]*TextRating, error) {
	var ratings []*TextRating
	seen := map[string]bool{}
	err := ledger.Read(path, func(line []byte, _ int) error {
		r, err := decode(line)
		if err == nil && !seen[r.ID] {
			seen[r.ID] = true
			ratings = append(ratings, r)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return ratings, nil
}

// encode returns the line of a valid rating, without its end. Markup in texts stays readable.
func encode(r *TextRating) ([]byte, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("rating %q: %w", r.ID, err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, fmt.Errorf("rating %q: %w", r.ID, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// decode reads a line that holds one valid rating and nothing else, with its checksum or
// without.
func decode(line []byte) (*TextRating, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("not UTF-8: want a rating as JSON")
	}
	line, err := ledger.Unseal(line)
	if err != nil {
		return nil, err
	}
	in := json.NewDecoder(bytes.NewReader(line))
	in.DisallowUnknownFields()
	r := new(TextRating)
	if err := in.Decode(r); err != nil {
		return nil, fmt.Errorf("%w: want a rating as JSON", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errors.New("more than one value: want one rating a line")
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	r.At = r.At.UTC()
	return r, nil
}
