package command

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// What the checks know of the tables is kept while it is wanted, and a minute longer.
func TestProverLetsGo(t *testing.T) {
	d, err := domain.Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(context.Background(), "testdata/toy", d)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := &prover{world: proof.Sources{Domain: d, Corpus: c, Tools: tools}}
		kept := func(want bool) {
			t.Helper()
			synctest.Wait()
			p.mu.Lock()
			defer p.mu.Unlock()
			if got := p.checks != nil; got != want {
				t.Errorf("the checks are kept: %v, want %v", got, want)
			}
		}
		kept(false)
		p.acquire()
		p.acquire()
		p.release()
		time.Sleep(10 * keepIdle)
		kept(true) // for the other user
		p.release()
		time.Sleep(keepIdle - 1)
		kept(true)
		p.acquire()
		p.release()
		time.Sleep(keepIdle - 1)
		kept(true) // wanted once more
		time.Sleep(2 * time.Nanosecond)
		kept(false)
	})
}
