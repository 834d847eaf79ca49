// Package onnx runs an encoder from a directory, in pure Go, for BERTScore.
//
// It is a separate package because of its dependencies, which add 18 MB to a program and 25
// s of one core to its compilation. Import it only in a command that offers it.
package onnx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/knights-analytics/hugot/backends"
	"github.com/knights-analytics/hugot/options"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/score/bert"
)

// MostTokens is the default maximum window, including special tokens. Most encoders were
// made for this length.
const MostTokens = 512

// The files of a directory.
const (
	modelFile     = "model.onnx"
	tokenizerFile = "tokenizer.json"
	configFile    = "config.json"
)

// A Model is an encoder in memory. It implements [bert.Encoder] and is safe for concurrent
// use. It processes one text at a time, on all cores.
type Model struct {
	mu            sync.Mutex // the tokenizer and the model keep what they work with
	model         *backends.Model
	identity      string   // of the files
	most          int      // tokens a window, special ones included
	output        int      // which of the model's outputs are the states
	before, after []uint32 // special tokens around a text
}

// Open reads the encoder in a directory. Required are model.onnx, with input input_ids,
// optionally attention_mask, token_type_ids and position_ids, and an output with the states
// of tokens; and tokenizer.json, in the format of Hugging Face's tokenizers. Optional is
// config.json, whose max_position_embeddings limits the window. Weights may be in further files
// of the directory that model.onnx names. Nothing from elsewhere is used, and nothing is fetched.
//
// The states are the output last_hidden_state or, without it, the first output with three
// dimensions. The authors of BERTScore found that earlier layers agree better with human
// judgement; to use one, export it as last_hidden_state.
//
// A model of 100 million parameters takes about a second per window.
func Open(dir string) (*Model, error) {
	dir, err := filepath.Abs(dir) // what looks like an address is a directory all the same
	if err != nil {
		return nil, err
	}
	var e *Model
	if err := guarded(dir, func() error { e, err = open(dir); return err }); err != nil {
		return nil, err
	}
	return e, nil
}

func open(dir string) (*Model, error) {
	data, err := inputfile.ReadFile(filepath.Join(dir, modelFile))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, tokenizerFile)); err != nil {
		return nil, err
	}
	e := &Model{model: &backends.Model{Path: dir, OnnxBytes: data}}
	if e.most, err = window(filepath.Join(dir, configFile)); err != nil {
		return nil, err
	}
	o := options.Defaults()
	o.Backend = "GO"
	// Texts are filled up to one of few lengths: what is made for a length is kept.
	o.GoMLXOptions.BatchBuckets = []int{1}
	o.GoMLXOptions.SequenceBuckets = lengths(e.most)
	if err := backends.CreateModelBackend(e.model, o); err != nil {
		return nil, fmt.Errorf("%s: %w", modelFile, err)
	}
	if e.identity, err = identify(dir, data, weightFiles(e.model)); err != nil {
		return nil, err
	}
	if err := backends.LoadTokenizer(e.model, o); err != nil {
		return nil, fmt.Errorf("%s: %w", tokenizerFile, err)
	}
	if e.output, err = states(e.model); err != nil {
		return nil, fmt.Errorf("%s: %w", modelFile, err)
	}
	if err := e.surround(); err != nil {
		return nil, fmt.Errorf("%s: %w", tokenizerFile, err)
	}
	return e, nil
}

