package style

import (
	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// reader reads a YAML file and collects its faults.
type reader struct{ yamlmap.Reader }

// texts reads a list of texts, at least one.
func (r *reader) texts(n *yaml.Node) []string {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.Fault(n, "no list: want at least one text in brackets")
		return nil
	}
	all := make([]string, len(n.Content))
	for i, item := range n.Content {
		all[i] = r.text(item)
	}
	return all
}

// text reads a text.
func (r *reader) text(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		r.Fault(n, "no text: want a text")
		return ""
	}
	return n.Value
}
