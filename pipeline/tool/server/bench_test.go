package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// Calls over loopback, as many at once as there are processors.
func BenchmarkCalls(b *testing.B) {
	address := listen(b, serve(b, nil))
	for _, c := range []struct{ name, path, body string }{
		{"law_api", "/law_api/firm", `{"name":"甲公司"}`},
		{"tools", "/tools/firm", `{"name":"甲公司"}`},
		{"mcp", "/mcp", request(1, "tools/call", `{"name":"firm","arguments":{"name":"甲公司"}}`)},
	} {
		b.Run("over="+c.name, func(b *testing.B) {
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
			defer client.CloseIdleConnections()
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					r, err := http.NewRequest("POST", address+c.path, strings.NewReader(c.body))
					if err != nil {
						b.Error(err)
						return
					}
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("Accept", "application/json, text/event-stream")
					w, err := client.Do(r)
					if err != nil {
						b.Error(err)
						return
					}
					if _, err := io.Copy(io.Discard, w.Body); err != nil || w.StatusCode != 200 {
						b.Errorf("%d, %v", w.StatusCode, err)
					}
					w.Body.Close()
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}
