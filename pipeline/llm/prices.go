package llm

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// Price is the price of one token of a model.
type Price struct {
	Input  Cost // price of a token of the prompt
	Cached Cost // price of a token of the prompt that the server had cached
	Output Cost // price of a token of the answer
}

// Cost returns the price of a call with usage u.
func (p Price) Cost(u TokenUsage) Cost {
	return p.Input.times(u.Prompt - u.Cached).plus(p.Cached.times(u.Cached)).plus(p.Output.times(u.Completion))
}

// halved is the cost of a call through the Batch API: half, rounded up.
func halved(c Cost) Cost { return c/2 + c%2 }

// Prices are the prices of models. They do not change after reading and are safe for
// concurrent use. The zero value has no prices.
type Prices struct {
	Currency string // a name from the file, such as USD
	models   map[string]Price
}

// Of returns the price of a model by the name used in requests; ok is false if it has
// none.
func (p Prices) Of(model string) (Price, bool) {
	price, ok := p.models[model]
	return price, ok
}

// ReadPrices reads a file of prices (see [ParsePrices]).
func ReadPrices(path string) (Prices, error) {
	data, err := inputfile.ReadYAML(path)
	if err != nil {
		return Prices{}, err
	}
	return ParsePrices(path, data)
}

// ParsePrices reads prices per million tokens from YAML; name is the file's name for
// messages:
//
//	currency: USD
//	models:
//	  some-model: {input: 2.50, cached: 1.25, output: 10.00}
//
// A price has at most six decimal places. cached defaults to the price of input; output
// defaults to 0, for embedding models. The error lists all faults, one per line, as
// `name:line: what is wrong: what is expected`.
func ParsePrices(name string, data []byte) (Prices, error) {
	r := priceReader{yamlmap.Reader{Name: name}}
	var p Prices
	top := r.Document(data, func(key, value *yaml.Node) {
		switch key.Value {
		case "currency":
			if p.Currency = value.Value; value.Kind != yaml.ScalarNode || p.Currency == "" {
				r.Fault(value, "the currency must be a name such as USD")
			}
		case "models":
			p.models = map[string]Price{}
			r.Mapping(value, func(key, value *yaml.Node) { p.models[key.Value] = r.price(key, value) })
		default:
			r.Fault(key, "key %q: want currency or models", key.Value)
		}
	})
	switch {
	case r.Err() != nil: // a faulty key must not also be reported as missing
	case top.IsZero():
		r.Fault(top, "the file is empty: want currency and models")
	case p.Currency == "":
		r.Fault(top, "no currency: want a name such as USD")
	case p.models == nil:
		r.Fault(top, "no models: want the price of each model")
	}
	if err := r.Err(); err != nil {
		return Prices{}, err
	}
	return p, nil
}

// priceReader reads a file of prices and collects its faults.
type priceReader struct{ yamlmap.Reader }

// price reads the price of one model.
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
		r.Fault(model, "model %q has no price for input: want the price per million tokens", model.Value)
	}
	if !seen["cached"] {
		p.Cached = p.Input
	}
	return p
}

// amount reads a price per million tokens and returns the price per token: six decimal
// places of a price per million are twelve of a price per token.
func (r *priceReader) amount(n *yaml.Node) Cost {
	if n.Kind != yaml.ScalarNode {
		r.Fault(n, "not an amount: want a decimal number such as 2.50")
		return 0
	}
	c, err := fixed(n.Value, costDigits-6)
	if err == nil && c > maxPrice {
		err = fmt.Errorf("%q is too large: want at most 1000000", n.Value)
	}
	if err != nil {
		r.Fault(n, "%v", err)
	}
	return Cost(c)
}

// maxPrice is the highest price allowed: one currency unit per token.
const maxPrice = 1e12
