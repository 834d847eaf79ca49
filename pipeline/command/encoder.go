package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score/bert"
)

// EncoderOpener opens an encoder in a directory; the caller closes it. Only programs that
// run encoders pass one, since an encoder links a large library.
type EncoderOpener func(dir string) (ClosableEncoder, error)

// ClosableEncoder encodes tokens. It holds memory until it is closed.
type ClosableEncoder interface {
	bert.Encoder
	Close() error
}

// encodedFile keeps what an encoder computed for a run.
const encodedFile = "encoded.jsonl"

// encoderKeyVariable holds the key of an encoder's server, if it wants one.
const encoderKeyVariable = "TASKGROVE_ENCODER_KEY"

// encoderFlag is -encoder, which says what compares texts by BERTScore.
type encoderFlag struct {
	open  EncoderOpener // nil for a program without encoders
	place string        // directory or URL; "" for none
}

func (e *encoderFlag) declare(fs *cli.Flags) {
	fs.StringVar(&e.place, "encoder", "", "`directory` of an ONNX encoder, or URL of a server, for BERTScore of answers")
}

// check says what is wrong with the flag.
func (e *encoderFlag) check() error {
	if strings.Contains(e.place, "://") {
		if u, err := url.Parse(e.place); err != nil || u.Host == "" {
			return misuse("-encoder: want a directory, or a URL such as http://127.0.0.1:8080")
		}
		return nil
	}
	if e.place != "" {
		if info, err := os.Stat(e.place); err != nil || !info.IsDir() {
			return misuse("-encoder %s: want a directory with model.onnx and tokenizer.json, or the URL of a server", e.place)
		}
	}
	return nil
}

// addScores adds BERTScores to the marks of answers if there is an encoder. The file keeps them; "" for
// none.
func (e *encoderFlag) addScores(ctx context.Context, env cli.Env, log *slog.Logger, file string, texts []givenText) (err error) {
	var encoder bert.Encoder
	switch {
	case e.place == "" || len(texts) == 0:
		return nil
	case strings.HasPrefix(e.place, "http://") || strings.HasPrefix(e.place, "https://"):
		key := llm.NewKey(env.Getenv(encoderKeyVariable))
		if encoder, err = bert.NewRemote(bert.RemoteOptions{
			URL: e.place, Proxy: http.ProxyFromEnvironment, Authorize: func(h http.Header) { _ = key.Authorize(h) },
		}); err != nil {
			return err
		}
	case e.open == nil:
		return errors.New("-encoder: this program runs no encoders: want the URL of a server")
	default:
		var opened ClosableEncoder
		if opened, err = e.open(e.place); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, opened.Close()) }()
		encoder = opened
	}
	cache := new(bert.Cache)
	if file != "" {
		if cache, err = bert.OpenCache(file); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, cache.Close()) }()
		warnTorn(log, file, cache)
	}
	pairs := make([]bert.Pair, len(texts))
	for i, t := range texts {
		pairs[i].Reference, pairs[i].Text, _ = recall.ComparedTexts(t.task, t.text)
	}
	scores, err := cache.Score(ctx, encoder, pairs)
	if err != nil && file != "" {
		return fmt.Errorf("-encoder: %w\nscores that were computed are kept in %s; the same command goes on from there", err, file)
	}
	for i, s := range scores {
		m := texts[i].mark.Measures
		m[recall.BERTPrecision], m[recall.BERTRecall], m[recall.BERTScore] = s.P, s.R, s.F
	}
	return err
}
