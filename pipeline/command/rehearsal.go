package command

import (
	"net"
	"net/http"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// rehearsal is a model server in this process. It shows a run with a model without an API
// key.
type rehearsal struct {
	url  string
	http *http.Server
}

// rehearseRewriting serves a model that writes questions from drafts.
func rehearseRewriting(d *domain.Domain, styles map[string]*style.Style, tasks []*task.Task, seed uint64) (*rehearsal, error) {
	return playScript(rehearsalModel, prompttest.Model(d, styles, tasks, seed))
}

// rehearsals returns the skills that the model of a rehearsed bench run can have.
func rehearsals() (names []string) {
	for _, s := range methodtest.Skills() {
		names = append(names, string(s))
	}
	return names
}

// rehearseTrials serves a model that solves the tasks with the given skill.
func rehearseTrials(d *domain.Domain, tasks []*task.Task, skill string) (*rehearsal, error) {
	script, err := methodtest.Model(d, tasks, methodtest.Skill(skill))
	if err != nil {
		return nil, err
	}
	return playScript(rehearsedModel(skill), script)
}

// rehearsedModel returns the name of the rehearsed model of a skill. It includes the skill, so
// that trials of different skills are kept apart.
func rehearsedModel(skill string) string { return rehearsalModel + "-" + skill }

// playScript serves a script as a model on a free port of the loopback interface.
func playScript(model string, script llmtest.Script) (*rehearsal, error) {
	server := llmtest.New(llmtest.ServerOptions{Models: []string{model}, Script: script})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &rehearsal{"http://" + listener.Addr().String() + "/v1", &http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}}
	go r.http.Serve(listener)
	return r, nil
}

// close stops the server. It does nothing for a nil rehearsal.
func (r *rehearsal) close() error {
	if r == nil {
		return nil
	}
	return r.http.Close()
}
