package command_test

import (
	"bufio"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
)

// Tables with a hostile cell and a hostile name of a column.
var hostileTables = map[string]string{
	"Authors.csv": "AuthorId,Name\n1,Ana\n2,<img src=x onerror=alert(1)>\n3,Cem\n4,Dora\n5,Eve\n6,Fay\n",
	"Books.csv": "BookId,Title,AuthorId,Price,Published,<b>x</b>\n" +
		"1,Sand,1,10.5,2001-02-03,a\n2,Rain,1,12,2002-02-03,b\n3,Wind,2,9.25,2003-02-03,c\n4,Snow,3,8,2004-02-03,d\n5,Hail,4,7,2005-02-03,e\n6,Dew,5,11,2006-02-03,f\n7,Fog,6,13,2007-02-03,g\n",
}

// servedDraft is plantree -infer -serve, with further flags, in a directory to which it writes the
// tables, and the address of its page.
func servedDraft(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	if err := os.Mkdir(filepath.Join(dir, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range hostileTables {
		if err := os.WriteFile(filepath.Join(dir, "tables", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// Unlike the context of the test, the process lives until the cleanup ends it.
	cmd := exec.Command("plantree", append([]string{"-infer", "tables", "-to", "shop", "-serve", "127.0.0.1:0"}, flags...)...)
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	address := ""
	for address == "" && lines.Scan() {
		address, _ = strings.CutPrefix(lines.Text(), "page of the draft: ")
		if !strings.HasPrefix(address, "http") {
			address = ""
		}
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		for lines.Scan() {
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the command ended with %v", err)
		}
	})
	if address == "" {
		t.Fatal("no page")
	}
	return address
}

// tabTo presses the Tab key until the focused element matches a selector.
func tabTo(b *browsertest.Tab, css string) {
	b.T.Helper()
	for range 200 {
		if browsertest.Eval[bool](b, "document.activeElement.matches("+browsertest.Quote(css)+")") {
			return
		}
		b.Press("Tab")
	}
	b.T.Fatalf("the Tab key never reaches %s", css)
}

// Where others can reach the page, it wants the link with the token, once, and answers under the name
// that they use.
func TestDraftPageToken(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().String()
	free.Close()
	link, err := url.Parse(servedDraft(t, t.TempDir(), "-serve", port, "-public", "http://drafts.example.org"))
	if err != nil {
		t.Fatal(err)
	}
	if link.Host != "drafts.example.org" || len(link.Query().Get("token")) < 20 {
		t.Fatalf("the link is %s, want one under the public name with a token", link)
	}
	ask := func(host, target string, cookies ...*http.Cookie) *http.Response {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, "http://"+port+target, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		for _, c := range cookies {
			r.AddCookie(c)
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	admitted := ask(link.Host, "/?"+link.RawQuery)
	if admitted.StatusCode != http.StatusSeeOther || len(admitted.Cookies()) != 1 || !admitted.Cookies()[0].HttpOnly {
		t.Fatalf("with the token: %s, cookies %v", admitted.Status, admitted.Cookies())
	}
	secret := admitted.Cookies()[0]
	for _, tt := range []struct {
		name, host, target string
		cookies            []*http.Cookie
		want               int
	}{
		{"without the token", link.Host, "/", nil, http.StatusForbidden},
		{"the state without it", link.Host, "/api/draft", nil, http.StatusForbidden},
		{"another token", link.Host, "/?token=" + strings.Repeat("A", 26), nil, http.StatusForbidden},
		{"another cookie", link.Host, "/api/draft", []*http.Cookie{{Name: secret.Name, Value: "A"}}, http.StatusForbidden},
		{"the cookie", link.Host, "/api/draft", []*http.Cookie{secret}, http.StatusOK},
		{"the cookie under another name", "evil.example.org", "/api/draft", []*http.Cookie{secret}, http.StatusMisdirectedRequest},
	} {
		if got := ask(tt.host, tt.target, tt.cookies...); got.StatusCode != tt.want {
			t.Errorf("%s: %s, want %d", tt.name, got.Status, tt.want)
		}
	}
}

// People accept and correct a draft at the keyboard, and the page writes the file. It never replaces
// what somebody wrote into the file by hand.
func TestDraftPage(t *testing.T) {
	browsertest.Require(t)
	dir := t.TempDir()
	address := servedDraft(t, dir)
	b := browsertest.Open(t, address)
	b.Wait(`document.querySelectorAll(".column").length === 8`)
	if got := b.Text("#count"); got != "1 uncertain decision" {
		t.Errorf("the page counts %q", got)
	}
	if browsertest.Eval[bool](b, `document.querySelector("main img, main b") !== null`) {
		t.Error("a cell became markup")
	}
	for _, s := range []struct {
		name, scheme  string
		width, height int64
	}{{"draft-light", "light", 1280, 800}, {"draft-dark", "dark", 1280, 800}, {"draft-phone", "light", 390, 844}} {
		b.Screen(s.width, s.height, s.scheme)
		b.Shot(s.name)
		for _, v := range b.Violations() {
			t.Errorf("%s: %s", s.name, v)
		}
		if over := browsertest.Eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %d pixels wider than the screen", s.name, over)
		}
	}
	b.Screen(1280, 800, "light")

	// The uncertain decision gets a unit, at the keyboard.
	b.Press("n")
	tabTo(b, `[aria-label="Unit: Books.Price"]`)
	b.Press("dollars", "Ctrl+s")
	b.Wait(`document.querySelector("#notice").textContent.startsWith("Saved:")`)
	file := filepath.Join("shop", "domain.yaml")
	if text := read(t, filepath.Join(dir, file)); !strings.Contains(text, "kind: money, unit: dollars") || strings.Contains(text, "# uncertain: amounts") {
		t.Errorf("the file has\n%s", text)
	}
	if got := b.Text("#count"); got != "0 uncertain decisions" {
		t.Errorf("after saving, the page counts %q", got)
	}

	// A reference is taken away, and a column is left out; lookups follow.
	if text := read(t, filepath.Join(dir, file)); !strings.Contains(text, "the books of {}") {
		t.Fatalf("no lookup by author in\n%s", text)
	}
	browsertest.Eval[bool](b, `(() => { const s = document.querySelector('[aria-label="Refers to: Books.AuthorId"]'); s.value = "-"; s.dispatchEvent(new Event("change")); return true })()`)
	b.Click(`[aria-label="Leave out: Books.<b>x</b>"]`)
	b.Click("#save")
	b.Wait(`document.querySelector("#notice").textContent.startsWith("Saved:")`)
	b.Wait(`document.querySelector("#unsaved").textContent === ""`)
	if text := read(t, filepath.Join(dir, file)); strings.Contains(text, "the books of {}") || strings.Contains(text, "<b>") {
		t.Errorf("the file has\n%s", text)
	}

	// The other language.
	b.Click("#language")
	b.Wait(`document.documentElement.lang === "zh-CN" && document.querySelector("#save").textContent === "保存"`)
	b.Shot("draft-zh")
	for _, v := range b.Violations() {
		t.Errorf("zh: %s", v)
	}

	// A correction that cannot be, and edits by hand, are refused.
	b.AllowLog("422")
	browsertest.Eval[bool](b, `(() => { const s = document.querySelector('[aria-label="主键: Books"]'); s.value = "AuthorId"; s.dispatchEvent(new Event("change")); return true })()`)
	b.Click("#save")
	b.Wait(`document.querySelector("#notice.bad")?.textContent.includes("rows share it")`)
	edited := read(t, filepath.Join(dir, file)) + "# mine\n"
	if err := os.WriteFile(filepath.Join(dir, file), []byte(edited), 0o666); err != nil {
		t.Fatal(err)
	}
	b.AllowLog("409")
	b.Click("#save")
	b.Wait(`document.querySelector("#notice.bad")?.textContent.includes("edits that this page did not write")`)
	if read(t, filepath.Join(dir, file)) != edited {
		t.Error("an edit by hand is lost")
	}
}

// Requests under foreign names, from foreign pages and without a token are refused.
func TestDraftPageGuarded(t *testing.T) {
	dir := t.TempDir()
	address := servedDraft(t, dir)
	for _, c := range []struct {
		name, method, host, origin, media string
		want                              int
	}{
		{"as the page does", "GET", "", "", "", http.StatusOK},
		{"foreign name", "GET", "evil.example", "", "", http.StatusMisdirectedRequest},
		{"foreign page", "POST", "", "https://evil.example", "application/json", http.StatusForbidden},
		{"form", "POST", "", "", "text/plain", http.StatusUnsupportedMediaType},
	} {
		path := "/api/draft"
		if c.method == "POST" {
			path = "/api/save"
		}
		r, err := http.NewRequest(c.method, address+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		for name, value := range map[string]string{"Origin": c.origin, "Content-Type": c.media} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("%s: %s, want %d", c.name, answer.Status, c.want)
		}
	}
}
