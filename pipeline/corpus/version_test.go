package corpus

import (
	"encoding/json"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// TestVersion holds what is read of unusual files to a digest, so that no change of the
// rules is made without its version: run directories would keep what was made by the old
// ones.
func TestVersion(t *testing.T) {
	const (
		version = 6
		want    = digest.Digest("sha256:91ce745fe935d79d968b89db1c830cc2c4280d235b4e10c4f214833857e91b21")
	)
	c, r := load(t, world(), write(t, map[string]string{
		"Cases.csv": "\ufeffnumber,par\u200bties,amount,share,filed,firms\r\n" +
			"(2020)\u200b1,\"A、B\u202e\",1万元,10%,2020年1月2日,2\n" +
			" (2020) 2 ,\"line\nbreak\",N/A,,无,-\n" +
			"(2020)3,a\x07b,1e999,0.5,2020-13-45,x\n" +
			"(2020)1,short\n" +
			"(2020)4,b\xff,1,1,1,1\n",
		"Firms.jsonl": `{"name":"a\u200bb","province":null,"city":["x"]}` + "\n" + `{"name":"a\u00adc","province":"\u3000y ","city":1.50,"more":1}` + "\n{\n",
		"Laws.jsonl":  `{"contents":"one\u200b two"}` + "\n" + `{"contents":""}` + "\n",
	}))
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	got := digest.New("reading").String("cells", string(c.Digest())).Field("report", b).Sum()
	if got != want || Version != version {
		t.Errorf("version %d reads unusual files as %s, version %d as %s: want Version raised with the rules, and both noted here", Version, got, version, want)
	}
}
