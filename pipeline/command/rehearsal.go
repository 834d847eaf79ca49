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

// rehearsal is a model server of this process, so that what a run with a model looks
// like can be seen without a key.
type rehearsal struct {
	url  string
	http *http.Server
}

// rehearse serves a model that writes questions to drafts.
func rehearse(d *domain.Domain, styles map[string]*style.Style, tasks []*task.Task, seed uint64) (*rehearsal, error) {
	return play(rehearsalModel, prompttest.Model(d, styles, tasks, seed))
}

// rehearsals are how well the model of a rehearsed run of the bench does.
func rehearsals() (names []string) {
	for _, s := range methodtest.Skills() {
		names = append(names, string(s))
	}
	return names
}

// rehearseTrials serves a model that solves the tasks, as well as its skill is.
func rehearseTrials(d *domain.Domain, tasks []*task.Task, skill string) (*rehearsal, error) {
	script, err := methodtest.Model(d, tasks, methodtest.Skill(skill))
	if err != nil {
		return nil, err
	}
	return play(rehearsed(skill), script)
}

// rehearsed is what a played model of a skill is called: trials of another are others.
func rehearsed(skill string) string { return rehearsalModel + "-" + skill }

// play serves a script as a model on a port of the loopback interface.
func play(model string, script llmtest.Script) (*rehearsal, error) {
	server := llmtest.New(llmtest.ServerOptions{Models: []string{model}, Script: script, Forget: true})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &rehearsal{"http://" + listener.Addr().String() + "/v1", &http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}}
	go r.http.Serve(listener)
	return r, nil
}

// close ends the server, which may not have been started.
func (r *rehearsal) close() error {
	if r == nil {
		return nil
	}
	return r.http.Close()
}
