package score

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// labelled is an answer that people wrote and labelled.
type labelled struct {
	ID        string         `json:"id"`
	Language  string         `json:"language"`
	Question  string         `json:"question"`
	KeyAnswer []string       `json:"key_answer"`
	KeyMiddle []string       `json:"key_middle,omitempty"`
	Values    []value.Answer `json:"values"`
	Answer    string         `json:"answer"`
	Right     bool           `json:"right"`
	Why       string         `json:"why"`
}

func readLabelled(t testing.TB, file string) (all []labelled) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(b) {
		var l labelled
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, l)
	}
	return all
}

// misjudged are the answers that are graded otherwise than people labelled them.
var misjudged = []string{
	"b1-zh-056", // address told in pieces
	"b3-zh-054", // key only as affiliation of another
	"b6-en-042", // set difference explained
	"b6-zh-008", // longer name
	"b7-en-100", // branch firm contains the key
	"c-en-c034", // other person as manager, key as chair
	"c-en-c038", // former market
	"c-en-c077", // highest instead of lowest, key in aside
	"c-en-c172", // unit slip
	"c-en-d040", // counts table, rest explained
	"c-en-d055", // other way round
	"c-en-d088", // difference of sets explained
	"c-en-d116", // full working with a formula
	"d-en-a023", // swapped labels
	"d-en-c009", // duration months
	"d-en-c145", // values crosswise
	"d-en-d077", // pick-from-21
	"d-zh-c042", // 多…倍, other value committed
	"d-zh-c117", // roles swapped
	"e-en-a001", // yes where no is right
	"e-en-b019", // short with explanation
	"e-en-b064", // key given to the highest case
	"e-en-c053", // right number for another thing
	"e-en-c114", // two counts exchanged
	"e-zh-a039", // 一角八分
	"e-zh-b073", // key as gross, other given
	"e-zh-c074", // counts swapped
	"f-en-a065", // others named, one chosen
}

// Answers written by hand, half of them right, have full marks if they are right and not
// if they are wrong. ANSWERS names another file of the same form to try.
func TestAnswers(t *testing.T) {
	file, known := "testdata/answers.jsonl", misjudged
	if f := os.Getenv("ANSWERS"); f != "" {
		file, known = f, nil
	}
	count := map[bool]int{}
	wrong := map[bool]int{}
	for _, l := range readLabelled(t, file) {
		r := &Reference{Question: l.Question, KeyAnswer: l.KeyAnswer, KeyMiddle: l.KeyMiddle, Values: l.Values}
		rates, verdicts := Strict(r, &Attempt{Answer: l.Answer})
		full := rates.Success != nil && *rates.Success == 1
		count[l.Right]++
		if full == l.Right {
			continue
		}
		wrong[l.Right]++
		if !slices.Contains(known, l.ID) {
			t.Errorf("%s (%s): right %v, full marks %v\n%s\nkey %q\n%s\n%v", l.ID, l.Why, l.Right, full, l.Question, l.KeyAnswer, l.Answer, verdicts)
		}
	}
	t.Logf("%d right answers, %d refused; %d wrong ones, %d paid", count[true], wrong[true], count[false], wrong[false])
}
