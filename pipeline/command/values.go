package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// countList is a list of whole numbers written with commas, one a hop depth.
type countList []int

// String implements flag.Value.
func (c *countList) String() string {
	texts := make([]string, len(*c))
	for i, n := range *c {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ",")
}

// Set implements flag.Value.
func (c *countList) Set(s string) error {
	*c = nil
	for _, text := range strings.Split(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 0 {
			return fmt.Errorf("%q: want whole numbers from 0 with commas between", text)
		}
		*c = append(*c, n)
	}
	return nil
}

// wholeNumber is a flag that takes a whole number; what the number may be is checked
// with the other settings.
type wholeNumber int

// String implements flag.Value.
func (w *wholeNumber) String() string { return strconv.Itoa(int(*w)) }

// Set implements flag.Value.
func (w *wholeNumber) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return errors.New("want a whole number")
	}
	*w = wholeNumber(n)
	return nil
}

// seed is a flag that takes a seed.
type seed uint64

// String implements flag.Value.
func (d *seed) String() string { return strconv.FormatUint(uint64(*d), 10) }

// Set implements flag.Value.
func (d *seed) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return errors.New("want a whole number from 0 to 2^64-1")
	}
	*d = seed(n)
	return nil
}

// scale is a flag that takes a size; what the number may be is checked with the
// other settings.
type scale float64

// String implements flag.Value.
func (c *scale) String() string { return strconv.FormatFloat(float64(*c), 'g', -1, 64) }

// Set implements flag.Value.
func (c *scale) Set(s string) error {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return errors.New("want a number")
	}
	*c = scale(n)
	return nil
}

// percent is a flag that takes a share in percent; what it may be is checked with the
// other settings.
type percent float64

// String implements flag.Value.
func (p *percent) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) }

// Set implements flag.Value.
func (p *percent) Set(s string) error {
	n, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil {
		return errors.New("want a number, in percent")
	}
	*p = percent(n)
	return nil
}

// wordList is a flag that takes words separated by commas. Given again, it adds to them.
type wordList []string

// String implements flag.Value.
func (w *wordList) String() string { return strings.Join(*w, ",") }

// Set implements flag.Value.
func (w *wordList) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			return fmt.Errorf("%q: want words separated by commas", s)
		}
		if !slices.Contains(*w, part) {
			*w = append(*w, part)
		}
	}
	return nil
}
