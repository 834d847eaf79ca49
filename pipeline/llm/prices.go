package llm

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Price is what one token of a model costs.
type Price struct {
	Input  Cost // a token of the prompt
	Cached Cost // a token of the prompt that the server had cached
	Output Cost // a token of the answer
}

// Cost returns what a call of this usage costs.
func (p Price) Cost(u Usage) Cost {
	return p.Input.times(u.Prompt - u.Cached).plus(p.Cached.times(u.Cached)).plus(p.Output.times(u.Completion))
}

// halved is what a call costs by the Batch API, rounded up.
func halved(c Cost) Cost { return c/2 + c%2 }

// Prices are the prices of models, read-only once read. The zero value has none.
type Prices struct {
	Currency string // as the file says, such as USD
	models   map[string]Price
}

// Of returns the price of a model by the name that requests ask for.
func (p Prices) Of(model string) (Price, bool) {
	price, ok := p.models[model]
	return price, ok
}

// ReadPrices reads a file of prices (see [ParsePrices]).
func ReadPrices(path string) (Prices, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Prices{}, err
	}
	return ParsePrices(path, data)
}

// ParsePrices reads prices per million tokens from YAML:
//
//	currency: USD
//	models:
//	  some-model: {input: 2.50, cached: 1.25, output: 10.00}
//
// A price has at most six decimal places; cached can be left out and is then input,
// output where a model answers nothing, as those for embeddings. All faults are
// returned at once, a line each, as `name:line: what is wrong: what was wanted`.
func ParsePrices(name string, data []byte) (Prices, error) {
	r := priceReader{name: name}
	p := r.read(data)
	if len(r.faults) == 0 {
		return p, nil
	}
	slices.SortStableFunc(r.faults, func(a, b priceFault) int { return cmp.Compare(a.line, b.line) })
	errs := make([]error, len(r.faults))
	for i, f := range r.faults {
		errs[i] = fmt.Errorf("%s:%d: %s", name, f.line, f.text)
	}
	return Prices{}, errors.Join(errs...)
}

// priceFault is one thing wrong with a file of prices.
type priceFault struct {
	line int
	text string
}

// priceReader collects the faults of a file.
type priceReader struct {
	name   string
	faults []priceFault
}

func (r *priceReader) fault(n *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, priceFault{max(n.Line, 1), fmt.Sprintf(format, args...)})
}

func (r *priceReader) read(data []byte) (p Prices) {
	p.models = map[string]Price{}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		line, what := syntaxFault(err)
		r.fault(&yaml.Node{Line: line}, "%s: want YAML", what)
		return p
	}
	if len(doc.Content) == 0 {
		r.fault(&doc, "nothing here: want currency and models")
		return p
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		r.fault(&more, "more than one document: want one")
	}
	models := &yaml.Node{}
	r.mapping(doc.Content[0], func(key, value *yaml.Node) {
		switch key.Value {
		case "currency":
			if p.Currency = value.Value; value.Kind != yaml.ScalarNode || p.Currency == "" {
				r.fault(value, "no currency: want a name such as USD")
			}
		case "models":
			models = value
		default:
			r.fault(key, "key %q: want currency or models", key.Value)
		}
	})
	if p.Currency == "" && len(r.faults) == 0 {
		r.fault(doc.Content[0], "no currency: want a name such as USD")
	}
	if models.Kind == 0 && len(r.faults) == 0 {
		r.fault(doc.Content[0], "no models: want a price for each")
	}
	if models.Kind != 0 {
		r.mapping(models, func(key, value *yaml.Node) { p.models[key.Value] = r.price(key, value) })
	}
	return p
}

// syntaxFault takes the line out of an error of the YAML reader, "yaml: line N:
// what", where it has one.
func syntaxFault(err error) (line int, what string) {
	text := strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", " "), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if digits, rest, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				return n, rest
			}
		}
	}
	return 0, text
}

// price reads one model's.
func (r *priceReader) price(model, n *yaml.Node) (p Price) {
	seen := map[string]bool{}
	r.mapping(n, func(key, value *yaml.Node) {
		seen[key.Value] = true
		switch key.Value {
		case "input":
			p.Input = r.amount(value)
		case "cached":
			p.Cached = r.amount(value)
		case "output":
			p.Output = r.amount(value)
		default:
			r.fault(key, "key %q: want input, cached or output", key.Value)
		}
	})
	if !seen["input"] {
		r.fault(model, "model %q has no price for input: want one per million tokens", model.Value)
	}
	if !seen["cached"] {
		p.Cached = p.Input
	}
	return p
}

// amount reads a price per million tokens as one per token: six decimal places of
// the former are the twelve of the latter.
func (r *priceReader) amount(n *yaml.Node) Cost {
	if n.Kind != yaml.ScalarNode {
		r.fault(n, "no amount: want a decimal number such as 2.50")
		return 0
	}
	c, err := fixed(n.Value, costDigits-6)
	if err == nil && c > dearest {
		err = fmt.Errorf("%q is too much: want at most 1000000", n.Value)
	}
	if err != nil {
		r.fault(n, "%v", err)
	}
	return Cost(c)
}

// dearest is the highest price: a million per million tokens.
const dearest = 1e12

// mapping calls visit for each entry of a mapping, keys being different texts.
func (r *priceReader) mapping(n *yaml.Node, visit func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fault(n, "no mapping: want keys with values")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.fault(key, "a key is no text: want a name")
		case seen[key.Value]:
			r.fault(key, "key %q appears twice: want it once", key.Value)
		default:
			seen[key.Value] = true
			visit(key, value)
		}
	}
}