// weightFiles returns the names, sorted, of the files that a model's weights are in apart from its own.
func weightFiles(m *backends.Model) []string {
	names := map[string]bool{}
	for _, weights := range m.GoMLXModel.OnnxModel.Proto.Graph.Initializer {
		for _, entry := range weights.ExternalData {
			if entry.Key == "location" {
				names[entry.Value] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// identify returns the digest of a model's files.
func identify(dir string, model []byte, weights []string) (string, error) {
	d := digest.New("onnx encoder 1").Field(modelFile, model)
	for _, name := range slices.Concat([]string{tokenizerFile, configFile}, weights) {
		if !filepath.IsLocal(name) {
			return "", fmt.Errorf("%s: weights in %q: want them in a file of the directory", modelFile, name)
		}
		b, err := inputfile.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		d.Field(name, b)
	}
	return string(d.Sum()), nil
}

// Identity implements [bert.Encoder]: a digest of the files that were read.
func (e *Model) Identity(context.Context) (string, error) { return e.identity, nil }

// window reads how many tokens a model takes at once.
func window(name string) (int, error) {
	data, err := inputfile.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return MostTokens, nil
	}
	if err != nil {
		return 0, err
	}
	var config struct {
		Most *int `json:"max_position_embeddings"`
	}
	if err := json.Unmarshal(data, &config); err != nil {
		return 0, fmt.Errorf("%s: %w", configFile, err)
	}
	if config.Most == nil {
		return MostTokens, nil
	}
	if *config.Most < 1 {
		return 0, fmt.Errorf("%s: max_position_embeddings %d: want at least 1", configFile, *config.Most)
	}
	return min(*config.Most, MostTokens), nil
}

// lengths are those that texts are filled up to: each twice the one before, the last most.
func lengths(most int) []int {
	var all []int
	for n := 32; n < most; n *= 2 {
		all = append(all, n)
	}
	return append(all, most)
}

// states finds the output that has the states of tokens.
func states(m *backends.Model) (int, error) {
	for _, in := range m.InputsMeta {
		if !slices.Contains([]string{"input_ids", "attention_mask", "token_type_ids", "position_ids"}, in.Name) {
			return 0, fmt.Errorf("input %q: want input_ids, attention_mask, token_type_ids or position_ids", in.Name)
		}
	}
	best := -1
	for i, out := range m.OutputsMeta {
		if d := out.Dimensions; len(d) == 3 && d[2] > 0 && (best < 0 || out.Name == "last_hidden_state") {
			best = i
		}
	}
	if best < 0 {
		return 0, errors.New("no states of tokens: want an output of three dimensions, of which the last has a size")
	}
	return best, nil
}

// surround finds the special tokens that stand around a text.
func (e *Model) surround() error {
	e.model.Tokenizer.GoTokenizer.Tokenizer.WithTruncation(nil)
	e.model.Tokenizer.GoTokenizer.Tokenizer.WithPadding(nil)
	const word = "a"
	bare, err := e.tokens(word, false)
	if err != nil {
		return err
	}
	all, err := e.tokens(word, true)
	if err != nil {
		return err
	}
	for at := 0; len(bare) > 0 && at+len(bare) <= len(all); at++ {
		if slices.Equal(all[at:at+len(bare)], bare) {
			e.before, e.after = all[:at], all[at+len(bare):]
			if room := e.most - len(e.before) - len(e.after); room < 1 {
				return fmt.Errorf("%d special tokens: want fewer than the %d that the model takes", len(all)-len(bare), e.most)
			}
			return nil
		}
	}
	return fmt.Errorf("%q has the tokens %v without and %v with special tokens: want the former within the latter", word, bare, all)
}

// tokens returns a text's, with special ones or without.
func (e *Model) tokens(text string, special bool) ([]uint32, error) {
	enc, err := e.model.Tokenizer.GoTokenizer.Tokenizer.EncodeSingle(text, special)
	if err != nil {
		return nil, err
	}
	ids := make([]uint32, len(enc.Ids))
	for i, id := range enc.Ids {
		if id < 0 {
			return nil, fmt.Errorf("token %d has the number %d: want a number from 0", i+1, id)
		}
		ids[i] = uint32(id)
	}
	return ids, nil
}

// Encode implements [bert.Encoder]. Long texts are encoded window by window, see
// [bert.Windows]. A special token's name in a text is read as ordinary text.
func (e *Model) Encode(ctx context.Context, texts []string) ([][][]float32, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := make([][][]float32, len(texts))
	for i, text := range texts {
		text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
		if text == "" {
			continue
		}
		err := guarded(fmt.Sprintf("text %d", i+1), func() (err error) {
			all[i], err = e.encode(ctx, text)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (e *Model) encode(ctx context.Context, text string) ([][]float32, error) {
	ids, err := e.tokens(text, false)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	var all [][]float32
	for _, w := range bert.Windows(len(ids), e.most-len(e.before)-len(e.after)) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		states, err := e.run(slices.Concat(e.before, ids[w.From:w.To], e.after))
		if err != nil {
			return nil, err
		}
		from := len(e.before) - w.From
		all = append(all, states[from+w.First:from+w.Last]...)
	}
	return all, nil
}

// run returns the states of all tokens.
func (e *Model) run(ids []uint32) (states [][]float32, err error) {
	batch := backends.NewBatch(1)
	batch.Input = []backends.TokenizedInput{{
		TokenIDs: ids, TypeIDs: make([]uint32, len(ids)), AttentionMask: slices.Repeat([]uint32{1}, len(ids)), MaxAttentionIndex: len(ids) - 1,
	}}
	batch.MaxSequenceLength = len(ids)
	if err := backends.CreateInputTensors(batch, e.model, "GO"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, batch.Destroy()) }()
	if err := backends.RunSessionOnBatch(batch, &backends.BasePipeline{Model: e.model, Runtime: "GO"}); err != nil {
		return nil, err
	}
	out, ok := batch.OutputValues[e.output].([][][]float32)
	if !ok || len(out) != 1 || len(out[0]) != len(ids) {
		return nil, fmt.Errorf("the model gives no states of %d tokens: want one state per token", len(ids))
	}
	return out[0], nil
}

// Close frees the model's memory. The model must not be used afterwards.
func (e *Model) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.model.GoMLXModel.Destroy()
	return nil
}

// guarded makes an error of a panic: the libraries panic over files and texts that they do
// not expect.
func guarded(what string, do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v: want a model that the libraries can run", r)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", what, err)
		}
	}()
	return do()
}
