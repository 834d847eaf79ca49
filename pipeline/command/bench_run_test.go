package command

import (
	"reflect"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Flags that make no agent are an error before anything is read or written.
func TestBenchRunFlags(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"-model m", ""},
		{"-model m -turns 100 -stop=false", ""},
		{"-model m -turns 101", "turns 101: want 1 to 100"},
		{"-model m -turns 0", "-turns must be at least 1"},
		{"-model m -offer all", `-offer "all": want selected or everything`},
		{"-stop=false", "-stop needs -model, -agent or -rehearse"},
	} {
		c := newBenchRun(cli.Env{}, nil).(*benchRun)
		fs := cli.NewFlags(cli.Help{})
		c.declare(fs)
		if err := fs.Parse(strings.Fields(tt.args)); err != nil {
			t.Fatal(err)
		}
		err := c.resolve(c.models != nil)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.args, err, tt.want)
		}
		if tt.want == "" && c.spec("m", c.methods[0], c.callFormats[0]).NoStopWord == c.stopWords {
			t.Errorf("%s: stop words are sent against -stop", tt.args)
		}
	}
}

// Two runs are of one task only if every field of its typed answers is the same.
func TestSameAnswer(t *testing.T) {
	whole := value.Answer{
		Kind: value.Number, Text: "2.14", Number: "2.14", Unit: "倍", Quantity: quantity.Times,
		Yes: true, Contrary: []string{"无"}, Aliases: []string{"2.14倍"},
	}
	if !sameAnswer(whole, whole) {
		t.Error("an answer is not the same as itself")
	}
	for i := range reflect.TypeFor[value.Answer]().NumField() {
		other := whole
		reflect.ValueOf(&other).Elem().Field(i).SetZero()
		if sameAnswer(whole, other) {
			t.Errorf("an answer without %s is taken for the same", reflect.TypeFor[value.Answer]().Field(i).Name)
		}
	}
}
