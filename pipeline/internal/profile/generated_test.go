package profile

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// Where the generated world differs from the recovered real rows, a note says why,
// and every note is needed.
func TestGeneratedWorldIsExplained(t *testing.T) {
	dir := t.TempDir()
	world := synth.World{Seed: 1, Scale: 1, Language: "zh"}
	err := world.Write(t.Context(), synth.Writing{Format: tablefile.JSONL, Create: func(name string) (io.WriteCloser, error) {
		return os.Create(filepath.Join(dir, name))
	}})
	if err != nil {
		t.Fatal(err)
	}
	explained(t, Of(open(t, shippedDomain(t, "legal"), dir)), Published(), Explanations())
}
