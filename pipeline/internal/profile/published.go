package profile

import (
	_ "embed" // for the profile that ships
	"encoding/json"
)

//go:embed published.json
var published []byte

// Published returns the profile of the rows that can be recovered from the agent
// logs of LegalAgentBench (arXiv 2412.17259): figures only, no cell. It is of the
// tables of domain legal. Tests hold it to the rows where they are present.
func Published() *Profile {
	var p Profile
	if err := json.Unmarshal(published, &p); err != nil {
		panic("embedded profile: " + err.Error())
	}
	return &p
}
