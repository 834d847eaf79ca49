// Package digest identifies contents by SHA-256.
//
// A digest covers content only: never a path, a modification time, a host name or a map's
// iteration order. Two values with the same digest are interchangeable everywhere in the
// pipeline.
//
// A digest of several fields is length-framed: every label, field name and field value is
// preceded by its length, so different lists of fields never feed the hash the same bytes.
// With plain concatenation, ("ab", "c") would collide with ("a", "bc").
//
// The package also derives random sources from digests, so that an item's randomness
// depends on the item itself and not on when, where or after which other items it is
// handled.
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"strings"
)

// prefix names the hash function, so that a stored digest says how to check it.
const prefix = "sha256:"

// short is the number of hex digits Short keeps: 48 bits, enough to tell the
// contents of one run apart.
const short = 12

// Digest is "sha256:" followed by 64 lower-case hex digits. The zero value, "", stands for
// an absent digest.
type Digest string

// Parse returns s as a Digest, or an error that describes the form of a digest. The empty
// string is not a digest.
func Parse(s string) (Digest, error) {
	digits, ok := strings.CutPrefix(s, prefix)
	if !ok || len(digits) != 2*sha256.Size || strings.Trim(digits, "0123456789abcdef") != "" {
		return "", fmt.Errorf("digest %q: want %q and %d lower-case hex digits", s, prefix, 2*sha256.Size)
	}
	return Digest(s), nil
}

// Short returns the first 12 hex digits, for messages and file names, or all hex digits if
// there are fewer.
func (d Digest) Short() string {
	digits := strings.TrimPrefix(string(d), prefix)
	return digits[:min(short, len(digits))]
}

// Sum returns the 32 bytes of the hash, half the size of the text. It fails as Parse does.
func (d Digest) Sum() (sum [sha256.Size]byte, err error) {
	if _, err := Parse(string(d)); err != nil {
		return sum, err
	}
	_, err = hex.Decode(sum[:], []byte(strings.TrimPrefix(string(d), prefix)))
	return sum, err
}

// Bytes returns the digest of b, unframed: what sha256sum prints for a file
// with this content.
func Bytes(b []byte) Digest {
	sum := sha256.Sum256(b)
	return encode(sum[:])
}

// Reader returns the digest of all bytes of r, equal to [Bytes] of them. The error is r's.
func Reader(r io.Reader) (Digest, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return encode(h.Sum(nil)), nil
}

// Of returns the digest of a label and a list of fields without names: New(label) with
// String("", field) for each. The label says which kind of value is digested, so that equal
// fields of different kinds have different digests.
func Of(label string, fields ...string) Digest {
	sum := HashOf(label, fields)
	return encode(sum[:])
}

// Rand returns a random source that depends on the fields alone, by convention
// (seed, stage, item): the same fields give the same numbers on every machine
// and at any number of workers. The source is not safe for concurrent use.
func Rand(fields ...string) *rand.Rand {
	return rand.New(rand.NewChaCha8(HashOf("rand", fields)))
}

// HashOf returns the 32 bytes of the digest that [Of] returns. It puts the label and the fields together before it
// hashes them, which for many short ones takes less time than a [Hasher].
func HashOf(label string, fields []string) [sha256.Size]byte {
	b := append(appendLength(make([]byte, 0, 512), len(label)), label...)
	for _, f := range fields {
		b = appendLength(append(b, kindBytes), 0)
		b = append(appendLength(b, len(f)), f...)
	}
	return sha256.Sum256(b)
}

// Kinds of field, so that an integer never equals the text or bytes that happen
// to encode it.
const (
	kindBytes = 'b'
	kindInt   = 'i'
)

// Hasher collects the fields of one digest. Field order matters. A Hasher is
// not safe for concurrent use; its zero value is not usable, see New.
type Hasher struct {
	h      hash.Hash
	buffer []byte // of the field being added, so that few are allocated
}

// New returns a Hasher for a value of the kind that label names, without fields.
func New(label string) *Hasher {
	h := &Hasher{h: sha256.New()}
	h.h.Write(append(appendLength(nil, len(label)), label...))
	return h
}

// Field adds a named field and returns h. It does not retain b. Nil and empty give the same
// digest.
func (h *Hasher) Field(name string, b []byte) *Hasher {
	h.begin(kindBytes, name, len(b))
	h.h.Write(h.buffer)
	h.h.Write(b)
	return h
}

// String adds a named field and returns h; it is Field of the string's bytes.
func (h *Hasher) String(name, s string) *Hasher {
	h.begin(kindBytes, name, len(s))
	h.buffer = append(h.buffer, s...)
	h.h.Write(h.buffer)
	return h
}

// Int adds a named integer and returns h.
func (h *Hasher) Int(name string, n int) *Hasher {
	h.begin(kindInt, name, 8)
	h.buffer = binary.BigEndian.AppendUint64(h.buffer, uint64(n))
	h.h.Write(h.buffer)
	return h
}

// Sum returns the digest of the label and the fields so far. More fields may
// follow.
func (h *Hasher) Sum() Digest {
	return encode(h.h.Sum(nil))
}

// begin fills the buffer with what stands before the content of a field: its kind, its name and
// the length of the content.
func (h *Hasher) begin(kind byte, name string, length int) {
	h.buffer = append(appendLength(append(h.buffer[:0], kind), len(name)), name...)
	h.buffer = appendLength(h.buffer, length)
}

// appendLength appends the length of what follows, which no content of it can imitate.
func appendLength(b []byte, length int) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(length))
}

func encode(sum []byte) Digest {
	return Digest(hex.AppendEncode([]byte(prefix), sum))
}
