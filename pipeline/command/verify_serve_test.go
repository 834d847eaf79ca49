package command_test

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// serving is verify serve as a process of its own, and a browser at its page.
type serving struct {
	t       *testing.T
	cmd     *exec.Cmd
	lines   []string // of stdout until it says where the page is, and the link if there is one
	address string
	browser *http.Client
	stderr  bytes.Buffer
	ended   chan error
}

// startServing starts verify serve in a directory and reads so many lines.
func startServing(t *testing.T, dir string, lines int, args ...string) *serving {
	t.Helper()
	return startServingWith(t, process(t, dir, "verify", append([]string{"serve"}, args...)...), lines)
}

// startServingWith starts a process of verify serve and reads so many lines.
func startServingWith(t *testing.T, cmd *exec.Cmd, lines int) *serving {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{t: t, cmd: cmd, ended: make(chan error, 1)}
	s.browser = &http.Client{Jar: jar, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	s.cmd.Stderr = &s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stdout := bufio.NewReader(out)
	for range lines {
		line, err := stdout.ReadString('\n')
		if err != nil {
			_ = s.cmd.Wait()
			t.Fatalf("%q: %v after %q\n%s", cmd.Args, err, s.lines, &s.stderr)
		}
		s.lines = append(s.lines, strings.TrimSuffix(line, "\n"))
	}
	var ok bool
	if s.address, ok = strings.CutPrefix(s.lines[0], "review page: "); !ok {
		t.Fatalf("verify serve prints %q", s.lines)
	}
	go func() {
		_, _ = io.Copy(io.Discard, stdout)
		s.ended <- s.cmd.Wait()
	}()
	return s
}

// ask sends a request and decodes its answer.
func (s *serving) ask(method, path string, body, into any) int {
	s.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequest(method, s.address+path, bytes.NewReader(b))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	w, err := s.browser.Do(r)
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s", method, path, err, &s.stderr)
	}
	defer w.Body.Close()
	if err := json.NewDecoder(w.Body).Decode(into); err != nil {
		s.t.Fatalf("%s %s: %s: %v", method, path, w.Status, err)
	}
	return w.StatusCode
}

