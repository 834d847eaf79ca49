package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/correcting"
)

// servePage serves the page of a draft until it is interrupted, which is no failure.
func (x *domainDraft) servePage(ctx context.Context, env cli.Env, f *flags, d *draftDir) error {
	address := listenFlags{address: x.serve}
	listener, err := listen(address.address)
	if err != nil {
		return err
	}
	defer listener.Close()
	at := x.publicURL
	if at == nil {
		at = address.url(listener.Addr())
	}
	token := ""
	if x.publicURL != nil || !isLoopback(listener.Addr()) {
		token = rand.Text()
	}
	log := f.logger(env)
	page, err := correcting.New(correcting.PageConfig{URL: at, Token: token, Read: d.state, Save: d.save, Log: log})
	if err != nil {
		return err
	}
	link := at.String()
	if token != "" {
		link += "/?token=" + token
	}
	if token != "" && at.Scheme == "http" {
		io.WriteString(env.Stderr, "plantree: whoever is on the way can read and change what is sent: this page is served without https\n")
	}
	fmt.Fprintf(env.Stdout, "page of the draft: %s\n", link)
	server := newPageServer(page, log)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("%s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	endPages(ctx, server, log)
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// newPageServer returns a server of pages with limits for what clients may take.
func newPageServer(page http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: page, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// endPages ends a server once it has answered the requests that have begun.
func endPages(ctx context.Context, server *http.Server, log *slog.Logger) {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	if fault := server.Shutdown(closing); fault != nil {
		log.Warn("some requests were not answered to their end", "error", fault)
		server.Close()
	}
}
