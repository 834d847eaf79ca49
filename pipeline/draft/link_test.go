package draft

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// linkedDomain has playlists and tracks with a table that only links them, and airports with codes.
const linkedDomain = `name: links
title: {en: links}
languages: [en]
entities:
  - {name: playlist_id, label: {en: playlist ID}, denotes: {en: playlist}}
  - {name: track_id, label: {en: track ID}, denotes: {en: track}}
  - {name: airport, label: {en: airport code}, denotes: {en: airport}}
tables:
  - {name: Playlists, label: {en: playlist}, row: {en: playlist}, measure: {en: playlists}, key: PlaylistId, columns: [{name: PlaylistId, label: {en: playlist ID}, entity: playlist_id}, {name: Owner, label: {en: owner}, kind: text}]}
  - {name: Tracks, label: {en: track}, row: {en: track}, measure: {en: tracks}, key: TrackId, columns: [{name: TrackId, label: {en: track ID}, entity: track_id}, {name: Title, label: {en: title}, kind: text}, {name: Seconds, label: {en: duration}, kind: number}, {name: Airport, label: {en: airport}, entity: airport}]}
  - {name: PlaylistTrack, label: {en: playlist track record}, row: {en: playlist track record}, measure: {en: playlist track records}, key: [PlaylistId, TrackId], columns: [{name: PlaylistId, label: {en: playlist}, entity: playlist_id}, {name: TrackId, label: {en: track}, entity: track_id}]}
  - {name: Airports, label: {en: airport}, row: {en: airport}, measure: {en: airports}, key: Code, columns: [{name: Code, label: {en: airport code}, entity: airport}, {name: City, label: {en: city}, kind: text}]}
tools:
  - {name: get_track, kind: lookup, table: Tracks, returns: one, phrase: {en: "the track with {}"}, description: {en: finds}, inputs: [{name: identifier, type: string, description: {en: value}}], match: [{columns: [TrackId], inputs: [identifier]}]}
  - {name: get_playlist, kind: lookup, table: Playlists, returns: one, phrase: {en: "the playlist with {}"}, description: {en: finds}, inputs: [{name: identifier, type: string, description: {en: value}}], match: [{columns: [PlaylistId], inputs: [identifier]}]}
  - {name: get_airport, kind: lookup, table: Airports, returns: one, phrase: {en: "the airport with {}"}, description: {en: finds}, inputs: [{name: identifier, type: string, description: {en: value}}], match: [{columns: [Code], inputs: [identifier]}]}
  - {name: get_tracks_of_playlist, kind: lookup, table: PlaylistTrack, returns: many, phrase: {en: "the tracks in {}"}, description: {en: finds}, inputs: [{name: identifier, type: string, description: {en: value}}], match: [{columns: [PlaylistId], inputs: [identifier]}], linked: TrackId}
  - {name: get_playlists_of_track, kind: lookup, table: PlaylistTrack, returns: many, phrase: {en: "the playlists whose tracks include {}"}, description: {en: finds}, inputs: [{name: identifier, type: string, description: {en: value}}], match: [{columns: [TrackId], inputs: [identifier]}], linked: PlaylistId}
  - {name: get_tracks_at, kind: lookup, table: Tracks, returns: many, phrase: {en: "the tracks whose airport is {}"}, description: {en: finds}, inputs: [{name: identifier, type: string, description: {en: value}}], match: [{columns: [Airport], inputs: [identifier]}]}
  - {name: finish, kind: finish, description: {en: ends}, inputs: [{name: answer, type: string, description: {en: answer}}]}
replies: {missing: none, columns: none, arguments: none, failed: {}}
`

// stayDomain has stays in a hospital, which refer to others by numbers, codes and names.
const stayDomain = `name: links
title: {zh: links}
languages: [zh]
entities:
  - {name: 病历号, label: {zh: 病历号}, denotes: {zh: 患者}}
  - {name: 工号, label: {zh: 工号}, denotes: {zh: 医生}}
  - {name: 疾病编码, label: {zh: 疾病编码}, denotes: {zh: 疾病}}
  - {name: 疾病, label: {zh: 疾病}}
tables:
  - {name: 患者, label: {zh: 患者}, row: {zh: 患者}, measure: {zh: 名}, key: 病历号, columns: [{name: 病历号, label: {zh: 病历号}, entity: 病历号}, {name: 电话, label: {zh: 电话}, kind: text}]}
  - {name: 医生, label: {zh: 医生}, row: {zh: 医生}, measure: {zh: 名}, key: 工号, columns: [{name: 工号, label: {zh: 工号}, entity: 工号}, {name: 电话, label: {zh: 电话}, kind: text}]}
  - {name: 疾病, label: {zh: 疾病}, row: {zh: 疾病}, measure: {zh: 种}, key: 编码, columns: [{name: 编码, label: {zh: 疾病编码}, entity: 疾病编码}, {name: 名称, label: {zh: 名称}, entity: 疾病}]}
  - {name: 住院记录, label: {zh: 住院记录}, row: {zh: 住院记录}, measure: {zh: 条}, key: 住院号, columns: [{name: 住院号, label: {zh: 住院号}, kind: text}, {name: 病历号, label: {zh: 病历号}, entity: 病历号}, {name: 主治医生, label: {zh: 主治医生}, entity: 工号}, {name: 诊断, label: {zh: 诊断}, entity: 疾病编码}, {name: 并发症, label: {zh: 并发症}, entity: 疾病}]}
tools:
  - {name: get_stays_of_patient, kind: lookup, table: 住院记录, returns: many, phrase: {zh: "{}的住院记录"}, description: {zh: finds}, inputs: [{name: identifier, type: string, description: {zh: value}}], match: [{columns: [病历号], inputs: [identifier]}]}
  - {name: get_stays_of_doctor, kind: lookup, table: 住院记录, returns: many, phrase: {zh: "{}担任主治医生的住院记录"}, description: {zh: finds}, inputs: [{name: identifier, type: string, description: {zh: value}}], match: [{columns: [主治医生], inputs: [identifier]}]}
  - {name: get_stays_by_code, kind: lookup, table: 住院记录, returns: many, phrase: {zh: "{}作为诊断的住院记录"}, description: {zh: finds}, inputs: [{name: identifier, type: string, description: {zh: value}}], match: [{columns: [诊断], inputs: [identifier]}]}
  - {name: get_stays_by_name, kind: lookup, table: 住院记录, returns: many, phrase: {zh: "{}作为并发症的住院记录"}, description: {zh: finds}, inputs: [{name: identifier, type: string, description: {zh: value}}], match: [{columns: [并发症], inputs: [identifier]}]}
  - {name: finish, kind: finish, description: {zh: ends}, inputs: [{name: answer, type: string, description: {zh: answer}}]}
replies: {missing: none, columns: none, arguments: none, failed: {}}
`

