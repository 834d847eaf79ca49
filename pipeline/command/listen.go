package command

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// listenFlags are the flags that say where a server listens.
type listenFlags struct {
	address   string
	cert, key string // files; "" for a server over http
}

func (s *listenFlags) declare(fs *cli.Flags, address string) {
	fs.StringVar(&s.address, "listen", address, "`address` to listen at; one that others can reach needs a token or an invitation, which is printed")
	fs.StringVar(&s.cert, "cert", "", "`file` with the certificate chain for https, PEM")
	fs.StringVar(&s.key, "key", "", "`file` with its key, PEM")
}

// check checks the flags; example is an address that would do.
func (s *listenFlags) check(example string) error {
	if err := checkAddress("-listen", s.address, example); err != nil {
		return err
	}
	if (s.cert == "") != (s.key == "") {
		return misuse("-cert and -key go together: want both or none")
	}
	return nil
}

// checkAddress checks the address that a flag gives; example is one that would do.
func checkAddress(name, address, example string) error {
	_, port, err := net.SplitHostPort(address)
	if err != nil || port == "" {
		return misuse("%s %q: want a host and a port, such as %s", name, address, example)
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return misuse("%s %q: there is no port %s: want a number from 0 to 65535, such as %s", name, address, port, example)
	}
	return nil
}

// url is the address of a server that listens at an address.
func (s *listenFlags) url(at net.Addr) *url.URL {
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

// publicURL returns the URL of -public, under which people reach a page that listens at the address of
// a flag; nil if none is given and the address is one that they can open.
func publicURL(name, address, public string) (*url.URL, error) {
	if public == "" {
		if host, _, _ := net.SplitHostPort(address); isWildcard(host) { // it was split once
			return nil, misuse("%s %s is no address that people can open: want -public with the URL that they use", name, address)
		}
		return nil, nil
	}
	u, err := url.Parse(public)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, misuse("-public %q: want a URL such as https://review.example.org", public)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "":
		return nil, misuse("-public %q: want scheme and host alone, such as https://review.example.org", public)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}

// listen listens at an address.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("-listen %s: another program listens there: want another port, or -listen %s for any that is free", address, withAnyPort(address))
	}
	if err != nil {
		return nil, fmt.Errorf("-listen %s: %w", address, err)
	}
	return l, nil
}

// withAnyPort is an address with the port that stands for any free one.
func withAnyPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return net.JoinHostPort(host, "0")
}

// isWildcard reports whether a host stands for all interfaces.
func isWildcard(host string) bool {
	if host == "" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsUnspecified()
}

func isLoopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// certificates prove the name of a server; nil for a server over http.
type certificates struct{ pair tls.Certificate }

// certificates reads the files.
func (s *listenFlags) certificates() (*certificates, error) {
	if s.cert == "" {
		return nil, nil
	}
	cert, err := inputfile.ReadFile(s.cert)
	if err != nil {
		return nil, fmt.Errorf("-cert: %w", err)
	}
	key, err := inputfile.ReadFile(s.key)
	if err != nil {
		return nil, fmt.Errorf("-key: %w", err)
	}
	pair, err := tls.X509KeyPair(cert, key)
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
