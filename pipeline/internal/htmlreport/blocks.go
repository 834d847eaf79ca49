package htmlreport

import (
	"bufio"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
)

// A block is closed when what it holds unpacked comes to blockBytes: little enough to be
// unpacked while nobody waits, enough to pack well.
const blockBytes = 384 << 10

// blocks writes JSON, deflated (RFC 1951) and in base64, each piece into an element of its
// own. The first error stays, and nothing is written after it.
type blocks struct {
	w     *bufio.Writer
	z     *flate.Writer
	err   error
	first firstItems
}

// firstItems are the numbers of the first item of each block, by what the blocks hold.
type firstItems struct {
	Tasks  []int `json:"tasks"`
	Texts  []int `json:"texts"`
	Trials []int `json:"trials"`
}

// write writes one block, what fill writes. Its name is the kind of what it holds.
func (b *blocks) write(name string, fill func(io.Writer) error) {
	if b.err != nil {
		return
	}
	if _, b.err = fmt.Fprintf(b.w, "<script type=\"application/octet-stream\" data-block=\"%s\">", name); b.err != nil {
		return
	}
	text := base64.NewEncoder(base64.StdEncoding, b.w)
	if b.z == nil {
		b.z, _ = flate.NewWriter(text, flate.DefaultCompression) // the level is legal
	} else {
		b.z.Reset(text)
	}
	for _, step := range []func() error{
		func() error { return fill(b.z) }, b.z.Close, text.Close,
		func() error { _, err := b.w.WriteString("</script>\n"); return err },
	} {
		if b.err = step(); b.err != nil {
			return
		}
	}
}

// value writes a block of one value.
func (b *blocks) value(name string, v any) {
	b.write(name, func(w io.Writer) error { return encode(w, v) })
}

// encode writes a value as JSON and a newline.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// blockList collects values of one kind as the arrays of blocks.
type blockList struct {
	b     *blocks
	name  string
	first *[]int       // of the kind
	text  bytes.Buffer // of the block that is open
	count int          // of all values so far
}

// add adds a value and returns its number, from 0.
func (p *blockList) add(v any) int {
	if p.b.err != nil {
		return p.count
	}
	if p.text.Len() == 0 {
		*p.first = append(*p.first, p.count)
		p.text.WriteByte('[')
	} else {
		p.text.WriteByte(',')
	}
	p.b.err = encode(&p.text, v)
	p.count++
	if p.text.Len() >= blockBytes {
		p.flush()
	}
	return p.count - 1
}

// flush closes the block that is open.
func (p *blockList) flush() {
	if p.text.Len() > 0 {
		p.text.WriteByte(']')
		p.b.write(p.name, func(w io.Writer) error { _, err := p.text.WriteTo(w); return err })
		p.text.Reset()
	}
}

// pooledBytes is the length from which a text is kept apart, so that it is kept once.
const pooledBytes = 64

// textPool keeps texts, each once.
type textPool struct {
	pile blockList
	seen map[[16]byte]int // numbers by the head of their SHA-256
}

// put returns the number of a text, from 0.
func (p *textPool) put(text string) int {
	sum := sha256.Sum256([]byte(text))
	key := [16]byte(sum[:16])
	n, ok := p.seen[key]
	if !ok {
		n = p.pile.add(text)
		p.seen[key] = n
	}
	return n
}
