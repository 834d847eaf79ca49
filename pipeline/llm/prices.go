package llm

import (
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// Price is what one token of a model costs.
type Price struct {
	Input  Cost // a token of the prompt
	Cached Cost // a token of the prompt that the server had cached
	Output Cost // a token of the answer
}

// Cost returns what a call of this usage costs.
func (p Price) Cost(u TokenUsage) Cost {
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
	r := priceReader{yamlmap.Reader{Name: name}}
	var p Prices
	top := r.Document(data, func(key, value *yaml.Node) {
		switch key.Value {
		case "currency":
			if p.Currency = value.Value; value.Kind != yaml.ScalarNode || p.Currency == "" {
				r.Fault(value, "no currency: want a name such as USD")
			}
		case "models":
			p.models = map[string]Price{}
			r.Mapping(value, func(key, value *yaml.Node) { p.models[key.Value] = r.price(key, value) })
		default:
			r.Fault(key, "key %q: want currency or models", key.Value)
		}
	})
	switch {
	case r.Err() != nil: // what seems to be missing may be there, and be wrong
	case top.IsZero():
		r.Fault(top, "nothing here: want currency and models")
	case p.Currency == "":
		r.Fault(top, "no currency: want a name such as USD")
	case p.models == nil:
		r.Fault(top, "no models: want a price for each")
	}
	if err := r.Err(); err != nil {
		return Prices{}, err
	}
	return p, nil
}

// priceReader reads a file of prices and collects its faults.
type priceReader struct{ yamlmap.Reader }

// price reads one model's.
func (r *priceReader) price(model, n *yaml.Node) (p Price) {
	seen := map[string]bool{}
	r.Mapping(n, func(key, value *yaml.Node) {
		seen[key.Value] = true
		switch key.Value {
		case "input":
			p.Input = r.amount(value)
		case "cached":
			p.Cached = r.amount(value)
		case "output":
			p.Output = r.amount(value)
		default:
			r.Fault(key, "key %q: want input, cached or output", key.Value)
		}
	})
	if !seen["input"] {
		r.Fault(model, "model %q has no price for input: want one per million tokens", model.Value)
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
		r.Fault(n, "no amount: want a decimal number such as 2.50")
		return 0
	}
	c, err := fixed(n.Value, costDigits-6)
	if err == nil && c > dearest {
		err = fmt.Errorf("%q is too much: want at most 1000000", n.Value)
	}
	if err != nil {
		r.Fault(n, "%v", err)
	}
	return Cost(c)
}

// dearest is the highest price: a million per million tokens.
const dearest = 1e12
