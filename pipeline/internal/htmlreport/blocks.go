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

// blockBytes is the uncompressed size at which a block is closed: small enough to decompress
// without a noticeable delay, large enough to compress well.
const blockBytes = 384 << 10

// blocks writes values as JSON, deflated (RFC 1951) and base64-encoded, each block into its own
// element. It keeps the first error and writes nothing after it.
type blocks struct {
	w     *bufio.Writer
	z     *flate.Writer
	err   error
	first firstItems
}

// firstItems holds the number of the first item of each block, by kind of item.
type firstItems struct {
	Tasks  []int `json:"tasks"`
	Texts  []int `json:"texts"`
	Trials []int `json:"trials"`
}

// write writes one block with the content that fill writes. The name is the kind of its items.
func (b *blocks) write(name string, fill func(io.Writer) error) {
	if b.err != nil {
		return
	}
	if _, b.err = fmt.Fprintf(b.w, "<script type=\"application/octet-stream\" data-block=\"%s\">", name); b.err != nil {
		return
	}
	text := base64.NewEncoder(base64.StdEncoding, b.w)
	if b.z == nil {
		b.z, _ = flate.NewWriter(text, flate.DefaultCompression) // fails only for an invalid level
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

// value writes a block with one value.
func (b *blocks) value(name string, v any) {
	b.write(name, func(w io.Writer) error { return encode(w, v) })
}

// encode writes a value as JSON followed by a newline.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// blockList writes values of one kind as arrays in successive blocks.
type blockList struct {
	b     *blocks
	name  string
	first *[]int       // numbers of the first values of its blocks
	text  bytes.Buffer // content of the open block
	count int          // number of values added
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

// flush closes the open block.
func (p *blockList) flush() {
	if p.text.Len() > 0 {
		p.text.WriteByte(']')
		p.b.write(p.name, func(w io.Writer) error { _, err := p.text.WriteTo(w); return err })
		p.text.Reset()
	}
}

// pooledBytes is the least length of a text that is stored in the pool.
const pooledBytes = 64

// textPool stores texts, equal texts once.
type textPool struct {
	pile blockList
	seen map[[16]byte]int // numbers by the first half of the text's SHA-256
}

// put returns the number of a text, from 0, and stores it if it is new.
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
