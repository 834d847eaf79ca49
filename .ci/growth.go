// Growth measures how the cost of sample grows with rows and with tasks: CPU time, peak
// memory and tasks, and the exponents between neighbouring sizes.
// go run .ci/growth.go [-scales 1,4,16] [-tasks 300,3000,10000] [-domain legal], in the root of
// the repository. It works in a temporary directory. Each world is made before the time
// is taken. It runs on Unix.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// cost is what one run took.
type cost struct {
	size  float64 // the scale, or the tasks asked for
	cpu   float64 // seconds, user and system
	peak  float64 // MiB
	tasks int
	exit  int
}

func main() {
	log.SetFlags(0)
	scales := flag.String("scales", "1,4,16", "sizes of the world, for the default quotas")
	tasks := flag.String("tasks", "300,3000,10000", "tasks asked for, over the first world")
	domain := flag.String("domain", "legal", "domain with a generated world")
	flag.Parse()
	dir, err := os.MkdirTemp("", "growth")
	must(err)
	defer os.RemoveAll(dir)
	sample := filepath.Join(dir, "sample")
	build := exec.Command("go", "build", "-o", sample, "./cmd/sample")
	build.Stderr = os.Stderr
	must(build.Run())
	fmt.Println("            size   CPU s  peak MiB   tasks  exit  exponents of CPU, memory")
	var before cost
	for _, scale := range strings.Split(*scales, ",") {
		before = report("scale", before, measure(sample, filepath.Join(dir, "scale"+scale), number(scale), "-domain", *domain, "-scale", scale))
	}
	before = cost{}
	first, _, _ := strings.Cut(*scales, ",")
	for _, n := range strings.Split(*tasks, ",") {
		before = report("tasks", before, measure(sample, filepath.Join(dir, "tasks"+n), number(n), "-domain", *domain, "-scale", first, "-writing", "0", "-paths", quotas(number(n))))
	}
}

// quotas returns quotas of so many tasks, two a path, in the proportions of the published ones.
func quotas(tasks float64) string {
	var all []string
	for _, share := range []float64{40, 40, 30, 20, 10} {
		all = append(all, strconv.Itoa(int(math.Round(tasks*share/280))))
	}
	return strings.Join(all, ",")
}

// measure runs sample in a directory in which the world was made before, with no paths.
func measure(sample, out string, size float64, args ...string) cost {
	warm := exec.Command(sample, append(args, "-out", out, "-paths", "0", "-writing", "0")...)
	if text, err := warm.CombinedOutput(); err != nil && warm.ProcessState.ExitCode() != 3 {
		log.Fatalf("%s: %v\n%s", warm, err, text)
	}
	run := exec.Command(sample, append([]string{"-paths", "40,40,30,20,10", "-writing", "20"}, append(args, "-out", out)...)...)
	text, err := run.CombinedOutput()
	exit := run.ProcessState.ExitCode()
	if err != nil && exit != 3 {
		log.Fatalf("%s: %v\n%s", run, err, text)
	}
	made, err := os.ReadFile(filepath.Join(out, "sample", "tasks.jsonl"))
	must(err)
	usage := run.ProcessState.SysUsage().(*syscall.Rusage)
	must(os.RemoveAll(out))
	return cost{size, (run.ProcessState.UserTime() + run.ProcessState.SystemTime()).Seconds(), float64(usage.Maxrss) / 1024, bytes.Count(made, []byte("\n")), exit}
}

// report prints a cost, and how it has grown since the one before.
func report(of string, before, now cost) cost {
	fmt.Printf("%s %10g %7.1f %9.0f %7d %5d", of, now.size, now.cpu, now.peak, now.tasks, now.exit)
	if before.size > 0 {
		more := math.Log(now.size / before.size)
		fmt.Printf("  %.2f, %.2f", math.Log(now.cpu/before.cpu)/more, math.Log(now.peak/before.peak)/more)
	}
	fmt.Println()
	return now
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	must(err)
	return n
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
