package command

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// modelFlags are the flags that say how models are reached and what they may cost. They
// change no result and are not kept.
type modelFlags struct {
	env cli.Env

	endpoints           []endpoint
	maxCost, pricesFile string
	maxTokens           int
	endpointFault       error // in the flags; reported by resolve

	prices    llm.Prices
	budget    llm.Budget
	rehearsed *rehearsal // the server of a rehearsal; nil without
}

func (r *modelFlags) declare(fs *cli.Flags) {
	fs.Func("endpoint", "`URL[,key=VARIABLE][,weight=N][,at-once=N]` of a server: its address up to /v1, the variable that holds its key (OPENAI_API_KEY), its share of the requests, the most requests at once (256); OPENAI_BASE_URL or OpenAI's if not given; can be given several times", r.addEndpoint)
	fs.StringVar(&r.maxCost, "max-cost", "", "most that new answers may `cost`, in the currency of -prices")
	fs.Var((*wholeNumber)(&r.maxTokens), "max-tokens", "most `tokens` of new answers, prompts included")
	fs.StringVar(&r.pricesFile, "prices", "", "`file` with the models' prices, YAML: currency: USD, and under models: by name {input: 2.50, cached: 1.25, output: 10}, per million tokens")
}

// resolve checks the flags and reads the prices.
func (r *modelFlags) resolve() (err error) {
	if r.endpointFault != nil {
		return r.endpointFault
	}
	if r.maxTokens < 0 {
		return misuse("-max-tokens must be at least 0, not %d", r.maxTokens)
	}
	r.budget.MaxTokens = r.maxTokens
	if r.pricesFile != "" {
		if r.prices, err = llm.ReadPrices(r.pricesFile); err != nil {
			return err
		}
	}
	if r.maxCost == "" {
		return nil
	}
	if r.pricesFile == "" {
		return misuse("-max-cost needs the models' prices: want -prices FILE")
	}
	if r.budget.MaxCost, err = llm.ParseCost(r.maxCost); err != nil || r.budget.MaxCost <= 0 {
		return misuse("-max-cost %q: want an amount above 0, such as 2.50", r.maxCost)
	}
	return nil
}

// endpoint is a server as a flag names it.
type endpoint struct {
	url, key     string // key is the variable that holds it
	weight, most int
}

// variable is what the environment calls a variable.
var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// addEndpoint parses an -endpoint. A fault is reported by resolve: package flag would print
// the value, and somebody may have put a key into it.
func (r *modelFlags) addEndpoint(s string) error {
	parts := strings.Split(s, ",")
	one := endpoint{url: parts[0], key: keyVariable}
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(value)
		switch {
		case name == "key" && variable.MatchString(value):
			one.key = value
		case name == "weight" && err == nil && n > 0:
			one.weight = n
		case name == "at-once" && err == nil && n > 0:
			one.most = n
		default:
			r.endpointFault = misuse("-endpoint: want key=VARIABLE, the name of a variable that holds the key, weight=N or at-once=N behind the address")
		}
	}
	r.endpoints = append(r.endpoints, one)
	return nil
}

// Variables of the environment, named as other clients of OpenAI's format name them.
const (
	keyVariable = "OPENAI_API_KEY"
	urlVariable = "OPENAI_BASE_URL"
	standardURL = "https://api.openai.com/v1"
)

// servers returns the endpoints with their keys. A missing key is an error, unless dry.
func (r *modelFlags) servers(dry bool) ([]llm.Endpoint, error) {
	if r.rehearsed != nil {
		return []llm.Endpoint{{URL: r.rehearsed.url}}, nil
	}
	all := r.endpoints
	if all == nil {
		all = []endpoint{{url: cmp.Or(r.env.Getenv(urlVariable), standardURL), key: keyVariable}}
	}
	out := make([]llm.Endpoint, len(all))
	for i, e := range all {
		key := r.env.Getenv(e.key)
		if key == "" && !dry && (e.url == standardURL || e.key != keyVariable) {
			return nil, fmt.Errorf("%s needs a key: want it in the environment variable %s", e.host(), e.key)
		}
		out[i] = llm.Endpoint{URL: e.url, Key: llm.NewKey(key), Weight: e.weight, Concurrency: e.most}
	}
	return out, nil
}

