// Package society is the model a generated world is told from: places, courts,
// law firms, companies, and what happens between them. Each shard is one coherent
// society: a company's subsidiaries, disputes, debts and penalties are records of
// the same company, and what follows from something happens after it.
//
// The structure (who, when, how much, which court) depends on seed and scale
// alone; the language of a world shows only in names. Texts about what happened
// are written elsewhere, from these records.
package society

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Shard is a society. It is made whole by [Society.Shard] and read-only afterwards;
// it may be read by several goroutines.
type Shard struct {
	World  *Society
	Number int        // from 0
	Size   Sizes      // how many rows each table has of this shard
	Key    chance.Key // of what is drawn about the shard, for texts too, each below a label of its own

	Cities    []City    // by province, then number
	Counties  []County  // by city, then number
	Courts    []Court   // the supreme court first, if here; then by level
	Firms     []Firm    // those in the directory; the first LawfirmLog of them stand in the ranking, in its order
	Companies []Company // listed ones, then subsidiaries, then others that are registered
	Holdings  []Holding // of listed companies in subsidiaries, by parent
	Cases     []Case    // court rulings, by related company
	Model     []int     // the cases that the retrieval corpus tells, as indices into Cases, one each
	Abstracts []int     // the cases that have an abstract, as indices into Cases
	Debts     []Debt    // enforcement cases of the three enforcement tables, by debtor
	Penalties []Penalty // administrative penalties
	Addresses []Address // those that the address table has, no two with one text

	Law *statute.Law // what the shard's passages hold: the nation's law, or a city's

	places  chance.Wheel
	serials map[serial]bool
	taken   map[string]bool // names of companies, former ones too
	known   map[string]bool // addresses
	local   [][]int         // law firms by province
	bar     []chance.Wheel  // which picks among those
}

// Province is a province, or a municipality, which is a province and a city.
type Province struct {
	Name         string // "澜江省"
	Stem         string // without its kind
	Letter       string // what case numbers call it: "澜", "KM"
	Municipality bool
	Zone         int // first two digits of zoning codes, from 11
}

// City is a city of prefecture rank with the counties it administers. A
// municipality is one City of the same name.
type City struct {
	Name     string
	Stem     string // without its kind
	Province int    // index into World.Provinces
	Code     int    // number within the province, from 1; two digits
	Phone    string // telephone area code: "0324"
	Counties []int
	court    int // its first intermediate court
}

// County is a county, a district or a county-level city.
type County struct {
	Name   string
	Stem   string // without its kind; "" for a district that many cities have
	Rank   Rank
	City   int  // index into Cities
	Code   int  // number within the city, from 1; two digits
	Unique bool // no other county of the world has the name
	court  int  // its basic court
}

// Rank is what kind of county a county is.
type Rank int

// The ranks.
const (
	Rural    Rank = iota // 县
	District             // 区
	Town                 // a city of a county's rank
)

// Level is the level of a court.
type Level int

// The levels, lowest first.
const (
	Basic   Level = iota
	Special       // of railways, seas, patents: on a level between
	Intermediate
	High
	Supreme
)

// Court is a court. It can be in the directory, in the list of codes, or both,
// under names that differ by the province in front.
type Court struct {
	Name     string // without a province, as rulings and enforcement tables have it
	Listed   string // its name in the directory; "" if it is not there
	Coded    string // its name in the list of codes; "" if it is not there
	Level    Level
	Code     string // as in case numbers: "澜0104"
	Zone     string // zoning code, digits; "" for a special court
	Province int    // index into World.Provinces; -1 for the supreme court
	County   int    // where it stands, an index into Counties
	Address  string
	Head     string
}

// Firm is a law firm of the directory.
type Firm struct {
	Name    string
	County  int
	Address string
	Head    string
	Founded Day
	Code    string // unified social credit code, unique
	Stature int    // how much business it draws, from 1
}

// Company is a registered company.
type Company struct {
	Name    string
	Former  string // its name before Renamed; "" if it always had this one
	Renamed Day
	Make    name.CompanyName // what Name is composed of
	Brand   string           // also the family's, shared by most subsidiaries
	Parent  int              // index into Companies; -1 for none
	Founded Day
	Capital int64    // registered, in cents
	County  int      // of Address
	Address string   // as registered
	Office  string   // a listed company's office, often the same
	Head    string   // its legal representative
	Staff   int      // insured employees
	Org     string   // organization code, nine characters
	Credit  string   // unified social credit code, eighteen characters
	Listed  *Listing // nil unless it is listed

	former name.CompanyName // what Former is composed of
}

