package bert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Cache keeps the scores of pairs by encoder, in memory and in a file, so that none is computed twice,
// however often a command is interrupted. It is safe for concurrent use. The zero value keeps scores in
// memory alone; nil is not usable.
type Cache struct {
	file *ledger.Ledger // nil for none
	mu   sync.Mutex
	kept map[digest.Digest]F1
}

// scoreLine is a line of a cache's file, before its checksum is added.
type scoreLine struct {
	Pair digest.Digest `json:"pair"` // of the encoder's identity and the two texts
	F1
}

// OpenCache opens the cache in the file at path, creating it if there is none. Only one process at a
// time can have it open. Each score is a line in the file, whole and on disk, before the next is
// computed. A damaged line, or another file, is an error of the form `path:line: what is wrong`; an
// incomplete last line is computed again, see [Cache.Torn].
func OpenCache(path string) (*Cache, error) {
	if err := checkBeginning(path); err != nil {
		return nil, err
	}
	c := &Cache{}
	file, err := ledger.OpenPaid(path, c.read)
	if err != nil {
		return nil, err
	}
	c.file = file
	return c, nil
}

// lineBeginning is how every line of a cache's file begins.
const lineBeginning = `{"pair":"sha256:`

// checkBeginning returns an error for a file that is no cache, so that the end of no other file is taken
// for an incomplete line and moved.
func checkBeginning(path string) error {
	f, err := inputfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, int64(len(lineBeginning))))
	if err != nil {
		return err
	}
	if !strings.HasPrefix(lineBeginning, string(b)) {
		return fmt.Errorf("%s:1: not a score of an encoder: want a file that this command wrote, or a new one", path)
	}
	return nil
}

// read takes a line of the file.
func (c *Cache) read(line []byte, _ int) error {
	object, err := ledger.Unseal(line)
	if err != nil {
		return err
	}
	in := json.NewDecoder(bytes.NewReader(object))
	in.DisallowUnknownFields()
	var s scoreLine
	if err := in.Decode(&s); err != nil {
		return fmt.Errorf("%w: want a score as JSON", err)
	}
	if _, err := digest.Parse(string(s.Pair)); err != nil {
		return err
	}
	for _, x := range []float64{s.P, s.R, s.F} {
		if math.Abs(x) > 1 {
			return fmt.Errorf("a score of %v: want one in [-1, 1]", x)
		}
	}
	c.keep(s.Pair, s.F1)
	return nil
}

// keep keeps a score in memory.
func (c *Cache) keep(pair digest.Digest, s F1) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[digest.Digest]F1{}
	}
	c.kept[pair] = s
}

// find returns a score that is kept.
func (c *Cache) find(pair digest.Digest) (F1, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.kept[pair]
	return s, ok
}

// Score returns what [Score] does for the pairs, in their order, and computes only the scores that it
// does not have. Pairs of one reference are scored one after the other, whatever their order, and each
// reference is encoded once. The error is the encoder's or the file's, or the cause of ctx; scores that
// were computed before it are kept.
func (c *Cache) Score(ctx context.Context, enc Encoder, pairs []Pair) ([]F1, error) {
	if len(pairs) == 0 {
		return []F1{}, nil
	}
	identity, err := enc.Identity(ctx)
	if err != nil {
		return nil, err
	}
	keys := make([]digest.Digest, len(pairs))
	var references []string
	missing := map[string][]int{} // by reference
	for i, p := range pairs {
		keys[i] = digest.New("BERTScore 1").String("encoder", identity).String("reference", p.Reference).String("text", p.Text).Sum()
		if _, ok := c.find(keys[i]); ok {
			continue
		}
		if missing[p.Reference] == nil {
			references = append(references, p.Reference)
		}
		missing[p.Reference] = append(missing[p.Reference], i)
	}
	s := scorer{enc: enc}
	for _, reference := range references {
		for _, i := range missing[reference] {
			if err := c.add(ctx, &s, keys[i], pairs[i]); err != nil {
				return nil, fmt.Errorf("pair %d: %w", i+1, err)
			}
		}
	}
	scores := make([]F1, len(pairs))
	for i, key := range keys {
		scores[i], _ = c.find(key)
	}
	return scores, nil
}

// add computes a score and keeps it, unless an equal pair has just been scored.
func (c *Cache) add(ctx context.Context, s *scorer, key digest.Digest, p Pair) error {
	if _, ok := c.find(key); ok {
		return nil
	}
	score, err := s.score(ctx, p)
	if err != nil {
		return err
	}
	if c.file == nil {
		c.keep(key, score)
		return nil
	}
	line, err := json.Marshal(scoreLine{key, score})
	if err != nil {
		return err
	}
	return c.file.Append(ledger.Seal(line), nil)
}

// Torn returns the size in bytes of the incomplete last line that [OpenCache] moved to the file whose
// name has ".torn" after the cache's.
func (c *Cache) Torn() int64 {
	if c.file == nil {
		return 0
	}
	return c.file.Torn()
}

// Close closes the file, if there is one. Later calls of Score that have something to compute fail with
// [os.ErrClosed].
func (c *Cache) Close() error {
	if c.file == nil {
		return nil
	}
	return c.file.Close()
}
