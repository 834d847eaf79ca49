// Blind-reading makes sheets of questions for readers who must not know whose they are,
// and turns their marks into ratings:
//
//	go run .ci/blind-reading.go sheet SEED PER-HOP DIR SET=FILE...
//	go run .ci/blind-reading.go ratings ROUND LANGUAGE READER KEY MARKS >>pipeline/validation/readings/ratings.jsonl
//
// Sheet writes DIR/sheet.txt, PER-HOP questions of each number of hops of each set, and
// DIR/key.json. A FILE is a tasks.jsonl or the tasks.json of LegalAgentBench; texts to
// write are left out. MARKS is a reader's JSON list of {"n", "send", "reading", "worth",
// "wrong"}. Ratings of sets whose name begins with "published" are kept without the
// question's text, which is not ours.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/validation/readings"
)

func main() {
	log.SetFlags(0)
	args := os.Args[1:]
	switch {
	case len(args) >= 5 && args[0] == "sheet":
		seed, err := strconv.ParseUint(args[1], 10, 64)
		must(err)
		perHop, err := strconv.Atoi(args[2])
		must(err)
		var all []readings.Question
		for _, arg := range args[4:] {
			set, file, _ := strings.Cut(arg, "=")
			all = append(all, questions(set, file)...)
		}
		drawn := readings.Draw(seed, perHop, all)
		must(os.MkdirAll(args[3], 0o777))
		must(os.WriteFile(filepath.Join(args[3], "sheet.txt"), []byte(readings.Sheet(drawn)), 0o666))
		key, err := json.Marshal(drawn)
		must(err)
		must(os.WriteFile(filepath.Join(args[3], "key.json"), key, 0o666))
	case len(args) == 6 && args[0] == "ratings":
		writeRatings(args[1], args[2], args[3], args[4], args[5])
	default:
		log.Fatal("want: sheet SEED PER-HOP DIR SET=FILE..., or ratings ROUND LANGUAGE READER KEY MARKS")
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func decode(file string, to any) {
	b, err := os.ReadFile(file)
	must(err)
	must(json.Unmarshal(b, to))
}

// questions reads the questions of a set that have a number of hops, the first digit of
// their type.
func questions(set, file string) (all []readings.Question) {
	b, err := os.ReadFile(file)
	must(err)
	if b = bytes.TrimSpace(b); !bytes.HasPrefix(b, []byte("[")) {
		b = []byte("[" + strings.ReplaceAll(string(b), "\n", ",") + "]")
	}
	var tasks []struct {
		ID             any
		Type, Question string
	}
	must(json.Unmarshal(b, &tasks))
	for _, t := range tasks {
		id, ok := t.ID.(string)
		if !ok {
			id = strconv.Itoa(int(t.ID.(float64)))
		}
		if t.Type != "" && '1' <= t.Type[0] && t.Type[0] <= '9' {
			all = append(all, readings.Question{Set: set, ID: id, Hops: int(t.Type[0] - '0'), Text: t.Question})
		}
	}
	return all
}

func writeRatings(round, lang, reader, keyFile, marksFile string) {
	var key []readings.Question
	decode(keyFile, &key)
	var marks []struct {
		N                    int
		Send, Reading, Worth int
		Wrong                string
	}
	decode(marksFile, &marks)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, m := range marks {
		if m.N < 1 || m.N > len(key) {
			log.Fatalf("%s: number %d: want 1 to %d", marksFile, m.N, len(key))
		}
		q := key[m.N-1]
		if strings.HasPrefix(q.Set, "published") {
			q.Text = ""
		}
		must(out.Encode(readings.Marks{Round: round, Reader: reader, Lang: lang, Question: q, Send: m.Send, Reading: m.Reading, Worth: m.Worth, Wrong: m.Wrong}))
	}
}
