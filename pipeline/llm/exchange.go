package llm

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// exchange is one HTTP exchange. The caller passes it to the doer in the context, and
// reads the response from it.
//
// The end of the caller's context ends an exchange while that costs nothing: during the
// wait for a connection, the TLS handshake included, and at any time if the request is
// neither billed nor lasting. A billed or lasting request that has a connection is
// finished.
type exchange struct {
	zeroes  []string    // members to add to the body as 0
	longest int64       // limit on the response in bytes; 0 means maxResponse
	billed  bool        // the response may be paid for: it goes to body, and go-openai gets {} in its place
	lasting bool        // the request changes something at the server that the response identifies
	status  int         // 0 if there was no response
	header  http.Header // of the response
	body    []byte      // of a billed response, without the key; nil if it did not arrive whole

	caller   context.Context
	stop     func() bool        // ends the watch of the caller's context
	cancel   context.CancelFunc // of the context that begin returned
	inFlight *atomic.Int64      // counts the exchange while it is in the state connected
	state    atomic.Int32
}

// States of an exchange that is billed or lasting. Any other one remains in the first
// until it ends.
const (
	unconnected int32 = iota
	connected         // the request is being sent, or was sent
	ended             // nothing of it is sent any more
)

type exchangeKey struct{}

// begin returns the context for the requests of the exchange. The caller must call end.
func (x *exchange) begin(caller context.Context, inFlight *atomic.Int64) context.Context {
	ctx, cancel := context.WithCancel(context.WithoutCancel(caller))
	x.caller, x.cancel, x.inFlight = caller, cancel, inFlight
	x.stop = context.AfterFunc(caller, x.giveUp)
	return context.WithValue(ctx, exchangeKey{}, x)
}

// end ends the exchange.
func (x *exchange) end() {
	x.stop()
	x.cancel()
	if x.state.Swap(ended) == connected {
		x.inFlight.Add(-1)
	}
}

// giveUp ends the exchange unless its request has a connection and must be finished.
func (x *exchange) giveUp() {
	if x.state.CompareAndSwap(unconnected, ended) {
		x.cancel()
	}
}

// protect returns a request that the end of the caller's context does not end once it has a
// connection. The transport may send it again over another connection if the first was
// closed before the server could read it.
//
// Note: a body that refuses to be read once the caller has given up is no guard. The
// transport sends the header before it reads a body of a type that it does not know.
func (x *exchange) protect(req *http.Request) *http.Request {
	return req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GetConn: func(string) {
			if x.state.CompareAndSwap(connected, unconnected) {
				x.inFlight.Add(-1)
			}
			if x.caller.Err() != nil {
				x.giveUp()
			}
		},
		GotConn: func(info httptrace.GotConnInfo) {
			// It is counted before the look at the caller's context, so that whoever ends the
			// context and then reads the count misses no request that is sent.
			x.inFlight.Add(1)
			if x.caller.Err() == nil && x.state.CompareAndSwap(unconnected, connected) {
				return
			}
			x.inFlight.Add(-1)
			x.giveUp()
			// The transport sends a request by HTTP/1 even if its context has ended by now.
			if !sharesRequests(info.Conn) {
				info.Conn.Close()
			}
		},
	}))
}

// sharesRequests reports whether a connection carries other requests at the same time. On
// such a connection, by HTTP/2, the transport sends no request whose context has ended.
func sharesRequests(c net.Conn) bool {
	t, ok := c.(*tls.Conn)
	return ok && t.ConnectionState().NegotiatedProtocol == "h2"
}
