package server

import (
	"bytes"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// shown is what the page shows.
type shown struct {
	Language  string // of the texts shown
	Languages []string
	Title     string
	Version   string
	Tools     []listing
}

// listing is a tool on the page.
type listing struct{ Name, Description string }

// overview answers the page.
func (s *ToolServer) overview(w http.ResponseWriter, r *http.Request) {
	lang, err := s.language(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	var page bytes.Buffer
	if err := s.page.Execute(&page, view(s.config.Domain, lang, s.config.Version)); err != nil {
		s.config.Log.Error("page", "error", err)
		refuse(w, http.StatusInternalServerError, errBroken)
		return
	}
	write(w, http.StatusOK, "text/html; charset=utf-8", page.Bytes())
}

func view(d *domain.Domain, lang, version string) shown {
	o := shown{Language: lang, Languages: d.Languages, Title: d.Title.In(lang), Version: version}
	for i := range d.Tools {
		o.Tools = append(o.Tools, listing{d.Tools[i].Name, d.Tools[i].Description.In(lang)})
	}
	return o
}
