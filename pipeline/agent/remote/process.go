package remote

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"time"
)

// exitGrace is the time that a process has to end by itself.
const exitGrace = 2 * time.Second

// process is one running agent. One goroutine at a time uses it.
type process struct {
	cmd        *exec.Cmd
	stdin      io.WriteCloser
	lines      chan outputLine // what it writes, a line each; closed when its output ends
	quit       chan struct{}   // closed when nobody listens any more
	done       chan struct{}   // closed when it has ended and was waited for
	err        error           // how it ended, once done is closed
	lastStderr string          // its last line on standard error, once done is closed
	served     bool            // it has replied to a message
	output     [2]io.Closer    // our ends of its standard output and error
	once       sync.Once       // of being stopped

	mu     sync.Mutex
	reaped bool // its process ID may belong to another process by now
}

// outputLine is one line of output without its end.
type outputLine struct {
	text []byte
	long bool // it is longer than it may be, and text its beginning
	more bool // something came together with it that stands behind it
}

// startProcess starts a process without waiting for its ready line.
func startProcess(p *ProgramSpec, log *slog.Logger) (*process, error) {
	c := exec.Command(p.Name, p.Args...)
	c.Dir, c.Env = p.Dir, p.Env
	setProcessGroup(c)
	stdin, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := c.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	run := &process{
		cmd: c, stdin: stdin, output: [2]io.Closer{stdout, stderr},
		lines: make(chan outputLine, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
	var readers sync.WaitGroup
	readers.Go(func() { run.readStdout(stdout, p.Limits.ReplyBytes) })
	readers.Go(func() { run.logStderr(stderr, log) })
	go func() {
		defer close(run.done)
		readers.Wait() // DefaultWait closes the pipes, read or not
		run.mu.Lock()
		defer run.mu.Unlock()
		killGroup(c) // what it started, and itself if it only shut its output
		run.err, run.reaped = c.Wait(), true
	}()
	return run, nil
}

// readStdout sends the lines of standard output to p.lines, up to one that is too long.
func (p *process) readStdout(stdout io.Reader, longest int) {
	defer close(p.lines)
	b := bufio.NewReader(stdout)
	for {
		text, long, err := readLine(b, longest, true)
		if err != nil && len(text) == 0 {
			return
		}
		select {
		case p.lines <- outputLine{text, long, b.Buffered() > 0}:
		case <-p.quit:
			return
		}
		if long {
			return // the rest of the line is never read
		}
	}
}

// logStderr logs the lines of standard error.
func (p *process) logStderr(stderr io.Reader, log *slog.Logger) {
	const longest = 2000 // bytes
	b := bufio.NewReader(stderr)
	for {
		text, _, err := readLine(b, longest, false)
		if len(text) > 0 {
			p.lastStderr = excerpt(string(text))
			log.Debug("agent", "name", p.cmd.Path, "stderr", p.lastStderr)
		}
		if err != nil {
			return
		}
	}
}

// readLine returns at most so many bytes of the next line, without the line break. It reads
// to the end of the line unless cut is set, which ends it where the line is too long. An
// error comes with the text read before it.
func readLine(b *bufio.Reader, longest int, cut bool) (text []byte, long bool, err error) {
	for {
		part, err := b.ReadSlice('\n')
		if n := len(part); n > 0 && part[n-1] == '\n' {
			part = part[:n-1]
		}
		if room := longest - len(text); len(part) > room {
			part, long = part[:room], true
		}
		text = append(text, part...)
		if long && cut {
			return text, true, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(text, []byte("\r")), long, err
		}
	}
}

// awaitReady waits for the ready line. On an error the process is stopped.
func (p *process) awaitReady(ctx context.Context, within time.Duration) error {
	l, err := p.nextLine(ctx, within)
	if err == errNoLineInTime {
		p.stop()
		return fmt.Errorf("not ready within %v: want the line {\"ready\": %d}", within, protocolVersion)
	}
	if err == errOutputEnded {
		return fmt.Errorf("ended before it was ready: %s", p.exitReason())
	}
	if err != nil {
		p.stop()
		return err
	}
	var r struct {
		Ready int `json:"ready"`
	}
	if json.Unmarshal(l.text, &r) != nil || r.Ready != protocolVersion {
		p.stop()
		return fmt.Errorf("first line is %q: want {\"ready\": %d}", excerpt(string(l.text)), protocolVersion)
	}
	return nil
}

// errNoLineInTime and errOutputEnded say why there is no next line.
var (
	errNoLineInTime = errors.New("no line in time")
	errOutputEnded  = errors.New("no more lines")
)

// nextLine returns the next line of output; the error is errNoLineInTime,
// errOutputEnded or the cause of the context.
func (p *process) nextLine(ctx context.Context, within time.Duration) (outputLine, error) {
	limit := time.NewTimer(within)
	defer limit.Stop()
	select {
	case l, ok := <-p.lines:
		if !ok {
			return outputLine{}, errOutputEnded
		}
		return l, nil
	case <-limit.C:
		return outputLine{}, errNoLineInTime
	case <-ctx.Done():
		return outputLine{}, context.Cause(ctx)
	}
}

// exchange sends a message and returns the reply. Whatever the error, the process is
// stopped; a *failure is the agent's doing, any other the context's cause.
func (p *process) exchange(ctx context.Context, message []byte, limits TrialLimits) ([]byte, error) {
	written := make(chan struct{})
	go func() {
		defer close(written)
		p.stdin.Write(message) // one that reads no more has ended or will be late
	}()
	l, err := p.nextLine(ctx, limits.Wait)
	switch {
	case err == errNoLineInTime:
		p.stop()
		return nil, lateFailure(limits.Wait)
	case err == errOutputEnded:
		return nil, &agentFailure{detail: p.exitReason(), died: true}
	case err != nil:
		p.stop()
		return nil, err
	case l.long:
		p.stop()
		return nil, longFailure(limits.ReplyBytes, l.text)
	}
	if l.more {
		p.stop()
		return nil, &agentFailure{detail: "more than one line: want one line", text: string(l.text), retryable: true}
	}
	// It may speak before it has read the whole message, which goes on until then.
	limit := time.NewTimer(exitGrace)
	defer limit.Stop()
	select {
	case <-written:
		p.served = true
		return l.text, nil
	case <-limit.C:
		p.stop()
		return nil, &agentFailure{detail: "replied without reading the message", text: string(l.text)}
	}
}

// idle reports whether the process is alive and has written nothing since its last reply.
func (p *process) idle() bool {
	select {
	case <-p.lines: // a line that nobody asked for, or the end
		return false
	default:
		return true
	}
}

// exitReason waits for a process whose output has ended and describes its exit.
func (p *process) exitReason() string {
	limit := time.NewTimer(exitGrace)
	defer limit.Stop()
	select {
	case <-p.done:
	case <-limit.C:
		p.stop()
		return "closed its output"
	}
	if p.err == nil {
		return "ended with exit status 0"
	}
	return "ended with " + p.err.Error()
}

// stop kills the process and its children and waits for it.
func (p *process) stop() {
	p.once.Do(func() {
		close(p.quit)
		p.stdin.Close()
		p.mu.Lock()
		if !p.reaped {
			killGroup(p.cmd)
		}
		p.mu.Unlock()
		for _, end := range p.output {
			end.Close() // what left the group may hold the other end
		}
	})
	<-p.done
}

// shutDown closes the process's input, waits for it to end, and kills it after exitGrace.
func (p *process) shutDown() {
	p.stdin.Close()
	limit := time.NewTimer(exitGrace)
	defer limit.Stop()
	select {
	case <-p.done:
	case <-limit.C:
	}
	p.stop()
}