// checkKeys returns an error if a model is to be asked, a server wants a key and there is
// none: a command finds that out before it works for minutes.
func (r *modelFlags) checkKeys(asked, dry bool) error {
	if !asked || dry {
		return nil
	}
	_, err := r.servers(false)
	return err
}

// host is the part of the address that is safe to print: somebody may have put a key into
// the rest.
func (e *endpoint) host() string {
	if u, err := url.Parse(e.url); err == nil && u.Host != "" {
		return u.Host
	}
	return "an endpoint"
}

// keys names the variables that hold keys.
func (r *modelFlags) keys() string {
	names := []string{}
	for _, e := range r.endpoints {
		if !slices.Contains(names, e.key) {
			names = append(names, e.key)
		}
	}
	return cmp.Or(strings.Join(names, " or "), keyVariable)
}

// defaultConcurrency is how many requests an endpoint without at-once gets at a time.
const defaultConcurrency = 256

// connection is a client of models, with the journal it keeps answers in.
type connection struct {
	*llm.Client
	journal *llm.Journal // nil where a dry run found none
	atOnce  int          // requests that all endpoints together take at once
}

// connect makes a client whose answers are kept at path. With dry nothing is written and
// nothing is sent.
func (r *modelFlags) connect(path string, log *slog.Logger, dry bool) (*connection, error) {
	servers, err := r.servers(dry)
	if err != nil {
		return nil, err
	}
	c := new(connection)
	if dry {
		c.journal, err = llm.ReadJournal(path)
		if errors.Is(err, os.ErrNotExist) {
			c.journal, err = nil, nil
		}
	} else if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
		c.journal, err = llm.OpenJournal(path)
	}
	if err != nil {
		return nil, err
	}
	if c.journal != nil && c.journal.Torn() > 0 {
		log.Warn("the last answer was cut off when its process ended; it is asked for again", "file", c.journal.Path(), "bytes", c.journal.Torn())
	}
	c.Client, err = llm.New(llm.ClientOptions{
		Endpoints: servers, Budget: r.budget, Prices: r.prices, Journal: c.journal,
		InFlight: r.env.InFlight, Now: r.env.Now, Proxy: http.ProxyFromEnvironment, Log: log,
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for _, s := range servers {
		c.atOnce += cmp.Or(s.Concurrency, defaultConcurrency)
	}
	return c, nil
}

// Close closes the journal.
func (c *connection) Close() error {
	if c == nil || c.journal == nil {
		return nil
	}
	return c.journal.Close()
}

// explainModelError returns what a user can do about an error of models, on a line of its own, "" if
// nothing is known. Ok is false for any other error. Keys names the variables that hold
// keys, flags the flags that name models.
func explainModelError(err error, keys, flags string) (line string, ok bool) {
	var fault *llm.InfrastructureError
	switch {
	case errors.Is(err, llm.ErrBudget):
		line = "raise -max-cost or -max-tokens"
	case errors.Is(err, llm.ErrUnpriced):
		line = "give it a price in the file of -prices"
	case errors.Is(err, llm.ErrUnauthorized):
		line = "check the key in " + keys
	case errors.Is(err, llm.ErrModel):
		line = "check " + flags + " and the address in " + urlVariable + " or -endpoint"
	case errors.Is(err, llm.ErrQuota):
		line = "the account has nothing left"
	case errors.Is(err, llm.ErrUnreachable):
		line = "check the address in " + urlVariable + " or -endpoint"
	default:
		return "", errors.As(err, &fault)
	}
	return "\n" + line, true
}
