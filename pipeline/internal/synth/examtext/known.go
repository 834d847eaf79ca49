package examtext

import (
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// KnownKey is what the generator knows of the key of a part or of a question with options.
type KnownKey struct {
	Item string // identifier of the essay or question
	Part string // label of the part; "" for a question with options
	// Day is the day whose law the key rests on: that of the exam, or that which the part supposes.
	Day time.Time
	// Statute, Version and Position are the indexes of the article.
	Statute, Version, Position int
	Form                       statute.RuleForm
	// Slot is the slot of the article that is asked for, such as days or claim, and Value what the
	// article says there; both are "" for a part that asks how a rule without a number applies.
	Slot, Value string
	// About are the words by which the subject of the rule is known. All stand in the article,
	// and so does Value, apart from capital letters.
	About []string
	// Distractors are what the wrong options say, as provisions would say it. No provision in
	// force on Day that has all words of About says any of them.
	Distractors []string
	// Unique says that no other provision on the subject in force on Day has another value.
	Unique bool
}
