package exam

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A program in place of pdftotext that prints the file, "%" for the end of a page, and fails for a
// file that begins with "broken".
const printer = `#!/bin/sh
case "$(cat "$3")" in
broken*) echo "Syntax Error: no trailer" >&2; exit 1;;
esac
tr % '\f' <"$3"
`

func TestReadPDF(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	c := written(t, map[string]string{"a.pdf": "x"})
	wantFaults(t, c, "a.pdf: no-pdf-reader!")
	if !strings.Contains(c.Faults[0].Detail, "pdftotext") {
		t.Errorf("%s: want the program's name", c.Faults[0])
	}
	for _, name := range []string{"sh", "cat", "tr"} {
		path, err := exec.LookPath(filepath.Join("/bin", name))
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(bin, pdfReader), []byte(printer), 0o777); err != nil {
		t.Fatal(err)
	}
	c = written(t, map[string]string{
		"paper.pdf": "Exame XX\nQuestão 1\nAREA CIVIL\nQuem\npode vender?\n1\n%Exame XX\nOPTIONS\nA) o dono\n2\n%Exame XX\nB:CORRECT) ninguém\n3\n%\n%",
		"scan.pdf":  " \n%\n%", "scan1.pdf": "%", "broken.pdf": "broken", "law.PDF": "Pergunta A: Por quê?\nResposta: Sim.\n",
	})
	wantFaults(t, c, "broken.pdf: unreadable-pdf!", "law.PDF:1: empty-area", "paper.pdf: scanned", "paper.pdf: unread", "paper.pdf: unread", "scan.pdf: scanned!", "scan1.pdf: scanned!")
	want := []Question{{
		ID: "paper-1", Stem: "Quem pode vender?", Options: []string{"o dono", "ninguém"}, Key: []int{1},
		Origin: Origin{Exam: "paper", Area: "CIVIL", Field: "Direito Civil", Group: "Private", Language: "pt", File: "paper.pdf", Line: 2},
	}}
	if diff := cmp.Diff(want, c.Questions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(c.Essays) != 1 || !strings.Contains(c.Faults[0].Detail, "no trailer") {
		t.Errorf("%d essays, fault %s: want one, and the program's reason", len(c.Essays), c.Faults[0])
	}
}

// What a program prints is kept up to a size, so that a small file cannot fill the memory.
func TestAtMost(t *testing.T) {
	var b bytes.Buffer
	w := &atMost{&b, 5}
	for _, part := range []string{"abc", "defg", "h"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatalf("Write(%q) = %d, %v", part, n, err)
		}
	}
	if b.String() != "abcde" {
		t.Errorf("%q is kept, want abcde", b.String())
	}
}