// Listing is what being listed adds.
type Listing struct {
	Short       string // abbreviation, unique
	FormerShort string // the one before it was renamed; ""
	Code        string // stock code, unique
	Market      Market
	Day         Day
	Price       int64  // of the first offer, in cents
	Proceeds    int64  // of the first offer, net, in cents
	Sponsor     string // lead underwriter
	Manager     string
	Secretary   string
}

// Market is a stock market.
type Market int

// The markets.
const (
	Main   Market = iota // the first exchange
	Star                 // its board of technology
	Growth               // the second exchange's board of growth
)

// Holding is a listed company's holding in a subsidiary.
type Holding struct {
	Parent, Sub int   // indices into Companies
	Share       int   // in hundredths of a percent; -1 where the source has none
	Amount      int64 // invested, in cents; -1 where the source has none
}

// Party is one side's party in a case.
type Party struct {
	Name    string // as the ruling has it, masked if it is
	Company int    // index into Companies; -1 for anybody else
	Person  bool
}

// Case is a court ruling.
type Case struct {
	Number                 string
	Word                   Word
	Court                  int            // index into Courts
	Related                int            // index into Companies: whom the source files the ruling under
	Cause                  int            // index into Causes; -1 where the source has none, which only rulings of enforcement and a few others lack
	Matter                 statute.Matter // what the dispute is about, also where no cause is given
	Plaintiffs, Defendants []Party        // in an appeal: appellants and appellees
	PlaintiffFirm          string         // "" for none
	DefendantFirms         []string       // nil for none
	Began                  Day            // when what is disputed began: the contract, the accident
	Filed                  Day
	Decided                Day
	Form                   RulingForm
	Outcome                RulingOutcome
	Claim                  int64 // what was asked for, in cents; 0 where no money was
	Award                  int64 // what was given, in cents: what the source calls the amount involved; 0 for none
	Costs                  int64 // court costs, in cents
	Before                 int   // the case it follows in the same dispute, an index into Cases; -1 for none
	First                  int   // the first case of the dispute, an index into Cases; its own for the first

	cause int // Cause, also where the source has none
}

// RulingForm is a kind of ruling.
type RulingForm int

// The forms.
const (
	Judgment RulingForm = iota
	Order
	EnforcementOrder
	AdministrativeJudgment
	AdministrativeOrder
)

// RulingOutcome is what a ruling decides.
type RulingOutcome int

// The outcomes.
const (
	Granted     RulingOutcome = iota // all that was claimed
	Partly                           // less
	Dismissed                        // the claims
	Withdrawn                        // by the plaintiff
	Settled                          // and the case closed
	Transferred                      // to another court
	Joined                           // with another case
	Rejected                         // the suit, as inadmissible
	Preserved                        // property is frozen
	Upheld                           // an appeal fails
	Reversed                         // an appeal succeeds: other award
	Remanded                         // to the court below
	Refused                          // a petition for retrial
	Enforced                         // paid in full, the enforcement ends
	Closed                           // nothing left to take, the enforcement is closed for now
	Deemed                           // treated as withdrawn, because fees were not paid
)

// Debt is an enforcement case: a company that did not pay what a judgment said.
// It stands in one or more of the three enforcement tables.
type Debt struct {
	Number     string
	Court      int
	Debtor     int    // index into Companies
	DebtorAs   string // the debtor's name in the title: its former one if the judgment was older than the new
	Creditor   Party
	Others     []Party // creditors beside the first; nil for none
	Basis      int     // the first case of the dispute whose award is enforced, an index into Cases; -1 for one the tables do not have
	Target     int64   // to be enforced, in cents
	Unpaid     int64   // in cents; -1 where the source has none
	Filed      Day
	Closed     Day // the finalized case's day; 0 if it is none
	Restricted Day // the restriction's day; 0 if there is none
	Published  Day // the dishonesty notice's day; 0 if there is none
}

// Penalty is an administrative penalty.
type Penalty struct {
	Company   int
	Kind      name.AuthorityKind // of the authority
	Authority string             // "" where the source has none
	County    int                // where it happened
	Basis     int                // the case that brought it to light, an index into Cases; -1 for none
	Day       Day
	Fine      int64 // in cents; 0 for none
	Serial    int   // of the decision, unique in the world
}

// Address is an address with the place it lies in.
type Address struct {
	Text   string
	County int
}

// Space is what stands between two names where the language has anything there.
func (w *Society) Space() string { return w.style.space }
