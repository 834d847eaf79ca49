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

// Overall returns the row over all tasks if it has a success rate in both modes, else nil.
func (s *AgentScores) Overall() *TypeSummary {
	for i := range s.Rows {
		if row := &s.Rows[i]; row.Type == All && row.Paper.Success.Mean != nil && row.Strict.Success.Mean != nil {
			return row
		}
	}
	return nil
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
