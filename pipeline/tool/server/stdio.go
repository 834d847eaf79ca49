package server

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio speaks the Model Context Protocol to one client, over a program's standard input
// and output, with one message per line. At the end of in, it answers the pending requests
// and returns nil. It returns an error for a line that is not a message, and ctx's error if
// ctx is done first. It always closes in. Nothing else may write to out.
func (s *ToolServer) Stdio(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	err := s.mcp.Run(ctx, pipe{&mcp.IOTransport{Reader: in, Writer: open{out}, MaxLineLength: mostBytes}})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// open is a writer that whoever opened it closes.
type open struct{ io.Writer }

// Close implements io.Closer.
func (open) Close() error { return nil }

// pipe is a transport that ends after its last answer. The one inside ends with its
// input, or at a line that is no message, and what is being answered by then is lost.
type pipe struct{ mcp.Transport }

// Connect implements mcp.Transport.
func (p pipe) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := p.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := &connection{Connection: inner, asked: map[jsonrpc.ID]bool{}}
	c.changed.L = &c.mu
	return c, nil
}

// connection keeps the end of its input back until everything asked is answered.
type connection struct {
	mcp.Connection

	mu      sync.Mutex
	changed sync.Cond
	asked   map[jsonrpc.ID]bool // and not answered yet
	closed  bool
}

// Read implements mcp.Connection.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.asked[r.ID] = true // a cancelled call is answered too
	}
	for err != nil && ctx.Err() == nil && len(c.asked) > 0 && !c.closed {
		c.changed.Wait()
	}
	return m, err
}

// Write implements mcp.Connection.
func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.asked, r.ID)
		c.mu.Unlock()
		c.changed.Broadcast()
	}
	return err
}

// Close implements mcp.Connection.
func (c *connection) Close() error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.changed.Broadcast()
	return c.Connection.Close()
}
