package company

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// business is what the companies of a section of industry do with their products.
type business string

const (
	makes  business = "make"
	yields business = "yield" // products of agriculture, mining and utilities
	sells  business = "sell"
	builds business = "build"
	offers business = "offer" // services
)

// buys has the verbs for materials.
const buys business = "buy"

// scopes holds scope.yaml.
type scopes struct {
	Doing     map[business][]text `yaml:"doing"`
	Verbs     map[business][]text `yaml:"verbs"`
	Modern    map[business][]text `yaml:"modern"`
	Common    []text              `yaml:"common"`
	Licensed  []text              `yaml:"licensed"`
	Ends      []text              `yaml:"ends"`
	Plain     []text              `yaml:"plain"`
	Free      text                `yaml:"free"`
	Bound     text                `yaml:"bound"`
	General   text                `yaml:"general"`
	Permitted text                `yaml:"permitted"`
}

// text is a text in Chinese and in English, separated by a bar with one space on either side.
// Further spaces belong to the text.
type text [2]string

func (t *text) UnmarshalYAML(node *yaml.Node) error {
	zh, en, found := strings.Cut(node.Value, "|")
	if !found {
		return fmt.Errorf("line %d: %q has no bar: want Chinese | English", node.Line, node.Value)
	}
	en = strings.TrimPrefix(en, " ")
	*t = text{strings.TrimSuffix(zh, " "), en}
	return nil
}

// itemCounts is the distribution of the number of items in a scope, after 20 and 31 real ones:
// 9, 20 and 49 at the first, fifth and ninth decile.
var itemCounts = []chance.Quantile{{Share: 0, Value: 3}, {Share: 100, Value: 9}, {Share: 500, Value: 20}, {Share: 900, Value: 49}, {Share: 1000, Value: 103}}

