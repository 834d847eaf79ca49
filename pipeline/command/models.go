package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"taskgrove/pipeline/internal/cli"
	"taskgrove/pipeline/llm"
	"taskgrove/pipeline/rewrite"
)

// modelling is what the rewrite command is told about models. Model, parser, attempts
// and temperature are settings of the run; the rest says how models are reached and
// what they may cost, which changes no result and is not kept.
type modelling struct {
	env cli.Env
	set *flag.FlagSet

	model, parser string
	attempts      int
	temperature   string

	endpoints           []endpoint
	maxCost, pricesFile string
	maxTokens           int
	batch, rehearse     bool
	endpointFault       error

	prices    llm.Prices
	budget    llm.Budget
	rehearsed *rehearsal // the server of a rehearsal; nil without
}

func (m *modelling) declare(fs *flag.FlagSet) {
	m.set = fs
	d := defaults()
	fs.StringVar(&m.model, "model", d.Model, "`model` that writes the questions, or offline for none")
	fs.StringVar(&m.parser, "parser", d.Parser, "`model` that reads them for the round trip, same or none")
	fs.Var((*whole)(&m.attempts), "attempts", "most `questions` asked for, for one task")
	fs.StringVar(&m.temperature, "temperature", "", "the model's `temperature`, 0 to 2, or server")
	fs.Func("endpoint", "`URL[,key=VARIABLE][,weight=N][,at-once=N]` of a server; can be given several times", m.addEndpoint)
	fs.StringVar(&m.maxCost, "max-cost", "", "most that new answers may cost, in the currency of -prices")
	fs.Var((*whole)(&m.maxTokens), "max-tokens", "most `tokens` of new answers, prompts included")
	fs.StringVar(&m.pricesFile, "prices", "", "`file` with the models' prices")
	fs.BoolVar(&m.batch, "batch", false, "ask by the Batch API: submit, leave, collect later")
	fs.BoolVar(&m.rehearse, "rehearse", false, "ask a model that is played by this process")
}

// rehearsalModel is the model that a rehearsal plays.
const rehearsalModel = "rehearsal"

// settle takes what was given into the settings and checks it.
func (m *modelling) settle(f *flags) error {
	fault := m.endpointFault
	m.set.Visit(func(fl *flag.Flag) {
		switch fl.Name {
		case "model":
			f.Model = m.model
		case "parser":
			f.Parser = m.parser
		case "attempts":
			f.Attempts = m.attempts
		case "temperature":
			var err error
			f.Temperature, err = readTemperature(m.temperature)
			fault = cmp.Or(fault, err)
		}
	})
	if fault != nil {
		return fault
	}
	if m.rehearse {
		if m.batch || m.endpoints != nil || m.model != defaults().Model && m.model != rehearsalModel || m.parser != defaults().Parser {
			return misuse("-rehearse plays the model in this process: want it without -model, -parser, -endpoint and -batch")
		}
		f.Model, f.Parser = rehearsalModel, sameParser
	} else if f.Model == rehearsalModel {
		return misuse("-model %s is played by this process: want -rehearse with it, or another model", rehearsalModel)
	}
	if fault := f.settings.fault(); fault != "" {
		return misuse("%s", fault)
	}
	return m.limit()
}

// limit reads what answers may cost.
func (m *modelling) limit() (err error) {
	if m.maxTokens < 0 {
		return misuse("-max-tokens must be at least 0, not %d", m.maxTokens)
	}
	m.budget.MaxTokens = m.maxTokens
	if m.pricesFile != "" {
		if m.prices, err = llm.ReadPrices(m.pricesFile); err != nil {
			return err
		}
	}
	if m.maxCost == "" {
		return nil
	}
	if m.pricesFile == "" {
		return misuse("-max-cost needs the models' prices: want -prices FILE")
	}
	if m.budget.MaxCost, err = llm.ParseCost(m.maxCost); err != nil || m.budget.MaxCost <= 0 {
		return misuse("-max-cost %q: want an amount above 0, such as 2.50", m.maxCost)
	}
	return nil
}

// readTemperature reads a temperature; nil leaves it to the server.
func readTemperature(text string) (*float64, error) {
	if text == "" || text == "server" {
		return nil, nil
	}
	t, err := strconv.ParseFloat(text, 64)
	if err != nil || !(t >= 0 && t <= 2) {
		return nil, misuse("-temperature %q: want a number from 0 to 2, or server", text)
	}
	return &t, nil
}

