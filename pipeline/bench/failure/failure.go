// Package failure says why a trial failed, from what the agent did and what the task
// asks for: the kinds of error of LegalAgentBench (arXiv 2412.17259, section 4.3),
// read off the trajectory by rules instead of by people.
package failure

// Class is why a trial did not solve its task; "" for one that did.
type Class string

// The closed set of classes.
const (
	Arguments    Class = "arguments"    // the right tool, with arguments it does not take or that name nothing
	Planning     Class = "planning"     // a step of the way was never tried, or taken for another
	Length       Class = "length"       // an answer or the conversation was too long
	Loop         Class = "loop"         // it did the same again until its turns were used up
	WrongTool    Class = "tool"         // a tool that there is not, or one that cannot give what is asked
	Hallucinated Class = "hallucinated" // the answer states a value that no tool returned
	Form         Class = "form"         // what the model said could not be read
	Refusal      Class = "refusal"      // the model declined what can be answered
	Answering    Class = "answering"    // all that is needed was returned, and the answer lacks it
)
