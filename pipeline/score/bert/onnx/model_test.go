package onnx

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// The files of an encoder of one layer and one head, small enough to be worked out by
// hand: the state of a token is its embedding plus the mean of all embeddings that is
// weighed by the softmax of their products with it.

const (
	hidden  = 4
	intType = 7 // of ONNX's TensorProto
	float   = 1
)

// vocabulary of the tokenizer, by number.
var vocabulary = []string{
	"[PAD]", "[UNK]", "[CLS]", "[SEP]", "甲", "乙", "公", "司", "被", "告", "不", "付", "款", "。", "，",
	"a", "b", "the", "court", "pay", "##s", "##ing", "play", "no", ".", ",", "1", "2", "##1", "##2",
}

// embedding returns that of a token.
func embedding(id int) []float32 {
	e := make([]float32, hidden)
	for k := range e {
		e[k] = float32(math.Sin(float64(1 + id*(k+3))))
	}
	return e
}

// message is one of protocol buffers' wire format, as it is written.
type message []byte

func (m message) number(field int, n int64) message {
	return binary.AppendUvarint(binary.AppendUvarint(m, uint64(field)<<3), uint64(n))
}

func (m message) bytes(field int, b []byte) message {
	m = binary.AppendUvarint(m, uint64(field)<<3|2)
	return append(binary.AppendUvarint(m, uint64(len(b))), b...)
}

func (m message) text(field int, texts ...string) message {
	for _, s := range texts {
		m = m.bytes(field, []byte(s))
	}
	return m
}

// attribute is one of a node: a number, or several.
func attribute(name string, kind int64, values ...int64) message {
	m := message(nil).text(1, name).number(20, kind)
	for _, v := range values {
		m = m.number(map[int64]int{2: 3, 7: 8}[kind], v)
	}
	return m
}

func node(op, out string, in []string, attributes ...message) message {
	m := message(nil).text(1, in...).text(2, out).text(3, out).text(4, op)
	for _, a := range attributes {
		m = m.bytes(5, a)
	}
	return m
}

func tensor(name string, kind int64, raw []byte, dims ...int64) message {
	return shaped(name, kind, dims...).bytes(9, raw)
}

// external is a tensor whose numbers are in another file.
func external(name, file string, kind int64, dims ...int64) message {
	return shaped(name, kind, dims...).bytes(13, message(nil).text(1, "location").text(2, file)).number(14, 1)
}

func shaped(name string, kind int64, dims ...int64) message {
	m := message(nil)
	for _, d := range dims {
		m = m.number(1, d)
	}
	return m.number(2, kind).text(8, name)
}

// declared is an input or output; a dimension of 0 is open.
func declared(name string, kind int64, dims ...int64) message {
	shape := message(nil)
	for i, d := range dims {
		if d > 0 {
			shape = shape.bytes(1, message(nil).number(1, d))
		} else {
			shape = shape.bytes(1, message(nil).text(2, []string{"batch", "sequence", "hidden"}[i]))
		}
	}
	of := message(nil).number(1, kind).bytes(2, shape)
	return message(nil).text(1, name).bytes(2, message(nil).bytes(1, of))
}

func floats(values ...float32) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// graph is the model. Before the states there are two other outputs: the mean over tokens,
// of two dimensions, as exports for sentences have it, and the embeddings.
func graph(input string, width int64) []byte {
	return graphOver(tensor("table", float, table(), int64(len(vocabulary)), hidden), input, width)
}

// table is the embeddings of all tokens.
func table() []byte {
	var all []float32
	for id := range vocabulary {
		all = append(all, embedding(id)...)
	}
	return floats(all...)
}

// graphOver is the model with its table of embeddings as given.
func graphOver(table message, input string, width int64) []byte {
	g := message(nil)
	for _, n := range []message{
		node("Gather", "e", []string{"table", input}),
		node("Transpose", "et", []string{"e"}, attribute("perm", 7, 0, 2, 1)),
		node("MatMul", "products", []string{"e", "et"}),
		node("Cast", "present", []string{"attention_mask"}, attribute("to", 2, 1)),
		node("Sub", "absent", []string{"one", "present"}),
		node("Mul", "penalty", []string{"absent", "far"}),
		node("Unsqueeze", "penalties", []string{"penalty", "axis"}),
		node("Sub", "scores", []string{"products", "penalties"}),
		node("Softmax", "weights", []string{"scores"}, attribute("axis", 2, 2)),
		node("MatMul", "mixed", []string{"weights", "e"}),
		node("Add", "last_hidden_state", []string{"e", "mixed"}),
		node("ReduceMean", "pooled", []string{"last_hidden_state"}, attribute("axes", 7, 1), attribute("keepdims", 2, 0)),
	} {
		g = g.bytes(1, n)
	}
	g = g.text(2, "tiny")
	for _, t := range []message{
		table,
		tensor("one", float, floats(1)), tensor("far", float, floats(1e4)),
		tensor("axis", intType, []byte{1, 0, 0, 0, 0, 0, 0, 0}, 1),
	} {
		g = g.bytes(5, t)
	}
	g = g.bytes(11, declared(input, intType, 0, 0)).bytes(11, declared("attention_mask", intType, 0, 0))
	g = g.bytes(12, declared("pooled", float, 0, hidden)).bytes(12, declared("e", float, 0, 0, width)).bytes(12, declared("last_hidden_state", float, 0, 0, width))
	return message(nil).number(1, 8).bytes(7, g).bytes(8, message(nil).text(1, "").number(2, 13))
}

// tokenizer is the tokenizer's file.
func tokenizer() []byte {
	vocab := map[string]int{}
	for i, w := range vocabulary {
		vocab[w] = i
	}
	special := func(id int) map[string]any {
		return map[string]any{"id": id, "content": vocabulary[id], "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}
	}
	data, err := json.Marshal(map[string]any{
		"version": "1.0",
		// What exports often carry: nothing may be cut or filled up by it.
		"truncation":    map[string]any{"direction": "Right", "max_length": 5, "strategy": "LongestFirst", "stride": 0},
		"padding":       nil,
		"added_tokens":  []any{special(0), special(1), special(2), special(3)},
		"normalizer":    map[string]any{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": nil, "lowercase": true},
		"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
		"post_processor": map[string]any{
			"type":           "BertProcessing",
			"sep":            []any{"[SEP]", 3},
			"cls":            []any{"[CLS]", 2},
			"special_tokens": map[string]any{},
		},
		"decoder": map[string]any{"type": "WordPiece", "prefix": "##", "cleanup": true},
		"model":   map[string]any{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab},
	})
	if err != nil {
		panic(err)
	}
	return data
}

// directory writes the files of an encoder.
func directory(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func tiny() map[string][]byte {
	return map[string][]byte{modelFile: graph("input_ids", hidden), tokenizerFile: tokenizer(), configFile: []byte(`{"max_position_embeddings":40,"eos_token_id":3}`)}
}

// worked is what the model gives for tokens, worked out in Go.
func worked(ids []int) [][]float32 {
	states := make([][]float32, len(ids))
	for i, id := range ids {
		x, weights, sum := embedding(id), make([]float64, len(ids)), 0.0
		for j, other := range ids {
			product := 0.0
			for k, y := range embedding(other) {
				product += float64(x[k]) * float64(y)
			}
			weights[j] = math.Exp(product)
			sum += weights[j]
		}
		states[i] = x
		for j, other := range ids {
			for k, y := range embedding(other) {
				states[i][k] += float32(weights[j] / sum * float64(y))
			}
		}
	}
	return states
}
