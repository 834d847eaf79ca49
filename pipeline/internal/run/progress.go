package run

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// ProgressBar is a progress bar, or nothing where there is no terminal. It is safe
// for concurrent use; a nil Progress is silent.
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

// Add says that n more items are done.
func (p *ProgressBar) Add(n int) {
	if p != nil && p.bar != nil {
		// A bar that can't be drawn is no reason to stop the work.
		_ = p.bar.Add(n)
	}
}

// Done takes the bar off the terminal. The runner does it for a stage that
// returns without.
func (p *ProgressBar) Done() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
	}
}
