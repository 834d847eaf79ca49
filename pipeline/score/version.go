package score

// Version is the version of this package's rules. It is raised whenever equal references
// and attempts could get other scores than before, so that stored scores can be told to be
// outdated.
const Version = 23
