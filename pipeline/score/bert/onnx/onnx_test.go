package onnx

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/score/bert"
)

func opened(t testing.TB, files map[string][]byte) *Model {
	t.Helper()
	e, err := Open(directory(t, files))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// numbers returns those of tokens.
func numbers(tokens string) []int {
	var ids []int
	for _, word := range strings.Fields(tokens) {
		ids = append(ids, slices.Index(vocabulary, word))
	}
	return ids
}

// near reports whether states differ by no more than what 32 bits make.
func near(a, b [][]float32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		for k := range a[i] {
			if math.Abs(float64(a[i][k]-b[i][k])) > 1e-5 {
				return false
			}
		}
	}
	return true
}

// A model from its file gives what its graph says, without the special tokens' states and
// whatever is filled up.
func TestEncode(t *testing.T) {
	e := opened(t, tiny())
	for _, tt := range []struct{ text, tokens string }{
		{"甲公司不付款。", "甲 公 司 不 付 款 。"},
		{"The court pays", "the court pay ##s"},
		{"playing 12, 被告", "play ##ing 1 ##2 , 被 告"},
		{"丙", "[UNK]"},
		{"a\xffb", "[UNK]"},
	} {
		got, err := e.Encode(t.Context(), []string{tt.text})
		if err != nil {
			t.Fatal(err)
		}
		want := worked(numbers("[CLS] " + tt.tokens + " [SEP]"))
		if want = want[1 : len(want)-1]; !near(got[0], want) {
			t.Errorf("Encode(%q) = %v, want %v", tt.text, got[0], want)
		}
	}
	got, err := e.Encode(t.Context(), []string{"", " \n", "a"})
	if err != nil || len(got) != 3 || got[0] != nil || got[1] != nil || len(got[2]) != 1 {
		t.Errorf("Encode of texts without tokens = %v, %v", got, err)
	}
}

// A text of more tokens than the model takes has a state for each, which comes from the
// window that bert.Windows says.
func TestEncodeCutsLongTexts(t *testing.T) {
	e := opened(t, tiny())
	words := strings.Repeat("甲 公 司 不 付 款 。 ", 14)
	ids := numbers(words)
	got, err := e.Encode(t.Context(), []string{strings.ReplaceAll(words, " ", "")})
	if err != nil {
		t.Fatal(err)
	}
	var want [][]float32
	for _, w := range bert.Windows(len(ids), 38) {
		states := worked(slices.Concat([]int{2}, ids[w.From:w.To], []int{3}))
		want = append(want, states[1+w.First-w.From:1+w.Last-w.From]...)
	}
	if len(want) != len(ids) || !near(got[0], want) {
		t.Errorf("Encode has %d states of %d tokens, and they are not those of the windows", len(got[0]), len(ids))
	}
}

