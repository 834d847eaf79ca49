package command

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
	"github.com/taskgrove/taskgrove/pipeline/tool/vector"
)

var benchServeHelp = cli.Help{
	Usage: "bench serve [-listen ADDRESS | -stdio] [flags]",
	Doc:   "Give the tools to any agent until interrupted: as OpenAI functions, as the published client calls them, and by the Model Context Protocol.",
	Examples: []cli.Example{
		{Line: "bench serve"},
		{Line: "bench serve -stdio", Doc: "as a server of the Model Context Protocol"},
	},
}

// benchServe is bench serve.
type benchServe struct {
	env       cli.Env
	flags     flags
	endpoints modelFlags // of embeddings
	listener  listenFlags
	hosts     wordList
	stdio     bool
	model     string // of embeddings; "" for BM25
}

func (c *benchServe) declare(fs *cli.Flags) {
	c.flags.declare(fs)
	c.listener.declare(fs, "127.0.0.1:7320")
	fs.Var(&c.hosts, "host", "`names` under which agents reach the server, if not those listened at; it then answers under no other")
	fs.BoolVar(&c.stdio, "stdio", false, "speak the Model Context Protocol on standard input and output, and listen nowhere")
	declareEmbeddings(fs, &c.model)
	c.endpoints.declare(fs)
}

func declareEmbeddings(fs *cli.Flags, model *string) {
	fs.StringVar(model, "embeddings", "", "`model` whose embeddings rank passages in place of BM25")
}

// tokenVariable holds the token that agents must have.
const tokenVariable = "TASKGROVE_TOKEN"

// run serves until it is interrupted, which is no failure.
func (c *benchServe) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	if err := c.resolve(); err != nil {
		return err
	}
	if err := c.endpoints.checkKeys(c.model != "", f.dry); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	report, err := update(ctx, c.env, f, tableStages(w))
	if err != nil || report == nil {
		return err
	}
	log := f.logger(c.env)
	if err := w.open(ctx, log); err != nil {
		return err
	}
	tools, _, closer, err := c.endpoints.tools(f, w, c.model, log)
	if err != nil {
		return err
	}
	defer closer.Close()
	config := server.Config{Tools: tools, Domain: w.domain, Language: f.Language, Version: cli.Version(), Hosts: c.hosts, Log: log}
	if !c.stdio {
		return c.listen(ctx, config, log)
	}
	if err := f.keep(c.env.Stderr, nil); err != nil {
		return err
	}
	config.Loopback = true
	s, err := server.New(config)
	if err != nil {
		return err
	}
	in, ok := c.env.Stdin.(io.ReadCloser)
	if !ok {
		in = io.NopCloser(c.env.Stdin)
	}
	if err = s.Stdio(ctx, in, c.env.Stdout); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("-stdio: %w", err)
	}
	return nil
}

// resolve checks the flags.
func (c *benchServe) resolve() error {
	if c.endpoints.endpointFault != nil {
		return c.endpoints.endpointFault
	}
	if err := c.checkAddress(); err != nil {
		return err
	}
	if c.endpoints.endpoints != nil && c.model == "" {
		return misuse("-endpoint is where embeddings come from: want -embeddings MODEL with it")
	}
	return c.endpoints.resolve()
}

// hostName matches a name or an address of a machine, without a port.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?$`)

// checkAddress checks the flags that say where the server listens.
func (c *benchServe) checkAddress() (err error) {
	if c.stdio {
		c.flags.set.Visit(func(fl *flag.Flag) {
			if slices.Contains([]string{"listen", "host", "cert", "key"}, fl.Name) {
				err = misuse("-stdio does not listen: want -stdio without -%s", fl.Name)
			}
		})
		return err
	}
	if err := c.listener.check("127.0.0.1:7320"); err != nil {
		return err
	}
	for _, host := range c.hosts {
		if _, err := netip.ParseAddr(host); err != nil && !hostName.MatchString(host) {
			return misuse("-host %q: want a name such as bench.example.org, without port", host)
		}
	}
	return nil
}

// listen serves over HTTP until ctx ends, and then answers the requests it has begun.
func (c *benchServe) listen(ctx context.Context, config server.Config, log *slog.Logger) error {
	certificates, err := c.listener.certificates()
	if err != nil {
		return err
	}
	listener, err := listen(c.listener.address)
	if err != nil {
		return err
	}
	defer listener.Close()
	config.Loopback = isLoopback(listener.Addr()) && c.hosts == nil
	made := ""
	if secret := c.env.Getenv(tokenVariable); secret != "" || !config.Loopback {
		if secret == "" {
			made = rand.Text()
			secret = made
		}
		if config.Token, err = server.NewToken(secret); err != nil {
			return fmt.Errorf("%s: %w", tokenVariable, err)
		}
	}
	s, err := server.New(config)
	if err != nil {
		return err
	}
	if err := c.flags.keep(c.env.Stderr, nil); err != nil {
		return err
	}
	if err := announceTools(c.env.Stdout, c.url(listener.Addr()), made); err != nil {
		return err
	}
	if c.listener.cert == "" && !isLoopback(listener.Addr()) {
		log.Warn("without -cert and -key, or https in front, whoever is on the way can read the token")
	}
	h := s.HTTP()
	h.TLSConfig = certificates.config()
	served := make(chan error, 1)
	go func() { served <- certificates.serve(h, listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("%s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	endPages(ctx, h, log)
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// url is where agents reach a server that listens at an address: under the first name of
// -host, as it answers under no other; as localhost if it listens everywhere.
func (c *benchServe) url(at net.Addr) string {
	u := c.listener.url(at)
	host, port, err := net.SplitHostPort(u.Host)
	switch {
	case err != nil:
		return u.String()
	case c.hosts != nil:
		host = c.hosts[0]
	case isWildcard(host):
		host = "localhost"
	}
	u.Host = net.JoinHostPort(host, port)
	return u.String()
}

// announceTools prints where the tools are, and the token if one was made.
func announceTools(w io.Writer, at, token string) error {
	_, err := fmt.Fprintf(w, "tools at %s/tools\nas the published client calls them: POST %s/law_api/NAME\nModel Context Protocol: %s/mcp\n", at, at, at)
	if err == nil && token != "" {
		_, err = fmt.Fprintf(w, "token, until it ends (%s has another): %s\n", tokenVariable, token)
	}
	return err
}

// tools returns the world's tools and their key: as they are, or with passages ranked by a
// model's embeddings, whose journal the caller closes.
func (r *modelFlags) tools(f *flags, w *world, model string, log *slog.Logger) (*tool.Set, digest.Digest, io.Closer, error) {
	if model == "" {
		return w.tools, toolsKey(w, ""), io.NopCloser(nil), nil
	}
	c, err := r.connect(filepath.Join(f.out, "llm", "embeddings.jsonl"), log, false)
	if err != nil {
		return nil, "", nil, err
	}
	var options []tool.Option
	for _, p := range w.domain.Passages {
		options = append(options, tool.WithRetriever(p.Name, vector.New(w.corpus.Passages(p.Name), c.Client, vector.RankerOptions{Model: model})))
	}
	set, err := tool.New(w.corpus, options...)
	if err != nil {
		return nil, "", nil, errors.Join(err, c.Close())
	}
	return set, toolsKey(w, model), c, nil
}

// toolsKey identifies what the tools of a world return, with passages ranked by embeddings
// of a model or, for "", by BM25.
func toolsKey(w *world, model string) digest.Digest {
	return digest.Of("tools", string(w.domain.Digest()), string(w.corpus.Digest()), model)
}
