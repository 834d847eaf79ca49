package command

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/htmlreport"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// A run says by which protocol and with which prompts its agents were measured: in run.json, which
// fits its schema, and in the settings and the first sentence of its report.
func TestRunNamesProtocol(t *testing.T) {
	key := digest.Of("key")
	over := func(p method.Protocol) evaluatedAgent {
		return evaluatedAgent{Name: "m/react/text", Model: "m", Method: "react", Calls: "text", Key: key, Spec: &method.Spec{Protocol: p, Method: method.ReAct, Calls: method.TextCalls, Model: "m", Temperature: new(0.0)}}
	}
	own := over(method.Paper)
	own.Prompts = digest.Of("prompts", "mine")
	for _, tt := range []struct {
		name     string
		agents   []evaluatedAgent
		protocol method.Protocol
		sentence string
		setting  string // the value of the last agent's begins with its key
	}{
		{"without models", []evaluatedAgent{{Name: "lexical", Key: key}}, "", "toy, zh, seed 7", key.Short()},
		{"of earlier versions", []evaluatedAgent{{Name: "lexical", Key: key}, over("")}, method.Taskgrove, "toy, zh, seed 7", key.Short() + ", temperature 0, turns 10"},
		{"default", []evaluatedAgent{over(method.Taskgrove)}, method.Taskgrove, "toy, zh, seed 7", key.Short() + ", temperature 0, turns 10"},
		{"paper", []evaluatedAgent{{Name: "lexical", Key: key}, over(method.Paper)}, method.Paper, "toy, zh, seed 7, protocol paper", key.Short() + ", temperature 0, turns 10"},
		{"own prompts", []evaluatedAgent{own}, method.Paper, "toy, zh, seed 7, protocol paper", key.Short() + ", temperature 0, turns 10, own prompts " + own.Prompts.Short()},
	} {
		m := &evaluation{Run: "models", Domain: "toy@x", Corpus: key, Language: "zh", Tools: key, Epochs: 1, Entrants: tt.agents, Missing: []experiment.MissingTrial{}}
		dir := t.TempDir()
		if err := m.write(dir); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := writeJSON(&b, m); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Validate(schematest.Compile(t, "bench-run.schema.json"), b.Bytes()); err != nil {
			t.Errorf("%s: run.json: %v", tt.name, err)
		}
		if m.Protocol != tt.protocol || m.dataset(&flags{settings: settings{Seed: 7}}) != tt.sentence {
			t.Errorf("%s: protocol %q, tasks %q, want %q and %q", tt.name, m.Protocol, m.dataset(&flags{settings: settings{Seed: 7}}), tt.protocol, tt.sentence)
		}
		all := m.settings(nil)
		says := slices.Contains(all, htmlreport.Setting{Name: "protocol", Value: string(tt.protocol)})
		if says != (tt.protocol != "") || all[len(all)-1].Value != tt.setting {
			t.Errorf("%s: settings %+v, want protocol %q and the agent's to be %q", tt.name, all, tt.protocol, tt.setting)
		}
	}
}

// A file's tasks are named by the file, with the protocol behind it.
func TestDatasetOfFileNamesProtocol(t *testing.T) {
	m := &evaluation{Tasks: taskSelection{File: "a/tasks.json"}, Entrants: []evaluatedAgent{{Name: "m", Spec: &method.Spec{Protocol: method.Paper}}}}
	if got := m.dataset(nil); got != "tasks.json, protocol paper" {
		t.Errorf("dataset = %q", got)
	}
}

// The page of a run has nothing of an attempt that its schema does not.
func TestAttemptNamesProtocol(t *testing.T) {
	schema := schematest.Compile(t, "attempt.schema.json#/properties/head")
	key := string(digest.Of("key"))
	head := `{"key": "KEY", "asked": "KEY", "tools": "KEY", "entrant": "KEY", "epoch": 0, "agent": "a", "protocol": "PROTOCOL"}`
	for protocol, valid := range map[string]bool{"paper": true, "taskgrove": true, "": false, "mine": false} {
		text := strings.NewReplacer("KEY", key, "PROTOCOL", protocol).Replace(head)
		if err := schematest.Validate(schema, []byte(text)); (err == nil) != valid {
			t.Errorf("protocol %q: %v, want valid %v", protocol, err, valid)
		}
	}
}
