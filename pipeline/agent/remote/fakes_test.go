package remote_test

import (
	"context"
	"errors"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// down is tools that are broken.
type down struct{}

var errDown = errors.New("tools are down")

func (down) Call(context.Context, tool.Call) (tool.Result, error) { return tool.Result{}, errDown }

// stopping is a context that ends with the first call of the tools that it is.
type stopping struct {
	context.Context
	done chan struct{}
	once sync.Once
}

func (s *stopping) Done() <-chan struct{} { return s.done }

func (s *stopping) Err() error {
	select {
	case <-s.done:
		return context.Canceled
	default:
		return nil
	}
}

func (s *stopping) Call(context.Context, tool.Call) (tool.Result, error) {
	s.once.Do(func() { close(s.done) })
	return tool.Result{}, nil
}
