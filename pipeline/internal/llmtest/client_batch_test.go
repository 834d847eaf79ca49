package llmtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

func TestClientKeepsFiles(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.Options{})
	c := client(s, "")
	f, err := c.CreateFileBytes(ctx, openai.FileBytesRequest{Name: "in.jsonl", Bytes: []byte("{}\n"), Purpose: openai.PurposeBatch})
	if err != nil || f.FileName != "in.jsonl" || f.Bytes != 3 {
		t.Fatalf("%+v, %v, want the file", f, err)
	}
	if _, err := c.CreateFileBytes(ctx, openai.FileBytesRequest{Name: "in.jsonl", Purpose: openai.PurposeFineTune}); err == nil {
		t.Error("a file for fine-tuning is taken")
	}
	content, err := c.GetFileContent(ctx, f.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if b, err := io.ReadAll(content); err != nil || string(b) != "{}\n" {
		t.Errorf("content %q, %v", b, err)
	}
	if err := c.DeleteFile(ctx, f.ID); err != nil {
		t.Fatal(err)
	}
	if l, err := c.ListFiles(ctx); err != nil || len(l.Files) != 0 {
		t.Errorf("%+v, %v, want no file", l, err)
	}
}

// batchLines are requests for a batch: three that go well, one that is refused.
func batchLines() (u openai.UploadBatchFileRequest) {
	for i := range 3 {
		u.AddChatCompletion(fmt.Sprint("line ", i), openai.ChatCompletionRequest{Model: llmtest.DefaultModel, Messages: user(fmt.Sprint("question ", i))})
	}
	u.AddChatCompletion("bad", openai.ChatCompletionRequest{Model: llmtest.DefaultModel, Messages: user("?"), Temperature: 3})
	return u
}

// line is a line of an output or error file.
type line struct {
	ID       string `json:"id"`
	CustomID string `json:"custom_id"`
	Response *struct {
		Status int                           `json:"status_code"`
		Body   openai.ChatCompletionResponse `json:"body"`
	} `json:"response"`
	Error *struct {
		Code string `json:"code"`
	} `json:"error"`
}

func lines(t *testing.T, c *openai.Client, id *string) (all []line) {
	t.Helper()
	if id == nil {
		return nil
	}
	content, err := c.GetFileContent(context.Background(), *id)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	for d := json.NewDecoder(content); ; {
		var l line
		if err := d.Decode(&l); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
}

func TestClientRunsBatch(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.Options{Polls: 2})
	c := client(s, "")
	b, err := c.CreateBatchWithUploadFile(ctx, openai.CreateBatchWithUploadFileRequest{
		Endpoint: openai.BatchEndpointChatCompletions, UploadBatchFileRequest: batchLines(), Metadata: map[string]any{"run": "1"},
	})
	if err != nil || b.Status != "validating" {
		t.Fatalf("%+v, %v, want a batch that is validating", b, err)
	}
	for _, want := range []struct {
		status                   string
		total, completed, failed int
	}{{"in_progress", 4, 2, 0}, {"completed", 4, 3, 1}, {"completed", 4, 3, 1}} {
		if b, err = c.RetrieveBatch(ctx, b.ID); err != nil || b.Status != want.status ||
			b.RequestCounts != (openai.BatchRequestCounts{Total: want.total, Completed: want.completed, Failed: want.failed}) {
			t.Fatalf("%+v, %v, want %+v", b, err, want)
		}
	}
	out, bad := lines(t, c, b.OutputFileID), lines(t, c, b.ErrorFileID)
	if len(out) != 3 || out[2].CustomID != "line 2" || out[2].Response.Status != 200 || out[2].Response.Body.Choices[0].Message.Content != "question 2" {
		t.Errorf("output %+v, want three answers", out)
	}
	if len(bad) != 1 || bad[0].CustomID != "bad" || bad[0].Response.Status != 400 {
		t.Errorf("errors %+v, want a 400", bad)
	}
	if st := s.Stats(); st.Batched != 3 || st.Paid != 0 || st.Usage.Total == 0 {
		t.Errorf("stats %+v, want 3 lines paid", st)
	}
	if _, err := c.CancelBatch(ctx, b.ID); err == nil {
		t.Error("a batch that is completed can be cancelled")
	}
	limit := 1
	if l, err := c.ListBatch(ctx, nil, &limit); err != nil || len(l.Data) != 1 || l.LastID != b.ID || l.HasMore || l.Data[0].Metadata["run"] != "1" {
		t.Errorf("%+v, %v, want the batch", l, err)
	}
}

