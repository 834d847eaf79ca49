package tool

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// maxPublished is how many columns the published client passed on.
const maxPublished = 5

// Published returns the call in the form in which the client of LegalAgentBench's published
// agents sends it: round brackets in every text become full width, and a list of more than
// five columns becomes empty, which requests all of them. Recorded calls have the form
// before that change. The given call is not changed.
func Published(c Call) Call {
	c.Args = published(c.Args)
	return c
}

func published(v any) any {
	switch v := v.(type) {
	case string:
		return wide(v)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = published(e)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			if list, ok := e.([]any); ok && k == "columns" && len(list) > maxPublished {
				e = []any{}
			}
			m[k] = published(e)
		}
		return m
	}
	return v
}

// wide and narrow write round brackets in full width and in ASCII. Most names have
// them in one of the two, and are not copied.
func wide(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "(", "（"), ")", "）")
}

func narrow(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "（", "("), "）", ")")
}

// bracketed reports whether any text has a round bracket.
func bracketed(keys []text) bool {
	return slices.ContainsFunc(keys, func(k text) bool {
		return strings.Contains(k.s, "(") || strings.Contains(k.s, ")") || strings.Contains(k.s, "（") || strings.Contains(k.s, "）")
	})
}

// named returns the arguments by input name; a bare list is the first input. ok
// is false for every other form.
func named(args any, inputs []domain.ToolInput) (m map[string]any, ok bool) {
	switch a := args.(type) {
	case map[string]any:
		return a, true
	case []any:
		if len(inputs) > 0 {
			return map[string]any{inputs[0].Name: a}, true
		}
	}
	return nil, false
}

// given returns an argument; null is an argument not given.
func given(m map[string]any, name string) (v any, ok bool) {
	v = m[name]
	return v, v != nil
}

// texts returns a list of texts; ok is false for every other value.
func texts(v any) (list []string, ok bool) {
	switch v := v.(type) {
	case []string:
		return v, true
	case []any:
		list = make([]string, len(v))
		for i, e := range v {
			if list[i], ok = e.(string); !ok {
				return nil, false
			}
		}
		return list, true
	}
	return nil, false
}

// number returns a JSON number, or a text that holds one, as an exact decimal.
// A float64 stands for the shortest decimal that reads back as it.
func number(v any) (n decimal.Decimal, ok bool) {
	switch v := v.(type) {
	case string:
		p, ok := value.ParseNumber(v, "")
		return p.Number, ok
	case json.Number:
		p, ok := value.ParseNumber(v.String(), "")
		return p.Number, ok
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return decimal.Decimal{}, false
		}
		return decimal.NewFromFloat(v), true
	case int:
		return decimal.NewFromInt(int64(v)), true
	case int64:
		return decimal.NewFromInt(v), true
	case decimal.Decimal:
		return v, true
	}
	return decimal.Decimal{}, false
}

// integer returns a whole JSON number; ok is false for every other value,
// fractions and numbers beyond ±1e9.
func integer(v any) (n int, ok bool) {
	if _, text := v.(string); text {
		return 0, false
	}
	d, ok := number(v)
	if !ok || !d.IsInteger() || d.Abs().Cmp(limit) > 0 {
		return 0, false
	}
	return int(d.IntPart()), true
}

var limit = decimal.New(1, 9)

// truth returns true or false, or what their names in any case say.
func truth(v any) (b, ok bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	return false, false
}