func loadText(t *testing.T, text string) *domain.Domain {
	t.Helper()
	d, err := domain.Load(fstest.MapFS{"d/domain.yaml": {Data: []byte(text)}}, "d")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// countOf is a program that counts the rows that a lookup finds for a name.
func countOf(tool, entity, name string) *plan.Program {
	p := new(plan.Program)
	rows := p.Add(&plan.Call{Tool: tool}, p.Add(&plan.Start{Entity: entity, Value: []string{name}}))
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Count{}, rows), Form: plan.Form{Style: plan.StyleCount}}}
	return p
}

// Rows of a table of links are called after what the lookup finds, and lead to it without more words. A code
// is said with the noun for what it denotes.
func TestLinkedRows(t *testing.T) {
	d := loadText(t, linkedDomain)
	longest := new(plan.Program)
	tracks := longest.Add(&plan.Call{Tool: "get_tracks_of_playlist"}, longest.Add(&plan.Start{Entity: "playlist_id", Value: []string{"503"}}))
	each := longest.Add(&plan.Call{Tool: "get_track", Each: true}, longest.Add(&plan.Project{Columns: []string{"TrackId"}}, tracks))
	one := longest.Add(&plan.Superlative{Column: "Seconds", Order: plan.Max}, each)
	longest.Answers = []plan.AnswerSpec{{From: longest.Add(&plan.Project{Columns: []string{"Title"}}, one), Form: plan.Form{Style: plan.StyleText}}}
	owners := new(plan.Program)
	lists := owners.Add(&plan.Call{Tool: "get_playlists_of_track"}, owners.Add(&plan.Start{Entity: "track_id", Value: []string{"7"}}))
	rows := owners.Add(&plan.Call{Tool: "get_playlist", Each: true}, owners.Add(&plan.Project{Columns: []string{"PlaylistId"}}, lists))
	owners.Answers = []plan.AnswerSpec{{From: owners.Add(&plan.Project{Columns: []string{"Owner"}}, rows), Form: plan.Form{Style: plan.StyleText}}}
	fellows := new(plan.Program)
	of := fellows.Add(&plan.Call{Tool: "get_tracks_of_playlist"}, fellows.Add(&plan.Start{Entity: "playlist_id", Value: []string{"503"}}))
	all := fellows.Add(&plan.Call{Tool: "get_playlists_of_track", Each: true}, fellows.Add(&plan.Project{Columns: []string{"TrackId"}}, of))
	fellows.Answers = []plan.AnswerSpec{{From: fellows.Add(&plan.Distinct{}, fellows.Add(&plan.Project{Columns: []string{"PlaylistId"}}, all)), Form: plan.Form{Style: plan.StyleCount}}}
	for _, c := range []struct {
		program *plan.Program
		want    string
	}{
		{fellows, "How many playlists whose tracks include one of the tracks in playlist 503 are there?"},
		{countOf("get_tracks_of_playlist", "playlist_id", "503"), "How many tracks in playlist 503 are there?"},
		{countOf("get_playlists_of_track", "track_id", "7"), "How many playlists whose tracks include track 7 are there?"},
		{longest, "Give the title of the track with the largest duration in playlist 503."},
		{owners, "List the owners of the playlists whose tracks include track 7."},
		{countOf("get_tracks_at", "airport", "VIE"), "How many tracks whose airport is airport VIE are there?"},
	} {
		if got, err := Question(d, c.program, "en"); err != nil || got != c.want {
			t.Errorf("Question = %q, %v, want %q", got, err, c.want)
		}
	}
}

// In Chinese a code that the question gives is said as the cell of its column, and a number of a thing before its noun.
func TestChineseCodes(t *testing.T) {
	d := loadText(t, stayDomain)
	for _, c := range [][4]string{
		{"get_stays_of_patient", "病历号", "BL705", "BL705号患者的住院记录"}, {"get_stays_of_doctor", "工号", "1003", "主治医生工号为1003的住院记录"},
		{"get_stays_by_code", "疾病编码", "J45", "诊断编码为J45的住院记录"}, {"get_stays_by_name", "疾病", "哮喘", "并发症为哮喘的住院记录"},
	} {
		if got, err := Question(d, countOf(c[0], c[1], c[2]), "zh"); err != nil || !strings.HasPrefix(got, c[3]) {
			t.Errorf("Question by %s = %q, %v, want it to begin with %q", c[1], got, err, c[3])
		}
	}
}
