package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

// hostile is text that a page or a log could take for something else.
const hostile = `<script>alert(1)</script>"'&` + "{{.}}\\u202e"

// rows are the table of the world: every kind of cell, and a text as bad as any.
func rows() string {
	quoted, err := json.Marshal(hostile)
	if err != nil {
		panic(err)
	}
	return `{"name": "甲公司", "city": "宁波", "paid": 0.10}
{"name": "乙公司", "city": "宁波", "paid": 12345678901234567890}
{"name": "丙公司", "city": ` + string(quoted) + `, "paid": null}
`
}

// world returns the domain of the tests: its tools stand in no alphabetical order.
func world() *domain.Domain {
	text := func(zh, en string) domain.Text { return domain.Text{"zh": zh, "en": en} }
	name := domain.ToolInput{Name: "name", Type: domain.InputString, Description: text("名称", "the name")}
	columns := domain.ToolInput{Name: "columns", Type: domain.InputColumns, Optional: true, Description: text("列", "columns")}
	match := func(column string) []domain.LookupMatch {
		return []domain.LookupMatch{{Columns: []string{column}, Inputs: []string{"name"}}}
	}
	d := &domain.Domain{
		Name: "small", FileOrder: true, Title: text("小世界", "A small <world>"), Languages: []string{"zh", "en"}, Sentinels: []string{"-"},
		Tables: []domain.Table{{Name: "Firm", Key: "name", Columns: []domain.Column{
			{Name: "name", Entity: "firm"}, {Name: "city", Kind: domain.KindText}, {Name: "paid", Kind: domain.KindMoney},
		}}},
		Passages: []domain.Passages{{Name: "Notes", Field: "text"}},
		Tools: []domain.Tool{
			{Name: "firm", Aliases: []string{"company"}, Kind: domain.Lookup, Table: "Firm", Returns: domain.One,
				Description: text("查公司", "Finds a firm."), Inputs: []domain.ToolInput{name, columns}, Match: match("name")},
			{Name: "city_firms", Kind: domain.Lookup, Table: "Firm", Returns: domain.Many,
				Description: text("查城市", hostile), Inputs: []domain.ToolInput{name, columns}, Match: match("city")},
			{Name: "city_of", Kind: domain.Lookup, Table: "Firm", Returns: domain.Field, Column: "city",
				Description: text("城市", "The city of a firm."), Inputs: []domain.ToolInput{name}, Match: match("name")},
			{Name: "notes", Kind: domain.Retriever, Passages: "Notes", Description: text("笔记", "Finds notes."),
				Inputs: []domain.ToolInput{{Name: "query", Type: domain.InputString, Description: text("问", "query")}, {Name: "k", Type: domain.InputInteger, Optional: true, Description: text("数", "how many")}}},
			{Name: "add", Kind: domain.Arithmetic, Operation: domain.Sum, Description: text("求和", "Adds numbers."),
				Inputs: []domain.ToolInput{{Name: "numbers", Type: domain.InputNumbers, Description: text("数", "numbers")}}},
			{Name: "finish", Kind: domain.Finish, Description: text("结束", "Ends."),
				Inputs: []domain.ToolInput{{Name: "answer", Type: domain.InputString, Description: text("答案", "the answer")}}},
		},
		Replies: domain.Replies{
			Missing: "没有<数据>", Columns: "没有这一列", Arguments: "参数错误", Failed: map[domain.ArithmeticOp]string{},
		},
	}
	for _, op := range []domain.ArithmeticOp{domain.Sum, domain.Subtract, domain.Multiply, domain.Divide, domain.Rank} {
		d.Replies.Failed[op] = "无法计算"
	}
	return d
}

// write puts the tables of the world into a directory.
func write(dir string) error {
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "Firm.jsonl"), []byte(rows()), 0o644),
		os.WriteFile(filepath.Join(dir, "Notes.jsonl"), []byte(`{"text": "借款合同"}
{"text": "买卖合同纠纷"}
`), 0o644))
}

// load returns the tools of a domain over the tables of a directory.
func load(ctx context.Context, d *domain.Domain, dir string) (*tool.Set, error) {
	c, _, err := corpus.Load(ctx, dir, d)
	if err != nil {
		return nil, err
	}
	return tool.New(c)
}

// small returns the tools of the world.
func small(t testing.TB) *tool.Set {
	t.Helper()
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	set, err := load(t.Context(), world(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// config serves tools to this machine.
func config(d *domain.Domain, tools tool.Caller) server.Config {
	return server.Config{
		Tools: tools, Domain: d, Language: "zh", Version: "v1.2.3", Loopback: true,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// serve returns a server of the world's tools, with what change does to its
// configuration.
func serve(t testing.TB, change func(*server.Config)) *server.ToolServer {
	t.Helper()
	set := small(t)
	c := config(set.Domain(), set)
	if change != nil {
		change(&c)
	}
	s, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listen has a server answer on loopback until the test ends.
func listen(t testing.TB, s *server.ToolServer) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := s.HTTP()
	go h.Serve(l)
	t.Cleanup(func() { h.Close() })
	return "http://" + l.Addr().String()
}

// send sends a request of JSON, as changed, and returns what comes back.
func send(s http.Handler, method, path, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1:7311"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// caller is a tool.Caller made of a function.
type caller func(ctx context.Context, c tool.Call) (tool.Result, error)

func (f caller) Call(ctx context.Context, c tool.Call) (tool.Result, error) { return f(ctx, c) }

// log collects what a server logs, at any level.
func log() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug})), &b
}

// stdioDir is the variable that makes the test binary a server on its standard input
// and output: the directory with the tables of the world.
const stdioDir = "SERVER_TEST_STDIO"

// TestMain lets the test binary be a program that a client starts.
func TestMain(m *testing.M) {
	if dir := os.Getenv(stdioDir); dir != "" {
		if err := stdio(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(longtest.Run(m))
}

func stdio(dir string) error {
	ctx := context.Background()
	set, err := load(ctx, world(), dir)
	if err != nil {
		return err
	}
	s, err := server.New(config(set.Domain(), set))
	if err != nil {
		return err
	}
	return s.Stdio(ctx, os.Stdin, os.Stdout)
}
