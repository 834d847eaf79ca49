//go:build !unix

package experiment

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
