package exam

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

//go:embed taxonomy.yaml
var shippedTaxonomy []byte

// A Taxonomy puts areas of exams into fields of law, and these into groups. It is read-only and
// safe for concurrent use.
type Taxonomy struct {
	groups []FieldGroup
	byArea map[string]*fieldOfGroup
}

// A FieldGroup is a group of fields of law.
type FieldGroup struct {
	// Name is the group's name; "" for fields of no group.
	Name string `yaml:"name"`
	// Fields are in the order of reports.
	Fields []LawField `yaml:"fields"`
}

// A LawField is a field of law.
type LawField struct {
	// Name is what published data in Portuguese calls it; English and Chinese are the names in
	// exams of these languages, "" for Name.
	Name    string `yaml:"name"`
	English string `yaml:"en,omitempty"`
	Chinese string `yaml:"zh,omitempty"`
	// Areas are other names by which exams mean the field.
	Areas []string `yaml:"areas,omitempty"`
	// Further says that the field is none of the taxonomy's own, but one that exams have besides.
	Further bool `yaml:"further,omitempty"`
}

type fieldOfGroup struct {
	group string
	field *LawField
}

// ShippedTaxonomy returns the taxonomy that ships with this package: the 31 fields in 5 groups of
// LegalBench.PT, and the areas of the Brazilian bar exam that none of them covers as further
// fields.
func ShippedTaxonomy() *Taxonomy {
	t, err := ReadTaxonomy("taxonomy.yaml", shippedTaxonomy)
	if err != nil {
		panic("exam: " + err.Error())
	}
	return t
}

// ReadTaxonomy reads a taxonomy from YAML of the form of the shipped one: groups with fields, and
// for each field the areas that mean it. The error says what is wrong with the file called name.
func ReadTaxonomy(name string, data []byte) (*Taxonomy, error) {
	var file struct {
		Groups []FieldGroup `yaml:"groups"`
	}
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("%s: %w: want groups of fields with their areas", name, err)
	}
	t := &Taxonomy{groups: file.Groups, byArea: map[string]*fieldOfGroup{}}
	for i := range t.groups {
		t.groups[i].Name = oneLine(t.groups[i].Name)
		for j := range t.groups[i].Fields {
			f := &t.groups[i].Fields[j]
			f.Name, f.English, f.Chinese = oneLine(f.Name), oneLine(f.English), oneLine(f.Chinese)
			if f.Name == "" {
				return nil, fmt.Errorf("%s: field %d of group %q has no name: want one", name, j+1, t.groups[i].Name)
			}
			here := &fieldOfGroup{t.groups[i].Name, f}
			for _, area := range append([]string{f.Name, f.English, f.Chinese}, f.Areas...) {
				folded := foldArea(area)
				if other := t.byArea[folded]; folded != "" && other != nil && other.field != f {
					return nil, fmt.Errorf("%s: area %q is of %s and of %s: want it in one field", name, area, other.field.Name, f.Name)
				}
				if folded != "" {
					t.byArea[folded] = here
				}
			}
		}
	}
	if len(t.byArea) == 0 {
		return nil, fmt.Errorf("%s: no field: want groups of fields with their areas", name)
	}
	return t, nil
}

// Groups returns the groups in the order of reports. Callers must not change them.
func (t *Taxonomy) Groups() []FieldGroup { return t.groups }

// Field returns the field that an exam in a language means by an area, by its name in that
// language, and its group; found is false if the taxonomy does not know the area.
func (t *Taxonomy) Field(area, language string) (field, group string, found bool) {
	f := t.byArea[foldArea(area)]
	if f == nil {
		return "", "", false
	}
	field = f.field.Name
	switch {
	case language == "en" && f.field.English != "":
		field = f.field.English
	case language == "zh" && f.field.Chinese != "":
		field = f.field.Chinese
	}
	return field, f.group, true
}

// foldArea folds the name of an area for comparison.
func foldArea(area string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(value.Fold(area)))
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"direito", "direitos", "law", "of", "do", "da", "dos", "das", "de", "e"}, w)
	})
	return strings.Join(words, " ")
}

// Classify sets field and group of all questions by their areas. An area that the taxonomy does not
// know is its own field, without a group.
func (c *Collection) Classify(t *Taxonomy) {
	for i := range c.Essays {
		t.classify(&c.Essays[i].Origin)
	}
	for i := range c.Questions {
		t.classify(&c.Questions[i].Origin)
	}
	c.Faults = slices.DeleteFunc(c.Faults, func(f Fault) bool { return f.Reason == EmptyArea || f.Reason == UnknownArea })
	c.addAreaFaults(func(o *Origin) bool {
		_, _, found := t.Field(o.Area, o.Language)
		return found
	})
}

func (t *Taxonomy) classify(o *Origin) {
	field, group, found := t.Field(o.Area, o.Language)
	if !found {
		field, group = o.Area, ""
	}
	o.Field, o.Group = field, group
}

// addAreaFaults adds a fault for each question without a field, and for each area of a file that is
// not known.
func (c *Collection) addAreaFaults(known func(*Origin) bool) {
	type areaOfFile struct{ file, area string }
	told := map[areaOfFile]bool{}
	add := func(o *Origin) {
		switch key := (areaOfFile{o.File, o.Area}); {
		case o.Field == "":
			c.Faults = append(c.Faults, Fault{o.File, o.Line, EmptyArea, "the area of law is not said: want its name", false})
		case !known(o) && !told[key]:
			told[key] = true
			c.Faults = append(c.Faults, Fault{o.File, o.Line, UnknownArea, fmt.Sprintf("the taxonomy has no area %q: want one of its areas, or a taxonomy that has it", o.Area), false})
		}
	}
	for i := range c.Essays {
		add(&c.Essays[i].Origin)
	}
	for i := range c.Questions {
		add(&c.Questions[i].Origin)
	}
	sortFaults(c.Faults)
}

// FieldCounts returns how many essays and questions each field has, "" for those without one.
func (c *Collection) FieldCounts() map[string]int {
	counts := map[string]int{}
	for i := range c.Essays {
		counts[c.Essays[i].Field]++
	}
	for i := range c.Questions {
		counts[c.Questions[i].Field]++
	}
	return counts
}
