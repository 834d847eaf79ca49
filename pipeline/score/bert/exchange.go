package bert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// mostBytes bounds an answer: 512 states of 4,096 numbers are less.
const mostBytes = 64 << 20

// token is what a server tells of one. Offsets are bytes of the text.
type token struct {
	Special bool `json:"special"`
	Start   int  `json:"start"` // null where special, and 0 here
	Stop    int  `json:"stop"`
}

// said returns the tokens that stand for something in the text.
func said(tokens []token) []token {
	var words []token
	for _, t := range tokens {
		if !t.Special {
			words = append(words, t)
		}
	}
	return words
}

// serverInfo is what a server tells of its model. All but the first may be missing.
type serverInfo struct {
	Most  int    `json:"max_input_length"`
	Model string `json:"model_id"`
	Sha   string `json:"model_sha"`
	Dtype string `json:"model_dtype"`
}

// about asks once what the server is, and how many tokens go into a window.
func (r *Remote) about(ctx context.Context) (serverInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.info.Most > 0 {
		return r.info, nil
	}
	info, err := ask[serverInfo](ctx, r, http.MethodGet, "/info", nil)
	if err != nil {
		return serverInfo{}, err
	}
	if info.Most <= 0 {
		return serverInfo{}, r.fault("/info: max_input_length %d: want at least 1", info.Most)
	}
	info.Most = min(info.Most, r.o.Window)
	r.info = info
	return info, nil
}

// tokenize returns the tokens of a text that has some. Those that are not special start
// and stop within the text, in order.
func (r *Remote) tokenize(ctx context.Context, text string) ([]token, error) {
	answer, err := ask[[][]token](ctx, r, http.MethodPost, "/tokenize", map[string]any{"inputs": []string{text}, "add_special_tokens": true})
	if err != nil {
		return nil, err
	}
	if len(answer) != 1 {
		return nil, r.fault("/tokenize: tokens of %d texts: want the tokens of 1 text", len(answer))
	}
	tokens, before := answer[0], 0
	for i, t := range tokens {
		if t.Special {
			continue
		}
		if t.Start < before || t.Stop < t.Start || t.Stop > len(text) {
			return nil, r.fault("/tokenize: token %d starts at %d and stops at %d: want bytes of the text, in order", i+1, t.Start, t.Stop)
		}
		before = t.Start
	}
	if len(said(tokens)) == 0 {
		return nil, r.fault("/tokenize: no tokens of a text that is not empty: want at least 1")
	}
	return tokens, nil
}

// embed returns the states of all tokens of a text.
func (r *Remote) embed(ctx context.Context, text string) ([][]float32, error) {
	answer, err := ask[[][][]float32](ctx, r, http.MethodPost, "/embed_all", map[string]any{"inputs": []string{text}, "truncate": false})
	if err != nil {
		return nil, err
	}
	if len(answer) != 1 {
		return nil, r.fault("/embed_all: states of %d texts: want the states of 1 text", len(answer))
	}
	return answer[0], nil
}

// ask sends a request until it is answered or its tries are used up.
func ask[T any](ctx context.Context, r *Remote, method, path string, body any) (answer T, err error) {
	data, err := json.Marshal(body)
	if err != nil {
		return answer, err
	}
	pause := r.o.Pause
	for try := 1; ; try++ {
		answer, again, err := once[T](ctx, r, method, path, data)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil {
			return answer, context.Cause(ctx)
		}
		if !again || try == r.o.Tries {
			return answer, r.fault("%s: %w (tried %d times)", path, err, try)
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return answer, context.Cause(ctx)
		case <-timer.C:
		}
		pause *= 2
	}
}

// once sends a request; again says that another try may do.
func once[T any](ctx context.Context, r *Remote, method, path string, body []byte) (answer T, again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, r.o.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, r.base+path, bytes.NewReader(body))
	if err != nil {
		return answer, false, errors.New("the address allows no request")
	}
	req.Header.Set("Content-Type", "application/json")
	if r.o.Authorize != nil {
		r.o.Authorize(req.Header)
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return answer, true, errors.New("server not reachable")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return answer, resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500, refusal(resp)
	}
	read := &io.LimitedReader{R: resp.Body, N: r.bytes + 1}
	if err := json.NewDecoder(read).Decode(&answer); err != nil {
		if read.N == 0 {
			return answer, false, fmt.Errorf("answer too long: want at most %d bytes", r.bytes)
		}
		return answer, true, errors.New("answer incomplete or not the requested JSON")
	}
	return answer, false, nil
}

// kinds are the words for what a server refuses. What else it says is not repeated: it may
// have the text in it, or what the request was authorized with.
var kinds = []string{"unhealthy", "backend", "overloaded", "validation", "tokenizer", "empty"}

func refusal(resp *http.Response) error {
	var said struct {
		Kind string `json:"error_type"`
	}
	if json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&said) == nil {
		for _, k := range kinds {
			if strings.EqualFold(k, said.Kind) {
				return fmt.Errorf("status %d: %s", resp.StatusCode, k)
			}
		}
	}
	return fmt.Errorf("status %d", resp.StatusCode)
}
