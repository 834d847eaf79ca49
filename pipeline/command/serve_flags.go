package command

import (
	"crypto/tls"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/review"
)

// serving are the flags of verify serve.
type serving struct {
	address   string // to listen at
	public    string // address that people reach the page under; "" for the one listened at
	cert, key string
	blind     bool
	invited   bool
	lease     time.Duration

	reached *url.URL // of public; nil for ""
}

func (s *serving) declare(fs *flag.FlagSet) {
	fs.StringVar(&s.address, "listen", "127.0.0.1:7310", "`address` to listen at")
	fs.StringVar(&s.public, "public", "", "`URL` under which people reach the page, where it is not the address listened at")
	fs.StringVar(&s.cert, "cert", "", "`file` with the certificate chain for https, PEM")
	fs.StringVar(&s.key, "key", "", "`file` with its key, PEM")
	fs.BoolVar(&s.blind, "blind", false, "show the reference only to those who have given an answer of their own")
	fs.DurationVar(&s.lease, "lease", 30*time.Minute, "how `long` a task is kept for who was given it")
	fs.BoolVar(&s.invited, "invite-only", false, "want an invitation on the loopback interface too")
}

// shortestLease is what a reviewer needs at least to read a task.
const shortestLease = time.Minute

// resolve checks the flags.
func (s *serving) resolve() error {
	host, port, err := net.SplitHostPort(s.address)
	if err != nil || port == "" {
		return misuse("-listen %q: want a host and a port, such as 127.0.0.1:7310", s.address)
	}
	if (s.cert == "") != (s.key == "") {
		return misuse("-cert and -key go together: want both or none")
	}
	if s.lease < shortestLease || s.lease > review.MostLease {
		return misuse("-lease must be from %v to %v, not %v", shortestLease, review.MostLease, s.lease)
	}
	if s.public == "" {
		if everywhere(host) {
			return misuse("-listen %s is no address that people can open: want -public with the URL that they use", s.address)
		}
		return nil
	}
	u, err := url.Parse(s.public)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return misuse("-public %q: want a URL such as https://review.example.org", s.public)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "":
		return misuse("-public %q: want scheme and host alone, such as https://review.example.org", s.public)
	case u.Scheme == "http" && s.cert != "":
		return misuse("-public %s with -cert: want an https URL", s.public)
	}
	s.reached = &url.URL{Scheme: u.Scheme, Host: u.Host}
	return nil
}

// everywhere reports whether a host stands for all interfaces.
func everywhere(host string) bool {
	if host == "" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsUnspecified()
}

// url is where people reach a page that listens at an address.
func (s *serving) url(at net.Addr) *url.URL {
	if s.reached != nil {
		return s.reached
	}
	u := &url.URL{Scheme: "http", Host: at.String()}
	if s.cert != "" {
		u.Scheme = "https"
	}
	// A certificate is for the name that was given, not for the number it stands for.
	if host, _, err := net.SplitHostPort(s.address); err == nil {
		if _, port, err := net.SplitHostPort(at.String()); err == nil {
			u.Host = net.JoinHostPort(host, port)
		}
	}
	return u
}

// open reports whether whoever reaches the page may join without an invitation: only
// where nobody but the same machine does.
func (s *serving) open(at net.Addr) bool {
	return !s.invited && s.reached == nil && loopback(at)
}

// readable reports whether what is sent can be read on the way.
func (s *serving) readable(at net.Addr) bool {
	return s.url(at).Scheme == "http" && !(s.reached == nil && loopback(at))
}

func loopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// certificates are what the page proves its name with; nil for a page over http.
type certificates struct{ pair tls.Certificate }

// certificates reads the files.
func (s *serving) certificates() (*certificates, error) {
	if s.cert == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(s.cert, s.key)
	if err != nil {
		return nil, fmt.Errorf("-cert %s -key %s: %w", s.cert, s.key, err)
	}
	return &certificates{pair}, nil
}

func (c *certificates) config() *tls.Config {
	if c == nil {
		return nil
	}
	return &tls.Config{Certificates: []tls.Certificate{c.pair}, MinVersion: tls.VersionTLS12}
}

// serve serves over https if there are certificates.
func (c *certificates) serve(s *http.Server, l net.Listener) error {
	if c == nil {
		return s.Serve(l)
	}
	return s.ServeTLS(l, "", "")
}
