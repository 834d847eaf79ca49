package cli

import (
	"context"
	"encoding"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Log returns the logger for messages on env.Stderr, as lines that people read. A message
// of a stage starts with the stage's name, a warning with "warning:". Attributes follow in
// parentheses, except those without a text of their own, such as structs: they repeat the
// message for programs, see [Env.LogJSON]. Verbose adds messages of level Debug.
func (env Env) Log(verbose bool) *slog.Logger {
	return slog.New(&lineHandler{level: logLevel(verbose), w: env.Stderr, mu: new(sync.Mutex)})
}

// LogJSON returns the logger for messages on env.Stderr, as one JSON object a line,
// without times.
func (env Env) LogJSON(verbose bool) *slog.Logger {
	return slog.New(slog.NewJSONHandler(env.Stderr, &slog.HandlerOptions{
		Level: logLevel(verbose),
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey && len(groups) == 0 {
				return slog.Attr{}
			}
			return a
		},
	}))
}

func logLevel(verbose bool) slog.Level {
	if verbose {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// lineHandler writes records as lines of words.
type lineHandler struct {
	level slog.Level
	stage string   // from an attribute "stage"; "" for none
	group string   // prefix of keys: "took."
	attrs []string // of With, as text
	w     io.Writer
	mu    *sync.Mutex // guards w, for all handlers derived from one
}

// Enabled implements slog.Handler.
func (h *lineHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

// WithAttrs implements slog.Handler.
func (h *lineHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	derived := *h
	derived.attrs = append([]string(nil), h.attrs...)
	for _, a := range attrs {
		derived.add(h.group, a)
	}
	return &derived
}

// WithGroup implements slog.Handler.
func (h *lineHandler) WithGroup(name string) slog.Handler {
	derived := *h
	derived.group += name + "."
	return &derived
}

// Handle implements slog.Handler.
func (h *lineHandler) Handle(_ context.Context, r slog.Record) error {
	line := *h
	line.attrs = append([]string(nil), h.attrs...)
	r.Attrs(func(a slog.Attr) bool {
		line.add(h.group, a)
		return true
	})
	var b strings.Builder
	if line.stage != "" {
		fmt.Fprintf(&b, "%-9s ", line.stage)
	}
	switch {
	case r.Level >= slog.LevelError:
		b.WriteString("error: ")
	case r.Level >= slog.LevelWarn:
		b.WriteString("warning: ")
	}
	b.WriteString(r.Message)
	if line.attrs != nil {
		fmt.Fprintf(&b, " (%s)", strings.Join(line.attrs, ", "))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := io.WriteString(h.w, Visible(b.String())+"\n")
	return err
}

// add adds an attribute as text: "tasks 3".
func (h *lineHandler) add(group string, a slog.Attr) {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		for _, member := range v.Group() {
			h.add(group+a.Key+".", member)
		}
		return
	case slog.KindDuration:
		h.attrs = append(h.attrs, group+a.Key+" "+seconds(v.Duration()))
		return
	case slog.KindAny:
		switch v.Any().(type) {
		case error, fmt.Stringer, encoding.TextMarshaler, nil:
		default:
			return
		}
	}
	if group == "" && a.Key == "stage" {
		h.stage = v.String()
		return
	}
	if text := v.String(); text != "" {
		h.attrs = append(h.attrs, group+a.Key+" "+text)
	}
}

// seconds writes a duration in seconds: "0.4 s", "14 s"; longer ones as "3m12s".
func seconds(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= 10*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
