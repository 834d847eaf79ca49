package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Endpoint is a server in OpenAI's wire format.
type Endpoint struct {
	URL         string // base, such as https://api.openai.com/v1
	Key         APIKey // none for servers that want none
	Weight      int    // share of the requests beside other endpoints; 0 is 1
	Concurrency int    // requests in flight, at most; 0 is 256
}

// Retry is how faults that may pass are met. Zero fields take the defaults.
type Retry struct {
	Tries   int           // sends of one request, at most, 3 where no endpoint can be reached nor ever could; 0 is 8
	Base    time.Duration // first pause, doubled each time, of which between half and all is waited; 0 is 500 ms
	Max     time.Duration // longest pause; 0 is 30 s
	MaxRest time.Duration // longest rest that is waited for when a server asks; 0 is 10 min
}

// ClientOptions say what a client works with.
type ClientOptions struct {
	Endpoints []Endpoint // at least one, except in replay
	Retry     Retry
	Timeout   time.Duration // of one try, from sending to the last byte of the answer; 0 is 2 min
	Budget    Budget
	Prices    Prices

	// Journal keeps the answers. It stays the caller's to close, after all calls have
	// returned. Without one every request is paid for whenever it is made.
	Journal *Journal
	// Replay sends nothing: what is not in the journal is ErrUnrecorded.
	Replay bool

	Now   func() time.Time                      // the clock; wanted
	Proxy func(*http.Request) (*url.URL, error) // such as http.ProxyFromEnvironment; nil goes straight
	Log   *slog.Logger                          // a Debug line for every try that failed; nil is silent
}

// Client asks models. It is safe for concurrent use: callers bound how many calls
// they make at once, the client how many of them are in flight.
type Client struct {
	keys    map[*endpoint]APIKey
	pool    *pool
	retry   Retry
	timeout time.Duration
	journal *Journal
	replay  bool
	account *account
	prices  Prices
	flights flights
	reached atomic.Bool // some endpoint has answered, if only with a fault
	now     func() time.Time
	log     *slog.Logger
}

// Defaults of what is left zero.
const (
	defaultConcurrency = 256
	defaultTries       = 8
	defaultBase        = 500 * time.Millisecond
	defaultMax         = 30 * time.Second
	defaultMaxRest     = 10 * time.Minute
	defaultTimeout     = 2 * time.Minute
)

// New returns a client. It connects to nothing yet.
func New(o ClientOptions) (*Client, error) {
	switch {
	case o.Now == nil:
		return nil, errors.New("llm: no clock: want Now")
	case o.Replay && o.Journal == nil:
		return nil, errors.New("llm: replay without a journal: want one")
	case !o.Replay && len(o.Endpoints) == 0:
		return nil, errors.New("llm: no endpoint: want at least one")
	}
	c := &Client{
		keys:    map[*endpoint]APIKey{},
		pool:    &pool{now: o.Now},
		retry:   o.Retry.OrDefaults(),
		timeout: o.Timeout,
		journal: o.Journal,
		replay:  o.Replay,
		account: newAccount(o.Budget),
		prices:  o.Prices,
		now:     o.Now,
		log:     o.Log,
	}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	for _, spec := range o.Endpoints {
		e, err := spec.open(o.Proxy)
		if err != nil {
			return nil, err
		}
		c.keys[e] = spec.Key
		c.pool.all = append(c.pool.all, e)
	}
	return c, nil
}

// OrDefaults returns it with the defaults in place of fields that are zero or less.
func (r Retry) OrDefaults() Retry {
	if r.Tries <= 0 {
		r.Tries = defaultTries
	}
	if r.Base <= 0 {
		r.Base = defaultBase
	}
	if r.Max <= 0 {
		r.Max = defaultMax
	}
	if r.MaxRest <= 0 {
		r.MaxRest = defaultMaxRest
	}
	return r
}

