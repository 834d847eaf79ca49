package web

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// TestReadingAfterOpening has a server that shows its files take no decisions, and each
// decision of the log once, though the log was opened for writing before.
func TestReadingAfterOpening(t *testing.T) {
	const id = "one-decision-of-the-log"
	c := ReviewConfig{Dir: t.TempDir(), Random: rand.Reader, Log: slog.New(slog.DiscardHandler)}
	srv := &ReviewServer{byID: map[string]*review.Decision{}}
	if err := srv.openFiles(c); err != nil {
		t.Fatal(err)
	}
	d := &review.Decision{Kind: review.Guideline, ID: id, By: "Ada", At: time.Unix(0, 0).UTC(), Role: review.Owner, Note: "Read twice."}
	if err := srv.log.Append(d, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(srv.log.Close(), srv.team.Close()); err != nil {
		t.Fatal(err)
	}
	if err := srv.openReading(c); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(srv.scratch)
	defer srv.team.Close()
	if srv.log != nil || len(srv.decisions) != 1 || srv.byID[id] == nil {
		t.Errorf("log %v, decisions %v, want no log and one decision", srv.log, srv.decisions)
	}
}

// A directory whose team is damaged or lost is not shown, and leaves no copy behind.
func TestReadingFaults(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, TeamFile)
	line := ledger.Seal([]byte(`{"at":"2026-03-04T05:06:07Z","kind":"remove","name":"Ada"}`))
	if err := os.WriteFile(path, append(line, '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	openReading := func() error {
		err := new(ReviewServer).openReading(ReviewConfig{Dir: dir})
		if left, fault := os.ReadDir(temporary); fault != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, fault)
		}
		return err
	}
	if err := openReading(); err == nil || !strings.HasPrefix(err.Error(), path+":1: ") {
		t.Errorf("openReading of a damaged team = %v, want the line in %s", err, path)
	}
	if err := ledger.Record(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := openReading(); !errors.Is(err, ledger.ErrLost) {
		t.Errorf("openReading of a lost team = %v, want %v", err, ledger.ErrLost)
	}
}
