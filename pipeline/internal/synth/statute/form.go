package statute

// form is the form of a statute.
type form uint8

// The closed set of forms.
const (
	act            form = iota // the first on its subject
	code                       // takes in the acts on several matters
	ordinance                  // on a subject as a whole, below an act
	measures                   // on the conduct of a subject
	provisions                 // on parts of a subject
	interim                    // for the time being
	implementing               // carries out an act
	interpretation             // of a court, for its cases
	forms                      // how many there are
)

// formNames are the forms as the text grammars name them.
var formNames = [forms]string{"act", "code", "ordinance", "measures", "provisions", "interim", "implementing", "interpretation"}

// mostIn bounds the articles in the first version of a statute of a form.
var mostIn = [forms]int{
	act: 240, code: mostInCode, ordinance: 160, measures: 110, provisions: 70, interim: 50, implementing: 150, interpretation: 60,
}

// formWeights are the relative frequencies of the forms of statutes that are not main statutes,
// by family.
var formWeights = [families][forms]int{
	contract:   {act: 4, ordinance: 10, measures: 10, provisions: 12, interim: 4, implementing: 6, interpretation: 18},
	civil:      {act: 4, ordinance: 10, measures: 10, provisions: 12, interim: 4, implementing: 6, interpretation: 18},
	regulation: {act: 5, ordinance: 16, measures: 20, provisions: 12, interim: 6, implementing: 14, interpretation: 3},
	procedural: {act: 4, ordinance: 6, measures: 8, provisions: 16, interim: 4, implementing: 6, interpretation: 16},
	official:   {act: 5, ordinance: 12, measures: 14, provisions: 14, interim: 4, implementing: 10, interpretation: 10},
}
