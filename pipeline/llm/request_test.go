package llm

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// full is a request that says everything.
func full() Request {
	zero, half, seed := 0.0, 0.5, 7
	return Request{
		Model: "m",
		Messages: []Message{
			{Role: System, Text: "s"}, {Role: User, Text: "ab"},
			{Role: Assistant, Calls: []ToolCall{{ID: "1", Name: "f", Arguments: `{"a":1}`}}},
			{Role: ToolRole, CallID: "1", Text: "[]"},
		},
		Tools:       []FunctionTool{{Name: "f", Description: "d", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Choice:      "f",
		Temperature: &zero, TopP: &half, MaxTokens: 9, Seed: &seed, Stop: []string{"x", "y"}, Attempt: 2,
	}
}

// Digests are the keys of journals: they must not change from one version to the
// next, or everything is paid for again.
func TestDigestStays(t *testing.T) {
	r := full()
	const want = "sha256:9721f04fbbaed037bae34037215facb7cc65e6875d184a3926fab16e47899a6a"
	if got := r.Digest(); got != want {
		t.Errorf("digest %s, want %s: journals of earlier versions would be lost", got, want)
	}
	r.Tools[0].Parameters = json.RawMessage("{ \"type\" : \"object\" }\n")
	if got := r.Digest(); got != want {
		t.Errorf("with white space in the parameters: %s, want the same", got)
	}
}

// Whatever can change the answer changes the digest.
func TestDigestTellsApart(t *testing.T) {
	seen := map[digest.Digest]string{}
	f := func(v float64) *float64 { return &v }
	n := func(v int) *int { return &v }
	for name, change := range map[string]func(*Request){
		"nothing":               func(*Request) {},
		"model":                 func(r *Request) { r.Model = "n" },
		"a role":                func(r *Request) { r.Messages[0].Role = User },
		"a text":                func(r *Request) { r.Messages[0].Text = "t" },
		"a byte moves":          func(r *Request) { r.Messages[0].Text, r.Messages[1].Text = "sa", "b" },
		"a message less":        func(r *Request) { r.Messages = r.Messages[:3] },
		"order of messages":     func(r *Request) { r.Messages[0], r.Messages[1] = r.Messages[1], r.Messages[0] },
		"a call's ID":           func(r *Request) { r.Messages[2].Calls[0].ID = "2" },
		"a call's name":         func(r *Request) { r.Messages[2].Calls[0].Name = "g" },
		"a call's arguments":    func(r *Request) { r.Messages[2].Calls[0].Arguments = `{"a": 1}` },
		"no call":               func(r *Request) { r.Messages[2].Calls = nil },
		"the answered call":     func(r *Request) { r.Messages[3].CallID = "2" },
		"a tool's name":         func(r *Request) { r.Tools[0].Name = "g" },
		"a tool's description":  func(r *Request) { r.Tools[0].Description = "e" },
		"a tool's parameters":   func(r *Request) { r.Tools[0].Parameters = json.RawMessage(`{}`) },
		"no tool":               func(r *Request) { r.Tools = nil },
		"choice":                func(r *Request) { r.Choice = ChoiceAuto },
		"JSON":                  func(r *Request) { r.JSON = true },
		"temperature":           func(r *Request) { r.Temperature = f(0.1) },
		"temperature not given": func(r *Request) { r.Temperature = nil },
		"top_p":                 func(r *Request) { r.TopP = f(0.6) },
		"top_p not given":       func(r *Request) { r.TopP = nil },
		"temperature and top_p": func(r *Request) { r.Temperature, r.TopP = r.TopP, r.Temperature },
		"max_tokens":            func(r *Request) { r.MaxTokens = 10 },
		"seed":                  func(r *Request) { r.Seed = n(8) },
		"seed not given":        func(r *Request) { r.Seed = nil },
		"stop":                  func(r *Request) { r.Stop = []string{"xy"} },
		"order of stop":         func(r *Request) { r.Stop = []string{"y", "x"} },
		"attempt":               func(r *Request) { r.Attempt = 3 },
	} {
		r := full()
		change(&r)
		if other, ok := seen[r.Digest()]; ok {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[r.Digest()] = name
	}
	vector := textDigest("m", "ab")
	if vector == textDigest("ma", "b") || seen[vector] != "" {
		t.Error("digests of texts collide")
	}
}

func TestCost(t *testing.T) {
	for text, want := range map[string]Cost{"0": 0, "1": 1e12, "2.5": 25e11, "0.000000000001": 1, "9223372.036854775807": math.MaxInt64} {
		if got, err := ParseCost(text); err != nil || got != want {
			t.Errorf("ParseCost(%q) = %d, %v, want %d", text, got, err, want)
		}
		if got := want.String(); got != text {
			t.Errorf("%d prints as %q, want %q", want, got, text)
		}
	}
	for _, text := range []string{"", ".", "-1", "1.", ".5", "1e3", "0.0000000000001", "9223372.036854775808", "1,5", "NaN"} {
		if got, err := ParseCost(text); err == nil {
			t.Errorf("ParseCost(%q) = %v, want an error", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		want := Cost(rapid.Int64Min(-math.MaxInt64).Draw(t, "cost"))
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Cost
		if err := json.Unmarshal(b, &got); err != nil || got != want {
			t.Fatalf("%d → %s → %d, %v", want, b, got, err)
		}
	})
}

func TestPrices(t *testing.T) {
	p, err := ParsePrices("p", []byte("currency: CNY\nmodels:\n  a: {input: 2, cached: 0.5, output: 8.000001}\n  \"b:c\": {input: 0.15}\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, _ := p.Of("a")
	if got := a.Cost(TokenUsage{Prompt: 1_000_000, Cached: 400_000, Completion: 1_000_000}); p.Currency != "CNY" || got.String() != "9.400001" {
		t.Errorf("cost %v %s, want 9.400001 CNY", got, p.Currency)
	}
	if b, ok := p.Of("b:c"); !ok || b.Cached != b.Input || b.Output != 0 {
		t.Errorf("b:c = %+v, %v, want cached as input and nothing for output", b, ok)
	}
	if _, ok := p.Of("c"); ok {
		t.Error("c has a price")
	}
	for _, tc := range []struct{ text, want string }{
		{"", "p:1: the file is empty: want currency and models"},
		{"- a", "p:1: not a mapping: want keys with values"},
		{"currency: USD", "p:1: no models: want the price of each model"},
		{"models: {}", "p:1: no currency: want a name such as USD"},
		{"currency: USD\nmodels:\n  a:\n    input: -1\n    otput: 2\n  a: {}\n  b: {output: 1}\n  c: {input: [1]}\nmore: 1",
			"p:4: \"-1\" is not an amount: want a decimal number such as 2.50\n" +
				"p:5: key \"otput\": want input, cached or output\n" +
				"p:6: key \"a\" appears twice: want each key once\n" +
				"p:7: model \"b\" has no price for input: want the price per million tokens\n" +
				"p:8: not an amount: want a decimal number such as 2.50\n" +
				"p:9: key \"more\": want currency or models"},
		{"currency: USD\nmodels: {a: {input: 0.0000001}}", `p:2: "0.0000001" has 7 decimal places: want at most 6`},
		{"currency: USD\nmodels: {a: {input: 1000001}}", `p:2: "1000001" is too large: want at most 1000000`},
		{"currency: [\n", "p:1: did not find expected node content: want YAML"},
		{"currency: USD\nmodels: {}\n---\na: b", "p:3: more than one document: want a single document"},
	} {
		_, err := ParsePrices("p", []byte(tc.text))
		if err == nil || err.Error() != tc.want {
			t.Errorf("%q:\ngot  %v\nwant %s", tc.text, err, tc.want)
		}
	}
	if _, err := ReadPrices(t.TempDir() + "/none"); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}

func FuzzPrices(f *testing.F) {
	f.Add([]byte("currency: USD\nmodels: {a: {input: 2.5, output: 10}}"))
	f.Add([]byte("currency: USD\nmodels:\n  a:\n    input: -1\n"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("? [a]\n: b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ParsePrices("p", data)
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "p:") {
					t.Fatalf("error %q has no position", line)
				}
			}
			return
		}
		for m, price := range p.models {
			if price.Input < 0 || price.Cached < 0 || price.Output < 0 || price.Cost(TokenUsage{Prompt: 1000, Cached: 10, Completion: 1000}) < 0 {
				t.Fatalf("model %q: %+v", m, price)
			}
		}
	})
}

// The estimate is near what is known of real vocabularies: a quarter of the
// characters of English prose, about one a Chinese character, never more than the
// bytes.
func TestTokens(t *testing.T) {
	english := strings.Repeat("The court finds that the company, which was founded in 1998, owes its supplier the whole amount. ", 20)
	if got, of := Tokens(english), len(english)/4; got < of*8/10 || got > of*13/10 {
		t.Errorf("%d tokens for %d characters of English, want about a quarter", got, len(english))
	}
	chinese := strings.Repeat("法院认为被告公司应当支付货款。", 20)
	if got := Tokens(chinese); got != 300 {
		t.Errorf("%d tokens for 300 Chinese characters, want 300", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		if n := Tokens(a); n > len(a) || n < 0 {
			t.Fatalf("Tokens(%q) = %d, want at most its %d bytes", a, n, len(a))
		}
		if Tokens(a+"\n"+b) != Tokens(a)+Tokens(b) {
			t.Fatalf("tokens of %q and %q don't add up", a, b)
		}
	})
}

// What a server reports is never more than can be added up, and a bill that is too
// high to be told stays the highest: a budget must not seem unspent.
func TestAbsurdUsage(t *testing.T) {
	u := usageIn([]byte(`{"usage":{"prompt_tokens":1e300,"completion_tokens":9223372036854775807,"prompt_tokens_details":{"cached_tokens":-5}}}`))
	s := Spending{Usage: u, Cost: Price{Input: maxPrice, Cached: maxPrice, Output: maxPrice}.Cost(u)}
	sum := s
	for range 1000 {
		sum = sum.Add(s)
	}
	if sum.Usage.Tokens() < u.Tokens() || sum.Cost != math.MaxInt64 {
		t.Errorf("sum of absurd answers: %+v, want no less than one of them", sum)
	}
	l := newAccount(Budget{MaxCost: 5})
	l.settle(Spending{}, s)
	if err := l.reserve(t.Context(), s); !errors.Is(err, ErrBudget) {
		t.Errorf("reserve after an absurd bill: %v, want %v", err, ErrBudget)
	}
	r := full()
	if r.MaxTokens = math.MaxInt; !errors.Is(r.check(), ErrRejected) {
		t.Errorf("max_tokens %d is accepted", r.MaxTokens)
	}
}
