package statute

// kind is the function of an article. The text grammars have a rule for each kind's name.
type kind uint8

// The closed set of kinds, in the order of traits.
const (
	purpose       kind = iota // why the statute is made
	scope                     // what it applies to
	definition                // what its subject means
	principle                 // principles of its subject
	competence                // which authority is in charge
	promotion                 // what is encouraged
	contents                  // what a document has to state
	duty                      // what the obligor shall do
	conditional               // who may claim what in which case
	prohibition               // what the obligor shall not do
	right                     // what a party is entitled to
	liability                 // what follows from a breach
	risk                      // what the law makes of an event
	limitation                // the time in which rights are used
	presumption               // what is taken to be so until disproved
	circumstances             // a list of breaches and what they lead to
	application               // which papers are filed
	decision                  // the time in which is decided
	notice                    // when notice is given
	records                   // how long records are kept
	deposit                   // limits on sums
	cooperation               // who assists whom
	exception                 // when a rule does not hold
	support                   // a claim that a court grants
	rejection                 // a claim or plea that fails
	burden                    // who has to prove what
	calculation               // how loss is reckoned
	forum                     // which court is competent
	inspection                // measures of the authority
	complaint                 // complaints and mediation
	credit                    // records of conduct
	urgency                   // emergencies
	fine                      // the fine for a breach
	penalty                   // a list of breaches and the fine for them
	officials                 // breaches by officials
	compensation              // damages besides a sanction
	meaning                   // a list of words and what they mean
	delegation                // who makes further rules
	transition                // what holds for what is under way
	force                     // the day of force
	kinds                     // how many there are
)

// part is the position of articles of a kind in a statute.
type part uint8

// The parts of a statute in their order.
const (
	head part = iota
	body
	control
	sanctions
	tail
)

// trait describes the articles of a kind.
type trait struct {
	name    string // of its rule in the text grammars
	group   string // of the rules of further paragraphs and provisos
	part    part
	refers  []kind        // what it can refer to; nil for nothing
	listed  bool          // it has numbered subparagraphs
	numbers bool          // each of its texts has a number that an amendment can change
	weights [families]int // how often it is drawn for its part, by family
	cited   int           // how often a court cites it
}

// obligations are the kinds whose breach a sanction can name.
var obligations = []kind{duty, prohibition}

