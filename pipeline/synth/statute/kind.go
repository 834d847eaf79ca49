package statute

// kind is what an article does. The text grammars have rules by the kinds' names.
type kind uint8

// The closed set of kinds, in the order of traits.
const (
	purpose kind = iota
	scope
	definition
	principle
	competence
	promotion
	contents
	duty
	conditional
	prohibition
	right
	liability
	risk
	limitation
	presumption
	circumstances
	application
	decision
	notice
	records
	deposit
	cooperation
	exception
	support
	rejection
	burden
	calculation
	forum
	inspection
	complaint
	credit
	urgency
	fine
	penalty
	officials
	compensation
	meaning
	delegation
	transition
	force
	kinds // how many there are
)

// part is where in a statute articles of a kind stand.
type part uint8

// The parts of a statute in their order.
const (
	head part = iota
	body
	control
	sanctions
	tail
)

// trait says how articles of a kind behave.
type trait struct {
	name    string // of its rule in the text grammars
	part    part
	refers  []kind // what it can refer to; nil for nothing
	listed  bool   // it has numbered subparagraphs
	numbers bool   // each of its texts has a number that an amendment can change
	weights [3]int // how often it is drawn for its part, by family
	cited   int    // how often a court cites it
}

// obligations are the kinds whose breach a sanction can name.
var obligations = []kind{duty, prohibition}

// traits are by kind. The heads and tails are laid down in order and not drawn.
var traits = [kinds]trait{
	purpose:       {name: "purpose", part: head},
	scope:         {name: "scope", part: head, cited: 1},
	definition:    {name: "definition", part: head, cited: 3},
	principle:     {name: "principle", part: head, cited: 4},
	competence:    {name: "competence", part: head, cited: 1},
	promotion:     {name: "promotion", part: head},
	contents:      {name: "contents", part: body, listed: true, weights: [3]int{6, 2, 3}, cited: 4},
	duty:          {name: "duty", part: body, weights: [3]int{16, 20, 14}, cited: 12},
	conditional:   {name: "conditional", part: body, refers: []kind{duty, contents, application}, weights: [3]int{16, 8, 14}, cited: 10},
	prohibition:   {name: "prohibition", part: body, weights: [3]int{5, 12, 5}, cited: 8},
	right:         {name: "right", part: body, weights: [3]int{9, 3, 8}, cited: 8},
	liability:     {name: "liability", part: body, refers: obligations, weights: [3]int{14, 4, 6}, cited: 16},
	risk:          {name: "risk", part: body, weights: [3]int{8, 1, 3}, cited: 8},
	limitation:    {name: "limitation", part: body, numbers: true, weights: [3]int{6, 2, 9}, cited: 8},
	presumption:   {name: "presumption", part: body, weights: [3]int{6, 1, 4}, cited: 5},
	circumstances: {name: "circumstances", part: body, listed: true, weights: [3]int{8, 5, 8}, cited: 10},
	application:   {name: "application", part: body, listed: true, numbers: true, weights: [3]int{1, 8, 5}, cited: 3},
	decision:      {name: "decision", part: body, refers: []kind{application}, numbers: true, weights: [3]int{1, 8, 8}, cited: 3},
	notice:        {name: "notice", part: body, numbers: true, weights: [3]int{5, 6, 6}, cited: 5},
	records:       {name: "records", part: body, numbers: true, weights: [3]int{2, 7, 2}, cited: 2},
	deposit:       {name: "deposit", part: body, numbers: true, weights: [3]int{3, 3, 3}, cited: 4},
	cooperation:   {name: "cooperation", part: body, weights: [3]int{3, 6, 4}, cited: 2},
	exception:     {name: "exception", part: body, refers: []kind{duty, limitation, application, deposit, notice}, weights: [3]int{3, 3, 4}, cited: 3},
	support:       {name: "support", part: body, weights: [3]int{12, 12, 12}, cited: 10},
	rejection:     {name: "rejection", part: body, weights: [3]int{9, 9, 9}, cited: 8},
	burden:        {name: "burden", part: body, weights: [3]int{6, 6, 6}, cited: 8},
	calculation:   {name: "calculation", part: body, numbers: true, weights: [3]int{6, 6, 6}, cited: 8},
	forum:         {name: "forum", part: body, weights: [3]int{3, 3, 3}, cited: 5},
	inspection:    {name: "inspection", part: control, listed: true, weights: [3]int{4, 6, 4}, cited: 1},
	complaint:     {name: "complaint", part: control, numbers: true, weights: [3]int{4, 4, 4}, cited: 1},
	credit:        {name: "credit", part: control, numbers: true, weights: [3]int{3, 4, 2}, cited: 1},
	urgency:       {name: "urgency", part: control, numbers: true, weights: [3]int{1, 4, 1}, cited: 1},
	fine:          {name: "fine", part: sanctions, refers: obligations, numbers: true, weights: [3]int{5, 12, 4}, cited: 4},
	penalty:       {name: "penalty", part: sanctions, listed: true, numbers: true, weights: [3]int{2, 5, 3}, cited: 4},
	officials:     {name: "officials", part: sanctions, weights: [3]int{1, 2, 2}},
	compensation:  {name: "compensation", part: sanctions, refers: obligations, weights: [3]int{4, 2, 2}, cited: 6},
	meaning:       {name: "meaning", part: tail, listed: true},
	delegation:    {name: "delegation", part: tail},
	transition:    {name: "transition", part: tail, cited: 1},
	force:         {name: "force", part: tail, cited: 1},
}

// courtly are the kinds that only a court's interpretation has, shared those that it
// has like any other statute.
var (
	courtly = []kind{support, rejection, burden, calculation, forum}
	shared  = []kind{conditional, liability, presumption, circumstances, limitation, risk}
)

// drawn are the kinds that are drawn for a part of a statute of a form.
func drawn(p part, f form) []kind {
	if p == body && f == interpretation {
		return append(append([]kind{}, courtly...), shared...)
	}
	var list []kind
	for k := range kinds {
		if traits[k].part == p && !(k >= support && k <= forum) {
			list = append(list, k)
		}
	}
	return list
}
