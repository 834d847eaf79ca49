package command_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// A command runs in process, with streams, environment and clock of the caller's. Programs
// pass it to [command.Main] instead.
func ExamplePlantree() {
	dir, err := os.MkdirTemp("", "run")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	code := command.Plantree().Exec(context.Background(), cli.Env{
		Args:   []string{"-domain", "toy", "-corpus", "testdata/toy", "-depth", "2", "-out", dir},
		Stdout: os.Stdout, Stderr: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now,
	})
	fmt.Println("exit", code)
	// Output:
	// hops  paths
	//      1      6
	//      2      9
	//
	// personal data  kind  cells  values  masked before  such as
	// Company.法定代表人  name  11     11      1              邬**, 郗**, 柏**
	// Court.法院负责人    name  4      4       1              闵**, 郦**, 阮**
	// exit 0
}
