package ledger

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// The last member of a sealed object: its name, the sum as 8 hexadecimal digits, its end.
const (
	sealStart = `,"sum":"`
	sealEnd   = `"}`
	sealSize  = len(sealStart) + 8 + len(sealEnd)
)

// castagnoli is the polynomial of CRC-32C (RFC 3720).
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Seal returns a line with an object of JSON, which must have members, and its checksum:
// the object with one more member at its end, "sum", which is the CRC-32C of the object
// without it as 8 hexadecimal digits.
func Seal(object []byte) []byte {
	line := append([]byte{}, bytes.TrimSuffix(object, []byte{'}'})...)
	return fmt.Appendf(line, "%s%08x%s", sealStart, crc32.Checksum(object, castagnoli), sealEnd)
}

// Verify returns an error if a line has a checksum that is not its own. Lines that were
// written before there were checksums have none and pass.
func Verify(line []byte) error {
	object, sum, sealed := splitSeal(line)
	if !sealed {
		return nil
	}
	crc := crc32.Update(crc32.Checksum(object, castagnoli), castagnoli, []byte{'}'})
	if want := fmt.Sprintf("%08x", crc); want != string(sum) {
		return fmt.Errorf("the line has the sum %s, not %q: it was changed: restore the file from a copy", want, sum)
	}
	return nil
}

// Unseal returns the object of a line without its checksum, in new memory, with the error
// of [Verify].
func Unseal(line []byte) ([]byte, error) {
	object, _, sealed := splitSeal(line)
	if !sealed {
		return bytes.Clone(line), nil
	}
	return append(bytes.Clone(object), '}'), Verify(line)
}

// splitSeal returns the object of a sealed line, without its end, and the sum.
func splitSeal(line []byte) (object, sum []byte, sealed bool) {
	at := len(line) - sealSize
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sealStart)) || !bytes.HasSuffix(line, []byte(sealEnd)) {
		return line, nil, false
	}
	return line[:at], line[at+len(sealStart) : len(line)-len(sealEnd)], true
}