// open prepares an endpoint.
func (s Endpoint) open(proxy func(*http.Request) (*url.URL, error)) (*endpoint, error) {
	u, err := url.Parse(s.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		// The address is not quoted, for somebody may have put a key into it.
		return nil, errors.New("llm: endpoint without a usable address: want one such as https://host/v1, without user, query or fragment")
	}
	if !s.Key.sendable() {
		return nil, fmt.Errorf("llm: endpoint %s: the key has a space, a line break or a character that is not ASCII: want it without", u.Host)
	}
	if s.Weight < 0 || s.Concurrency < 0 {
		return nil, fmt.Errorf("llm: endpoint %s: weight %d and concurrency %d: want at least 0", u.Host, s.Weight, s.Concurrency)
	}
	if s.Weight == 0 {
		s.Weight = 1
	}
	if s.Concurrency == 0 {
		s.Concurrency = defaultConcurrency
	}
	sender := &doer{key: s.Key, http: &http.Client{
		Transport: &http.Transport{
			Proxy:               proxy,
			ForceAttemptHTTP2:   true,
			MaxIdleConnsPerHost: s.Concurrency, // else all but two connections are closed after an answer
			IdleConnTimeout:     90 * time.Second,
			TLSHandshakeTimeout: 10 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	config := openai.DefaultConfig("") // the doer has the key
	config.BaseURL, config.HTTPClient = strings.TrimSuffix(s.URL, "/"), sender
	return &endpoint{
		host: u.Host, base: config.BaseURL, api: openai.NewClientWithConfig(config), doer: sender,
		weight: s.Weight, most: s.Concurrency,
		limit: float64(min(s.Concurrency, firstLimit)), slow: true,
	}, nil
}

// Spent returns what new answers have cost so far, by what the servers reported.
func (c *Client) Spent() Spending { return c.account.total() }

// Chat returns the model's answer to a request: the recorded one if there is one,
// else a new one, which is in the journal before Chat returns it. Requests of one
// digest that are made at the same time share a call.
//
// An answer that is no use is returned together with its [*AnswerError]. Without an
// answer the error is an [*InfrastructureError], ErrBudget, ErrUnpriced,
// ErrUnrecorded or ErrRejected (all for errors.Is), the context's cause, or a fault
// of the journal.
func (c *Client) Chat(ctx context.Context, r Request) (Reply, error) {
	if err := r.check(); err != nil {
		return Reply{}, err
	}
	d := r.Digest()
	e, own, err := c.flights.share(ctx, d, func() (entry, error) {
		if e, ok, err := c.recorded(d); ok || err != nil {
			return e, err
		}
		return c.chat(ctx, d, &r)
	})
	if err != nil {
		return Reply{}, err
	}
	if e.Reply == nil {
		return Reply{}, fmt.Errorf("the journal holds no reply to %s: want one", d)
	}
	reply := *e.Reply
	reply.Calls = slices.Clone(reply.Calls) // others have the same entry
	reply.Recorded = reply.Recorded || !own
	return reply, Judge(&r, &reply)
}

// recorded looks into the journal. In replay, what isn't there is an error.
func (c *Client) recorded(d digest.Digest) (e entry, ok bool, err error) {
	if c.journal == nil {
		return entry{}, false, nil
	}
	e, ok, err = c.journal.find(d)
	switch {
	case err != nil:
	case ok && e.Reply != nil:
		e.Reply.Recorded = true
	case !ok && c.replay:
		err = fmt.Errorf("%w: %s", ErrUnrecorded, d)
	case !ok:
		err = c.keeps()
	}
	return e, ok, err
}

// chat pays for an answer and keeps it.
func (c *Client) chat(ctx context.Context, d digest.Digest, r *Request) (entry, error) {
	expected, err := c.expect(r.Model, r.estimate())
	if err != nil {
		return entry{}, err
	}
	if err := c.account.reserve(ctx, expected); err != nil {
		return entry{}, err
	}
	var spent Spending
	defer func() { c.account.settle(expected, spent) }()

	w, zeroes := r.wire()
	var reply Reply
	err = c.send(ctx, d, expected.Usage.Tokens(), func(ctx context.Context, e *endpoint, x *exchange) error {
		x.zeroes = zeroes
		resp, err := e.api.CreateChatCompletion(ctx, w)
		if words, finish, ok := refusal(err, c.keys[e]); ok {
			reply = Reply{Refusal: words, Finish: finish, Model: r.Model}
			return nil
		}
		if err != nil {
			return err
		}
		reply, err = replyOf(&resp, c.keys[e])
		reply.meter(r)
		return err
	})
	if err != nil {
		return entry{}, err
	}
	price, _ := c.prices.Of(r.Model)
	reply.Cost = price.Cost(reply.Usage)
	e := entry{Digest: d, Reply: &reply}
	spent = e.spent()
	return e, c.keep(e)
}

// keeps returns why answers can't be kept, or nil: nothing is paid for that can't.
func (c *Client) keeps() error {
	if c.journal == nil {
		return nil
	}
	return c.journal.usable()
}

// keep puts answers on disk.
func (c *Client) keep(entries ...entry) error {
	if c.journal == nil {
		return nil
	}
	return c.journal.add(entries...)
}
