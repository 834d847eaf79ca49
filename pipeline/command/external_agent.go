package command

import (
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/remote"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/lexical"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// externalAgent is an agent that a flag names: a built-in one, an endpoint or a program.
type externalAgent struct {
	name    string
	url     string
	key     string   // variable that holds the endpoint's key; "" for none
	program []string // with its arguments
}

// lexicalName is the built-in agent that tries to solve tasks.
const lexicalName = "lexical"

// builtins are the built-in agents that can be named. The plan's own trace is none of them:
// it has to know the task.
func builtins() map[string]agent.Agent {
	all := map[string]agent.Agent{lexicalName: lexical.Planner{}}
	for _, n := range agent.Degenerate() {
		all[n.Name] = n.Agent
	}
	return all
}

// builtinVersion is part of the key of built-in agents. It is raised when one of them
// gives other answers.
const builtinVersion = 1

var agentName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// addAgent parses an -agent. A fault is reported by resolve: package flag would print the
// value, and somebody may have put a key into it.
func (c *benchRun) addAgent(s string) error {
	name, address, isExternal := strings.Cut(s, "=")
	o := externalAgent{name: name}
	switch {
	case !agentName.MatchString(name):
		c.agentFault = misuse("-agent: want a name of letters, digits, dots and hyphens, and = with a URL or a command behind it unless it is a built-in agent")
	case slices.ContainsFunc(c.externalAgents, func(other externalAgent) bool { return other.name == name }):
		c.agentFault = misuse("-agent %s: there are two of that name: want each once", name)
	case !isExternal && builtins()[name] == nil:
		c.agentFault = misuse("-agent %s: no built-in agent: want %s, or %s=URL or %s=COMMAND", name, strings.Join(sorted(builtins()), ", "), name, name)
	case !isExternal:
	case strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://"):
		c.agentFault = o.parseURL(address)
	case strings.TrimSpace(address) == "":
		c.agentFault = misuse("-agent %s: want a URL or a command behind =", name)
	default:
		o.program = strings.Fields(address)
	}
	c.externalAgents = append(c.externalAgents, o)
	return nil
}

// parseURL parses URL[,key=VARIABLE].
func (o *externalAgent) parseURL(s string) error {
	address, rest, keyed := strings.Cut(s, ",key=")
	if _, err := url.Parse(address); err != nil || keyed && !variable.MatchString(rest) {
		return misuse("-agent %s: want URL or URL,key=VARIABLE, the name of a variable that holds the key", o.name)
	}
	o.url, o.key = address, rest
	return nil
}

// isOutside reports whether the agent is a user's own, not a built-in one.
func (o *externalAgent) isOutside() bool { return o.url != "" || o.program != nil }

// digest is the key of the agent's trials: a digest of its name and version, or of its name,
// its address or command, and the most turns of its trials. How long a reply may take and be
// is no part of it: trials that were finished within other limits count.
func (o *externalAgent) digest(turns int) digest.Digest {
	if !o.isOutside() {
		return digest.Of("agent built in", o.name, strconv.Itoa(builtinVersion))
	}
	return digest.Of("agent outside", o.name, o.url, strings.Join(o.program, "\x00"), strconv.Itoa(turns))
}

// limits returns the limits of the trials of outside agents.
func (c *benchRun) limits() remote.TrialLimits {
	return remote.TrialLimits{Turns: c.turns, Wait: c.replyTime, ReplyBytes: c.replyBytes}
}

// open makes the agent. The closer, if not nil, ends its processes.
func (o *externalAgent) open(c *benchRun, processes int, log *slog.Logger) (experiment.EvaluatedAgent, io.Closer, error) {
	e := experiment.EvaluatedAgent{Name: o.name, Key: o.digest(c.turns)}
	switch {
	case o.url != "":
		var key llm.APIKey
		if o.key != "" {
			secret := c.env.Getenv(o.key)
			if secret == "" {
				return e, nil, misuse("-agent %s needs a key: want it in the environment variable %s", o.name, o.key)
			}
			key = llm.NewKey(secret)
		}
		a, err := remote.NewHTTP(remote.EndpointSpec{
			URL: o.url, Key: key, Limits: c.limits(), Proxy: http.ProxyFromEnvironment, Now: c.env.Now, Log: log,
		})
		if err != nil {
			return e, nil, err
		}
		e.Agent = a
		return e, nil, nil
	case o.program != nil:
		a, err := remote.NewCommand(remote.ProgramSpec{
			Name: o.program[0], Args: o.program[1:], Processes: processes, ReadyTimeout: c.startTime, Limits: c.limits(), Log: log,
		})
		if err != nil {
			return e, nil, err
		}
		e.Agent = a
		return e, a, nil
	}
	if o.name != lexicalName {
		e.Role = score.FloorAgent
	}
	e.Agent = builtins()[o.name]
	return e, nil, nil
}
