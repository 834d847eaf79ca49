package score

// AgentScores are the scores of one agent over a task set. Package bench makes them, and
// releases publish the scores of the built-in agents.
type AgentScores struct {
	// Agent is the agent's name, and Role the purpose of its scores.
	Agent string    `json:"agent"`
	Role  AgentRole `json:"role"`
	// Attack reports that the agent is one of the attackers of package bench, which guess
	// by rules about words and tables. Their Role is [FloorAgent] or [ChanceAgent].
	Attack bool `json:"attack,omitempty"`
	// Rows has one row per type of task, ordered by [CompareTypes], then the row over all
	// types. Unanswerable twins are in none of them.
	Rows []TypeSummary `json:"rows"`
	// Twins is the row over unanswerable twins, with type "twins"; nil if there are
	// none. In strict mode an attempt at a twin is credited only if the agent also
	// solved the twin's task in the same epoch. In paper mode declining alone is
	// credited, so an agent that always declines has full marks.
	Twins *TypeSummary `json:"twins,omitempty"`
}

// Overall returns the row over all types, which is not a copy: the last element of Rows, or
// a new empty row if there are no rows.
func (s *AgentScores) Overall() *TypeSummary {
	if len(s.Rows) == 0 {
		return new(TypeSummary)
	}
	return &s.Rows[len(s.Rows)-1]
}

// WithTwins returns the rows, followed by the row over twins if there is one. It does not
// change s.Rows.
func (s *AgentScores) WithTwins() []TypeSummary {
	if s.Twins == nil {
		return s.Rows
	}
	return append(s.Rows[:len(s.Rows):len(s.Rows)], *s.Twins)
}

// AgentRole is the purpose of an agent's scores: the agent is evaluated, or it bounds the
// scores of a task set.
type AgentRole string

// The closed set of roles.
const (
	EvaluatedAgent AgentRole = ""        // an agent under evaluation
	FloorAgent     AgentRole = "floor"   // an agent without access to the answers: its strict rates must be near 0
	ChanceAgent    AgentRole = "chance"  // an agent that names a random cell of the right record: its strict rates must be low
	CeilingAgent   AgentRole = "ceiling" // the replay of the task's trace: both strict rates must be 1
)
