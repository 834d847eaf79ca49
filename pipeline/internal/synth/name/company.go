package name

import (
	"math/rand/v2"
	"strings"
)

// Trade is a line of business.
type Trade struct {
	ID        string      // "advanced-materials", the same in both languages
	Name      string      // as a company's name has it: 新材料科技, "Advanced Materials"
	Short     string      // as a stock abbreviation has it: two Han characters, or one word
	Section   string      // first level of the classification of industries
	Division  string      // second level
	Group     string      // third level
	Market    string      // the industry an exchange lists it under
	Products  []string    // noun phrases; 5 or more
	Services  []string    // noun phrases; 5 or more
	Materials []string    // purchases: noun phrases; 5 or more
	Weight    int         // how common it is among companies, at least 1
	Modifiers []int       // suitable modifiers, ascending; nil for none
	Forms     []LegalForm // the suitable of Partnership, Works, Institute and Shop, ascending; nil for none
}

// Trades returns the lines of business in an order common to both languages. The slice is
// shared and must not be changed.
func (t *Namer) Trades() []Trade { return t.trades }

// Modifiers returns the words that a company's name can add to its trade: 国际, "International".
// The order is common to both languages. The slice is shared and must not be changed.
func (t *Namer) Modifiers() []string { return t.lists.modifiers }

// LegalForm is a company's legal form.
type LegalForm uint8

// The closed set of forms, with their Chinese and English endings.
const (
	Joint            LegalForm = iota // 股份有限公司, "Co., Ltd."
	Limited                           // 有限公司, "Ltd."
	LimitedLiability                  // 有限责任公司, "LLC"
	JointGroup                        // 集团股份有限公司, "Group Co., Ltd."
	Group                             // 集团有限公司, "Group Ltd."
	Partnership                       // 合伙企业（有限合伙）, "LP"
	Branch                            // 有限公司…分公司, "Ltd., … Branch": the place is the branch's
	Works                             // 厂, "Works"
	Institute                         // 研究院, "Research Institute"
	Shop                              // 经营部, "Trading House"
	forms                             // how many there are
)

// CompanyName holds the components of a company's name.
type CompanyName struct {
	Brand    string // from [Namer.Brand]
	Place    string // from [Namer.PlaceName], or a province's base name; "" for none
	Trade    int    // index into [Namer.Trades]; -1 for none
	Modifier int    // index into [Namer.Modifiers]; -1 for none
	Form     LegalForm
	Paren    bool // the place is in brackets after the brand; ignored without a place and for a branch
}

// Company returns a company's name: 溪屏恒翊新材料科技股份有限公司, 恒翊（溪屏）置业有限公司, "Kelvora Advanced Materials
// Co., Ltd.", "Kelvora (Ashmere) Property Ltd.". It is injective: companies that differ in a
// component have different names, except where Paren is ignored.
func (t *Namer) Company(c CompanyName) string { return t.script.company(c) }

// Abbreviation returns the short name of a listed company: 恒翊新材, "Kelvora Materials". It is
// injective in brand and trade.
func (t *Namer) Abbreviation(c CompanyName) string { return t.script.abbreviation(c) }

// English returns the English name of a company, in an English world its name. Romanised names
// may not be unique.
func (t *Namer) English(c CompanyName) string { return t.script.english(c) }

// LawFirm returns a law firm's name: 溪屏恒翊律师事务所 or as a partnership 恒翊（溪屏）律师事务所, "Ashmere
// Kelvora Law Firm" or "Kelvora & Harrow LLP (Ashmere)". It is injective in its arguments,
// except that a Chinese partnership without a place is named like any other firm. The place is
// a base name, a province's base name, a full name, or "" for none.
func (t *Namer) LawFirm(brand, place string, partnership bool) string {
	return t.script.lawFirm(brand, place, partnership)
}

// AuthorityKind is the field of responsibility of an authority.
type AuthorityKind string

// The closed set of kinds.
const (
	MarketRegulation AuthorityKind = "market"      // markets, prices, quality, food
	Housing          AuthorityKind = "housing"     // construction
	Environment      AuthorityKind = "environment" // pollution
	Emergency        AuthorityKind = "emergency"   // safety at work
	Taxation         AuthorityKind = "taxation"
	Fire             AuthorityKind = "fire"
	Transport        AuthorityKind = "transport"
	Labour           AuthorityKind = "labour"
	UrbanManagement  AuthorityKind = "urban"    // building sites, streets, advertising
	NaturalResources AuthorityKind = "land"     // land and planning
	Water            AuthorityKind = "water"    // waters and their works
	Health           AuthorityKind = "health"   // health and medicines
	Police           AuthorityKind = "police"   // public security
	Customs          AuthorityKind = "customs"  // imports and exports
	Justice          AuthorityKind = "justice"  // registers law firms
	Securities       AuthorityKind = "security" // disclosure, insider dealing; a nation's or a province's
	Exchange         AuthorityKind = "exchange" // an exchange's own measures
	Banking          AuthorityKind = "banking"  // banks and insurers
	Patents          AuthorityKind = "patents"  // grants patents and marks, and is sued over them
)

// AuthorityKinds returns all kinds of authority. New kinds are added at the end.
func AuthorityKinds() []AuthorityKind {
	return []AuthorityKind{MarketRegulation, Housing, Environment, Emergency, Taxation, Fire, Transport, Labour, UrbanManagement,
		NaturalResources, Water, Health, Police, Customs, Justice, Securities, Exchange, Banking, Patents}
}

// Authority returns a random name for the authority of a kind that is responsible for a place:
// 溪屏市市场监督管理局. The place is a full name, or "" for the whole nation.
func (t *Namer) Authority(r *rand.Rand, kind AuthorityKind, place string) string {
	a, ok := t.lists.Authorities[kind]
	if !ok {
		panic("no authority of kind " + string(kind))
	}
	if place == "" {
		return a.Nation
	}
	return strings.Replace(draw(r, a.Local), "$", place, 1)
}

// Bureau returns the name of the authority of a kind in a place that has all its powers, and not a part of them.
func (t *Namer) Bureau(kind AuthorityKind, place string) string {
	return strings.Replace(t.lists.Authorities[kind].Local[0], "$", place, 1)
}