func TestClientCancelsBatch(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.Options{Polls: 2})
	c := client(s, "")
	b, err := c.CreateBatchWithUploadFile(ctx, openai.CreateBatchWithUploadFileRequest{Endpoint: openai.BatchEndpointChatCompletions, UploadBatchFileRequest: batchLines()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.RetrieveBatch(ctx, b.ID); err != nil {
		t.Fatal(err)
	}
	if b, err = c.CancelBatch(ctx, b.ID); err != nil || b.Status != "cancelling" {
		t.Fatalf("%+v, %v, want a batch that is cancelling", b, err)
	}
	if b, err = c.RetrieveBatch(ctx, b.ID); err != nil || b.Status != "cancelled" || len(lines(t, c, b.OutputFileID)) != 2 {
		t.Errorf("%+v, %v, want a cancelled batch with the two lines that were run", b, err)
	}
}

func TestClientMeetsExpiry(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.Options{Polls: 1, Expire: 2})
	c := client(s, "")
	b, err := c.CreateBatchWithUploadFile(ctx, openai.CreateBatchWithUploadFileRequest{Endpoint: openai.BatchEndpointChatCompletions, UploadBatchFileRequest: batchLines()})
	if err != nil {
		t.Fatal(err)
	}
	if b, err = c.RetrieveBatch(ctx, b.ID); err != nil || b.Status != "expired" {
		t.Fatalf("%+v, %v, want an expired batch", b, err)
	}
	out, bad := lines(t, c, b.OutputFileID), lines(t, c, b.ErrorFileID)
	if len(out) != 2 || len(bad) != 2 || bad[0].Response != nil || bad[0].Error.Code != "batch_expired" {
		t.Errorf("output %+v, errors %+v, want two of each", out, bad)
	}
}

func TestClientMeetsBadBatch(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.Options{})
	c := client(s, "")
	const good = `{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"temperature":null}}`
	for _, tc := range []struct {
		input, code string
		line        int
	}{
		{good + "\n" + good, "duplicate_custom_id", 2},
		{"{", "invalid_json_line", 1},
		{"", "invalid_json_line", 1},
		{strings.Replace(good, "custom_id", "customid", 1), "unknown_parameter", 1},
		{strings.Replace(good, `"a"`, `""`, 1), "missing_required_parameter", 1},
		{strings.Replace(good, "POST", "GET", 1), "invalid_method", 1},
		{strings.Replace(good, "chat/completions", "embeddings", 1), "mismatched_endpoint", 1},
		{strings.Replace(good, `{"temperature":null}`, "7", 1), "invalid_type", 1},
		{good, "", 0},
	} {
		f, err := c.CreateFileBytes(ctx, openai.FileBytesRequest{Name: "in.jsonl", Bytes: []byte(tc.input), Purpose: openai.PurposeBatch})
		if err != nil {
			t.Fatal(err)
		}
		b, err := c.CreateBatch(ctx, openai.CreateBatchRequest{InputFileID: f.ID, Endpoint: openai.BatchEndpointChatCompletions})
		if err != nil {
			t.Fatal(err)
		}
		if b, err = c.RetrieveBatch(ctx, b.ID); err != nil {
			t.Fatal(err)
		}
		if tc.code == "" {
			if b.Status != "in_progress" || b.Errors != nil {
				t.Errorf("%s: %+v, want a batch in progress", tc.input, b.Batch)
			}
			continue
		}
		if b.Status != "failed" || len(b.Errors.Data) != 1 || b.Errors.Data[0].Code != tc.code || *b.Errors.Data[0].Line != tc.line {
			t.Errorf("%s: %+v with %+v, want %s in line %d", tc.input, b.Batch, b.Errors, tc.code, tc.line)
		}
	}
	for _, r := range []openai.CreateBatchRequest{
		{InputFileID: "none", Endpoint: openai.BatchEndpointChatCompletions},
		{InputFileID: "none", Endpoint: openai.BatchEndpointResponses},
		{InputFileID: "none", Endpoint: openai.BatchEndpointChatCompletions, CompletionWindow: "1h"},
		{Endpoint: openai.BatchEndpointChatCompletions},
	} {
		if _, err := c.CreateBatch(ctx, r); err == nil {
			t.Errorf("%+v: taken, want it refused", r)
		}
	}
}

// Lists come with the newest first, page by page.
func TestClientPages(t *testing.T) {
	ctx := context.Background()
	s := llmtest.Start(t, llmtest.Options{})
	c := client(s, "")
	var ids, files []string
	for range 3 {
		b, err := c.CreateBatchWithUploadFile(ctx, openai.CreateBatchWithUploadFileRequest{Endpoint: openai.BatchEndpointChatCompletions, UploadBatchFileRequest: batchLines()})
		if err != nil {
			t.Fatal(err)
		}
		ids, files = append([]string{b.ID}, ids...), append([]string{b.InputFileID}, files...)
	}
	limit := 2
	first, err := c.ListBatch(ctx, nil, &limit)
	if err != nil || len(first.Data) != 2 || !first.HasMore || first.FirstID != ids[0] || first.LastID != ids[1] {
		t.Fatalf("%+v, %v, want %v and more", first, err, ids[:2])
	}
	rest, err := c.ListBatch(ctx, &first.LastID, &limit)
	if err != nil || len(rest.Data) != 1 || rest.HasMore || rest.FirstID != ids[2] {
		t.Errorf("%+v, %v, want %v alone", rest, err, ids[2])
	}
	l, err := c.ListFiles(ctx)
	if err != nil || len(l.Files) != 3 || l.Files[0].ID != files[0] || l.Files[2].ID != files[2] {
		t.Errorf("%+v, %v, want %v", l, err, files)
	}
}
