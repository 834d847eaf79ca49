package command

import (
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// resolveProtocol reads the prompts, in the domain's languages, and holds the run to one protocol:
// an error says how to go on if models were measured in it by another.
func (c *benchRun) resolveProtocol(d *domain.Domain) (err error) {
	if c.models == nil {
		return nil
	}
	c.prompts = method.ShippedPrompts()
	if c.promptsDir != "" {
		if c.prompts, err = method.ReadPrompts(c.promptsDir, d.Languages, c.protocol); err != nil {
			return err
		}
	}
	before, err := readEarlier(runDir(&c.flags, c.name), c.name, c.forget)
	if err != nil {
		return err
	}
	if was := before.protocol(); was != "" && was != c.protocol {
		return misuse("run %s has agents measured by protocol %s, and a run has one protocol: want -protocol %s to go on with it, or -run NAME for a run by protocol %s", c.name, was, was, c.protocol)
	}
	return nil
}

// protocol returns the protocol by which the models of a run were measured; "" if there are none.
// Runs from before there were protocols are by the one of then.
func (m *evaluation) protocol() method.Protocol {
	for i := range m.Entrants {
		if p := m.Entrants[i].protocol(); p != "" {
			return method.Protocol(p)
		}
	}
	return ""
}

// protocol returns the protocol of an agent over a model; "" for any other agent.
func (e *evaluatedAgent) protocol() string {
	switch {
	case e.Spec == nil:
		return ""
	case e.Spec.Protocol == "":
		return string(method.Taskgrove)
	}
	return string(e.Spec.Protocol)
}

// otherProtocol returns the end of a sentence that names the protocol of a run, unless it is the
// default.
func (m *evaluation) otherProtocol() string {
	if p := m.protocol(); p != "" && p != method.Taskgrove {
		return ", protocol " + string(p)
	}
	return ""
}

// keepPrompts writes a user's own prompts into the directory of the run, below a name with their
// digest: -prompts with that directory goes on with the same agents.
func (c *benchRun) keepPrompts(dir string) error {
	if c.models == nil || c.prompts.IsShipped() {
		return nil
	}
	below := filepath.Join(dir, "prompts-"+c.prompts.Digest().Short())
	for _, f := range c.prompts.Files() {
		path := filepath.Join(below, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := writeFile(path, f.Content); err != nil {
			return err
		}
	}
	return nil
}
