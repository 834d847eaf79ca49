package web

import (
	"bytes"
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/pagelanguage"
)

//go:embed page
var pages embed.FS

// asset is a file of the page.
type asset struct {
	content   []byte
	mediaType string
	etag      string
}

// assets returns the files of the page by URL path.
func assets() (map[string]asset, error) {
	root, err := fs.Sub(pages, "page")
	if err != nil {
		return nil, err
	}
	files := map[string]asset{}
	err = fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		a := asset{content: b, mediaType: mediaType(name), etag: `"` + digest.Bytes(b).Short() + `"`}
		files["/"+name] = a
		if name == "index.html" {
			files["/"] = a
		}
		return nil
	})
	language := []byte(pagelanguage.Module())
	files["/language.js"] = asset{content: language, mediaType: mediaType("language.js"), etag: `"` + digest.Bytes(language).Short() + `"`}
	return files, err
}

// mediaType returns the media type of a file of the page. It does not use package mime, whose
// types depend on the system.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		return "application/octet-stream"
	}
}

// page sends a file of the page.
func (srv *ReviewServer) page(w http.ResponseWriter, r *http.Request) error {
	a, ok := srv.assets[r.URL.Path]
	if !ok || strings.HasPrefix(r.URL.Path, "/api/") {
		return missing("there is nothing at %s", r.URL.Path)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return refuse(http.StatusMethodNotAllowed, codeInvalid, "method %s: want GET", r.Method)
	}
	w.Header().Set("Content-Type", a.mediaType)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", a.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
	return nil
}
