package command

import (
	"errors"
	"io"
	"log/slog"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// agentSet are the agents of a run, ready to try tasks.
type agentSet struct {
	all     []experiment.EvaluatedAgent
	model   *connection // of the models; nil if none is measured
	closers []io.Closer
}

// close ends the agents' processes and closes the journal.
func (e *agentSet) close() error {
	var errs []error
	for _, c := range e.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(append(errs, e.model.Close())...)
}

// openAgents makes the agents of the run. The answers of their models are kept at path.
func (c *benchRun) openAgents(d *domain.Domain, path string, workers int, log *slog.Logger) (_ *agentSet, err error) {
	e := new(agentSet)
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	var external []experiment.EvaluatedAgent // made first, since they write nothing
	for i := range c.externalAgents {
		one, closer, err := c.externalAgents[i].open(c, workers, log)
		if err != nil {
			return nil, err
		}
		if closer != nil {
			e.closers = append(e.closers, closer)
		}
		external = append(external, one)
	}
	if c.models != nil {
		if e.model, err = c.endpoints.connect(path, log, false); err != nil {
			return nil, err
		}
		if e.all, err = c.modelAgents(d, e.model.Client); err != nil {
			return nil, err
		}
	}
	e.all = append(e.all, external...)
	return e, nil
}

// agentKeys returns the agents of the run with nothing but their keys.
func (c *benchRun) agentKeys(d *domain.Domain) (all []experiment.EvaluatedAgent) {
	for _, model := range c.models {
		for _, name := range c.methods {
			for _, calls := range c.callFormatsOf(name) {
				all = append(all, experiment.EvaluatedAgent{Key: c.prompts.AgentDigest(c.spec(model, name, calls), d)})
			}
		}
	}
	for i := range c.externalAgents {
		all = append(all, experiment.EvaluatedAgent{Key: c.externalAgents[i].digest(c.turns)})
	}
	return all
}

// modelAgents makes an agent of every model, method and format of calls.
func (c *benchRun) modelAgents(d *domain.Domain, chat *llm.Client) (all []experiment.EvaluatedAgent, err error) {
	for _, model := range c.models {
		for _, name := range c.methods {
			for _, calls := range c.callFormatsOf(name) {
				spec := c.spec(model, name, calls)
				a, err := c.prompts.NewAgent(spec, d, chat)
				if err != nil {
					return nil, err
				}
				all = append(all, experiment.EvaluatedAgent{
					Name: strings.TrimSuffix(strings.Join([]string{model, name, calls}, "/"), "/"), Model: model, Method: name, Calls: calls,
					Protocol: string(c.protocol), Key: c.prompts.AgentDigest(spec, d), Agent: a,
				})
			}
		}
	}
	return all, nil
}

// callFormatsOf returns the formats of calls with which a method is measured. A method
// without tools is measured once, without a format.
func (c *benchRun) callFormatsOf(name string) []string {
	if name == string(method.Direct) {
		return []string{""}
	}
	return c.callFormats
}

// spec says how one model solves tasks.
func (c *benchRun) spec(model, name, calls string) method.Spec {
	if name == string(method.Direct) { // turns, tools and summaries are not its own
		s := method.Spec{Protocol: c.protocol, Method: method.Direct, Model: model, Temperature: c.temperature, MaxTokens: c.answerTokens}
		if s.Temperature == nil {
			s.Temperature = new(0.0)
		}
		return s
	}
	s := method.Spec{
		Protocol: c.protocol, Method: method.Name(name), Calls: method.CallStyle(calls), Model: model, Temperature: c.temperature,
		MaxTokens: c.answerTokens, Turns: c.turns, Tools: method.ToolSelection(c.offer), NoStopWord: !c.stopWords,
	}
	if c.protocol == method.Paper && s.Temperature == nil {
		s.Temperature = new(0.0) // so that run.json and reports have it
	}
	if !c.summary {
		s.Summary = method.WithoutSummary
	}
	return s
}
