package llmtest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// Paths of the requests that are charged, which are also the endpoints of batches.
const (
	pathChat       = "/v1/chat/completions"
	pathEmbeddings = "/v1/embeddings"
)

// maxLines is how many requests a batch may have, as the API reference states.
const maxLines = 50_000

// batchLine is a line of a batch's input file.
type batchLine struct {
	CustomID string         `json:"custom_id"`
	Method   string         `json:"method"`
	URL      string         `json:"url"`
	Body     jsontext.Value `json:"body"`
}

// The wire form of a line of the output and error files. Of response and error one is
// null.
type (
	batchReply struct {
		ID       string          `json:"id"`
		CustomID string          `json:"custom_id"`
		Response *batchResponse  `json:"response"`
		Error    *batchLineError `json:"error"`
	}
	batchResponse struct {
		Status    int            `json:"status_code"`
		RequestID string         `json:"request_id"`
		Body      jsontext.Value `json:"body"`
	}
	batchLineError struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
)

// advance moves a batch on by one look: from validating over in_progress, where each
// look runs an even share of the lines, to its end.
func (s *Server) advance(b *batch) {
	switch b.Status {
	case statusValidating:
		if b.validate(); b.Status == statusFailed {
			return
		}
		b.InProgressAt = now()
	case statusInProgress:
	case statusCancelling:
		b.Status, b.CancelledAt = statusCancelled, now()
		s.store(b)
		return
	default:
		return
	}
	b.polls++
	last := max(0, len(b.lines)-s.options.Expire)
	for end := last * min(b.polls, s.options.Polls) / s.options.Polls; b.done < end; b.done++ {
		s.runLine(b, b.lines[b.done])
	}
	if b.polls < s.options.Polls {
		return
	}
	b.FinalizingAt = now()
	b.Status, b.CompletedAt = statusCompleted, now()
	if b.done < len(b.lines) {
		b.Status, b.CompletedAt, b.ExpiredAt = statusExpired, nil, now()
		for _, l := range b.lines[b.done:] {
			b.fail(batchReply{CustomID: l.CustomID, Error: &batchLineError{"batch_expired", "the window ended before the request was run"}})
		}
	}
	s.store(b)
}

// validate reads the input file, and fails the batch if a line can't be run.
func (b *batch) validate() {
	var errs []batchError
	fault := func(line int, param, code, format string, args ...any) {
		errs = append(errs, batchError{code, fmt.Sprintf(format, args...), orNull(param), &line})
	}
	seen := make(map[string]int)
	for i, text := range bytes.Split(bytes.TrimRight(b.input, "\n"), []byte("\n")) {
		var l batchLine
		line := i + 1
		if p := decode(text, &l, nil); p != nil {
			if p.Param == nil {
				fault(line, "", "invalid_json_line", "%s", p.Message)
			} else {
				fault(line, *p.Param, *p.Code, "%s", p.Message)
			}
			continue
		}
		first, again := seen[l.CustomID]
		switch {
		case l.CustomID == "":
			fault(line, "custom_id", "missing_required_parameter", "missing: want an ID")
		case again:
			fault(line, "custom_id", "duplicate_custom_id", "%q is the ID of line %d: want distinct ones", l.CustomID, first)
		case l.Method != http.MethodPost:
			fault(line, "method", "invalid_method", "%q: want POST", l.Method)
		case l.URL != b.Endpoint:
			fault(line, "url", "mismatched_endpoint", "%q: want the batch's endpoint %s", l.URL, b.Endpoint)
		case l.Body.Kind() != '{':
			fault(line, "body", "invalid_type", "no object: want a request")
		}
		seen[l.CustomID] = line
		b.lines = append(b.lines, l)
	}
	if len(b.lines) > maxLines {
		fault(maxLines+1, "", "too_many_requests", "%d requests: want at most %d", len(b.lines), maxLines)
	}
	if len(errs) > 0 {
		b.Status, b.FailedAt = statusFailed, now()
		b.Errors = &batchErrors{"list", errs}
		return
	}
	b.Status = statusInProgress
	b.Counts.Total = len(b.lines)
}

// runLine answers a line and puts it into the file where it belongs.
func (s *Server) runLine(b *batch, l batchLine) {
	sum := sha256.Sum256(l.Body)
	status, body := s.answerLine(b.Endpoint, l.Body, sum)
	reply := batchReply{CustomID: l.CustomID, Response: &batchResponse{
		Status: status, RequestID: fmt.Sprintf("req_%s_%d", b.ID, b.done), Body: body,
	}}
	if status != http.StatusOK {
		b.fail(reply)
		return
	}
	reply.ID = b.replyID()
	b.output = append(b.output, encode(reply)...)
	b.Counts.Completed++
}

// fail puts a line into the error file.
func (b *batch) fail(reply batchReply) {
	reply.ID = b.replyID()
	b.errors = append(b.errors, encode(reply)...)
	b.Counts.Failed++
}

// replyID names the next line of the output or error file.
func (b *batch) replyID() string {
	return fmt.Sprintf("batch_req_%s_%d", b.ID, b.Counts.Completed+b.Counts.Failed)
}

// answerLine answers a request of a batch, which meets no rate limit, no latency and
// none of the faults of a connection.
func (s *Server) answerLine(path string, body []byte, sum [sha256.Size]byte) (status int, reply []byte) {
	read := (*Server).readChat
	if path == pathEmbeddings {
		read = (*Server).readEmbeddings
	}
	j, p := read(s, body)
	if p == nil {
		p = s.quota()
	}
	if p != nil {
		return p.status, p.body()
	}
	id, seen := sumDigest(sum), s.ledger.see(sum)
	d := s.options.draw(id, seen)
	if d.fault = ofLines(d.fault); before(d.fault) {
		return s.failLine(d)
	}
	o, p := j.run(id, seen, d.fault)
	switch {
	case p != nil:
		return p.status, p.body()
	case o.events != nil:
		p := unsupported("stream")
		return p.status, p.body()
	}
	if d.fault = ofLines(o.fault); before(d.fault) {
		return s.failLine(d)
	}
	s.ledger.payBatched(d.fault, o.usage)
	return http.StatusOK, encode(o.body)
}

func (s *Server) failLine(d drawn) (status int, reply []byte) {
	s.ledger.payBatched(d.fault, Usage{})
	p := faultProblem(d)
	return p.status, p.body()
}

// ofLines returns the fault if it can happen to a line of a batch: those of an answer,
// and a server error or 429, which end in the error file.
func ofLines(f Fault) Fault {
	switch f {
	case FaultGateway:
		return FaultServer
	case FaultHang, FaultCut, FaultMalformed:
		return FaultNone
	}
	return f
}

// store keeps the files of a batch that ended, unless they are empty.
func (s *Server) store(b *batch) {
	if len(b.output) > 0 {
		f := s.storage.add(b.ID+"_output.jsonl", purposeOutput, b.output)
		b.Output = &f.ID
	}
	if len(b.errors) > 0 {
		f := s.storage.add(b.ID+"_error.jsonl", purposeOutput, b.errors)
		b.ErrorFile = &f.ID
	}
}
