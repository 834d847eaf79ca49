package statute

// form is what sort of statute it is.
type form uint8

// The closed set of forms.
const (
	act form = iota
	code
	ordinance
	measures
	provisions
	interim
	implementing
	interpretation
	forms // how many there are
)

// formWeights say how often a statute that is no matter's main one has a form, by
// family.
var formWeights = [3][forms]int{
	civil:      {act: 4, ordinance: 10, measures: 10, provisions: 12, interim: 4, implementing: 6, interpretation: 18},
	regulation: {act: 5, ordinance: 16, measures: 20, provisions: 12, interim: 6, implementing: 14, interpretation: 3},
	procedural: {act: 4, ordinance: 6, measures: 8, provisions: 16, interim: 4, implementing: 6, interpretation: 16},
}