// ready waits until there are tasks, and returns the stages that were seen on the way.
func (s *serving) ready() (stages []string) {
	s.t.Helper()
	for {
		var me web.Me
		s.ask("GET", "/api/me", nil, &me)
		if me.Preparing == nil {
			return stages
		}
		if n := len(stages); n == 0 || stages[n-1] != me.Preparing.Stage {
			stages = append(stages, me.Preparing.Stage)
		}
		select {
		case err := <-s.ended:
			s.t.Fatalf("verify serve ended: %v\n%s", err, &s.stderr)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// end interrupts the page and returns its exit code.
func (s *serving) end() int {
	s.t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		s.t.Fatal(err)
	}
	<-s.ended
	return s.cmd.ProcessState.ExitCode()
}

// TestServe is a page from first look to export: it is there at once, the tasks come
// while people wait, what is decided is on disk when the page is interrupted, and other
// commands work beside it.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := startServing(t, dir, 1, "-domain", "toy", "-corpus", os.Getenv("TOY"), "-paths", "2,1", "-listen", "127.0.0.1:0")
	var me web.Me
	if code := s.ask("POST", "/api/join", map[string]string{"name": "Ann"}, &me); code != http.StatusOK || me.Role != review.Owner || !me.Open {
		t.Fatalf("join: %d %+v", code, me)
	}
	// Another run's page beside it, in a directory out of its own, has another cookie.
	u, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	name := "taskgrove-" + digest.Of("desk", filepath.Join(dir, "out", "review")).Short()
	if c := s.browser.Jar.Cookies(u); len(c) != 1 || c[0].Name != name {
		t.Errorf("cookies %v, want %s", c, name)
	}
	if stages := s.ready(); len(stages) == 0 {
		t.Error("nobody was told what is being made ready")
	}
	var next web.Next
	if s.ask("POST", "/api/next", struct{}{}, &next); next.Task == nil || len(next.Task.Checks) == 0 || next.Task.Checks[0].Doc == "" {
		t.Fatalf("next: %+v", next)
	}
	vote := web.DecisionRequest{ID: "0123456789abcdef", Task: next.Task.ID, Shown: next.Task.Shown, Kind: review.Approve}
	var recorded web.Recorded
	if code := s.ask("POST", "/api/decisions", vote, &recorded); code != http.StatusOK || recorded.View.Status != review.Pending {
		t.Fatalf("decision: %d %+v", code, recorded)
	}
	question := next.Task.Question + " "
	edit := map[string]any{"shown": next.Task.Shown, "change": review.TaskChange{Question: &question}}
	var preview web.Preview
	if code := s.ask("POST", "/api/tasks/"+next.Task.ID+"/preview", edit, &preview); code != http.StatusOK || preview.View == nil || len(preview.View.Checks) < 5 {
		t.Errorf("preview: %d %+v", code, preview)
	}

	if out := run(t, dir, "verify", "export"); !strings.Contains(out, "export ") {
		t.Errorf("verify export beside the page prints %s", out)
	}
	if reviews, err := os.ReadFile(filepath.Join(dir, "out", "reviewed", "reviews.jsonl")); err != nil || strings.Count(string(reviews), `"Ann"`) != 1 {
		t.Errorf("what is exported beside the page has the reviews %s, %v", reviews, err)
	}
	s.ask("GET", "/api/tasks/"+next.Task.ID, nil, &web.View{})
	second := process(t, dir, "verify", "serve", "-listen", strings.TrimPrefix(s.address, "http://"))
	out, err := second.CombinedOutput()
	if second.ProcessState.ExitCode() != cli.Failed || !strings.Contains(string(out), "another program listens there: want another port, or -listen 127.0.0.1:0") {
		t.Errorf("a second page at the address: %v %s", err, out)
	}
	second = process(t, dir, "verify", "serve", "-listen", "127.0.0.1:0")
	out, err = second.CombinedOutput()
	if second.ProcessState.ExitCode() != cli.Failed || !strings.Contains(string(out), "another server or import is at work on these decisions: end it first") {
		t.Errorf("a second page over the directory: %v %s", err, out)
	}
	if code := s.end(); code != cli.Done {
		t.Errorf("an interrupted page exits with %d: %s", code, &s.stderr)
	}
	log, err := os.ReadFile(filepath.Join(dir, "out", "review", web.DecisionsFile))
	if err != nil || strings.Count(string(log), `"0123456789abcdef"`) != 1 {
		t.Errorf("the log has %s, %v", log, err)
	}
}

// A page that others can reach wants an invitation, and says what is not safe.
func TestServeOthers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := certify(t, dir)
	for name, c := range map[string]struct {
		args   []string
		link   string // what the owner's link begins with
		warned bool
	}{
		"invite-only": {[]string{"-listen", "127.0.0.1:0", "-invite-only"}, "http://127.0.0.1:", false},
		"new-link":    {[]string{"-listen", "127.0.0.1:0", "-new-link"}, "http://127.0.0.1:", false},
		"proxy":       {[]string{"-listen", "127.0.0.1:0", "-public", "https://review.example.org/"}, "https://review.example.org/#/join/", false},
		"readable":    {[]string{"-listen", "0.0.0.0:0", "-public", "http://review.example.org"}, "http://review.example.org/#/join/", true},
		"https":       {[]string{"-listen", "localhost:0", "-invite-only", "-cert", cert, "-key", key}, "https://localhost:", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServing(t, startFrom(t, "toy"), 3, c.args...)
			link, ok := strings.CutPrefix(s.lines[1], "owner's link: ")
			_, token, found := strings.Cut(link, "/#/join/")
			if !ok || !found || !strings.HasPrefix(link, c.link) || len(token) < 40 {
				t.Fatalf("verify serve prints %q", s.lines)
			}
			if !strings.HasPrefix(s.lines[2], "it admits one person, until ") {
				t.Errorf("verify serve prints %q, want when the link ends", s.lines)
			}
			if name == "invite-only" || name == "https" {
				var f web.ErrorReply
				if code := s.ask("POST", "/api/join", map[string]string{"name": "Eve"}, &f); code != http.StatusForbidden || f.Code != "join" {
					t.Errorf("without a link: %d %+v", code, f)
				}
				var me web.Me
				if code := s.ask("POST", "/api/join", map[string]string{"name": "Ann", "invite": token}, &me); code != http.StatusOK || me.Role != review.Owner || me.Open {
					t.Errorf("with the link: %d %+v", code, me)
				}
				s.ready()
				if code := s.end(); code != cli.Done {
					t.Errorf("exit %d: %s", code, &s.stderr)
				}
			} else if code := s.end(); code != cli.Done && code != cli.Interrupted {
				t.Errorf("exit %d: %s", code, &s.stderr)
			}
			if warned := strings.Contains(s.stderr.String(), "can read and change what is sent"); warned != c.warned {
				t.Errorf("stderr says %s", &s.stderr)
			}
			if strings.Contains(s.stderr.String(), token) {
				t.Errorf("stderr tells the token: %s", &s.stderr)
			}
		})
	}
}

