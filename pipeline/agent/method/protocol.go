package method

import (
	"fmt"
	"slices"
)

// Protocol is the course of a trial around its method: what is fixed for all models, so that
// figures of one protocol can be compared. Figures of different protocols cannot.
type Protocol string

// The closed set of protocols.
const (
	// Taskgrove is the default, which the package's comment describes.
	Taskgrove Protocol = "taskgrove"
	// Paper is that of LegalAgentBench (arXiv 2412.17259, section 4.1.1 and appendix E):
	// temperature 0, selected tools, ten turns, calls in text, one call for each step of a
	// plan, one conversation for plan and steps, and a closing request that writes the answer
	// from the trajectory.
	Paper Protocol = "paper"
)

// Protocols returns every protocol: Taskgrove, Paper.
func Protocols() []Protocol { return []Protocol{Taskgrove, Paper} }

// protocol returns the protocol of the spec's trials; Taskgrove if the field is "".
func (s Spec) protocol() Protocol {
	if s.Protocol == "" {
		return Taskgrove
	}
	return s.Protocol
}

// validateProtocol returns an error that names the first field that the protocol does not
// allow; nil if there is none.
func (s Spec) validateProtocol() error {
	switch {
	case !slices.Contains(Protocols(), s.protocol()):
		return fmt.Errorf("protocol %q is unknown: want one of %v", s.Protocol, Protocols())
	case s.protocol() != Paper:
		return nil
	case s.Method == Direct:
		return fmt.Errorf("method %s by protocol %s: want one of %v, since the paper has no other", s.Method, Paper, Names())
	case s.Calls != TextCalls:
		return fmt.Errorf("calls %s by protocol %s: want %s, as the paper's agents call tools", s.Calls, Paper, TextCalls)
	case s.Temperature != nil && *s.Temperature != 0:
		return fmt.Errorf("temperature %v by protocol %s: want 0", *s.Temperature, Paper)
	case s.Turns != 0 && s.Turns != defaultTurns:
		return fmt.Errorf("turns %d by protocol %s: want %d", s.Turns, Paper, defaultTurns)
	case s.Tools == AllTools:
		return fmt.Errorf("offer %s by protocol %s: want %s", s.Tools, Paper, SelectedTools)
	case s.ZeroShot:
		return fmt.Errorf("no worked examples by protocol %s: want the three of the prompts", Paper)
	}
	return nil
}
