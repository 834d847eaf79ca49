package dataset

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/internal/spdx"
)

// otherLicense is Hugging Face's identifier of a licence without an SPDX identifier.
const otherLicense = "other"

// ParseLicense checks the licence of a release: an SPDX identifier or an expression of
// several, such as "MIT OR Apache-2.0", or "other". It returns the licence as SPDX's list
// spells it.
func ParseLicense(license string) (string, error) {
	if license == otherLicense {
		return license, nil
	}
	parsed, err := spdx.Parse(license)
	if err != nil {
		return "", fmt.Errorf("%w, or %s", err, otherLicense)
	}
	return parsed, nil
}
