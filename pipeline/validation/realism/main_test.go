package realism

import (
	"os"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

func TestMain(m *testing.M) { os.Exit(longtest.Run(m)) }
