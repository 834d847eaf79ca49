package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
)

// readEarlier reads the agents that earlier commands measured in the run of dir, apart from
// those to forget. A run without a run.json has none; a run.json that cannot be read is an
// error.
func readEarlier(dir, name string, forget wordList) (*evaluation, error) {
	before := new(evaluation)
	path := filepath.Join(dir, runFile)
	err := readJSON(path, before)
	if err == nil && len(before.Entrants) == 0 {
		err = fmt.Errorf("%s: no agents: want what bench run wrote there", path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		before, err = &evaluation{Run: name}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w; restore it from a copy, or delete it to go on without the agents measured earlier", err)
	}
	return before, before.forget(forget)
}

// addEarlier adds the agents that [readEarlier] reads in front of the agents of this command.
// It also keeps the judges and the missing trials of these agents.
func (m *evaluation) addEarlier(dir string, forget wordList, log *slog.Logger) error {
	before, err := readEarlier(dir, m.Run, forget)
	if err != nil {
		return err
	}
	m.Judging = before.Judging
	now, kept := m.Entrants, []evaluatedAgent{}
	for _, e := range before.Entrants {
		e.Earlier = true
		same := slices.IndexFunc(now, func(n evaluatedAgent) bool { return n.Name == e.Name || n.Key == e.Key })
		switch {
		case same < 0:
			kept = append(kept, e)
		case now[same].Key != e.Key:
			log.Warn("an agent of this name was measured with other settings: its trials of then are left out", "agent", e.Name)
		}
	}
	m.Entrants = append(kept, now...)
	for _, missing := range before.Missing {
		if m.isEarlier(missing.Agent) {
			m.Missing = append(m.Missing, missing)
		}
	}
	return nil
}

// forget removes agents, named as in reports or by their models.
func (m *evaluation) forget(names wordList) error {
	for _, name := range names {
		before := len(m.Entrants)
		var there []string
		for _, e := range m.Entrants {
			there = append(there, e.Name)
		}
		m.Entrants = slices.DeleteFunc(m.Entrants, func(e evaluatedAgent) bool { return e.Name == name || e.Model == name })
		if len(m.Entrants) == before {
			return misuse("-forget %s: run %s has no such agent: want one of %s", name, m.Run, strings.Join(there, ", "))
		}
	}
	m.Missing = slices.DeleteFunc(m.Missing, func(one experiment.MissingTrial) bool { return m.agent(one.Agent) == nil })
	return nil
}

// agent returns the agent of that name, or nil.
func (m *evaluation) agent(name string) *evaluatedAgent {
	for i := range m.Entrants {
		if m.Entrants[i].Name == name {
			return &m.Entrants[i]
		}
	}
	return nil
}

// isEarlier reports whether the run's last command did not measure an agent of the run.
func (m *evaluation) isEarlier(name string) bool {
	e := m.agent(name)
	return e != nil && e.Earlier
}

// describeAgents says how many agents a run has and which of them are from earlier; "" if
// none is.
func (m *evaluation) describeAgents() string {
	var earlier []string
	for _, e := range m.Entrants {
		if e.Earlier {
			earlier = append(earlier, e.Name)
		}
	}
	if earlier == nil {
		return ""
	}
	return fmt.Sprintf("%d agents, %d from earlier: %s", len(m.Entrants), len(earlier), strings.Join(earlier, ", "))
}

// printEarlierMissing prints how many trials earlier agents lack. It returns the number of
// trials that the agents of the last command lack.
func (g *gradedRun) printEarlierMissing(w io.Writer) (missing int, err error) {
	made := map[string]int{} // by agent
	for i := range g.Marks {
		made[g.Marks[i].Agent]++
	}
	for _, e := range g.made.Entrants {
		lacking := len(g.reading.Tasks)*g.made.Epochs - made[e.Name]
		switch {
		case lacking == 0:
		case !e.Earlier:
			missing += lacking
		default:
			if _, err := fmt.Fprintf(w, "%s, measured earlier, has no trial in %d of %d cases: they were cut off or failed, or tasks, tables or epochs are others now; name it again to try them, or -forget %s\n",
				e.Name, lacking, len(g.reading.Tasks)*g.made.Epochs, e.Name); err != nil {
				return 0, err
			}
		}
	}
	return missing, nil
}
