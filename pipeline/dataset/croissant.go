package dataset

import (
	"fmt"
	"io"
	"path"
	"strings"
)

// WriteCroissant writes the metadata of a release in the Croissant 1.0 format
// (MLCommons, http://mlcommons.org/croissant/1.0), with the checksums of the
// given files, of which [TasksFile] is one, and [TwinsFile] for a release with twins. There is no date in it: the same
// tasks give the same bytes whenever they are written.
func WriteCroissant(w io.Writer, r *Release, files []File) error {
	cs, err := columns()
	if err != nil {
		return err
	}
	sets := []any{recordSet(cs, "tasks", TasksFile, "One record a task.")}
	if r.Twins != nil {
		sets = append(sets, recordSet(cs, "twins", TwinsFile, "One record an unanswerable twin of a task."))
	}
	var distribution []any
	for _, f := range files {
		distribution = append(distribution, map[string]any{
			"@type": "cr:FileObject", "@id": f.Name, "name": path.Base(f.Name),
			"contentUrl": f.Name, "contentSize": fmt.Sprintf("%d B", f.Size),
			"encodingFormat": format(f.Name), "sha256": strings.TrimPrefix(string(f.Digest), "sha256:"),
		})
	}
	return writeJSON(w, map[string]any{
		"@context":     vocabulary(),
		"@type":        "sc:Dataset",
		"conformsTo":   "http://mlcommons.org/croissant/1.0",
		"name":         r.Name,
		"description":  summary(r),
		"version":      r.Version,
		"license":      license(r.License),
		"inLanguage":   r.languages(),
		"keywords":     keywords(),
		"distribution": distribution,
		"recordSet":    sets,
	})
}

// recordSet describes the rows of a Parquet file.
func recordSet(cs []column, name, file, doc string) any {
	var fields []any
	for _, c := range cs {
		f := map[string]any{
			"@type": "cr:Field", "@id": name + "/" + c.name, "name": c.name, "description": c.doc,
			"dataType": "sc:Text",
			"source": map[string]any{
				"fileObject": map[string]any{"@id": file},
				"extract":    map[string]any{"column": c.name},
			},
		}
		if c.list {
			f["repeated"] = true
		}
		fields = append(fields, f)
	}
	return map[string]any{
		"@type": "cr:RecordSet", "@id": name, "name": name,
		"description": doc,
		"key":         map[string]any{"@id": name + "/id"},
		"field":       fields,
	}
}

// other is what Hugging Face calls a license that has no identifier.
const other = "other"

// license returns where a license can be read.
func license(identifier string) string {
	if identifier == other {
		return identifier
	}
	return "https://spdx.org/licenses/" + identifier
}

func format(name string) string {
	switch path.Ext(name) {
	case ".parquet":
		return "application/x-parquet"
	case ".json":
		return "application/json"
	}
	return "text/markdown"
}

// vocabulary is the JSON-LD context that the Croissant 1.0 specification
// prescribes.
func vocabulary() map[string]any {
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