// scope returns a company's business scope, which is the same in every table. Of 31 real ones 7
// have the present form, with general items and items that need a permit.
func (b *shardRenderer) scope(i int) string {
	r := b.keys.scope.At(i).Rand()
	n := chance.FromQuantiles(r, itemCounts...)
	if b.shard.Companies[i].Listed != nil {
		n += n / 3
	}
	modern := chance.Percent(r, 23)
	list := b.tradeItems(r, i, modern)
	trade := &b.shard.World.Names.Trades()[b.shard.Companies[i].NameParts.Trade]
	list = append(list, b.otherItems(r, trade, n-len(list), modern)...)
	if len(list) > n {
		list = list[:max(n, 3)]
	}
	// What a company is for mostly comes first.
	if chance.Percent(r, 35) {
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	if modern {
		return b.modernScope(r, list)
	}
	return b.oldScope(r, list)
}

func (b *shardRenderer) oldScope(r *rand.Rand, list []string) string {
	separator := b.terms.Separators[chance.WeightedIndex(r, []int{50, 28, 11, 11})]
	ends := b.scopes.Plain
	if chance.Percent(r, 83) {
		ends = b.scopes.Ends
	}
	return capital(strings.Join(list, separator)) + b.in(ends[r.IntN(len(ends))])
}

func (b *shardRenderer) modernScope(r *rand.Rand, list []string) string {
	separator := b.terms.Separators[0]
	s := b.in(b.scopes.General) + strings.Join(list, separator) + b.in(b.scopes.Free)
	if !chance.Percent(r, 55) {
		return s
	}
	permits := sample(r, b.scopes.Licensed, 1+chance.WeightedIndex(r, []int{50, 25, 15, 10}))
	words := make([]string, len(permits))
	for k, p := range permits {
		words[k] = b.in(p)
	}
	permitted := b.in(b.scopes.Permitted) + strings.Join(words, separator) + b.in(b.scopes.Bound)
	if chance.Percent(r, 30) {
		return permitted + b.terms.Gap + s
	}
	return s + b.terms.Gap + permitted
}

// tradeItems draws items about a company's products, services and materials.
func (b *shardRenderer) tradeItems(r *rand.Rand, i int, modern bool) []string {
	trade := &b.shard.World.Names.Trades()[b.shard.Companies[i].NameParts.Trade]
	verbs := b.scopes.Verbs
	if modern {
		verbs = b.scopes.Modern
	}
	var list []string
	add := func(pattern text, goods string) { list = append(list, b.tidy.Replace(fill(b.in(pattern), goods))) }
	own := verbs[b.businesses[trade.Section]]
	products := sample(r, trade.Products, 2+r.IntN(4))
	for len(products) > 0 {
		// Some items name several products.
		n := 1
		if chance.Percent(r, 40) && !modern {
			n = min(len(products), 2+r.IntN(2))
		}
		add(own[r.IntN(len(own))], b.terms.list(products[:n]))
		products = products[n:]
	}
	list = append(list, sample(r, trade.Services, 1+r.IntN(4))...)
	for _, material := range sample(r, trade.Materials, r.IntN(4)) {
		buy := verbs[buys]
		add(buy[r.IntN(len(buy))], material)
	}
	return list
}

// otherItems draws n items beside a company's trade, own: items of any business, and some of
// other trades of the same division, or of the same section if it is alone in its division.
func (b *shardRenderer) otherItems(r *rand.Rand, own *name.Trade, n int, modern bool) []string {
	if n <= 0 {
		return nil
	}
	list := make([]string, 0, n)
	order := chance.NewPermutation(chance.New(r.Uint64()), uint64(len(b.scopes.Common)))
	foreign := r.IntN(40)
	kin := b.kin(own)
	verbs := b.scopes.Verbs[buys]
	if modern {
		verbs = b.scopes.Modern[buys]
	}
	for k := uint64(0); len(list) < n; {
		if int(k) == len(b.scopes.Common) || r.IntN(100) < foreign {
			trade := kin[r.IntN(len(kin))]
			other := trade.Services[r.IntN(len(trade.Services))]
			if r.IntN(2) == 0 {
				other = fill(b.in(verbs[r.IntN(len(verbs))]), trade.Materials[r.IntN(len(trade.Materials))])
			}
			if slices.Contains(list, other) {
				other = b.in(b.scopes.Licensed[r.IntN(len(b.scopes.Licensed))])
			}
			list = append(list, other)
			continue
		}
		list = append(list, b.in(b.scopes.Common[order.At(k)]))
		k++
	}
	return list
}

// kin returns the trades of a trade's division, or those of its section if there is no other in
// its division.
func (b *shardRenderer) kin(own *name.Trade) []*name.Trade {
	var near, wide []*name.Trade
	trades := b.shard.World.Names.Trades()
	for i := range trades {
		if trades[i].Section == own.Section {
			wide = append(wide, &trades[i])
			if trades[i].Division == own.Division {
				near = append(near, &trades[i])
			}
		}
	}
	if len(near) > 1 {
		return near
	}
	return wide
}

// sample draws n distinct elements, or all if there are fewer.
func sample[T any](r *rand.Rand, all []T, n int) []T {
	order := r.Perm(len(all))
	out := make([]T, 0, n)
	for _, k := range order[:min(n, len(order))] {
		out = append(out, all[k])
	}
	return out
}

// capital returns a text with a capital first letter.
func capital(s string) string {
	c, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(c) {
		return s
	}
	return string(unicode.ToUpper(c)) + s[size:]
}

// in returns a text in the renderer's language.
func (r *Renderer) in(t text) string {
	if r.terms.language == "zh" {
		return t[0]
	}
	return t[1]
}

// businessOf returns the business of each section of trades; sections are named in the
// language of the world.
func (t *terms) businessOf(trades []name.Trade) map[string]business {
	of := make(map[string]business)
	for _, trade := range trades {
		of[trade.Section] = offers
	}
	for b, sections := range t.Businesses {
		for _, s := range sections {
			of[s] = b
		}
	}
	return of
}