func TestScoreByModel(t *testing.T) {
	e := opened(t, tiny())
	scores, err := bert.Score(t.Context(), e, []bert.Pair{
		{Reference: "被告不付款。", Text: "被告不付款。"},
		{Reference: "被告不付款。", Text: "被告付款。"},
		{Reference: "被告不付款。", Text: "the court, playing"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if scores[0].F != 1 || scores[1].F >= 1 || scores[2].F >= scores[1].F {
		t.Errorf("scores of the same, a near and a far text = %v, want them to fall from 1", scores)
	}
}

// What stands in a text is text: a special token's name makes no special token.
func TestEncodeNamesOfSpecialTokens(t *testing.T) {
	e := opened(t, tiny())
	got, err := e.Encode(t.Context(), []string{"a [SEP] b"})
	if err != nil || len(got[0]) < 3 {
		t.Errorf("Encode = %d states, %v, want those of all that stands there", len(got[0]), err)
	}
}

func TestOpenFaults(t *testing.T) {
	with := func(name string, data []byte) map[string][]byte {
		files := tiny()
		files[name] = data
		if data == nil {
			delete(files, name)
		}
		return files
	}
	for _, tt := range []struct {
		name  string
		files map[string][]byte
		want  string
	}{
		{"no model", with(modelFile, nil), "model.onnx"},
		{"no tokenizer", with(tokenizerFile, nil), "tokenizer.json"},
		{"an empty model", with(modelFile, []byte{}), ""},
		{"no model but text", with(modelFile, []byte("version https://git-lfs")), "model.onnx"},
		{"another input", with(modelFile, graph("pixel_values", hidden)), `input "pixel_values"`},
		{"states of no size", with(modelFile, graph("input_ids", 0)), "no states of tokens"},
		{"no JSON for a tokenizer", with(tokenizerFile, []byte("{")), "tokenizer.json"},
		{"an empty tokenizer", with(tokenizerFile, []byte("{}")), ""},
		{"no JSON for settings", with(configFile, []byte("{")), "config.json"},
		{"no window", with(configFile, []byte(`{"max_position_embeddings":0}`)), "max_position_embeddings 0"},
		{"a window for nothing", with(configFile, []byte(`{"max_position_embeddings":2}`)), "2 special tokens"},
	} {
		e, err := Open(directory(t, tt.files))
		if err == nil || e != nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Open = %v, %v, want an error with %q", tt.name, e, err, tt.want)
		}
	}
	if _, err := Open("https://127.0.0.1:1/model"); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("Open of an address = %v, want a directory that is not there", err)
	}
	e := opened(t, with(configFile, nil))
	if e.most != MostTokens {
		t.Errorf("window without config.json = %d, want %d", e.most, MostTokens)
	}
}

func TestEncodeStops(t *testing.T) {
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	if _, err := opened(t, tiny()).Encode(ctx, []string{"a"}); !errors.Is(err, stop) {
		t.Errorf("Encode in a context that is done = %v, want its cause", err)
	}
}

// Whatever a text holds, the tokenizer takes it.
func FuzzEncode(f *testing.F) {
	e := opened(f, tiny())
	for _, text := range []string{"a\u0301", "\x00", "\u200b[CLS]", "🙂甲", strings.Repeat("x", 200)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := e.Encode(context.Background(), []string{text})
		if err != nil || len(got) != 1 {
			t.Errorf("Encode(%q) = %v, %v", text, got, err)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	e := opened(b, tiny())
	text := strings.Repeat("甲公司不付款。", 300)
	for b.Loop() {
		if _, err := e.Encode(context.Background(), []string{text}); err != nil {
			b.Fatal(err)
		}
	}
}

// Models of equal files have one identity, those that differ in a file another.
func TestIdentity(t *testing.T) {
	name := func(files map[string][]byte) string {
		s, err := opened(t, files).Identity(t.Context())
		if err != nil || s == "" {
			t.Fatalf("identity %q, %v", s, err)
		}
		return s
	}
	same, short := name(tiny()), tiny()
	short["config.json"] = []byte(`{"max_position_embeddings": 16}`)
	if name(tiny()) != same || name(short) == same {
		t.Error("want one identity for equal files, and another for other ones")
	}
}

// apart is the tiny encoder with its weights in a file of their own.
func apart(file string, weights []byte) map[string][]byte {
	files := tiny()
	files[modelFile] = graphOver(external("table", file, float, int64(len(vocabulary)), hidden), "input_ids", hidden)
	files["weights.bin"] = weights
	return files
}

// Weights may be in files beside the model's. Then they are part of what the model is, and their files
// are in its directory.
func TestWeightsApart(t *testing.T) {
	e := opened(t, apart("weights.bin", table()))
	got, err := e.Encode(t.Context(), []string{"甲公司不付款。"})
	if err != nil {
		t.Fatal(err)
	}
	if want := worked(numbers("[CLS] 甲 公 司 不 付 款 。 [SEP]")); !near(got[0], want[1:len(want)-1]) {
		t.Errorf("Encode = %v, want %v", got[0], want)
	}
	other := table()
	other[len(other)-1] ^= 1
	if o := opened(t, apart("weights.bin", other)); o.identity == e.identity {
		t.Error("encoders with other weights have one identity")
	}
	if o := opened(t, apart("weights.bin", table())); o.identity != e.identity {
		t.Error("encoders of equal files have two identities")
	}
	dir := directory(t, apart("../weights.bin", nil))
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "weights.bin"), table(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), `"../weights.bin"`) {
		t.Errorf("Open of a model with weights in another directory = %v, want an error that names the file", err)
	}
}

// The files of the tiny encoder are kept for tests of commands.
func TestTinyFiles(t *testing.T) {
	for name, data := range tiny() {
		goldentest.Compare(t, filepath.Join("testdata", "tiny", name), data)
	}
}