// endpoint is a server as a flag names it.
type endpoint struct {
	url, key     string // key is the variable that holds it
	weight, most int
}

// variable is what the environment calls a variable.
var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// addEndpoint takes an endpoint as a flag names it. The fault is left to settle, for
// package flag would print what was given, and somebody may have put a key into it.
func (m *modelling) addEndpoint(s string) error {
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
			m.endpointFault = misuse("-endpoint: want key=VARIABLE, the name of a variable that holds the key, weight=N or at-once=N behind the address")
		}
	}
	m.endpoints = append(m.endpoints, one)
	return nil
}

// Variables of the environment, as other clients of OpenAI's format have them.
const (
	keyVariable = "OPENAI_API_KEY"
	urlVariable = "OPENAI_BASE_URL"
	standardURL = "https://api.openai.com/v1"
)

// servers returns the endpoints with their keys; with dry those that miss theirs too.
func (m *modelling) servers(dry bool) ([]llm.Endpoint, error) {
	if m.rehearsed != nil {
		return []llm.Endpoint{{URL: m.rehearsed.url}}, nil
	}
	all := m.endpoints
	if all == nil {
		all = []endpoint{{url: cmp.Or(m.env.Getenv(urlVariable), standardURL), key: keyVariable}}
	}
	out := make([]llm.Endpoint, len(all))
	for i, e := range all {
		key := m.env.Getenv(e.key)
		if key == "" && !dry && (e.url == standardURL || e.key != keyVariable) {
			return nil, fmt.Errorf("%s wants a key: want it in the environment as %s", e.host(), e.key)
		}
		out[i] = llm.Endpoint{URL: e.url, Key: llm.NewKey(key), Weight: e.weight, Concurrency: e.most}
	}
	return out, nil
}

// host is the part of the address that can be shown: somebody may have put a key into
// the rest.
func (e *endpoint) host() string {
	if u, err := url.Parse(e.url); err == nil && u.Host != "" {
		return u.Host
	}
	return "an endpoint"
}

// keys are the variables that hold keys.
func (m *modelling) keys() string {
	names := []string{}
	for _, e := range m.endpoints {
		if !slices.Contains(names, e.key) {
			names = append(names, e.key)
		}
	}
	return cmp.Or(strings.Join(names, " or "), keyVariable)
}

// asked are models ready to be asked.
type asked struct {
	*rewrite.Model
	journal   *llm.Journal
	keys      string     // the variables that hold keys
	rehearsed *rehearsal // the server of a rehearsal; nil without
}

// answersFile holds the paid answers of a run directory. It belongs to no stage: no
// stage that is done again loses it.
func answersFile(f *flags) string { return filepath.Join(f.out, "llm", "answers.jsonl") }

// open makes the models of the settings ready; nil for the offline rewriter. With dry
// nothing is written and nothing is sent.
func (m *modelling) open(f *flags, log *slog.Logger, dry bool) (*asked, error) {
	if f.Model == offlineModel {
		return nil, nil
	}
	servers, err := m.servers(dry)
	if err != nil {
		return nil, err
	}
	a := &asked{Model: &rewrite.Model{Name: f.Model, Parser: f.parser(), Attempts: f.Attempts, Temperature: f.Temperature}, keys: m.keys(), rehearsed: m.rehearsed}
	if dry {
		a.journal, err = llm.ReadJournal(answersFile(f))
		if errors.Is(err, os.ErrNotExist) {
			a.journal, err = nil, nil
		}
	} else if err = os.MkdirAll(filepath.Dir(answersFile(f)), 0o777); err == nil {
		a.journal, err = llm.OpenJournal(answersFile(f))
	}
	if err != nil {
		return nil, err
	}
	if a.journal != nil && a.journal.Torn() > 0 {
		log.Warn("the last answer was cut off when its process ended; it is asked for again", "file", a.journal.Path(), "bytes", a.journal.Torn())
	}
	o := llm.Options{
		Endpoints: servers, Budget: m.budget, Prices: m.prices, Journal: a.journal,
		Now: m.env.Now, Proxy: http.ProxyFromEnvironment, Log: log,
	}
	if a.Client, err = llm.New(o); err != nil {
		return nil, errors.Join(err, a.close())
	}
	a.Journal = a.journal
	for _, s := range servers {
		if s.Concurrency == 0 {
			s.Concurrency = standardAtOnce
		}
		a.InFlight += s.Concurrency
	}
	if m.batch && !dry {
		if a.Batch, err = llm.OpenBatch(a.Client); err != nil {
			return nil, errors.Join(err, a.close())
		}
	}
	return a, nil
}