// certify writes a certificate of the loopback interface for a test.
func certify(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: pkcs8}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// A page whose tasks cannot be made ends with the reason; one that is interrupted before
// they are there was interrupted.
func TestServeFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tables := filepath.Join(dir, "tables")
	if err := os.CopyFS(tables, os.DirFS("testdata/toy")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(tables, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, f := range files {
		content := `{"法院名称": "云中法院"}` + "\n" + `{"torn`
		if err := os.WriteFile(f, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := startServing(t, dir, 1, "-domain", "toy", "-corpus", tables, "-listen", "127.0.0.1:0")
	<-s.ended
	if code := s.cmd.ProcessState.ExitCode(); code != cli.Failed || !strings.Contains(s.stderr.String(), "verify: no task was proved, so there is nothing to review") {
		t.Errorf("exit %d: %s", code, &s.stderr)
	}
}

func TestServeMisused(t *testing.T) {
	for args, want := range map[string]string{
		"-listen 7310":               `-listen "7310": want a host and a port, such as 127.0.0.1:7310`,
		"-listen :7310":              "-listen :7310 is no address that people can open: want -public with the URL that they use",
		"-listen 0.0.0.0:7310":       "-listen 0.0.0.0:7310 is no address",
		"-listen [::]:7310":          "-listen [::]:7310 is no address",
		"-cert a.pem":                "-cert and -key go together: want both or none",
		"-lease 1s":                  "-lease must be from 1m0s to 24h0m0s, not 1s",
		"-lease 25h":                 "-lease must be from 1m0s to 24h0m0s, not 25h0m0s",
		"-lease soon":                `invalid value "soon" for flag -lease`,
		"-public review.example.org": `-public "review.example.org": want a URL such as https://review.example.org`,
		"-public https://review.example.org/page":          `want scheme and host alone`,
		"-public https://u:p@review.example.org":           `want scheme and host alone`,
		"-public http://review.example.org -cert a -key b": "-public http://review.example.org with -cert: want an https URL",
		"today": `unexpected argument "today"`,
	} {
		var stdout, stderr bytes.Buffer
		c := command.Verify()
		code := c.Exec(t.Context(), cli.Env{Args: append([]string{"serve", "-out", t.TempDir()}, strings.Fields(args)...), Stdout: &stdout, Stderr: &stderr, Now: time.Now})
		if code != cli.Misused || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("verify serve %s = %d, %q, want %q", args, code, &stderr, want)
		}
	}
	var stderr bytes.Buffer
	c := command.Verify()
	code := c.Exec(t.Context(), cli.Env{Args: []string{"serve", "-out", t.TempDir(), "-cert", "none.pem", "-key", "none.pem", "-domain", "toy", "-corpus", os.Getenv("TOY")}, Stdout: io.Discard, Stderr: &stderr, Now: time.Now})
	if code != cli.Failed || !strings.Contains(stderr.String(), "none.pem: no such file") {
		t.Errorf("verify serve without its certificate = %d, %q", code, &stderr)
	}
}

// A page that is interrupted while the tasks are made ready exits as other commands do.
func TestServeInterrupted(t *testing.T) {
	t.Parallel()
	s := startServing(t, t.TempDir(), 1, "-scale", "0.2", "-listen", "127.0.0.1:0")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-s.ended
	if code := s.cmd.ProcessState.ExitCode(); code != cli.Interrupted || !strings.HasSuffix(s.stderr.String(), "verify: interrupted\n") {
		t.Errorf("exit %d: %s", code, &s.stderr)
	}
}
