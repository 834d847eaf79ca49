package bert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// RemoteOptions configure a [Remote]. A zero field has the default that its comment gives;
// URL is required.
type RemoteOptions struct {
	// URL is the server's base, such as http://127.0.0.1:8080, without user, query or
	// fragment.
	URL string
	// Authorize sets the header that the server requires, such as Authorization, on every
	// request. The header's values never appear in an error. nil sets none.
	Authorize func(http.Header)
	// Window is the maximum number of tokens encoded at once, including special tokens; the
	// server's own limit applies if it is lower. 0 means 512, for which most encoders were
	// made.
	Window int
	// Tries is the maximum number of times a request is sent; 0 means 5.
	Tries int
	// Pause is the wait before the second try, doubled before each further try; 0 means half
	// a second.
	Pause time.Duration
	// Timeout limits one try, up to the last byte of the answer; 0 means 2 minutes.
	Timeout time.Duration
	// Proxy chooses a proxy, as http.ProxyFromEnvironment does; nil uses none.
	Proxy func(*http.Request) (*url.URL, error)
}

const (
	defaultWindow  = 512
	defaultTries   = 5
	defaultPause   = 500 * time.Millisecond
	defaultTimeout = 2 * time.Minute
)

// spare is how many tokens less than a window takes a stretch of a text has: cut in the
// middle of a word, it can have more tokens than it had in its place.
const spare = 16

// ErrServer is in the chain of every error that the server of a [Remote] caused: it could
// not be reached, refused the request, or gave an invalid answer.
var ErrServer = errors.New("encoder")

// Remote is an encoder behind HTTP: a server of Text Embeddings Inference (Hugging Face)
// with any encoder, through its GET /info, POST /tokenize and POST /embed_all. Long texts
// are sent window by window, one at a time, see [Windows]. It is safe for concurrent use.
//
// Special tokens are recognised by the server's answer to /tokenize. A server that adds a
// prompt to each text is not supported.
type Remote struct {
	o     RemoteOptions
	base  string
	host  string
	http  *http.Client
	bytes int64 // of an answer, at most

	mu   sync.Mutex
	info serverInfo // with the tokens of a window; zero until it is known
}

// NewRemote returns an encoder for a server, without connecting to it. It fails for an
// invalid address and for negative numbers in o.
func NewRemote(o RemoteOptions) (*Remote, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		// The address is not quoted, for somebody may have put a secret into it.
		return nil, errors.New("encoder: unusable address: want an address such as http://127.0.0.1:8080, without user, query or fragment")
	}
	if o.Window < 0 || o.Tries < 0 || o.Pause < 0 || o.Timeout < 0 {
		return nil, fmt.Errorf("encoder %s: window %d, tries %d, pause %v, timeout %v: want at least 0", u.Host, o.Window, o.Tries, o.Pause, o.Timeout)
	}
	return &Remote{
		o: o.orDefaults(), base: strings.TrimSuffix(o.URL, "/"), host: u.Host, bytes: mostBytes,
		http: &http.Client{
			Transport:     &http.Transport{Proxy: o.Proxy, ForceAttemptHTTP2: true, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

func (o RemoteOptions) orDefaults() RemoteOptions {
	if o.Window == 0 {
		o.Window = defaultWindow
	}
	if o.Tries == 0 {
		o.Tries = defaultTries
	}
	if o.Pause == 0 {
		o.Pause = defaultPause
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	return o
}

// Encode implements [Encoder]. A text that holds only space has no tokens. The error is
// [ErrServer] or the cause of ctx.
func (r *Remote) Encode(ctx context.Context, texts []string) ([][][]float32, error) {
	all := make([][][]float32, len(texts))
	for i, text := range texts {
		text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
		if text == "" {
			continue
		}
		states, err := r.encode(ctx, text)
		if err != nil {
			return nil, err
		}
		all[i] = states
	}
	return all, nil
}

// Identity implements [Encoder]: the model, as the server names it, with its revision, the type of its
// numbers and the window. Of a server that tells no revision the address is a part of it, since the
// model's name may be that of a directory. The error is as that of Encode.
func (r *Remote) Identity(ctx context.Context) (string, error) {
	info, err := r.about(ctx)
	if err != nil {
		return "", err
	}
	name, err := json.Marshal(info)
	if err != nil {
		return "", err
	}
	if info.Sha == "" {
		return r.base + " " + string(name), nil
	}
	return string(name), nil
}

func (r *Remote) encode(ctx context.Context, text string) ([][]float32, error) {
	info, err := r.about(ctx)
	if err != nil {
		return nil, err
	}
	most := info.Most
	tokens, err := r.tokenize(ctx, text)
	if err != nil {
		return nil, err
	}
	words := said(tokens)
	special := len(tokens) - len(words)
	if len(tokens) <= most {
		return r.states(ctx, text, tokens, 0, len(text))
	}
	if most <= special+spare {
		return nil, r.fault("server takes %d tokens at once: want more than %d", most, special+spare)
	}
	if n := utf8.RuneCountInString(text); words[len(words)-1].Stop <= n && n < len(text) {
		return nil, r.fault("/tokenize: offsets in characters, for a text of %d bytes: want offsets in bytes", len(text))
	}
	var states [][]float32
	for _, w := range Windows(len(words), most-special-spare) {
		from, to := whole(text, words[w.From].Start), len(text)
		if w.To < len(words) {
			to = whole(text, words[w.To].Start)
		}
		first, last := whole(text, words[w.First].Start), to
		if w.Last < len(words) {
			last = whole(text, words[w.Last].Start)
		}
		stretch := text[from:to]
		tokens, err := r.tokenize(ctx, stretch)
		if err != nil {
			return nil, err
		}
		part, err := r.states(ctx, stretch, tokens, first-from, last-from)
		if err != nil {
			return nil, err
		}
		states = append(states, part...)
	}
	return states, nil
}

// whole returns where the character begins that the byte is of: tokens of bytes can split
// one, and then all of them count where it begins.
func whole(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// states returns the states of those tokens of a text, special ones left out, that begin
// from first up to before last.
func (r *Remote) states(ctx context.Context, text string, tokens []token, first, last int) ([][]float32, error) {
	all, err := r.embed(ctx, text)
	if err != nil {
		return nil, err
	}
	if len(all) != len(tokens) {
		return nil, r.fault("%d states of a text of %d tokens: want one state per token", len(all), len(tokens))
	}
	kept := all[:0]
	for i, t := range tokens {
		if !t.Special && t.Start >= first && t.Start < last {
			kept = append(kept, all[i])
		}
	}
	return kept, nil
}

// fault is an error of the server's.
func (r *Remote) fault(format string, args ...any) error {
	return fmt.Errorf("%w %s: %w", ErrServer, r.host, fmt.Errorf(format, args...))
}
