package llm

import (
	"cmp"
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

// Endpoint is a server that speaks OpenAI's wire format.
type Endpoint struct {
	URL         string // base, such as https://api.openai.com/v1
	Key         APIKey // zero for servers without keys
	Weight      int    // share of the requests relative to other endpoints; 0 means 1
	Concurrency int    // maximum number of requests in flight; 0 means 256
}

// Retry says how temporary faults are retried. A zero or negative field has the default
// that its comment gives.
type Retry struct {
	// Tries is the maximum number of attempts per call; 0 means 8. It is at most 3 if no
	// endpoint has ever responded, and one call pays for at most 3 responses that cannot be
	// used. A later call with the same request starts from 0.
	Tries   int
	Base    time.Duration // first pause, doubled for each attempt; the wait is from half of the pause to all of it; 0 means 500 ms
	Max     time.Duration // longest pause; 0 means 30 s
	MaxRest time.Duration // longest wait that a server may ask for; 0 means 10 min
}

// ClientOptions are the options of [New]. A zero field has the default that its comment
// gives.
type ClientOptions struct {
	Endpoints []Endpoint // at least one, except in replay
	Retry     Retry
	Timeout   time.Duration // of one attempt, from sending to the last byte of the answer; 0 means 2 min
	Budget    Budget
	Prices    Prices

	// Journal keeps the answers. The caller closes it after all calls have returned.
	// Without a journal every request is paid for each time it is made.
	Journal *Journal
	// Replay answers from the journal only and sends nothing: a request that is not in
	// the journal is ErrUnrecorded.
	Replay bool

	// InFlight, if not nil, is the number of requests in flight that are finished even after
	// the end of the context, for programs that say at their end what they wait for. Clients
	// may share it.
	InFlight *atomic.Int64

	Now   func() time.Time                      // the clock; required
	Proxy func(*http.Request) (*url.URL, error) // such as http.ProxyFromEnvironment; nil means no proxy
	Log   *slog.Logger                          // gets a Debug line for every failed attempt; nil means no log
}

// Client sends requests to models. It is safe for concurrent use: callers decide how many
// calls they make at once, and the client decides how many of them it sends at once.
type Client struct {
	keys    map[*endpoint]APIKey
	pool    *pool
	retry   Retry
	timeout time.Duration
	journal *Journal
	replay  bool
	account *account
	prices  Prices
	calls   sharedCalls
	reached atomic.Bool // an endpoint has responded, with an answer or a fault

	inFlight *atomic.Int64
	now      func() time.Time
	log      *slog.Logger
}

// Defaults of fields that are zero.
const (
	defaultConcurrency = 256
	defaultTries       = 8
	defaultBase        = 500 * time.Millisecond
	defaultMax         = 30 * time.Second
	defaultMaxRest     = 10 * time.Minute
	defaultTimeout     = 2 * time.Minute
)

// New returns a client. It makes no connection yet. The error names the invalid option.
func New(o ClientOptions) (*Client, error) {
	switch {
	case o.Now == nil:
		return nil, errors.New("llm: ClientOptions.Now is nil: it must be a clock")
	case o.Replay && o.Journal == nil:
		return nil, errors.New("llm: replay needs a journal")
	case !o.Replay && len(o.Endpoints) == 0:
		return nil, errors.New("llm: there must be at least one endpoint")
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

		inFlight: cmp.Or(o.InFlight, new(atomic.Int64)),
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

// OrDefaults returns r with the defaults in place of fields that are zero or negative.
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
		// The address is not quoted, because it may contain a key.
		return nil, errors.New("llm: endpoint without a valid address: want an address such as https://host/v1, without user, query or fragment")
	}
	if !s.Key.sendable() {
		return nil, fmt.Errorf("llm: endpoint %s: the key must be printable ASCII without spaces and line breaks", u.Host)
	}
	if s.Weight < 0 || s.Concurrency < 0 {
		return nil, fmt.Errorf("llm: endpoint %s: weight %d and concurrency %d must be at least 0", u.Host, s.Weight, s.Concurrency)
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
			MaxIdleConnsPerHost: s.Concurrency, // the default of two would close most connections after each answer
			IdleConnTimeout:     90 * time.Second,
			TLSHandshakeTimeout: 10 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	config := openai.DefaultConfig("") // the doer has the key
	config.BaseURL, config.HTTPClient = strings.TrimSuffix(s.URL, "/"), sender
	return &endpoint{
		host: u.Host, api: openai.NewClientWithConfig(config), doer: sender,
		weight: s.Weight, maxInFlight: s.Concurrency,
		limit: float64(min(s.Concurrency, firstLimit)), slow: true,
	}, nil
}

// Spent returns the number and cost of the new responses to this client so far, based on
// the usage that servers reported: of answers, and of responses that cannot be used.
// Answers from the journal are not counted.
func (c *Client) Spent() Spending { return c.account.total() }

// Chat returns the model's answer to a request: the recorded answer if the journal has
// one, otherwise a new answer, which is in the journal before Chat returns it.
// Concurrent calls with requests of the same digest share one call of the model.
//
// When ctx ends, Chat sends nothing more and ends its pauses and the wait for a
// connection. If the request is in flight it waits for the response, at most for the timeout of the client, because the response
// is paid for: an answer is recorded and returned.
//
// An unusable answer is returned together with its [*AnswerError]. If there is no
// answer, the error is an [*InfrastructureError], ErrBudget, ErrUnpriced, ErrUnrecorded
// or ErrRejected (for errors.Is), the cause of the context's end, or a fault of the
// journal.
func (c *Client) Chat(ctx context.Context, r Request) (Reply, error) {
	if err := r.check(); err != nil {
		return Reply{}, err
	}
	d := r.Digest()
	e, own, err := c.calls.share(ctx, d, func() (entry, error) {
		if e, ok, err := c.recorded(d); ok || err != nil {
			return e, err
		}
		return c.chat(ctx, d, &r)
	})
	if err != nil {
		return Reply{}, err
	}
	if e.Reply == nil {
		return Reply{}, fmt.Errorf("the journal has an embedding for %s, not a reply", d)
	}
	reply := *e.Reply
	reply.Calls = slices.Clone(reply.Calls) // concurrent callers share the entry
	reply.Recorded = reply.Recorded || !own
	return reply, Judge(&r, &reply)
}

// recorded returns the entry of the journal. If there is none, the error is ErrUnrecorded
// in replay, and otherwise says why a new answer could not be recorded.
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
		err = c.checkJournal()
	}
	return e, ok, err
}

