package exam

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
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
	cmd := exec.CommandContext(ctx, program, "-q", "-enc", "UTF-8", name, "-")
	cmd.Stdout, cmd.Stderr = &text, &complaint
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		r.fault(0, UnreadablePDF, true, "%s cannot read it: %s: want a PDF file with text", pdfReader, oneLine(complaint.String()+" "+err.Error()))
		return nil
	case text.Len() > MaxFile:
		r.fault(0, TooLarge, true, "%d bytes of text: want at most %d, in several files", text.Len(), MaxFile)
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
	r.read([]byte(strings.ReplaceAll(text.String(), "\f", "\n")))
	return nil
}
