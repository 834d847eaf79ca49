package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostPending is how many calls of one client may be without an answer over a pipe;
// further lines are read when one of them is answered.
const mostPending = 64

// Stdio speaks the Model Context Protocol to one client, over a program's standard input
// and output, with one message per line. A line that is no message, or too long for one,
// is answered with an error of JSON-RPC, and the next line is read. At the end of in, Stdio
// answers the pending requests and returns nil. It returns the errors of in and out, and
// ctx's error if ctx is done first. It always closes in. Nothing else may write to out.
func (s *ToolServer) Stdio(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	err := s.mcp.Run(ctx, &pipe{in: in, out: out})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// pipe is a transport of one message a line. The package's own ends at the first line
// that is no message, and with its input, when what is being answered by then is lost.
type pipe struct {
	in  io.ReadCloser
	out io.Writer
}

// Connect implements mcp.Transport.
func (p *pipe) Connect(context.Context) (mcp.Connection, error) {
	c := &connection{pipe: p, lines: make(chan line), ended: make(chan struct{}), asked: map[jsonrpc.ID]bool{}}
	c.changed.L = &c.mu
	go c.scan()
	return c, nil
}

// connection reads ahead of the answers by at most mostPending calls, and keeps the end
// of its input back until all of them are answered.
type connection struct {
	*pipe
	lines chan line
	ended chan struct{} // closed with the connection

	writing sync.Mutex

	mu      sync.Mutex
	changed sync.Cond
	asked   map[jsonrpc.ID]bool // and not answered yet
	closed  bool
}

// line is a line of the input, or why there is none.
type line struct {
	text []byte
	long bool // longer than mostBytes; text is its beginning
	err  error
}

// scan hands over the lines that are not empty, then the error that ends them.
func (c *connection) scan() {
	r := bufio.NewReaderSize(c.in, 1<<16)
	for {
		l := readLine(r)
		if len(bytes.TrimSpace(l.text)) == 0 && l.err == nil {
			continue
		}
		select {
		case c.lines <- l:
		case <-c.ended:
			return
		}
		if l.err != nil {
			return
		}
	}
}

// readLine reads a line, which the end of the input ends as well, and keeps mostBytes of
// it, without its end.
func readLine(r *bufio.Reader) (l line) {
	for {
		part, err := r.ReadSlice('\n')
		if err == nil {
			part = part[:len(part)-1]
		}
		if room := mostBytes - len(l.text); len(part) > room {
			l.long, part = true, part[:room]
		}
		l.text = append(l.text, part...)
		switch {
		case err == nil, err == io.EOF && len(l.text) > 0:
			return l
		case err != bufio.ErrBufferFull:
			return line{err: err}
		}
	}
}

// Read implements mcp.Connection.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		c.await(mostPending - 1)
		var l line
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.ended:
			return nil, io.EOF
		case l = <-c.lines:
		}
		if l.err != nil {
			c.await(0)
			return nil, l.err
		}
		m, refused := l.message()
		if refused != nil {
			if err := c.write(marshal(refused)); err != nil {
				return nil, err
			}
			continue
		}
		if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
			c.mu.Lock()
			c.asked[r.ID] = true // a cancelled call is answered too
			c.mu.Unlock()
		}
		return m, nil
	}
}

// message reads the message in a line.
func (l *line) message() (jsonrpc.Message, *refusal) {
	if l.long {
		return nil, refused(jsonrpc.CodeInvalidRequest, nil, "line: want at most %d bytes", mostBytes)
	}
	return readMessage(l.text)
}

// await waits until at most n calls are without an answer, or the connection is closed.
func (c *connection) await(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.asked) > n && !c.closed {
		c.changed.Wait()
	}
}

// Write implements mcp.Connection.
func (c *connection) Write(_ context.Context, m jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(m)
	if err == nil {
		err = c.write(text)
	}
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.asked, r.ID)
		c.mu.Unlock()
		c.changed.Broadcast()
	}
	return err
}

// write writes a line.
func (c *connection) write(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// SessionID implements mcp.Connection.
func (c *connection) SessionID() string { return "" }

// Close implements mcp.Connection.
func (c *connection) Close() error {
	c.mu.Lock()
	again := c.closed
	c.closed = true
	c.mu.Unlock()
	c.changed.Broadcast()
	if again {
		return nil
	}
	close(c.ended)
	return c.in.Close()
}
