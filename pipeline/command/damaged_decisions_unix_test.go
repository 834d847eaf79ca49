//go:build unix

package command_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// madeDecisions are how many decisions the log has that TestDamagedDecisions damages.
const madeDecisions = 5

// decisionsLog returns the text of a log of decisions.
func decisionsLog(t *testing.T, tasks ...string) string {
	t.Helper()
	var all []*review.Decision
	for i := range madeDecisions {
		all = append(all, &review.Decision{
			ID: strings.Repeat(string('a'+rune(i)), 16), At: time.Unix(1772355600+int64(i), 0).UTC(), By: "An", Role: review.Annotator,
			Task: tasks[i%len(tasks)], Shown: digest.Of("shown"), Kind: review.Approve, Note: "fine",
		})
	}
	var b bytes.Buffer
	if err := review.WriteDecisions(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDamagedDecisions damages the log of what people decided in each way that editors,
// copies and disks do. Either verify and verify serve both refuse it by name, or both go on
// and no decision is lost.
func TestDamagedDecisions(t *testing.T) {
	t.Parallel()
	whole := startFrom(t, "small")
	var first struct{ ID string }
	line, _, _ := strings.Cut(read(t, filepath.Join(whole, "out", "check", "tasks.jsonl")), "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil {
		t.Fatal(err)
	}
	log := decisionsLog(t, first.ID, "000000000000")
	if err := writeFiles(whole, map[string]string{"out/review/decisions.jsonl": log}); err != nil {
		t.Fatal(err)
	}
	run(t, whole, "verify")
	lines := strings.SplitAfter(strings.TrimSuffix(log, "\n"), "\n")
	lines[madeDecisions-1] += "\n"
	flipped := []byte(log)
	flipped[len(flipped)/2] ^= 4
	write := func(text string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o666) }
	}
	instead := func(make func(path string) error) func(string) error {
		return func(path string) error { return errors.Join(os.Remove(path), make(path)) }
	}
	unrecorded := func(damage func(string) error) func(string) error {
		return func(path string) error { return errors.Join(os.Remove(path+".record"), damage(path)) }
	}
	replaced := func(old, new string) func(string) error {
		if !strings.Contains(log, old) {
			t.Errorf("the log has no %q", old)
		}
		return write(strings.Replace(log, old, new, 1))
	}
	var cases []hostile
	for _, c := range []struct {
		name   string
		damage func(path string) error
		code   int
	}{
		{"untouched", func(string) error { return nil }, 0},
		{"gone", os.Remove, 1},
		{"gone with its record", unrecorded(os.Remove), 1},
		{"emptied", write(""), 1},
		{"emptied, without its record", unrecorded(write("")), 1},
		{"without its last line", write(strings.Join(lines[:madeDecisions-1], "")), 1},
		{"without its first line", write(strings.Join(lines[1:], "")), 1},
		{"without a line in the middle", write(lines[0] + strings.Join(lines[2:], "")), 1},
		{"without its last line end", write(strings.TrimSuffix(log, "\n")), 0},
		{"without half of its last line", write(log[:len(log)-len(lines[madeDecisions-1])/2]), 1},
		{"with an empty line within", write(lines[0] + "\n" + strings.Join(lines[1:], "")), 1},
		{"with an empty line behind", write(log + "\n"), 1},
		{"with carriage returns", write(strings.ReplaceAll(log, "\n", "\r\n")), 1},
		{"with a byte order mark", write("\ufeff" + log), 1},
		{"in UTF-16", write(in16(log, binary.LittleEndian)), 1},
		{"a line twice", write(lines[0] + log), 1},
		{"all lines twice", write(log + log), 0}, // those that come again are passed over
		{"two lines swapped", write(lines[1] + lines[0] + strings.Join(lines[2:], "")), 1},
		{"a bit flipped", write(string(flipped)), 1},
		{"zeroed", write(strings.Repeat("\x00", len(log))), 1},
		{"another note", replaced("fine", "good"), 1},
		{"another note, without its record", unrecorded(replaced("fine", "good")), 1},
		{"another task", replaced("000000000000", "111111111111"), 1},
		{"the year 2999", replaced("2026-", "2999-"), 1},
		{"another person", replaced(`"An"`, `"Bo"`), 1},
		{"a kind that is none", replaced(`"approve"`, `"praise"`), 1},
		{"more: a line that is none", write(log + "hello\n"), 1},
		{"more: zeros, as after a power cut", write(log + strings.Repeat("\x00", 512)), 0},
		{"more: a line that breaks off", write(log + lines[0][:40]), 0},
		{"a directory", instead(func(path string) error { return os.Mkdir(path, 0o777) }), 1},
		{"a FIFO", instead(func(path string) error { return syscall.Mkfifo(path, 0o666) }), 1},
		{"a link to nothing", instead(func(path string) error { return os.Symlink("nowhere", path) }), 1},
		{"a record that is none", func(path string) error { return write("hello\n")(path + ".record") }, 1},
		{"a record that is empty", func(path string) error { return write("")(path + ".record") }, 1},
	} {
		cases = append(cases, hostile{c.name, func(dir string) error {
			var errs []error
			for _, reader := range []string{"verify", "verify serve"} {
				in := filepath.Join(dir, strings.ReplaceAll(reader, " ", "-"))
				log := filepath.Join(in, "out", "review", "decisions.jsonl")
				if err := errors.Join(os.CopyFS(in, os.DirFS(whole)), c.damage(log)); err != nil {
					return err
				}
				o := attempt(t, in, "verify")
				if reader == "verify serve" {
					o = servedOnce(t, in)
				}
				words := ""
				if c.code != cli.Done {
					words = "decisions.jsonl"
				}
				if err := errors.Join(o.faults(), o.wants(c.code, words)); err != nil {
					errs = append(errs, fmt.Errorf("%s: %w", reader, err))
				} else if c.code == cli.Done {
					decisions, _, err := review.ReadLog(log)
					if len(decisions) != madeDecisions {
						errs = append(errs, fmt.Errorf("%s: %d decisions are left (%v), want %d", reader, len(decisions), err, madeDecisions))
					}
				}
			}
			return errors.Join(errs...)
		}})
	}
	tryAll(t, "logs of decisions", 5, cases)
}

// servedOnce starts verify serve and interrupts it when its page has tasks, or says that
// there can be none.
func servedOnce(t *testing.T, dir string) outcome {
	c := exec.CommandContext(t.Context(), "verify", "serve", "-listen", "127.0.0.1:0")
	c.Dir = dir
	out, in := io.Pipe()
	c.Stdout = in
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		go io.Copy(io.Discard, out)
		address, served := strings.CutPrefix(strings.TrimSpace(line), "review page: ")
		for served {
			var me web.Me
			w, err := http.Get(address + "/api/me")
			if err != nil {
				return // it has ended
			}
			err = json.NewDecoder(w.Body).Decode(&me)
			w.Body.Close()
			if err != nil || me.Preparing == nil || me.Preparing.Fault != "" {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		_ = c.Process.Signal(os.Interrupt)
	}()
	o := outcomeOf(c)
	in.Close()
	return o
}
