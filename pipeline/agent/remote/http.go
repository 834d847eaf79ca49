package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// EndpointSpec specifies an agent that replies over HTTP.
type EndpointSpec struct {
	// URL is the http or https address that messages are posted to. Its query appears in
	// no error and no log.
	URL string
	// Key is the bearer token, sent to this address only; the zero Key sends none. It is
	// redacted in responses.
	Key llm.APIKey
	// Limits bound each trial; Wait applies to each try.
	Limits TrialLimits
	// Retry says how temporary failures are retried: failed connections, status 429 and
	// 5xx. An endpoint that was never reached is tried at most four times. If the endpoint
	// asks to wait longer than MaxRest, there is no further try.
	Retry llm.Retry
	// Proxy chooses the proxy of a request; nil means none.
	Proxy func(*http.Request) (*url.URL, error)
	// Transport sends the requests and ignores Proxy; nil means a new transport.
	Transport http.RoundTripper
	// Now is the clock, for servers that state a time until which to wait; required.
	Now func() time.Time
	// Log receives a Debug line for every failed try; nil discards them.
	Log *slog.Logger
}

// HTTP is an agent behind an HTTP endpoint. It is safe for concurrent use and does not
// limit the number of concurrent messages.
type HTTP struct {
	endpoint EndpointSpec
	host     string // what errors call it
	client   *http.Client
	log      *slog.Logger
	replied  atomic.Bool // there was a response once
}

// NewHTTP returns the agent at an endpoint. It sends nothing yet. The error reports an
// invalid spec.
func NewHTTP(e EndpointSpec) (*HTTP, error) {
	u, err := url.Parse(e.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Fragment != "" {
		// The address is not quoted, for somebody may have put a key into it.
		return nil, errors.New("agent without a usable address: want a URL such as http://127.0.0.1:8000/agent, without user and fragment")
	}
	if err := e.Key.Authorize(http.Header{}); err != nil {
		return nil, fmt.Errorf("agent at %s: %w", u.Host, err)
	}
	if e.Now == nil {
		return nil, fmt.Errorf("agent at %s: no clock: want Now", u.Host)
	}
	if e.Transport == nil {
		e.Transport = &http.Transport{
			Proxy:               e.Proxy,
			DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
			TLSHandshakeTimeout: dialTimeout,
			ForceAttemptHTTP2:   true,
			MaxIdleConnsPerHost: maxIdleConns,
			IdleConnTimeout:     90 * time.Second,
		}
	}
	e.Limits, e.Retry = e.Limits.orDefaults(), e.Retry.OrDefaults()
	h := &HTTP{endpoint: e, host: u.Host, log: e.Log, client: &http.Client{
		Transport:     e.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	return h, nil
}

const (
	dialTimeout  = 10 * time.Second // for a connection, and for the handshake over it
	maxIdleConns = 64               // connections between messages
	firstTries   = 4                // tries at an endpoint that was never reached
)

// Solve implements [agent.Agent]. The error is a tool's, the cause of ctx, or an
// *[llm.InfrastructureError] if the endpoint cannot be reached or refuses the message; it is
// [agent.ErrNotStarted] if the endpoint has never responded.
func (h *HTTP) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	return solve(ctx, h, h.endpoint.Limits, question, tools, env)
}

// failedTry is a try without a reply.
type failedTry struct {
	status    int // of HTTP; 0 where there was none
	detail    string
	temporary bool          // it may be gone at another try
	wait      time.Duration // that the endpoint asked for
}

// kind classifies the failure.
func (r *failedTry) kind() error {
	switch {
	case r.status == 0:
		return llm.ErrUnreachable
	case r.status == http.StatusUnauthorized, r.status == http.StatusForbidden:
		return llm.ErrUnauthorized
	case r.status == http.StatusTooManyRequests:
		return llm.ErrRateLimited
	case r.status >= http.StatusInternalServerError:
		return llm.ErrServer
	}
	return llm.ErrRejected
}

// send implements transport.
func (h *HTTP) send(ctx context.Context, message []byte) ([]byte, error) {
	retry := h.endpoint.Retry
	for n := 1; ; n++ {
		b, r, err := h.post(ctx, message)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if r == nil {
			return b, err
		}
		h.log.Debug("agent did not reply", "host", h.host, "try", n, "status", r.status, "why", r.detail)
		fault := &llm.InfrastructureError{Kind: r.kind(), Endpoint: h.host, Status: r.status, Tries: n, Detail: r.detail}
		if r.status == 0 && !h.replied.Load() {
			fault.Kind = agent.ErrNotStarted
		}
		switch {
		case r.wait > retry.MaxRest:
			fault.Kind, fault.Detail = llm.ErrRest, fmt.Sprintf("asks to wait %v: want at most %v", r.wait, retry.MaxRest)
			return nil, fault
		case !r.temporary || n == retry.Tries || n == firstTries && fault.Kind == agent.ErrNotStarted:
			return nil, fault
		}
		if err := sleep(ctx, max(r.wait, backoff(retry, message, n))); err != nil {
			return nil, err
		}
	}
}

// errLate ends a try that takes longer than a reply may.
var errLate = errors.New("late")

// post posts a message once. It returns a failed try, or else the reply or the agent's
// failure.
func (h *HTTP) post(ctx context.Context, message []byte) ([]byte, *failedTry, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, h.endpoint.Limits.Wait, errLate)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.endpoint.URL, bytes.NewReader(message))
	if err != nil {
		return nil, nil, fmt.Errorf("agent at %s: %w", h.host, withoutURL(err))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if err := h.endpoint.Key.Authorize(req.Header); err != nil {
		return nil, nil, fmt.Errorf("agent at %s: %w", h.host, err)
	}
	resp, err := h.client.Do(req)
	if err == nil {
		h.replied.Store(true)
		defer resp.Body.Close()
		var body []byte
		if body, err = io.ReadAll(io.LimitReader(resp.Body, int64(h.endpoint.Limits.ReplyBytes)+1)); err == nil {
			return h.classify(resp, body)
		}
	}
	if context.Cause(ctx) == errLate {
		return nil, nil, lateFailure(h.endpoint.Limits.Wait)
	}
	return nil, &failedTry{detail: excerpt(h.endpoint.Key.Redact(withoutURL(err).Error())), temporary: true}, nil
}

// classify interprets a response.
func (h *HTTP) classify(resp *http.Response, body []byte) ([]byte, *failedTry, error) {
	long := len(body) > h.endpoint.Limits.ReplyBytes
	body = []byte(h.endpoint.Key.Redact(string(body)))
	status := resp.StatusCode
	switch {
	case status != http.StatusOK:
		r := &failedTry{status: status, detail: excerpt(string(body)), temporary: status == http.StatusTooManyRequests || status >= http.StatusInternalServerError}
		r.wait, _ = llm.RetryAfter(resp.Header, h.endpoint.Now())
		return nil, r, nil
	case long:
		return nil, nil, longFailure(h.endpoint.Limits.ReplyBytes, body)
	}
	return body, nil, nil
}

// backoff returns the wait after try n: between half and all of a time that doubles with n. It
// depends only on the message and n.
func backoff(r llm.Retry, message []byte, n int) time.Duration {
	full := r.Max
	if doubled := r.Base << min(n-1, 16); doubled > 0 && doubled < full {
		full = doubled
	}
	return full/2 + time.Duration(digest.Rand("remote pause", string(message), strconv.Itoa(n)).Int64N(int64(full/2)+1))
}

// sleep waits, or returns the context's cause.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// withoutURL drops the address from an error, because it may contain a key.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
