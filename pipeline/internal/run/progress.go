package run

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A ProgressBar shows progress on a terminal, and nothing elsewhere. It is safe for
// concurrent use; a nil ProgressBar shows nothing.
type ProgressBar struct {
	bar *progressbar.ProgressBar
}

// newProgress draws on w. A total of -1 means that it isn't known.
func newProgress(w io.Writer, total int, what string) *ProgressBar {
	return &ProgressBar{bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(65*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// Add counts n more items as done.
func (p *ProgressBar) Add(n int) {
	if p != nil && p.bar != nil {
		// A bar that can't be drawn is no reason to stop the work.
		_ = p.bar.Add(n)
	}
}

// Done removes the bar from the terminal. The runner does so for a stage that returns
// without calling it.
func (p *ProgressBar) Done() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
	}
}
