package exam

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// pdfReader is the program that takes the text out of PDF files; it is part of Poppler.
const pdfReader = "pdftotext"

// pdf reads a PDF file. Pages without text are told, for they may be scanned. The error is that of
// ctx.
func (r *fileReader) pdf(ctx context.Context, name string) error {
	program, err := exec.LookPath(pdfReader)
	if err != nil {
		r.fault(0, NoPDFReader, true, "the program %s is missing: want it installed (it is part of Poppler), or the text of the file", pdfReader)
		return nil
	}
	if name, err = filepath.Abs(name); err != nil {
		return err
	}
	var text, complaint bytes.Buffer
	run := exec.CommandContext(ctx, program, "-enc", "UTF-8", name, "-")
	run.Stdout, run.Stderr = &atMost{&text, MaxFile + 1}, &atMost{&complaint, 1 << 16}
	err = run.Run()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		first, _, _ := strings.Cut(strings.ToValidUTF8(complaint.String(), ""), "\n")
		r.fault(0, UnreadablePDF, true, "%s cannot read it: %s: want a PDF file with text", pdfReader, cmp.Or(oneLine(first), err.Error()))
		return nil
	case text.Len() > MaxFile:
		r.fault(0, TooLarge, true, "more than %d bytes of text: want fewer, in several files", MaxFile)
		return nil
	}
	pages := strings.Split(strings.TrimSuffix(text.String(), "\f"), "\f")
	empty := 0
	for i, page := range pages {
		if strings.TrimSpace(page) == "" {
			empty++
			if len(pages) > 1 {
				r.fault(0, Scanned, false, "page %d has no text: want a page with text, if it is scanned", i+1)
			}
		}
	}
	if empty == len(pages) {
		r.faults = nil
		r.fault(0, Scanned, true, "none of %s has text, so the file seems scanned: want its text, by optical recognition", plural(len(pages), "page"))
		return nil
	}
	r.read([]byte(strings.Join(r.withoutRunningHeads(pages), "\n")))
	return nil
}

// atMost keeps the first bytes that are written, and drops the rest.
type atMost struct {
	to   *bytes.Buffer
	size int
}

func (w *atMost) Write(b []byte) (int, error) {
	w.to.Write(b[:max(0, min(len(b), w.size-w.to.Len()))])
	return len(b), nil
}

// withoutRunningHeads returns the pages without the lines that stand at the edges of most of them,
// numbers aside, such as page numbers and the name of the exam, and tells of these lines. The lines
// stay, but are empty.
func (r *fileReader) withoutRunningHeads(pages []string) []string {
	const edge = 2 // lines at the top and at the bottom of a page
	split := make([][]string, len(pages))
	counts := map[string]int{}
	each := func(lines []string, do func(i int, folded string)) {
		var full []int
		for i, line := range lines {
			if strings.TrimSpace(line) != "" {
				full = append(full, i)
			}
		}
		for n, i := range full {
			if line := oneLine(lines[i]); (n < edge || n >= len(full)-edge) && !isStructure(line) {
				do(i, digits.ReplaceAllString(line, "#"))
			}
		}
	}
	for i, page := range pages {
		split[i] = strings.Split(page, "\n")
		seen := map[string]bool{}
		each(split[i], func(_ int, folded string) {
			if !seen[folded] {
				seen[folded] = true
				counts[folded]++
			}
		})
	}
	for _, folded := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[folded]; n < 3 || 2*n <= len(pages) {
			delete(counts, folded)
		} else {
			r.fault(0, Unread, false, "%q stands at the edge of %d pages and is read as a running head: want other words there, if it is part of a question", folded, n)
		}
	}
	for i := range split {
		each(split[i], func(k int, folded string) {
			if counts[folded] > 0 {
				split[i][k] = ""
			}
		})
		pages[i] = strings.Join(split[i], "\n")
	}
	return pages
}

var digits = lazyregexp.New(`\d+`)

// isStructure reports whether a line says what stands where in a text of questions.
func isStructure(line string) bool {
	_, head := headOf(line, false, 0)
	_, heading := essayHeadingOf(line)
	return head || heading || areaLine.MatchString(line) || optionsHead.MatchString(line) || optionStart.MatchString(line) || keyLine.MatchString(line) || sheetLine.MatchString(line)
}
