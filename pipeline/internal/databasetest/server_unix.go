//go:build unix

package databasetest

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// What every server has: a database and two roles, one that owns it, and one that may do nothing
// yet.
const (
	Database = "shop"
	Owner    = "owner"
	Reader   = "reader"
	Password = "Zq7-secret/of#all"
)

// A Server runs until the test ends.
type Server struct {
	Address string // host and port
	Scheme  string // of its URLs
	dir     string
	process *os.Process
	client  func(text string) *exec.Cmd

	// sessions asks for the numbers of the server's other processes; empty if it has one process.
	sessions string
}

// URL returns the URL with which a role reads the database.
func (s *Server) URL(role string) string {
	return fmt.Sprintf("%s://%s@%s/%s", s.Scheme, role, s.Address, Database)
}

// Exec executes statements as the owner.
func (s *Server) Exec(t TB, text string) {
	t.Helper()
	if out, err := s.try(text); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func (s *Server) try(text string) ([]byte, error) {
	c := s.client(text)
	c.Stdin = strings.NewReader(text)
	return c.CombinedOutput()
}

// Kill ends the server at once, as a crash does.
func (s *Server) Kill() {
	if s.sessions != "" {
		// Each session has a process group of its own, and goes on sending rows after the server's death.
		out, err := s.try(s.sessions)
		for number := range strings.FieldsSeq(string(out)) {
			if pid, wrong := strconv.Atoi(number); err == nil && wrong == nil && pid > 1 {
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
	syscall.Kill(-s.process.Pid, syscall.SIGKILL)
}

// StartPostgres starts PostgreSQL.
func StartPostgres(t TB) *Server {
	t.Helper()
	bin := find(t, "initdb", "postgresql", "/usr/lib/postgresql/*/bin/initdb")
	as := account(t, "postgres")
	s := newServer(t, "postgres", as)
	host, port, _ := net.SplitHostPort(s.Address)
	word := filepath.Join(s.dir, "word")
	if err := os.WriteFile(word, []byte(Password), 0o644); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(s.dir, "data")
	perform(t, as, bin, "-D", data, "-U", Owner, "--pwfile", word, "-A", "scram-sha-256", "-E", "UTF8", "--locale=C", "-N")
	s.start(t, as, filepath.Join(filepath.Dir(bin), "postgres"), "-D", data, "-p", port, "-F",
		"-c", "listen_addresses="+host, "-c", "unix_socket_directories=")
	s.client = func(string) *exec.Cmd {
		c := exec.Command(filepath.Join(filepath.Dir(bin), "psql"), "-q", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", host, "-p", port, "-U", Owner, "-d", "postgres")
		c.Env = append(os.Environ(), "PGPASSWORD="+Password)
		return c
	}
	s.await(t, fmt.Sprintf("CREATE DATABASE %s; CREATE ROLE %s LOGIN PASSWORD '%s';", Database, Reader, Password))
	before := s.client
	s.client = func(text string) *exec.Cmd {
		c := before(text)
		c.Args[len(c.Args)-1] = Database
		return c
	}
	s.sessions = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid();"
	return s
}

// StartMySQL starts MariaDB.
func StartMySQL(t TB) *Server {
	t.Helper()
	install := find(t, "mariadb-install-db", "mariadb-server", "/usr/bin/mariadb-install-db")
	server := find(t, "mariadbd", "mariadb-server", "/usr/sbin/mariadbd")
	as := account(t, "mysql")
	s := newServer(t, "mysql", as)
	host, port, _ := net.SplitHostPort(s.Address)
	data, socket := filepath.Join(s.dir, "data"), filepath.Join(s.dir, "sock")
	perform(t, as, install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
	s.start(t, as, server, "--no-defaults", "--datadir="+data, "--port="+port, "--bind-address="+host, "--socket="+socket,
		"--pid-file="+filepath.Join(s.dir, "pid"), "--innodb-flush-log-at-trx-commit=0", "--character-set-server=utf8mb4")
	s.client = func(string) *exec.Cmd {
		return exec.Command("mariadb", "--no-defaults", "--default-character-set=utf8mb4", "--socket="+socket, "--user=root")
	}
	s.await(t, fmt.Sprintf(`CREATE DATABASE %[1]s; CREATE USER %[2]s@'%%' IDENTIFIED BY '%[3]s'; GRANT ALL PRIVILEGES ON %[1]s.* TO %[2]s@'%%';
		CREATE USER %[4]s@'%%' IDENTIFIED BY '%[3]s'; DROP USER IF EXISTS ''@localhost; FLUSH PRIVILEGES;`, Database, Owner, Password, Reader))
	before := s.client
	s.client = func(text string) *exec.Cmd {
		c := before(text)
		c.Args = append(c.Args, Database)
		return c
	}
	return s
}

// find returns the path of a program.
func find(t TB, name, pkg, pattern string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
	}
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Skipf("no %s: install Debian's package %s to run this test", name, pkg)
	}
	slices.Sort(paths)
	return paths[len(paths)-1]
}

// account returns the user as whom a server runs, which refuses to run as root; nil for one's own.
func account(t TB, name string) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		t.Skipf("no user %s, as whom the server runs: %v", name, err)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err1 != nil || err2 != nil {
		t.Fatalf("user %s has number %s in group %s: want whole numbers", name, u.Uid, u.Gid)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// newServer finds a port that is free, and makes a directory for the server.
func newServer(t TB, scheme string, as *syscall.Credential) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir, err := os.MkdirTemp("", "databasetest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if as != nil {
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	return &Server{Address: l.Addr().String(), Scheme: scheme, dir: dir}
}

func perform(t TB, as *syscall.Credential, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.SysProcAttr = os.TempDir(), &syscall.SysProcAttr{Credential: as}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
}

// start starts the server, in a group of its own, which ends with the test.
func (s *Server) start(t TB, as *syscall.Credential, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.SysProcAttr = s.dir, &syscall.SysProcAttr{Credential: as, Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = c.Process
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() { s.Kill(); <-ended })
}

// await executes statements once the server answers.
func (s *Server) await(t TB, text string) {
	t.Helper()
	var out []byte
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		var err error
		if out, err = s.try(text); err == nil {
			return
		}
		if bytes.Contains(out, []byte("syntax")) {
			break
		}
	}
	t.Fatalf("the server does not answer: %s", out)
}
