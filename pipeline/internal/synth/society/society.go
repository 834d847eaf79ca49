// Package society is the model from which the records of a generated world are derived: places,
// courts, law firms, companies, and the events between them. Each shard is one coherent
// society: a company's subsidiaries, disputes, debts and penalties refer to the same company,
// and consequences follow their causes in time.
//
// The structure (persons, days, amounts, courts) depends only on seed and scale; the language
// affects names only. Other packages write the texts about events from these records.
package society

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Shard is one society. [Society.Shard] returns it complete; afterwards it is read-only and
// safe for concurrent use.
type Shard struct {
	World  *Society
	Number int        // from 0
	Size   Sizes      // number of rows of each table from this shard
	Key    chance.Key // random numbers of the shard and its texts; each use has a separate label

	Cities       []City    // by province, then number
	Counties     []County  // by city, then number
	Courts       []Court   // the supreme court first, if here; then by level
	Firms        []Firm    // firms in the directory; the first LawfirmLog firms are the ranking, in its order
	Companies    []Company // listed companies, then subsidiaries, then other registered ones
	Holdings     []Holding // of listed companies in subsidiaries, by parent
	Cases        []Case    // court rulings, by related company
	outsiders    [][]int   // by line of business, the slots of companies outside the tables; nil until one is drawn
	PassageCases []int     // cases in the retrieval corpus, as distinct indices into Cases
	Files        []int     // cases whose defendant has a file of the lawyer, as distinct indices into Cases
	ClaimFiles   []int     // cases whose plaintiff has a file of the lawyer, in the same way; none of a dispute of Files
	Abstracts    []int     // cases with an abstract, as indices into Cases
	Debts        []Debt    // enforcement cases of the three enforcement tables, by debtor
	Penalties    []Penalty // administrative penalties
	Addresses    []Address // rows of the address table, with distinct texts

	Law *statute.Law // the law of the shard's passages: of the nation, or of a city

	countySampler   chance.WeightedSampler
	serials         map[serial]bool
	usedNames       map[string]bool          // used company names, including former ones
	usedAddresses   map[string]bool          // used addresses
	firmsByProvince [][]int                  // law firms by province
	firmSamplers    []chance.WeightedSampler // draws from local
}

// Province is a province, or a municipality with the rank of a province, which is also a city.
type Province struct {
	Name         string // "澜江省"
	BaseName     string // without its kind
	Letter       string // its abbreviation in case numbers: "澜", "KM"
	Municipality bool
	Zone         int // first two digits of zoning codes, from 11
}

// City is a city of prefecture rank with the counties it administers. A
// municipality is one City of the same name.
type City struct {
	Name     string
	BaseName string // without its kind
	Province int    // index into World.Provinces
	Code     int    // number within the province, from 1; written with two digits in zoning codes
	Phone    string // telephone area code: "0324"
	Counties []int  // ascending indices into Shard.Counties, at least one
	court    int    // its first intermediate court
}

// County is a county, a district or a county-level city.
type County struct {
	Name     string
	BaseName string // without its kind; "" for a district that many cities have
	Rank     Rank
	City     int  // index into Cities
	Code     int  // number within the city, from 1; written with two digits in zoning codes
	Unique   bool // no other county of the world has the name
	court    int  // its basic court
}

// Rank is the administrative kind of a county.
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

// Court is a court. It is in the directory, in the list of codes, or in both, where its names
// may differ by a leading province.
type Court struct {
	Name     string // without a province, as rulings and enforcement tables have it
	Listed   string // its name in the directory; "" if it is not there
	Coded    string // its name in the list of codes; "" if it is not there
	Level    Level
	Code     string // as in case numbers: "澜0104"
	Zone     string // zoning code, digits; "" for a special court and the supreme court
	Province int    // index into World.Provinces; -1 for the supreme court
	County   int    // the county in which it sits, an index into Shard.Counties; 0 for the supreme court
	Address  string
	Head     string
}

// Firm is a law firm of the directory.
type Firm struct {
	Name       string
	County     int
	Address    string
	Head       string
	Founded    Day
	CreditCode string // unified social credit code, unique
	Caseload   int    // how much business it draws, from 1
}

// Company is a registered company.
type Company struct {
	Name             string
	Former           string // its name before Renamed; "" if it always had this one
	Renamed          Day
	NameParts        name.CompanyName // components of Name
	Brand            string           // brand, shared by most subsidiaries
	Parent           int              // index into Companies; -1 for none
	Founded          Day
	Capital          int64    // registered, in cents
	County           int      // of Address
	Address          string   // as registered
	Office           string   // a listed company's office, often the same
	Head             string   // its legal representative
	Staff            int      // insured employees
	OrganizationCode string   // organization code, nine characters
	CreditCode       string   // unified social credit code, eighteen characters
	Listed           *Listing // nil if it is not listed

	formerParts name.CompanyName // components of Former
}

// Listing holds the additional data of a listed company.
type Listing struct {
	Short       string // abbreviation, unique
	FormerShort string // abbreviation before it was renamed; "" for none
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

// Party is a party to a case.
type Party struct {
	Name    string // as in the ruling, masked if the ruling masks it
	Company int    // index into Companies; -1 for anybody else
	Trade   int    // the line of business of a company that is not among Companies, an index into Namer.Trades; -1 for anybody else
	Person  bool
}

// Case is a court ruling.
type Case struct {
	Number                 string
	Proceeding             Proceeding
	Court                  int                   // index into Courts
	Related                int                   // the company under which the source files the ruling, an index into Companies
	Cause                  int                   // index into Causes; -1 where the source has none, which only rulings of enforcement and a few others lack
	Dealing                int                   // what supplier and customer dispute, an index into Society.Dealings; -1 for other disputes
	CustomerSues           bool                  // and not the supplier, in such a dispute
	Matter                 statute.SubjectMatter // subject of the dispute, even without a cause
	Plaintiffs, Defendants []Party               // in an appeal: appellants and appellees
	PlaintiffFirm          string                // "" for none
	DefendantFirms         []string              // nil for none
	Began                  Day                   // day of the event in dispute, such as a contract or an accident
	Due                    Day                   // when what is in dispute was due, between Began and Filed
	Term                   int                   // months for which premises are let from Began on before rent is due; 0 where nothing is let
	Filed                  Day
	Decided                Day
	Form                   RulingForm
	Outcome                RulingOutcome
	Claim                  int64 // amount claimed, in cents; 0 if no money is claimed
	Value                  int64 // what is asked for is worth where no money is claimed, in cents; 0 where it has no price
	Award                  int64 // amount awarded, in cents: the source's amount involved; 0 for none
	Costs                  int64 // court fee, in cents: of the sum at stake in this instance
	Summary                bool  // heard by one judge in summary proceedings, which halves the costs; of first instances only
	Before                 int   // the case it follows in the same dispute, an index into Cases; -1 for none
	First                  int   // the first case of the dispute, an index into Cases

	cause int // like Cause, but set even if the source has none
}

// RulingForm is the form of a ruling.
type RulingForm int

// The forms.
const (
	Judgment RulingForm = iota
	Order
	EnforcementOrder
	AdministrativeJudgment
	AdministrativeOrder
)

// RulingOutcome is the decision of a ruling.
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

// Debt is an enforcement case: a company did not pay an amount that a judgment awarded. It is
// in one or more of the three enforcement tables.
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

// Space returns the separator between two names: a space, or "" in Chinese.
func (w *Society) Space() string { return w.conventions.space }
