package method

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// WorkedExample is one solved task of an imaginary world, from which the examples of every
// method and call style are written.
type WorkedExample struct {
	// Question is the question of the task.
	Question string `yaml:"question"`
	// Tables and Tools are the tables and tools selected for the question.
	Tables []string `yaml:"tables"`
	Tools  []string `yaml:"tools"`
	// Plan has the steps of a plan, of which the last is to answer. Each other step
	// corresponds, in order, to an element of Turns with a Result.
	Plan []string `yaml:"plan"`
	// Turns are the calls, in order.
	Turns []WorkedCall `yaml:"turns"`
	// Thought stands before the answer.
	Thought string `yaml:"thought"`
	// Answer is the final answer.
	Answer string `yaml:"answer"`
}

// WorkedCall is a call of a worked example.
type WorkedCall struct {
	// Thought stands before the call.
	Thought string `yaml:"thought"`
	// Tool is the tool called. Arguments is a JSON object with its arguments.
	Tool      string `yaml:"tool"`
	Arguments string `yaml:"arguments"`
	// Observation is the result of the call.
	Observation string `yaml:"observation"`
	// Result is the result of a step of the plan, on the last call of that step; "" on
	// other calls.
	Result string `yaml:"result"`
}

// check returns an error for an example that has all its parts and is not in its form.
func (e *WorkedExample) check() error {
	results := 0
	for _, w := range e.Turns {
		if !isObject(w.Arguments) {
			return fmt.Errorf("arguments %q: want a JSON object", w.Arguments)
		}
		if w.Result != "" {
			results++
		}
	}
	if e.Turns[len(e.Turns)-1].Result == "" || results+1 != len(e.Plan) {
		return fmt.Errorf("%d results and a plan of %d steps: want a result with the last turn, and one step more than results", results, len(e.Plan))
	}
	return nil
}

// exampleWriter writes worked examples in the words of a language and a way to call.
type exampleWriter struct {
	p     *Prompts
	marks marks
	calls CallStyle
	b     strings.Builder
}

// examples returns the worked examples, each written by one, between the words that
// say what they are.
func (p *Prompts) examples(calls CallStyle, one func(*exampleWriter, *WorkedExample)) string {
	w := &exampleWriter{p: p, marks: marksOf[p.tag], calls: calls}
	for i := range p.Worked {
		if i > 0 {
			w.b.WriteString("\n")
		}
		w.line(fill(p.Words.Example, "n", strconv.Itoa(i+1)))
		w.line(p.Words.AskedOf, p.Worked[i].Question)
		one(w, &p.Worked[i])
	}
	return fill(p.Examples, "examples", strings.TrimSpace(w.b.String()))
}

// line writes a line of a label and a text.
func (w *exampleWriter) line(parts ...string) {
	for i, part := range parts {
		if i > 0 && !strings.HasSuffix(parts[i-1], "：") {
			w.b.WriteByte(' ')
		}
		w.b.WriteString(part)
	}
	w.b.WriteByte('\n')
}

// selection writes what is selected.
func (w *exampleWriter) selection(e *WorkedExample) {
	b, err := json.Marshal(selection{e.Tables, e.Tools})
	if err != nil {
		panic("method: names have no JSON: " + err.Error())
	}
	w.line(w.p.Words.Chosen, string(b))
}

// calling writes the calls up to the final answer.
func (w *exampleWriter) calling(e *WorkedExample) {
	for _, t := range e.Turns {
		w.turn(&t)
	}
	w.line(w.marks.thought, e.Thought)
	w.line(w.marks.final, e.Answer)
}

// planned writes the plan, then the calls.
func (w *exampleWriter) planned(e *WorkedExample) {
	w.line(w.p.Words.Planned)
	w.line(numberedList(e.Plan))
	w.calling(e)
}

// turn writes a call and what it returned.
func (w *exampleWriter) turn(t *WorkedCall) {
	w.line(w.marks.thought, t.Thought)
	if w.calls == NativeCalls {
		w.line(w.p.Words.Called, t.Tool, t.Arguments)
	} else {
		w.line(w.marks.action, callText(t.Tool, t.Arguments))
	}
	w.line(w.marks.observation, t.Observation)
}

// stepwise writes each step of the plan with its calls and its result.
func (w *exampleWriter) stepwise(e *WorkedExample) {
	step, begun := 0, false
	for i := range e.Turns {
		t := &e.Turns[i]
		if !begun {
			w.line(w.p.Words.Step, e.Plan[step])
			begun = true
		}
		w.turn(t)
		if t.Result != "" {
			w.line(w.marks.result, t.Result)
			step, begun = step+1, false
		}
	}
}

// planning writes the plan and, after the result of each step, what is left of it.
func (w *exampleWriter) planning(e *WorkedExample) {
	w.line(w.p.Words.Planned)
	w.line(numberedList(e.Plan))
	left := e.Plan
	for i := range e.Turns {
		if e.Turns[i].Result == "" {
			continue
		}
		w.line(w.marks.result, e.Turns[i].Result)
		if left = left[1:]; len(left) > 1 {
			w.line(w.p.Words.Left)
			w.line(numberedList(left))
		}
	}
	w.line(w.marks.final, e.Answer)
}

// stepped writes the plan and then each step with its only call, as the protocol [Paper] has
// them. Where a step took several calls it is the last, with the first one's thought.
func (w *exampleWriter) stepped(e *WorkedExample) {
	w.line(w.p.Words.Planned)
	w.line(numberedList(e.Plan))
	step, thought := 0, ""
	for _, t := range e.Turns {
		if thought == "" {
			thought = t.Thought
		}
		if t.Result == "" {
			continue
		}
		t.Thought = thought
		w.paperStep(step+1, e.Plan[step])
		w.turn(&t)
		step, thought = step+1, ""
	}
	w.paperStep(step+1, e.Plan[step])
	w.line(w.marks.thought, e.Thought)
	w.line(w.marks.final, e.Answer)
}

// replanned writes the plan and then each call as a step, with what is left of the plan after
// it. A call that found nothing leaves its step to be done again.
func (w *exampleWriter) replanned(e *WorkedExample) {
	w.line(w.p.Words.Planned)
	w.line(numberedList(e.Plan))
	left := e.Plan
	for i, t := range e.Turns {
		w.paperStep(i+1, left[0])
		w.turn(&t)
		if t.Result != "" {
			left = left[1:]
		}
		w.line(w.p.Words.Left)
		w.line(numberedList(left))
	}
	w.paperStep(len(e.Turns)+1, left[0])
	w.line(w.marks.thought, e.Thought)
	w.line(w.marks.final, e.Answer)
}

// paperStep writes the request for a step.
func (w *exampleWriter) paperStep(n int, step string) {
	w.line(fill(w.p.Paper.Step, "n", strconv.Itoa(n), "step", step))
}