// standardAtOnce is how many requests an endpoint gets at once that says nothing.
const standardAtOnce = 256

// recorded makes models ready that answer from what is on disk alone, for commands that
// ask nobody.
func recorded(f *flags) (*asked, error) {
	if f.Model == offlineModel {
		return nil, nil
	}
	journal, err := llm.ReadJournal(answersFile(f))
	if errors.Is(err, os.ErrNotExist) {
		return nil, unasked(f, err)
	}
	if err != nil {
		return nil, err
	}
	a := &asked{Model: &rewrite.Model{Name: f.Model, Parser: f.parser(), Attempts: f.Attempts, Temperature: f.Temperature, InFlight: 1}, journal: journal}
	if a.Client, err = llm.New(llm.Options{Journal: journal, Replay: true, Now: noClock}); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// noClock is for models that are not asked, so that nothing is timed.
func noClock() time.Time { return time.Time{} }

// unasked says that a model would have to be asked.
func unasked(f *flags, err error) error {
	again := "run rewrite"
	if f.Model == rehearsalModel {
		again += " -rehearse"
	}
	return fmt.Errorf("the questions are out of date and %s has to be asked: %s, or rewrite -model offline for questions without a model (%w)", f.Model, again, err)
}

// close gives the journal free and ends a rehearsal.
func (a *asked) close() error {
	if a == nil {
		return nil
	}
	err := a.rehearsed.close()
	if a.journal != nil {
		err = errors.Join(err, a.journal.Close())
	}
	return err
}

// explain says what is to be done about a fault of models, and that nothing paid for
// is lost.
func (a *asked) explain(f *flags, err error) error {
	var pending *rewrite.Pending
	switch {
	case err == nil || a == nil:
		return err
	case errors.As(err, &pending):
		return err
	case errors.Is(err, llm.ErrUnrecorded):
		return unasked(f, err)
	case errors.Is(err, context.Canceled):
		return err
	}
	var fault *llm.InfrastructureError
	advice := ""
	switch {
	case errors.Is(err, llm.ErrBudget):
		advice = "raise -max-cost or -max-tokens"
	case errors.Is(err, llm.ErrUnpriced):
		advice = "give it a price in the file of -prices"
	case errors.Is(err, llm.ErrUnauthorized):
		advice = "check the key in " + a.keys
	case errors.Is(err, llm.ErrModel):
		advice = "check -model, -parser and the address in " + urlVariable + " or -endpoint"
	case errors.Is(err, llm.ErrQuota):
		advice = "the account has nothing left"
	case errors.Is(err, llm.ErrUnreachable):
		advice = "check the address in " + urlVariable + " or -endpoint"
	case !errors.As(err, &fault):
		return err
	}
	spent := a.journal.Spent()
	if advice != "" {
		advice = "\n" + advice
	}
	return fmt.Errorf("%w%s\nwhat was paid for is kept: %d answers in %s; running again goes on from there", err, advice, spent.Answers, a.journal.Path())
}

// printAccount prints what became of the tasks and what the answers took; currency can
// be "".
func printAccount(w io.Writer, a *rewrite.Account, currency string) {
	if a.Model == "" {
		return
	}
	fmt.Fprintf(w, "\nquestions by %s %d, by the offline rewriter after it %d, none %d\n", a.Model, a.Written, a.FellBack, a.Dropped)
	if len(a.Rejected) > 0 {
		var parts []string
		for _, reason := range sorted(a.Rejected) {
			parts = append(parts, fmt.Sprintf("%s %d", reason, a.Rejected[reason]))
		}
		fmt.Fprintf(w, "not kept of its questions: %s\n", strings.Join(parts, ", "))
	}
	total := a.Total()
	fmt.Fprintf(w, "answers %d, tokens in %d, out %d", total.Answers, total.Usage.Prompt, total.Usage.Completion)
	if total.Cost > 0 {
		fmt.Fprintf(w, ", cost %s", strings.TrimSpace(total.Cost.String()+" "+currency))
	}
	fmt.Fprintln(w)
}
