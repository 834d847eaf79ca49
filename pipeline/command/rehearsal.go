package command

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
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
	return playScript([]string{rehearsalModel}, prompttest.Model(d, styles, tasks, seed))
}

// rehearsals returns the skills that the model of a rehearsed bench run can have.
func rehearsals() (names []string) {
	for _, s := range methodtest.Skills() {
		names = append(names, string(s))
	}
	return names
}

// rehearseTrials serves a model for each of the skills, which solves the tasks with that skill when
// it is asked with the prompts.
func rehearseTrials(prompts *method.PromptSet, d *domain.Domain, tasks []*task.Task, skills []string, seed uint64) (*rehearsal, error) {
	scripts := map[string]llmtest.Script{}
	for _, skill := range skills {
		script, err := methodtest.PromptedModel(prompts, d, tasks, methodtest.Skill(skill), seed)
		if err != nil {
			return nil, fmt.Errorf("-rehearse: %w", err)
		}
		scripts[rehearsedModel(skill)] = script
	}
	return playScript(sorted(scripts), func(r *llm.Request) llmtest.ModelAnswer { return scripts[r.Model](r) })
}

// rehearsedModel returns the name of the rehearsed model of a skill. It includes the skill, so
// that trials of different skills are kept apart.
func rehearsedModel(skill string) string { return rehearsalModel + "-" + skill }

// playScript serves models, all played by a script, on a free port of the loopback interface.
func playScript(models []string, script llmtest.Script) (*rehearsal, error) {
	server := llmtest.New(llmtest.ServerOptions{Models: models, Script: script})
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