// chat gets a new answer from an endpoint and records it.
func (c *Client) chat(ctx context.Context, d digest.Digest, r *Request) (entry, error) {
	expected, err := c.priceEstimate(r.Model, r.estimate())
	if err != nil {
		return entry{}, err
	}
	if err := c.account.reserve(ctx, expected); err != nil {
		return entry{}, err
	}
	var spent Spending
	defer func() { c.account.settle(expected, spent) }()

	w, zeroes := r.toOpenAI()
	var reply Reply
	wasted, err := c.send(ctx, outgoing{d, r.Model, expected}, func(ctx context.Context, e *endpoint, x *exchange) error {
		x.zeroes, x.billed = zeroes, true
		_, err := e.api.CreateChatCompletion(ctx, w)
		if err == nil {
			reply, err = readReply(x.body, c.keys[e])
		}
		if words, finish, ok := refusal(err, c.keys[e]); ok {
			reply = Reply{Refusal: words, Finish: finish, Model: r.Model, Usage: usageIn(x.body)}
			return nil
		}
		reply.estimateUsage(r)
		return err
	})
	if err != nil {
		return entry{}, err
	}
	price, _ := c.prices.Of(r.Model)
	reply.Cost = price.Cost(reply.Usage)
	e := entry{Digest: d, Reply: &reply}
	spent = e.spent()
	if reply.Wasted = wasted; c.journal != nil {
		reply.Wasted = c.journal.wastedOn(d) // with that of earlier processes
	}
	return e, c.record(e)
}

// checkJournal returns why new answers could not be recorded, or nil. An answer that
// could not be recorded must not be paid for.
func (c *Client) checkJournal() error {
	if c.journal == nil {
		return nil
	}
	return c.journal.usable()
}

// record writes answers to the journal, if there is one.
func (c *Client) record(entries ...entry) error {
	if c.journal == nil {
		return nil
	}
	return c.journal.add(entries...)
}
