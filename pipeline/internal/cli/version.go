package cli

import "runtime/debug"

// Version returns the version of the program's module, "devel" if it is built from a
// checkout without one.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// versionLine returns the version and, if known, the revision it was built from: "v1.2.3",
// "devel, revision 0123456789ab, modified".
func versionLine() string {
	line := Version()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return line
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			line += ", revision " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			line += ", modified"
		}
	}
	return line
}
