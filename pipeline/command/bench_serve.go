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
	"runtime/debug"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
	"github.com/taskgrove/taskgrove/pipeline/tool/vector"
)

// offering are the flags of bench serve.
type offering struct {
	reaching
	set     *flag.FlagSet
	serving serving // of which address and certificates are used
	hosts   words
	stdio   bool
	model   string // of embeddings; "" for BM25
}

func (o *offering) declare(fs *flag.FlagSet) {
	o.set = fs
	fs.StringVar(&o.serving.address, "listen", "127.0.0.1:7320", "`address` to listen at")
	fs.StringVar(&o.serving.cert, "cert", "", "`file` with the certificate chain for https, PEM")
	fs.StringVar(&o.serving.key, "key", "", "`file` with its key, PEM")
	fs.Var(&o.hosts, "host", "`names` under which agents reach the server, where they are not those listened at")
	fs.BoolVar(&o.stdio, "stdio", false, "speak the Model Context Protocol on standard input and output, and listen nowhere")
	declareEmbeddings(fs, &o.model)
	o.reaching.declare(fs)
}

func declareEmbeddings(fs *flag.FlagSet, model *string) {
	fs.StringVar(model, "embeddings", "", "`model` whose embeddings rank passages in place of BM25")
}

// tokenVariable holds the token that agents must have.
const tokenVariable = "TASKGROVE_TOKEN"

// benchServe gives the tools to agents. An interrupt is how it ends, and no failure.
func benchServe(ctx context.Context, env cli.Env) error {
	o := &offering{reaching: reaching{env: env}}
	f, err := parse("bench serve", env.Args, o.declare)
	if err != nil {
		return err
	}
	if err := o.settle(); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	report, err := update(ctx, env, f, append(generate(w), corpusStage(w)))
	if err != nil || report == nil {
		return err
	}
	log := env.Log(f.verbose)
	if err := w.open(ctx, log); err != nil {
		return err
	}
	tools, _, closer, err := o.tools(f, w, o.model, log)
	if err != nil {
		return err
	}
	defer closer.Close()
	c := server.Config{Tools: tools, Domain: w.domain, Language: f.Language, Version: version(), Hosts: o.hosts, Log: log}
	if o.stdio {
		c.Loopback = true
		s, err := server.New(c)
		if err != nil {
			return err
		}
		in, ok := env.Stdin.(io.ReadCloser)
		if !ok {
			in = io.NopCloser(env.Stdin)
		}
		if err = s.Stdio(ctx, in, env.Stdout); err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("-stdio: %w: want one message of the Model Context Protocol a line", err)
		}
		return nil
	}
	return o.listen(ctx, env, c, log)
}

// settle checks the flags.
func (o *offering) settle() error {
	if o.endpointFault != nil {
		return o.endpointFault
	}
	if err := o.settleAddress(); err != nil {
		return err
	}
	if o.endpoints != nil && o.model == "" {
		return misuse("-endpoint is where embeddings come from: want -embeddings MODEL with it")
	}
	return o.limitCost()
}

// hostName is a name or a number of a machine, without a port.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?$`)

// settleAddress checks the flags that say where the server is.
func (o *offering) settleAddress() (err error) {
	if o.stdio {
		o.set.Visit(func(fl *flag.Flag) {
			if slices.Contains([]string{"listen", "host", "cert", "key"}, fl.Name) {
				err = misuse("-stdio listens nowhere: want it without -%s", fl.Name)
			}
		})
		return err
	}
	if _, port, err := net.SplitHostPort(o.serving.address); err != nil || port == "" {
		return misuse("-listen %q: want a host and a port, such as 127.0.0.1:7320", o.serving.address)
	}
	if (o.serving.cert == "") != (o.serving.key == "") {
		return misuse("-cert and -key go together: want both or none")
	}
	for _, host := range o.hosts {
		if _, err := netip.ParseAddr(host); err != nil && !hostName.MatchString(host) {
			return misuse("-host %q: want a name such as bench.example.org, without port", host)
		}
	}
	return nil
}

// listen serves over HTTP until ctx ends. What was being answered is answered first.
func (o *offering) listen(ctx context.Context, env cli.Env, c server.Config, log *slog.Logger) error {
	certificates, err := o.serving.certificates()
	if err != nil {
		return err
	}
	listener, err := listen(o.serving.address)
	if err != nil {
		return err
	}
	defer listener.Close()
	c.Loopback = loopback(listener.Addr()) && o.hosts == nil
	made := ""
	if secret := env.Getenv(tokenVariable); secret != "" || !c.Loopback {
		if secret == "" {
			made = rand.Text()
			secret = made
		}
		if c.Token, err = server.NewToken(secret); err != nil {
			return fmt.Errorf("%s: %w", tokenVariable, err)
		}
	}
	s, err := server.New(c)
	if err != nil {
		return err
	}
	if err := o.announce(env.Stdout, o.url(listener.Addr()), made); err != nil {
		return err
	}
	if o.serving.cert == "" && !loopback(listener.Addr()) {
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
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	if err := h.Shutdown(closing); err != nil {
		log.Warn("some requests were not answered to their end", "error", err)
		h.Close()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// url is where agents reach a server that listens at an address: under the first of its
// names, for one that has names goes by no other. One that listens everywhere has a name
// on this machine at least.
func (o *offering) url(at net.Addr) string {
	u := o.serving.url(at)
	host, port, err := net.SplitHostPort(u.Host)
	switch {
	case err != nil:
		return u.String()
	case o.hosts != nil:
		host = o.hosts[0]
	case everywhere(host):
		host = "localhost"
	}
	u.Host = net.JoinHostPort(host, port)
	return u.String()
}

// announce prints where the tools are, and the token where one was made.
func (o *offering) announce(w io.Writer, at, token string) error {
	_, err := fmt.Fprintf(w, "tools at %s/tools\nas the published client calls them: POST %s/law_api/NAME\nModel Context Protocol: %s/mcp\n", at, at, at)
	if err == nil && token != "" {
		_, err = fmt.Fprintf(w, "token, until it ends (%s has another): %s\n", tokenVariable, token)
	}
	return err
}

// tools are the world's tools with what names them: as they are, or with passages ranked
// by a model's embeddings, whose journal the caller closes.
func (r *reaching) tools(f *flags, w *world, model string, log *slog.Logger) (*tool.Set, digest.Digest, io.Closer, error) {
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

// toolsKey names what the tools of a world return, passages ranked by embeddings of a
// model or, without one, by BM25.
func toolsKey(w *world, model string) digest.Digest {
	return digest.Of("tools", string(w.domain.Digest()), string(w.corpus.Digest()), model)
}

// version is the program's, as its module was built.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
