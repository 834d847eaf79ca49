package llmtest

type storage struct{}
