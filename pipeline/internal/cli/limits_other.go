//go:build !unix

package cli

func ignoreFileSize() {}

func forbidCoreFile() {}
