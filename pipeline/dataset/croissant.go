package dataset

import (
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/spdx"
)

// WriteCroissant writes the metadata of a release in the Croissant 1.0 format (MLCommons,
// http://mlcommons.org/croissant/1.0): a record set for each file of rows, and the
// checksums of the given files, which must include the files of rows. Url, creator and
// datePublished, which validators want, are those of the release's Publication and left out
// where it has none. Equal releases give equal bytes.
func WriteCroissant(w io.Writer, r *Release, files []ReleaseFile) error {
	configs, err := r.configs()
	if err != nil {
		return err
	}
	var sets []any
	for _, c := range configs {
		if c.name == tasksConfig {
			c.name = "tasks"
		}
		for _, s := range c.files() {
			of := c
			of.file = s.file
			if c.splits != nil {
				of.name += "-" + s.split
			}
			sets = append(sets, recordSet(of))
		}
	}
	var distribution []any
	for _, f := range files {
		distribution = append(distribution, map[string]any{
			"@type": "cr:FileObject", "@id": f.Name, "name": path.Base(f.Name),
			"contentUrl": f.Name, "contentSize": fmt.Sprintf("%d B", f.Size),
			"encodingFormat": mediaType(f.Name), "sha256": strings.TrimPrefix(string(f.Digest), "sha256:"),
		})
	}
	metadata := map[string]any{
		"@context":     jsonLDContext(),
		"@type":        "sc:Dataset",
		"conformsTo":   "http://mlcommons.org/croissant/1.0",
		"name":         r.Name,
		"description":  summary(r),
		"version":      r.Version,
		"license":      licenseURL(r.License),
		"inLanguage":   r.languages(),
		"keywords":     keywords(r),
		"distribution": distribution,
		"recordSet":    sets,
		"citeAs":       r.citation(),
	}
	p := r.Publication
	if p.URL != "" {
		metadata["url"] = p.URL
	}
	if p.Creator != "" {
		metadata["creator"] = map[string]any{"@type": "sc:Organization", "name": p.Creator} // people as a group, too
	}
	if p.Date != "" {
		metadata["datePublished"] = p.Date
	}
	return writeJSON(w, metadata)
}

// recordSet describes the rows of a Parquet file. In identifiers, column names are escaped
// as in the path of a URL.
func recordSet(c config) any {
	id := func(column string) string { return url.PathEscape(c.name) + "/" + url.PathEscape(column) }
	var fields []any
	for _, k := range c.columns {
		f := map[string]any{
			"@type": "cr:Field", "@id": id(k.name), "name": k.name,
			"dataType": "sc:Text",
			"source": map[string]any{
				"fileObject": map[string]any{"@id": c.file},
				"extract":    map[string]any{"column": k.name},
			},
		}
		if k.doc != "" {
			f["description"] = k.doc
		}
		if k.number {
			f["dataType"] = "sc:Float"
		}
		if k.integer {
			f["dataType"] = "sc:Integer"
		}
		if k.list {
			f["repeated"] = true
		}
		fields = append(fields, f)
	}
	set := map[string]any{
		"@type": "cr:RecordSet", "@id": url.PathEscape(c.name), "name": c.name,
		"description": c.doc,
		"field":       fields,
	}
	var key []any
	for _, k := range c.key {
		key = append(key, map[string]any{"@id": id(k)})
	}
	switch len(key) {
	case 0:
	case 1:
		set["key"] = key[0]
	default:
		set["key"] = key
	}
	return set
}

// licenseURL returns the address of a licence's text; a licence that is no single
// identifier of SPDX's list stands as it is.
func licenseURL(license string) string {
	if !spdx.IsIdentifier(license) {
		return license
	}
	return "https://spdx.org/licenses/" + license
}

// mediaType returns the media type of a file by the ending of its name.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".parquet":
		return "application/x-parquet"
	case ".json":
		return "application/json"
	case ".jsonl":
		return "application/jsonlines"
	case ".py":
		return "text/x-python"
	}
	return "text/markdown"
}

// jsonLDContext is the JSON-LD context that the Croissant 1.0 specification
// prescribes.
func jsonLDContext() map[string]any {
	context := map[string]any{
		"@language":  "en",
		"@vocab":     "https://schema.org/",
		"sc":         "https://schema.org/",
		"cr":         "http://mlcommons.org/croissant/",
		"rai":        "http://mlcommons.org/croissant/RAI/",
		"dct":        "http://purl.org/dc/terms/",
		"conformsTo": "dct:conformsTo",
		"data":       map[string]any{"@id": "cr:data", "@type": "@json"},
		"dataType":   map[string]any{"@id": "cr:dataType", "@type": "@vocab"},
		"examples":   map[string]any{"@id": "cr:examples", "@type": "@json"},
	}
	for _, term := range strings.Fields("citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset " +
		"jsonPath key md5 parentField path recordSet references regex repeated replace separator source subField transform") {
		context[term] = "cr:" + term
	}
	return context
}
