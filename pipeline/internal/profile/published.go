package profile

import (
	_ "embed" // for the profile that ships
	"encoding/json"
)

//go:embed published.json
var published []byte

// Published returns the profile of the rows recovered from the agent logs of
// LegalAgentBench (arXiv 2412.17259), for the tables of domain legal: figures only,
// no cell.
func Published() *Profile {
	var p Profile
	if err := json.Unmarshal(published, &p); err != nil {
		panic("embedded profile: " + err.Error())
	}
	return &p
}
