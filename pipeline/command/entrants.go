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

// entrants are the agents of a run, ready to try tasks.
type entrants struct {
	all     []experiment.EvaluatedAgent
	model   *connection // nil where no model of ours takes part
	closers []io.Closer
}

// close ends what the agents hold and gives the journal free.
func (e *entrants) close() error {
	var errs []error
	for _, c := range e.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(append(errs, e.model.Close())...)
}

// enter makes the agents ready that take part, whose models' answers are kept at path.
func (c *contesting) enter(d *domain.Domain, path string, workers int, log *slog.Logger) (_ *entrants, err error) {
	e := new(entrants)
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	var outside []experiment.EvaluatedAgent // made first: they write nothing
	for i := range c.outside {
		one, closer, err := c.outside[i].entrant(c, workers, log)
		if err != nil {
			return nil, err
		}
		if closer != nil {
			e.closers = append(e.closers, closer)
		}
		outside = append(outside, one)
	}
	if c.models != nil {
		if e.model, err = c.connect(path, log, false); err != nil {
			return nil, err
		}
		if err := c.enterModels(e, d, e.model.Client); err != nil {
			return nil, err
		}
	}
	e.all = append(e.all, outside...)
	return e, nil
}

// known are the agents as far as they are known by their keys.
func (c *contesting) known(d *domain.Domain) (all []experiment.EvaluatedAgent) {
	for _, model := range c.models {
		for _, name := range c.methods {
			for _, calls := range c.calls {
				all = append(all, experiment.EvaluatedAgent{Key: c.spec(model, name, calls).Digest(d)})
			}
		}
	}
	for i := range c.outside {
		all = append(all, experiment.EvaluatedAgent{Key: c.outside[i].digest(c.turns)})
	}
	return all
}

// enterModels adds every model by every method and way to call tools.
func (c *contesting) enterModels(e *entrants, d *domain.Domain, chat *llm.Client) error {
	for _, model := range c.models {
		for _, name := range c.methods {
			for _, calls := range c.calls {
				spec := c.spec(model, name, calls)
				a, err := method.New(spec, d, chat)
				if err != nil {
					return err
				}
				e.all = append(e.all, experiment.EvaluatedAgent{
					Name: strings.Join([]string{model, name, calls}, "/"), Model: model, Method: name, Calls: calls,
					Key: spec.Digest(d), Agent: a,
				})
			}
		}
	}
	return nil
}

// spec is how one model solves tasks.
func (c *contesting) spec(model, name, calls string) method.Spec {
	s := method.Spec{
		Method: method.Name(name), Calls: method.CallStyle(calls), Model: model, Temperature: c.drawn,
		MaxTokens: c.longest, Turns: c.turns, Tools: method.ToolSelection(c.offer), NoStopWord: !c.stop,
	}
	if !c.summary {
		s.Summary = method.WithoutSummary
	}
	return s
}
