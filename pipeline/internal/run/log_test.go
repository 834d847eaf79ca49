package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLog(t *testing.T) {
	y := newToy(t, "ape")
	dir := t.TempDir()
	now := time.Date(2026, 11, 2, 9, 30, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(1500 * time.Millisecond); return now }
	r := &Runner{Dir: dir, Clock: clock, Workers: 3}
	write(t, filepath.Join(dir, logName), `{"stage":"to`)
	if _, err := r.Run(t.Context(), y.stages()[:2]...); err != nil {
		t.Fatal(err)
	}
	y.version = 2
	y.onWeigh = func(context.Context, *Exec) error { return errors.New("no oxen") }
	stages := y.stages()
	stages[1].Version = 2
	if _, err := r.Run(t.Context(), stages...); err == nil {
		t.Fatal("Run: no error")
	}
	b, err := os.ReadFile(filepath.Join(dir, logName))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	type line struct {
		Time, Stage, Outcome, Error string
		Seconds                     float64
		Reasons                     []string
		Workers                     int
	}
	want := []line{
		{"2026-11-02T09:30:01Z", "grow", "done", "", 1.5, []string{"never run"}, 3},
		{"2026-11-02T09:30:04Z", "weigh", "done", "", 1.5, []string{"never run"}, 3},
		{"2026-11-02T09:30:07Z", "grow", "done", "", 1.5, []string{"version 1 → 2"}, 3},
		{"2026-11-02T09:30:10Z", "weigh", "failed", "no oxen", 1.5, []string{"version 1 → 2"}, 3},
	}
	if len(lines) != 1+len(want) {
		t.Fatalf("%d lines, want the torn one and %d:\n%s", len(lines), len(want), b)
	}
	for i, w := range want {
		var got line
		if err := json.Unmarshal([]byte(lines[i+1]), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(w, got); diff != "" {
			t.Errorf("line %d (-want +got):\n%s", i+2, diff)
		}
	}
}

func TestMessages(t *testing.T) {
	y := newToy(t, "ape bee ape")
	var b strings.Builder
	dir := t.TempDir()
	log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	for range 2 {
		if _, err := (&Runner{Dir: dir, Log: log}).Run(t.Context(), y.stages()[0]); err != nil {
			t.Fatal(err)
		}
	}
	want := "level=INFO msg=\"3 in, 2 out\" stage=grow funnel=\"{In:3 Out:2 Dropped:map[duplicate:1] Failed:map[]}\"\n"
	if b.String() != want {
		t.Errorf("messages of a run and a second one:\n%swant:\n%s", b.String(), want)
	}
	b.Reset()
	clock := time.Unix(0, 0)
	described := &Runner{
		Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: withoutTime, Level: slog.LevelDebug})),
		Describe: func(stage string, f Funnel) (string, string) { return fmt.Sprint(stage, f.Out), "most dropped: alike" },
		Clock: func() time.Time {
			clock = clock.Add(time.Second)
			return clock
		},
	}
	if _, err := described.Run(t.Context(), y.stages()[0]); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"level=INFO msg=grow2 stage=grow ", " took=", `level=DEBUG msg="most dropped: alike" stage=grow`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("messages of a described run: %s, want %s in them", b.String(), want)
		}
	}
}

func TestFunnelSummary(t *testing.T) {
	for _, tc := range []struct {
		funnel Funnel
		want   string
	}{
		{Funnel{}, "0 in, 0 out"},
		{Funnel{In: 3, Out: 2, Dropped: map[string]int{"tie": 1}}, "3 in, 2 out"},
		{Funnel{In: 3, Out: 2, Failed: map[string]int{"timeout": 1}}, "3 in, 2 out, 1 failed"},
	} {
		if got := tc.funnel.summary(); got != tc.want {
			t.Errorf("summary of %+v = %q, want %q", tc.funnel, got, tc.want)
		}
	}
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func TestProgressOnTerminalOnly(t *testing.T) {
	for _, tc := range []struct {
		terminal bool
		level    slog.Level
		want     bool
	}{
		{true, slog.LevelInfo, true},
		{true, slog.LevelDebug, false},
		{false, slog.LevelInfo, false},
	} {
		var b strings.Builder
		r := &Runner{
			Dir: t.TempDir(), Bars: &b, Terminal: tc.terminal,
			Log: slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: tc.level})),
		}
		s := Stage{Name: "idle", Doc: "waits", Version: 1, Dir: "x", Run: func(_ context.Context, e *Exec) error {
			p := e.Progress(2, "paths")
			p.Add(1)
			return nil
		}}
		if _, err := r.Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "idle: paths"); got != tc.want {
			t.Errorf("terminal %v at %v: drew %q, want a bar: %v", tc.terminal, tc.level, b.String(), tc.want)
		}
	}
}
