package server_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

// An agent in any language calls a tool over HTTP and reads the row, or what is wrong with
// the call.
func ExampleNew() {
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	c, _, err := corpus.Load(context.Background(), "../../command/testdata/toy", d)
	if err != nil {
		panic(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		panic(err)
	}
	handler, err := server.New(server.Config{
		Tools: tools, Domain: d, Language: "en", Version: "1", Loopback: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		panic(err)
	}
	s := httptest.NewServer(handler)
	defer s.Close()
	for _, args := range []string{
		`{"identifier": "青岚市中级人民法院", "columns": ["法院级别"]}`,
		`{"identifier": "青岚市中级人民法院", "columns": ["level"]}`,
	} {
		r, err := http.Post(s.URL+"/tools/get_court", "application/json", strings.NewReader(args))
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		fmt.Println(strings.TrimSpace(string(body)), err)
	}
	// Output:
	// {"result":{"法院级别":"中级法院"}} <nil>
	// {"fault":"columns","reply":"A column asked for does not exist."} <nil>
}
