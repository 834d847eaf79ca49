package score

// Version names the rules of this package. It is raised whenever equal references and
// attempts could get other scores than before, so that scores kept from earlier are
// known to be of other rules.
const Version = 3