// traits holds the trait of each kind. Heads and tails are not drawn but placed in order.
var traits = [kinds]trait{
	purpose:       {name: "purpose", group: "head", part: head},
	scope:         {name: "scope", group: "head", part: head, cited: 1},
	definition:    {name: "definition", group: "head", part: head, cited: 3},
	principle:     {name: "principle", group: "head", part: head, cited: 4},
	competence:    {name: "competence", group: "head", part: head, cited: 1},
	promotion:     {name: "promotion", group: "head", part: head},
	contents:      {name: "contents", group: "filing", part: body, listed: true, weights: [families]int{6, 3, 2, 3, 3}, cited: 4},
	duty:          {name: "duty", group: "duty", part: body, weights: [families]int{16, 16, 20, 14, 14}, cited: 12},
	conditional:   {name: "conditional", group: "claim", part: body, refers: []kind{duty, contents, application}, weights: [families]int{16, 16, 8, 14, 14}, cited: 10},
	prohibition:   {name: "prohibition", group: "ban", part: body, weights: [families]int{5, 5, 12, 5, 5}, cited: 8},
	right:         {name: "right", group: "claim", part: body, weights: [families]int{9, 9, 3, 8, 8}, cited: 8},
	liability:     {name: "liability", group: "claim", part: body, refers: obligations, weights: [families]int{14, 14, 4, 6, 6}, cited: 16},
	risk:          {name: "risk", group: "claim", part: body, weights: [families]int{8, 8, 1, 3, 3}, cited: 8},
	limitation:    {name: "limitation", group: "claim", part: body, numbers: true, weights: [families]int{6, 6, 2, 9, 9}, cited: 8},
	presumption:   {name: "presumption", group: "claim", part: body, weights: [families]int{6, 6, 1, 4, 4}, cited: 5},
	circumstances: {name: "circumstances", group: "claim", part: body, listed: true, weights: [families]int{8, 8, 5, 8, 8}, cited: 10},
	application:   {name: "application", group: "filing", part: body, listed: true, numbers: true, weights: [families]int{0, 5, 8, 5, 5}, cited: 3},
	decision:      {name: "decision", group: "filing", part: body, refers: []kind{application}, numbers: true, weights: [families]int{0, 4, 8, 8, 8}, cited: 3},
	notice:        {name: "notice", group: "duty", part: body, numbers: true, weights: [families]int{5, 5, 6, 6, 6}, cited: 5},
	records:       {name: "records", group: "duty", part: body, numbers: true, weights: [families]int{2, 2, 7, 2, 2}, cited: 2},
	deposit:       {name: "deposit", group: "duty", part: body, numbers: true, weights: [families]int{3, 0, 3, 3, 1}, cited: 4},
	cooperation:   {name: "cooperation", group: "duty", part: body, weights: [families]int{3, 3, 6, 4, 4}, cited: 2},
	exception:     {name: "exception", group: "claim", part: body, refers: []kind{duty, limitation, application, deposit, notice}, weights: [families]int{3, 3, 3, 4, 4}, cited: 3},
	support:       {name: "support", group: "claim", part: body, weights: [families]int{12, 12, 12, 12, 12}, cited: 10},
	rejection:     {name: "rejection", group: "claim", part: body, weights: [families]int{9, 9, 9, 9, 9}, cited: 8},
	burden:        {name: "burden", group: "claim", part: body, weights: [families]int{6, 6, 6, 6, 6}, cited: 8},
	calculation:   {name: "calculation", group: "claim", part: body, numbers: true, weights: [families]int{6, 6, 6, 6, 6}, cited: 8},
	forum:         {name: "forum", group: "claim", part: body, weights: [families]int{3, 3, 3, 3, 3}, cited: 5},
	inspection:    {name: "inspection", group: "power", part: control, listed: true, weights: [families]int{4, 4, 6, 4, 4}, cited: 1},
	complaint:     {name: "complaint", group: "care", part: control, numbers: true, weights: [families]int{4, 4, 4, 4, 4}, cited: 1},
	credit:        {name: "credit", group: "care", part: control, numbers: true, weights: [families]int{3, 3, 4, 2, 0}, cited: 1},
	urgency:       {name: "urgency", group: "care", part: control, numbers: true, weights: [families]int{1, 1, 4, 1, 0}, cited: 1},
	fine:          {name: "fine", group: "power", part: sanctions, refers: obligations, numbers: true, weights: [families]int{5, 5, 12, 4, 0}, cited: 4},
	penalty:       {name: "penalty", group: "power", part: sanctions, listed: true, numbers: true, weights: [families]int{2, 2, 5, 3, 0}, cited: 4},
	officials:     {name: "officials", group: "care", part: sanctions, weights: [families]int{1, 1, 2, 2, 4}},
	compensation:  {name: "compensation", group: "claim", part: sanctions, refers: obligations, weights: [families]int{4, 4, 2, 2, 4}, cited: 6},
	meaning:       {name: "meaning", group: "head", part: tail, listed: true},
	delegation:    {name: "delegation", group: "head", part: tail},
	transition:    {name: "transition", group: "head", part: tail, cited: 1},
	force:         {name: "force", group: "head", part: tail, cited: 1},
}

// courtKinds are the kinds that only a court's interpretation has, shared those that it
// has like any other statute.
var (
	courtKinds       = []kind{support, rejection, burden, calculation, forum}
	commonCourtKinds = []kind{conditional, liability, presumption, circumstances, limitation, risk}
)

// drawableKinds returns the kinds that can be drawn for a part of a statute of a form.
func drawableKinds(p part, f form) []kind {
	if p == body && f == interpretation {
		return append(append([]kind{}, courtKinds...), commonCourtKinds...)
	}
	var list []kind
	for k := range kinds {
		if traits[k].part == p && !(k >= support && k <= forum) {
			list = append(list, k)
		}
	}
	return list
}
