package score

// AgentScores has the scores of one agent over a task set. It is a record: the bench writes
// it, and releases publish those of the built-in agents.
type AgentScores struct {
	// Agent is its name, Role the purpose of its scores.
	Agent string    `json:"agent"`
	Role  AgentRole `json:"role"`
	// Attack marks an attacker.
	Attack bool `json:"attack,omitempty"`
	// Rows has one row per type of task, then one over all. Twins are in none of them.
	Rows []TypeSummary `json:"rows"`
	// Twins is the row over unanswerable twins, of type "twins"; nil without any.
	// Strict rates are those of pairs: a twin counts only where the agent also solved
	// the task it is the twin of. Paper rates are by the keyword alone, which an agent
	// that always declines states every time.
	Twins *TypeSummary `json:"twins,omitempty"`
}

// Overall returns the row over all types; an empty row for an agent without rows.
func (s *AgentScores) Overall() *TypeSummary {
	if len(s.Rows) == 0 {
		return new(TypeSummary)
	}
	return &s.Rows[len(s.Rows)-1]
}

// WithTwins returns the rows, with that over twins after them if there is one.
func (s *AgentScores) WithTwins() []TypeSummary {
	if s.Twins == nil {
		return s.Rows
	}
	return append(s.Rows[:len(s.Rows):len(s.Rows)], *s.Twins)
}

// AgentRole is the purpose of an agent's scores.
type AgentRole string

// The closed set of roles.
const (
	EvaluatedAgent AgentRole = ""        // an agent under evaluation
	FloorAgent     AgentRole = "floor"   // an agent that deserves nothing: its strict rates must be near 0
	ChanceAgent    AgentRole = "chance"  // an agent that names a random cell of the right record: its strict rates must be low
	CeilingAgent   AgentRole = "ceiling" // the replay of the task's trace: both strict rates must be 1
)
